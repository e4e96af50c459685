#include "kine/motion/crawl/crawl_plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "kine/math/trig.h"
#include "kine/motion/crawl/crawl_step.h"

namespace kine::detail {
namespace {

using Phase = CrawlMemory::Phase;

constexpr int kMoments = 8;            // of a step, at which it takes the stick into account
constexpr double kWait = 0.25;         // seconds until it tries again to find a way on
constexpr double kTimeOfWay = 0.62;    // seconds that a metre takes a tip: then it is no faster than 4 m/s,
constexpr double kTimeOfLift = 2.2;    // and one upwards,
constexpr double kShareOfClimb = 0.2;  // of which a climb all the way counts this much where the tip does not hurry,
constexpr double kShareOfArch = 0.8;   // and its arch this much

// Shares of what is asked for that are tried in turn, and how far from where it stands on its tips the body may be
// meanwhile, metres.
constexpr double kShares[] = {1, 0.75, 0.5, 0.3, 0.15};
constexpr double kHeights[] = {0, 0.03, -0.03, 0.06, -0.06};

constexpr double kMidStance = 1.5;    // steps from now: a leg that lands after one bears, and is in the middle of that
constexpr double kTurnRadius = 0.35;  // metres: a turn counts as fast as it moves what is this far out
constexpr double kSlowest = 1e-6;     // m/s: what is slower counts as this where something is divided by it
constexpr double kMoved = 0.01;       // metres: a tip that goes less far stays where it is,
constexpr double kOutOfPlace = 0.03;  // and one that is less far off stands well
constexpr double kNotHigher = 1e-6;   // metres: a body that would rise or sink by less stands still
constexpr double kAtMoment = 1e-6;    // of a moment: rounding, so that none is taken twice

bool moves(const CourseSpeeds& v) { return v.forward != 0 || v.side != 0 || v.turn != 0; }

}  // namespace

/// Where a leg stands beside the body, on the map.
Vec3 CrawlPlanner::neutral(int leg, const Course& course) const {
  const Vec3 at = rotate(from_axis_angle(kUnitY, course.heading), body.legs()[static_cast<std::size_t>(leg)].neutral);
  return {course.x + at.x, 0, course.z + at.z};
}

/// The plane that the tips will stand on when the body is there: its height below the body, how fast the body rises,
/// and its normal.
void CrawlPlanner::settle(const Course& then) {
  Vec3 middle{};
  for (int leg = 0; leg < count(); ++leg) middle += state.to[leg] * (1.0 / count());
  constexpr double kSpread = 1e-9;  // m^2: keeps tips that all lie on a line from being divided by nothing
  double xx = kSpread, zz = kSpread, xz = 0, xy = 0, zy = 0;
  for (int leg = 0; leg < count(); ++leg) {
    const Vec3 off = state.to[leg] - middle;
    xx += off.x * off.x, zz += off.z * off.z, xz += off.x * off.z, xy += off.x * off.y, zy += off.z * off.y;
  }
  const double det = xx * zz - xz * xz;
  const double by_x = gait.lean * (xy * zz - zy * xz) / det, by_z = gait.lean * (zy * xx - xy * xz) / det;
  const SinCos ahead = sin_cos(then.heading);
  const CourseSpeeds& v = then.speeds;
  state.base = middle.y + by_x * (then.x - middle.x) + by_z * (then.z - middle.z);
  state.climb =
      by_x * (v.forward * ahead.sin + v.side * ahead.cos) + by_z * (v.forward * ahead.cos - v.side * ahead.sin);
  state.normal = normalised(Vec3{-by_x, 1, -by_z});
}

/// Stands at the start, on ground whose height is in state.base.
void CrawlPlanner::put_on_ground() {
  state.goal = state.course.speeds = {};  // it begins at rest
  const StepView view = view_of(state.course);
  for (int leg = 0; leg < count(); ++leg) {
    Vec3 at = neutral(leg, state.course);
    at.y = state.base;
    state.from[leg] = at;
    find_foothold(leg, at, state.base, view);
    state.from[leg] = state.to[leg];
    for (int k = 0; k < CrawlMemory::kMaxLegValues; ++k)
      state.legs[leg][k] = body.legs()[static_cast<std::size_t>(leg)].standing[static_cast<std::size_t>(k)];
  }
  settle(state.course);
  state.base_before = state.base;
  state.climb = state.climb_before = 0;
  state.normal_before = state.normal;
  state.phase = Phase::Stand;
}

/// Footholds for a step; false where one is missing and the leg would be left behind.
bool CrawlPlanner::choose_footholds() {
  const Course landing = foreseen(state, state.duration);
  const Course then = foreseen(state, kMidStance * state.duration);
  const StepView view = view_of(landing);
  const Transform world_from_body = inverse(view.landing);
  for (int leg = 0; leg < count(); ++leg) {
    state.to[leg] = state.from[leg];
    state.arch[leg] = {};
    if (!steps(leg)) continue;
    const Vec3 near = neutral(leg, then);
    const double level = (world_from_body * body.legs()[static_cast<std::size_t>(leg)].hip).y - body.height();
    if (find_foothold(leg, near, level, view) || state.share <= 0) continue;
    if (far_on_map(near, state.from[leg]) > kFarthest) return false;
  }
  return true;
}

/// How long a step lasts: the slower, the longer.
double CrawlPlanner::pace() const {
  const CourseSpeeds& v = state.asked;
  const double speed = std::sqrt(v.forward * v.forward + v.side * v.side) + kTurnRadius * std::abs(v.turn);
  return std::clamp<double>(gait.step / std::max<double>(speed, kSlowest), gait.least_time, gait.most_time);
}

/// And the time that its tips take which go far or high.
double CrawlPlanner::time_for_tips() const {
  double time = 0;
  for (int leg = 0; leg < count(); ++leg) {
    time = std::max<double>(time, kTimeOfWay * far_on_map(state.from[leg], state.to[leg]));
    const double climb = std::abs(state.to[leg].y - state.from[leg].y);
    const double high = (is_quick(state, leg) ? 1 : kShareOfClimb) * climb + kShareOfArch * state.arch[leg].y;
    time = std::max<double>(time, kTimeOfLift * high);
  }
  return time;
}

/// Plans a step of a group at a share of what is asked for; false if some leg could not follow.
bool CrawlPlanner::try_step(int group, double share) {
  state.group = static_cast<std::uint8_t>(group);
  state.share = share;
  state.duration = pace();
  set_speed_goal(gait, state);
  for (int round = 0; round < 3; ++round) {
    if (!choose_footholds()) return false;
    const double time = time_for_tips();
    if (time <= state.duration) break;
    state.duration = time;
  }
  const Course landing = foreseen(state, state.duration);
  for (const double raise : kHeights) {
    settle(landing);
    state.base += raise;
    if (fits(body, state) && can_stop()) return true;
  }
  return false;
}

/// Comes to rest with every tip where it is.
void CrawlPlanner::hold() {
  const CourseSpeeds& v = state.course.speeds;
  state.share = 0;
  set_speed_goal(gait, state);
  const double stop = std::max<double>(std::abs(v.forward), std::abs(v.side)) / gait.braking;
  state.duration = std::max<double>(gait.least_time, std::max<double>(stop, std::abs(v.turn) / gait.turn_acceleration));
  for (int leg = 0; leg < count(); ++leg) {
    state.to[leg] = state.from[leg];
    state.arch[leg] = {};
  }
  settle(foreseen(state, state.duration));
  state.climb = 0;
}

namespace {

/// Where a step ends the next one begins.
void begin_next(CrawlMemory& state) {
  state.phase = Phase::Step;
  state.step_phase = 0;
  state.base_before = state.base;
  state.climb_before = state.climb;
  state.normal_before = state.normal;
  for (int leg = 0; leg < CrawlMemory::kMaxLegs; ++leg) state.from[leg] = state.to[leg];
}

}  // namespace

/// True if after this step the body can come to rest with its tips where they are then.
bool CrawlPlanner::can_stop() const {
  CrawlMemory after = state;
  after.course = foreseen(state, (1 - state.step_phase) * state.duration);
  begin_next(after);
  CrawlPlanner{body, gait, ground, after}.hold();
  return fits(body, after);
}

/// Begins a step: as fast as it is asked for, or as fast as every leg can follow; else one on the spot that brings legs
/// back below the body; else it comes to rest. False if there is nothing to do.
bool CrawlPlanner::start_step(int first_group) {
  begin_next(state);
  state.blocked = false;
  const CourseSpeeds& v = state.asked;
  if (moves(v)) {
    for (const double share : kShares)
      for (const int group : {first_group, 1 - first_group})
        if (try_step(group, share)) {
          state.shifts = 0;
          return true;
        }
  }
  state.blocked = moves(v);
  for (const int group : {first_group, 1 - first_group})
    if (try_step(group, moves(v) ? 0 : 1) && some_leg_moves()) return true;
  if (moves(v) && shift_body()) return true;
  hold();
  return moves(state.course.speeds) || state.climb_before != 0 || std::abs(state.base - state.base_before) > kNotHigher;
}

/// Where no way on is found the body goes higher or lower, one try after the other, so that one may be.
bool CrawlPlanner::shift_body() {
  constexpr double kShifts[] = {0.05, 0.1, -0.05};  // metres
  while (state.shifts < std::size(kShifts)) {
    hold();
    state.duration = std::max<double>(state.duration, gait.most_time);
    state.base += kShifts[state.shifts++];
    if (fits(body, state) && can_stop()) return true;
  }
  return false;
}

/// Takes on what the stick asks for in the middle of a step, or half of the way there, if the legs can follow.
void CrawlPlanner::take_stick(const CourseSpeeds& stick) {
  for (const double share : {1.0, 0.5}) {
    CrawlMemory other = state;
    CourseSpeeds& v = other.asked;
    v.forward += share * (stick.forward - v.forward);
    v.side += share * (stick.side - v.side);
    v.turn += share * (stick.turn - v.turn);
    if (share == 1) v = stick;
    set_speed_goal(gait, other);
    const bool same = other.goal == state.goal;
    if (!same && !(fits(body, other) && CrawlPlanner{body, gait, ground, other}.can_stop())) continue;
    if (same) other.rates = state.rates;
    state = other;
    return;
  }
}

bool CrawlPlanner::some_leg_moves() const {
  for (int leg = 0; leg < count(); ++leg)
    if (far_on_map(state.from[leg], state.to[leg]) > kMoved) return true;
  return false;
}

bool CrawlPlanner::is_out_of_place() const {
  for (int leg = 0; leg < count(); ++leg)
    if (far_on_map(neutral(leg, state.course), state.to[leg]) > kOutOfPlace) return true;
  return false;
}

/// Another step begins, or it stands.
void CrawlPlanner::end_step(const CourseSpeeds& stick) {
  state.asked = stick;
  const bool going = moves(stick) || moves(state.course.speeds) || state.climb != 0;
  if ((going || (is_out_of_place() && !state.blocked)) && start_step(1 - state.group)) return;
  begin_next(state);
  state.phase = Phase::Stand;
}

/// From standing: true if a step begins. Where there is nowhere to go it stays as it is and tries again after a while,
/// or when it is asked for something else.
bool CrawlPlanner::wakes(const CourseSpeeds& stick, double dt) {
  if (state.blocked && state.asked == stick) {
    state.step_phase += dt / kWait;
    if (state.step_phase < 1) return false;
  } else {
    state.shifts = 0;
  }
  state.asked = stick;
  state.blocked = false;
  state.step_phase = 0;
  if (!moves(stick)) return false;
  const CrawlMemory standing = state;
  if (start_step(1 - state.group)) return true;
  const std::uint8_t shifts = state.shifts;
  state = standing;
  state.shifts = shifts;
  state.blocked = true;
  return false;
}

void CrawlPlanner::run(const CourseSpeeds& stick, double dt) {
  if (state.phase == Phase::New) put_on_ground();
  while (dt > 0) {
    if (state.phase == Phase::Stand && !wakes(stick, dt)) return;
    // From moment to moment, however time is cut into frames.
    const double moment = std::floor(kMoments * state.step_phase + kAtMoment) + 1,
                 end = std::min<double>(moment / kMoments, 1);
    const double left = (end - state.step_phase) * state.duration, span = std::min<double>(dt, left);
    state.course = foreseen(state, span);
    dt -= span;
    if (span < left) {
      state.step_phase += span / state.duration;
      return;
    }
    state.step_phase = end;
    if (end < 1)
      take_stick(stick);
    else
      end_step(stick);
  }
}

}  // namespace kine::detail
