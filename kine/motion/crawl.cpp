#include "kine/motion/crawl.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/motion/hermite.h"
#include "kine/solve/kernel/limb_step.h"

namespace kine {
namespace {

using Phase = CrawlState::Phase;

/// How high a tip is on its way, 0 to 1: up at once and down at last, so that it clears edges.
double arch(double s) {
  const double u = 2 * s - 1;
  return 1 - u * u * u * u;
}

/// The tip of a leg at part s of a step.
Vec3 tip_at(const CrawlState& state, int leg, double s) {
  const Vec3 &from = state.from[leg], &to = state.to[leg];
  if (from == to) return to;
  const double way = walking::soft_ease((s - 0.1) / 0.8), climb = walking::soft_ease(s);
  const double ends = walking::ease(s / 0.15) * walking::ease((1 - s) / 0.15);
  return {from.x + way * (to.x - from.x), from.y + climb * (to.y - from.y) + ends * arch(s) * state.lift[leg],
          from.z + way * (to.z - from.z)};
}

struct Planner {
  const Crawler& body;
  const CrawlGait& gait;
  const Ground& ground;
  CrawlState& state;

  walking::Speeds wanted() const {
    const walking::Speeds& v = state.asked;
    return {state.share * v.forward, state.share * v.side, state.share * v.turn};
  }
  walking::SpeedRates rates() const {
    const walking::Speeds to = wanted(), &now = state.course.speeds;
    const auto rate = [&](double from, double goal) {
      return std::abs(goal) < std::abs(from) || goal * from < 0 ? gait.braking : gait.acceleration;
    };
    return {rate(now.forward, to.forward), rate(now.side, to.side), gait.turn_acceleration};
  }
  walking::Course foreseen(double time) const { return walking::advance(state.course, wanted(), rates(), time); }
  int count() const { return static_cast<int>(body.legs().size()); }
  bool steps(int leg) const { return state.phase == Phase::Step && leg % 2 == state.group; }

  static bool moves(const walking::Speeds& v) { return v.forward != 0 || v.side != 0 || v.turn != 0; }

  /// Where a leg stands beside the body, on the map.
  Vec3 neutral(int leg, const walking::Course& course) const {
    const Vec3 at = rotate(from_axis_angle(kUnitY, course.heading), body.legs()[static_cast<std::size_t>(leg)].neutral);
    return {course.x + at.x, 0, course.z + at.z};
  }

  /// Where a leg will begin when the body is there: on the plane of before.
  Vec3 hip_at(int leg, const walking::Course& then) const {
    const Vec3& n = state.normal_before;
    const double climb = -(n.x * (then.x - state.course.x) + n.z * (then.z - state.course.z)) / n.y;
    return Vec3{then.x, state.base_before + climb + body.height(), then.z} +
           rotate(shortest_arc(kUnitY, n) * from_axis_angle(kUnitY, then.heading),
                  body.legs()[static_cast<std::size_t>(leg)].hip);
  }

  /// A foothold near a place: the nearest that is there, not too high or low, and within reach of the leg.
  bool foothold(int leg, const Vec3& near, const walking::Course& then, Vec3& found) const {
    const Crawler::Leg& own = body.legs()[static_cast<std::size_t>(leg)];
    const Vec3 hip = hip_at(leg, then);
    const double level = hip.y - body.height();
    for (int ring = 0; ring <= 7; ++ring) {
      for (int turn = 0; turn < (ring == 0 ? 1 : 12); ++turn) {
        const SinCos way = sin_cos(then.heading + turn * kPi / 6);
        const double x = near.x + 0.035 * ring * way.sin, z = near.z + 0.035 * ring * way.cos;
        const GroundHit hit = ground({x, level + 2 * gait.most_rise, z}, 4 * gait.most_rise);
        if (!hit.hit || std::abs(hit.point.y - level) > gait.most_rise) continue;
        if (length(hit.point - hip) > 0.9 * own.reach) continue;
        found = hit.point;
        return true;
      }
    }
    return false;
  }

