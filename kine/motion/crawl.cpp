#include "kine/motion/crawl.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kine/model/pose.h"
#include "kine/motion/crawl/crawl_plan.h"
#include "kine/motion/crawl/crawl_step.h"
#include "kine/motion/crawl/crawler_model.h"
#include "kine/motion/ground/start_ground.h"
#include "kine/solve/damped/limb_step.h"

namespace kine {
namespace {

void set_body(const detail::CrawlerModel& crawler, const Transform& at, std::span<double> pose) {
  const Skeleton& skeleton = crawler.skeleton();
  const Joint& about = skeleton.description(crawler.body());
  const Transform value = inverse(Transform{about.rest.rotation, about.rest.translation}) *
                          Transform{at.rotation * crawler.standing_body(), at.translation};
  set_joint_rotation(skeleton, crawler.body(), value.rotation, pose);
  const auto shift = static_cast<std::size_t>(skeleton.first_value(crawler.body())) + 4;
  pose[shift] = value.translation.x;
  pose[shift + 1] = value.translation.y;
  pose[shift + 2] = value.translation.z;
}

/// What the stick asks for; nothing where it is not a number.
CourseSpeeds asked_speeds(const CrawlGait& gait, const Stick& stick) {
  const bool good = std::isfinite(stick.forward) && std::isfinite(stick.side) && std::isfinite(stick.turn);
  const auto within = [good](double v) { return good ? std::clamp<double>(v, -1, 1) : 0.0; };
  const double ahead = within(stick.forward);
  return {ahead * (ahead < 0 ? gait.top_back_speed : gait.top_speed), within(stick.side) * gait.top_side_speed,
          within(stick.turn) * gait.top_turn};
}

/// Brings the tip of a leg to a point, from the values it had in the last frame.
void solve_leg(const detail::CrawlerModel& body, std::size_t index, detail::CrawlMemory& memory, CrawlReport& report,
               std::span<double> pose, Scratch& scratch) {
  constexpr double kMetres = 1e-5, kRadians = 1e-4;  // how near a tip comes: a hundredth of a millimetre
  constexpr int kMaxIterations = 100;
  const detail::CrawlerLeg& leg = body.legs()[index];
  double* values = memory.legs[index];
  for (int k = 0; k < leg.value_count; ++k) pose[static_cast<std::size_t>(leg.first_value + k)] = values[k];
  const Scratch::Scope scope(scratch);
  detail::Limb limb = detail::make_limb(body.skeleton(), {leg.tip, {}}, leg.first, pose, scratch);
  const detail::LimbOutcome outcome =
      detail::reach_limb(limb, report.tips[index], {kMetres, kRadians, kMaxIterations, 1});
  detail::write_pose(limb, pose);
  for (int k = 0; k < leg.value_count; ++k) values[k] = pose[static_cast<std::size_t>(leg.first_value + k)];
  report.position_error = std::max<double>(report.position_error, outcome.position_error);
  report.iterations += outcome.iterations;
}

}  // namespace

Crawler::Crawler(std::unique_ptr<const detail::CrawlerModel> model) : model_(std::move(model)) {}
Crawler::Crawler(Crawler&&) noexcept = default;
Crawler& Crawler::operator=(Crawler&&) noexcept = default;
Crawler::~Crawler() = default;

Result<Crawler> Crawler::build(const Skeleton& skeleton, std::span<const double> standing,
                               std::span<const std::string_view> tips) {
  Result<detail::CrawlerModel> model = detail::CrawlerModel::build(skeleton, standing, tips);
  if (!model) return Error{model.error()};
  return Crawler(std::make_unique<const detail::CrawlerModel>(*std::move(model)));
}

const Skeleton& Crawler::skeleton() const { return model_->skeleton(); }
std::span<const JointId> Crawler::tips() const { return model_->tips(); }
std::size_t Crawler::scratch_bytes() const { return detail::limb_bytes(model_->skeleton()) + 64; }

const detail::CrawlerModel& detail::model_of(const Crawler& crawler) { return *crawler.model_; }

CrawlReport crawl(const Crawler& crawler, const CrawlGait& gait, const Ground& ground, const Stick& stick, double dt,
                  CrawlState& state, std::span<double> pose, Scratch& scratch) {
  constexpr double kLongestFrame = 1;  // second
  const detail::CrawlerModel& body = detail::model_of(crawler);
  const auto checked = [&ground](const Vec3& from, double max_drop) {
    const GroundHit hit = ground(from, max_drop);
    return is_finite(hit.point) ? hit : GroundHit{};
  };
  const Ground safe(checked);
  CrawlReport report;
  detail::CrawlMemory memory = detail::memory_of(state);
  if (memory.phase == CrawlState::Phase::New) {
    const std::optional<double> height = detail::start_ground(safe, memory.course, state.start_height, body.height());
    if (!height) {
      report.no_ground = true;
      return report;
    }
    memory.base = memory.base_before = *height;
  }
  detail::CrawlPlanner planner{body, gait, safe, memory};
  planner.run(asked_speeds(gait, stick), dt > 0 ? std::min<double>(dt, kLongestFrame) : 0);
  report.blocked = memory.blocked;
  report.body = detail::body_at(body, memory, memory.course, memory.step_phase);
  set_body(body, report.body, pose);
  for (std::size_t leg = 0; leg < body.legs().size(); ++leg) {
    const int i = static_cast<int>(leg);
    report.down[leg] = !planner.steps(i) || memory.from[i] == memory.to[i];
    report.tips[leg] = detail::tip_at(memory, i, memory.step_phase);
    report.landings[leg] = memory.to[i];
    solve_leg(body, leg, memory, report, pose, scratch);
  }
  detail::remember(memory, state);
  return report;
}

}  // namespace kine
