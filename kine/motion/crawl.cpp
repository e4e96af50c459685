#include "kine/motion/crawl.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/crawl/crawl_plan.h"
#include "kine/motion/crawl/crawl_step.h"
#include "kine/solve/damped/limb_step.h"

namespace kine {
namespace {

void set_body(const Crawler& crawler, const Transform& at, std::span<double> pose) {
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

}  // namespace

Result<Crawler> Crawler::build(const Skeleton& skeleton, std::span<const double> standing,
                               std::span<const std::string_view> tips) {
  if (static_cast<int>(standing.size()) != skeleton.value_count())
    return Error{"the standing pose is not one of this skeleton"};
  if (!detail::has_limbs(skeleton)) return Error{"a crawling figure must have no scales and no followers"};
  if (tips.size() < 3 || tips.size() > static_cast<std::size_t>(CrawlState::kMaxLegs))
    return Error{"a crawling figure has three to six legs, not " + std::to_string(tips.size())};
  Crawler out;
  out.skeleton_ = &skeleton;
  Frames frames(skeleton);
  forward(skeleton, standing, frames);
  for (const std::string_view name : tips) {
    const Result<JointId> tip = skeleton.find(name);
    if (!tip) return Error{tip.error()};
    Leg leg;
    leg.tip = leg.first = *tip;
    JointId root = *tip;
    while (skeleton.parent(root).valid()) {
      leg.first = root;
      root = skeleton.parent(root);
    }
    if (skeleton.kind(root) != JointKind::Free)
      return Error{"the body " + skeleton.name(root) + " is not free to move"};
    if (out.body_.valid() && out.body_ != root) return Error{"the legs hang on different bodies"};
    out.body_ = root;
    leg.first_value = skeleton.first_value(leg.first);
    leg.value_count = skeleton.first_value(leg.tip) + skeleton.value_count(leg.tip) - leg.first_value;
    if (leg.value_count < 3 || leg.value_count > CrawlState::kMaxLegValues)
      return Error{"the leg to " + std::string(name) + " has " + std::to_string(leg.value_count) +
                   " values, not 3 or 4"};
    const Vec3 middle = frames.position(root);
    leg.hip = frames.position(leg.first) - middle;
    leg.neutral = frames.position(leg.tip) - middle;
    leg.room = walking::LegRoom::of(skeleton, standing, frames, leg.first, leg.tip);
    const auto place = static_cast<std::size_t>(out.count_++);
    for (int k = 0; k < leg.value_count; ++k)
      out.standing_legs_[place][static_cast<std::size_t>(k)] = standing[static_cast<std::size_t>(leg.first_value + k)];
    out.legs_[place] = leg;
    out.height_ -= leg.neutral.y / static_cast<double>(tips.size());
  }
  out.standing_body_ = frames.rotation(out.body_);
  return out;
}

std::size_t Crawler::scratch_bytes() const { return detail::limb_bytes(*skeleton_) + 64; }

CrawlReport crawl(const Crawler& body, const CrawlGait& gait, const Ground& ground, const Stick& stick, double dt,
                  CrawlState& state, std::span<double> pose, Scratch& scratch) {
  const bool good = std::isfinite(stick.forward) && std::isfinite(stick.side) && std::isfinite(stick.turn);
  const auto within = [good](double v) { return good ? std::clamp<double>(v, -1, 1) : 0.0; };
  const double ahead = within(stick.forward);
  const walking::Speeds wanted{ahead * (ahead < 0 ? gait.top_back_speed : gait.top_speed),
                               within(stick.side) * gait.top_side_speed, within(stick.turn) * gait.top_turn};
  const auto checked = [&ground](const Vec3& from, double max_drop) {
    const GroundHit hit = ground(from, max_drop);
    return is_finite(hit.point) ? hit : GroundHit{};
  };
  const Ground safe(checked);
  walking::CrawlPlanner planner{body, gait, safe, state};
  planner.run(wanted, dt > 0 ? std::min<double>(dt, 1) : 0);
  CrawlReport report;
  report.blocked = state.blocked;
  report.body = walking::body_at(body, state, state.course, state.part);
  set_body(body, report.body, pose);
  for (int i = 0; i < static_cast<int>(body.legs().size()); ++i) {
    const auto place = static_cast<std::size_t>(i);
    const Crawler::Leg& leg = body.legs()[place];
    report.down[place] = !planner.steps(i) || state.from[i] == state.to[i];
    report.tips[place] = walking::tip_at(state, i, state.part);
    for (int k = 0; k < leg.value_count; ++k) pose[static_cast<std::size_t>(leg.first_value + k)] = state.legs[i][k];
    const Scratch::Scope scope(scratch);
    detail::Limb limb = detail::make_limb(body.skeleton(), {leg.tip, {}}, leg.first, pose, scratch);
    const detail::LimbOutcome outcome = detail::reach_limb(limb, report.tips[place], {1e-5, 1e-4, 100, 1});
    detail::write_pose(limb, pose);
    for (int k = 0; k < leg.value_count; ++k) state.legs[i][k] = pose[static_cast<std::size_t>(leg.first_value + k)];
    report.position_error = std::max<double>(report.position_error, outcome.position_error);
    report.iterations += outcome.iterations;
  }
  return report;
}

}  // namespace kine