  /// True if every tip is within reach of its leg when the step is over.
  bool is_reachable(const walking::Course& then) const {
    const Quat turn = shortest_arc(kUnitY, state.normal) * from_axis_angle(kUnitY, then.heading);
    const Vec3 at{then.x, state.base + body.height(), then.z};
    for (int leg = 0; leg < count(); ++leg) {
      const Crawler::Leg& own = body.legs()[static_cast<std::size_t>(leg)];
      if (length(state.to[leg] - at - rotate(turn, own.hip)) > 0.93 * own.reach) return false;
    }
    return true;
  }

  /// The plane that the tips will stand on: its height below the body, and its normal.
  void settle(const walking::Course& then) {
    Vec3 middle{};
    for (int leg = 0; leg < count(); ++leg) middle += state.to[leg] * (1.0 / count());
    double xx = 1e-9, zz = 1e-9, xz = 0, xy = 0, zy = 0;
    for (int leg = 0; leg < count(); ++leg) {
      const Vec3 off = state.to[leg] - middle;
      xx += off.x * off.x, zz += off.z * off.z, xz += off.x * off.z, xy += off.x * off.y, zy += off.z * off.y;
    }
    const double det = xx * zz - xz * xz;
    const double by_x = gait.lean * (xy * zz - zy * xz) / det, by_z = gait.lean * (zy * xx - xy * xz) / det;
    state.base = middle.y + by_x * (then.x - middle.x) + by_z * (then.z - middle.z);
    state.normal = normalised(Vec3{-by_x, 1, -by_z});
  }

  void put_on_ground() {
    const GroundHit hit = ground({state.course.x, 100, state.course.z}, 200);
    state.base = state.base_before = hit.hit ? hit.point.y : 0;
    for (int leg = 0; leg < count(); ++leg) {
      Vec3 at = neutral(leg, state.course);
      at.y = state.base;
      foothold(leg, at, state.course, at);
      state.from[leg] = state.to[leg] = at;
      for (int k = 0; k < CrawlState::kMaxLegValues; ++k)
        state.legs[leg][k] = body.standing_leg(leg)[static_cast<std::size_t>(k)];
    }
    settle(state.course);
    state.base_before = state.base;
    state.normal_before = state.normal;
    state.phase = Phase::Stand;
  }

  /// How much higher a tip must go to come over what is below its way.
  double lift_of(int leg) const {
    double lift = gait.lift;
    for (int i = 1; i < 12; ++i) {
      const double s = i / 12.0;
      CrawlState low = state;
      low.lift[leg] = 0;
      const Vec3 at = tip_at(low, leg, s);
      const GroundHit hit = ground({at.x, at.y + 2 * gait.most_rise, at.z}, 4 * gait.most_rise);
      const double high = walking::ease(s / 0.15) * walking::ease((1 - s) / 0.15) * arch(s);
      if (hit.hit && high > 0.3) lift = std::max<double>(lift, (hit.point.y + gait.clearance - at.y) / high);
    }
    return std::min<double>(lift, gait.most_rise);
  }

  void start_step(int group) {
    state.phase = Phase::Step;
    state.group = static_cast<std::uint8_t>(group);
    state.part = 0;
    state.blocked = false;
    state.base_before = state.base;
    state.normal_before = state.normal;
    const walking::Speeds& v = state.asked;
    const double speed = std::sqrt(v.forward * v.forward + v.side * v.side) + 0.35 * std::abs(v.turn);
    state.duration = std::clamp<double>(gait.step / std::max<double>(speed, 1e-6), gait.least_time, gait.most_time);
    for (int leg = 0; leg < count(); ++leg) state.from[leg] = state.to[leg];
    // As fast as it is asked for, or as fast as every leg can follow.
    for (const double share : {1.0, 0.75, 0.5, 0.3, 0.15, 0.0}) {
      state.share = share;
      if (choose_footholds()) break;
    }
    state.blocked = state.share == 0 && moves(state.asked);
    for (int leg = 0; leg < count(); ++leg) state.lift[leg] = steps(leg) ? lift_of(leg) : 0;
  }

  /// Footholds for a step at the present share; false where one is missing or a leg would be left behind.
  bool choose_footholds() {
    const walking::Course then = foreseen(1.5 * state.duration), landing = foreseen(state.duration);
    bool good = true;
    for (int leg = 0; leg < count(); ++leg) {
      state.to[leg] = state.from[leg];
      if (steps(leg) && !foothold(leg, neutral(leg, then), landing, state.to[leg])) good = false;
    }
    settle(landing);
    return is_reachable(landing) && good;
  }

  bool is_out_of_place() const {
    for (int leg = 0; leg < count(); ++leg) {
      const Vec3 off = neutral(leg, state.course) - state.to[leg];
      if (off.x * off.x + off.z * off.z > 0.03 * 0.03) return true;
    }
    return false;
  }

  void run(const walking::Speeds& stick, double dt) {
    if (state.phase == Phase::New) put_on_ground();
    state.asked = stick;
    while (dt > 0) {
      if (state.phase == Phase::Stand) {
        state.blocked = false;
        if (!moves(stick)) return;
        const CrawlState standing = state;
        start_step(state.group == 0 ? 1 : 0);
        if (state.blocked) {  // nowhere to go: stays as it is
          const walking::Speeds asked = state.asked;
          state = standing;
          state.asked = asked;
          state.blocked = true;
          return;
        }
      }
      const double left = (1 - state.part) * state.duration, span = std::min<double>(dt, left);
      state.course = walking::advance(state.course, wanted(), rates(), span);
      dt -= span;
      if (span < left) {
        state.part += span / state.duration;
        return;
      }
      const bool going = (moves(state.asked) && !state.blocked) || moves(state.course.speeds);
      if (going || (is_out_of_place() && !state.blocked)) {
        start_step(1 - state.group);
      } else {
        state.phase = Phase::Stand;
        state.base_before = state.base;
        state.normal_before = state.normal;
        state.part = 0;
      }
    }
  }

  Transform body_now() const {
    const double t = state.phase == Phase::Step ? walking::ease(state.part) : 1;
    const Vec3 up = normalised(state.normal_before + t * (state.normal - state.normal_before));
    const double base = state.base_before + t * (state.base - state.base_before);
    return {shortest_arc(kUnitY, up) * from_axis_angle(kUnitY, state.course.heading),
            {state.course.x, base + body.height(), state.course.z}};
  }
};

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
  if (!kernel::has_limbs(skeleton)) return Error{"a crawling figure must have no scales and no followers"};
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
    for (JointId id = leg.tip; id != leg.first; id = skeleton.parent(id))
      leg.reach += length(frames.position(id) - frames.position(skeleton.parent(id)));
    const auto place = static_cast<std::size_t>(out.count_++);
    for (int k = 0; k < leg.value_count; ++k)
      out.standing_legs_[place][static_cast<std::size_t>(k)] = standing[static_cast<std::size_t>(leg.first_value + k)];
    out.legs_[place] = leg;
    out.height_ -= leg.neutral.y / static_cast<double>(tips.size());
  }
  out.standing_body_ = frames.rotation(out.body_);
  return out;
}

std::size_t Crawler::scratch_bytes() const { return kernel::limb_bytes(*skeleton_) + 64; }

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
  Planner planner{body, gait, safe, state};
  planner.run(wanted, dt > 0 ? std::min<double>(dt, 1) : 0);
  CrawlReport report;
  report.blocked = state.blocked;
  report.body = planner.body_now();
  set_body(body, report.body, pose);
  for (int i = 0; i < planner.count(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    const Crawler::Leg& leg = body.legs()[place];
    report.down[place] = !planner.steps(i) || state.from[i] == state.to[i];
    report.tips[place] = planner.steps(i) ? tip_at(state, i, state.part) : state.to[i];
    for (int k = 0; k < leg.value_count; ++k) pose[static_cast<std::size_t>(leg.first_value + k)] = state.legs[i][k];
    const Scratch::Scope scope(scratch);
    kernel::Limb limb = kernel::make_limb(body.skeleton(), {leg.tip, {}}, leg.first, pose, scratch);
    const kernel::LimbOutcome outcome = kernel::reach_limb(limb, report.tips[place], {1e-5, 1e-4, 100, 1});
    kernel::write_pose(limb, pose);
    for (int k = 0; k < leg.value_count; ++k) state.legs[i][k] = pose[static_cast<std::size_t>(leg.first_value + k)];
    report.position_error = std::max<double>(report.position_error, outcome.position_error);
    report.iterations += outcome.iterations;
  }
  return report;
}

}  // namespace kine
