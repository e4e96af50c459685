#include "kine/motion/stepping.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/ankle_room.h"
#include "kine/motion/landing.h"
#include "kine/motion/paper_gait.h"

namespace kine::walking {
namespace {

using Phase = WalkState::Phase;

/// Of the time before the first lift: only then does the figure move ahead.
constexpr double kHold = 0.8;

/// How far the body may turn past a foot that bears, radians.
constexpr double kMostTwist = 0.34;

/// How far a foot may be turned ahead of the body as it lands.
constexpr double kMostLead = 0.27;

/// The leg that is about to lift is kept this much shorter than the longest that is allowed: metres of a leg of 0.87 m.
constexpr double kLiftMargin = 0.006;

/// Within half a turn.
double wrapped(double angle) { return angle - 2 * kPi * std::floor(angle / (2 * kPi) + 0.5); }

double side_of(int foot) { return foot == 0 ? 1 : -1; }

struct Walker {
  const Build& build;
  const Gait& gait;
  const Ground& ground;
  Speeds stick;  ///< what is asked for
  WalkState& state;
  Speeds wanted{};  ///< asked, as far as the ground allows

  /// Takes the ground's word into account.
  void heed() {
    wanted = state.asked;
    if (state.blocked) wanted = {0, 0, state.asked.turn};
    const double cap = std::min<double>({state.ground_cap, state.leash_cap, state.landing_cap});
    const double speed = std::sqrt(wanted.forward * wanted.forward + wanted.side * wanted.side);
    if (speed > cap) wanted.forward *= cap / speed, wanted.side *= cap / speed;
    wanted.turn = std::clamp<double>(wanted.turn, -state.turn_cap, state.turn_cap);
  }

  double scale() const { return build.scale(); }
  /// Times of this figure against those of the gait.
  double pace() const { return std::sqrt(scale()); }

  SpeedRates rates(const Speeds& to) const { return rates_from(state.course.speeds, to); }
  SpeedRates rates_from(const Speeds& now, const Speeds& to) const {
    const auto rate = [&](double from, double goal) {
      return std::abs(goal) < std::abs(from) || goal * from < 0 ? gait.braking : gait.acceleration;
    };
    return {rate(now.forward, to.forward), rate(now.side, to.side), gait.turn_acceleration / pace()};
  }

  /// Nothing moves before the weight has come over the bearing foot.
  bool held() const {
    return state.phase == Phase::Step && state.from_rest && state.part < kHold * state.double_support;
  }
  Speeds allowed() const {
    return state.phase == Phase::Step || state.phase == Phase::Settle ? (held() ? Speeds{} : wanted) : Speeds{};
  }

  /// Where the figure will be.
  Course foreseen(double time) const {
    double wait = 0;
    if (held()) wait = (kHold * state.double_support - state.part) * state.duration;
    if (time <= wait) return state.course;
    return advance(state.course, wanted, rates(wanted), time - wait);
  }

  /// One number for how fast the figure moves: turning and going sideways take steps as well.
  double speed_of(const Speeds& v) const {
    const double side = 3 * v.side, turn = 0.6 * scale() * v.turn, forward = (v.forward < 0 ? 1.7 : 1) * v.forward;
    return std::sqrt(forward * forward + side * side + turn * turn);
  }

  /// Steps a second. People keep the walk ratio: step = ratio * steps a minute, so cadence = sqrt(v / (60 ratio)).
  double cadence(double speed) const {
    const double v2 = speed / pace() / (60 * gait.walk_ratio);
    const double least2 = gait.least_cadence * gait.least_cadence;
    const double fourth = v2 * v2 * v2 * v2 + least2 * least2 * least2 * least2;
    return std::max<double>(std::sqrt(std::sqrt(std::sqrt(fourth))) / pace(), speed / (gait.longest_step * scale()));
  }

  /// Where a foot stands beside the figure.
  Sole beside(const Course& course, int foot, double from_height) const {
    const SinCos heading = sin_cos(course.heading);
    const double out = side_of(foot) * 0.5 * width();
    const double x = course.x + out * heading.cos, z = course.z - out * heading.sin;
    const double yaw = course.heading + side_of(foot) * gait.toe_out;
    const Footing footing = footing_at(build.foot, ground, {}, x, z, yaw, from_height, scale(), 2 * scale());
    if (footing.good) return footing.sole;
    return {{x, from_height, z}, from_axis_angle(kUnitY, yaw)};
  }

  double width() const { return gait.step_width * scale(); }

  void put_on_ground() {
    const GroundHit hit = ground({state.course.x, 100, state.course.z}, 200);
    const double height = hit.hit ? hit.point.y : 0;
    for (int foot = 0; foot < 2; ++foot) state.feet[foot].plant = beside(state.course, foot, height);
    state.base = state.base_before = std::min<double>(state.feet[0].plant.point.y, state.feet[1].plant.point.y);
    state.phase = Phase::Stand;
  }

  bool moves(const Speeds& v) const { return v.forward != 0 || v.side != 0 || v.turn != 0; }

  /// A new target for the foot that steps, as things stand. Where there is none, it stays where it is.
  void choose_landing() {
    const double time_left = (1 - state.part) * state.duration;
    const double next = 1 / cadence(speed_of(foreseen(time_left).speeds));
    const Course spot = foreseen(time_left + gait.landing_ahead * next);
    const double spot_heading = foreseen(time_left).heading;
    const Sole& other = state.feet[1 - state.swinging].plant;
    const SinCos heading = sin_cos(spot.heading);
    const double out = side_of(state.swinging);
    double x = spot.x + 0.5 * out * width() * heading.cos, z = spot.z - 0.5 * out * width() * heading.sin;
    // Feet never cross: sideways the foot stays on its own side of the other one.
    const double apart = out * ((x - other.point.x) * heading.cos - (z - other.point.z) * heading.sin);
    const double missing = std::max<double>(0, 0.6 * width() - apart);
    x += out * missing * heading.cos;
    z -= out * missing * heading.sin;
    const double wanted_along = (x - state.course.x) * heading.sin + (z - state.course.z) * heading.cos;
    if (is_paper()) {
      const StridePoint capped = cap_stride(state.feet[state.swinging].plant, longest_stride(x, z), x, z);
      x = capped.x, z = capped.z;
      state.swing.circle = circle_of(foreseen(0.5 * time_left));
    }
    // While it bears, the body turns past the foot from one side to the other.
    const double turned = foreseen(time_left + 0.5 * (1 + gait.double_support) * next).heading - spot_heading;
    const double facing = spot_heading + std::clamp<double>(turned, -kMostLead, kMostLead);
    const Landing landing = find_landing(build, ground, other, state.swinging, x, z, facing, gait.toe_out);
    state.blocked = !landing.found;
    state.swing.to = landing.found ? landing.sole : state.feet[state.swinging].plant;
    state.landing_cap = landing.found ? 1e9 : 0;
    if (!landing.found) return;
    // A foothold short of the wanted spot: the body comes no farther than suits it.
    const Vec3& to = state.swing.to.point;
    const double along = (to.x - state.course.x) * heading.sin + (to.z - state.course.z) * heading.cos;
    const double way = wanted_along < 0 ? -1 : 1;
    if (way * (wanted_along - along) > 0.01 * scale())
      state.landing_cap = std::max<double>(0.12 * pace(), way * along / (time_left + gait.landing_ahead * next));
  }

  bool is_paper() const { return gait.style == Gait::Style::Paper; }

  /// The longest stride of Meredith & Maddock towards a point: half the leg and how far the foot trails as it lifts.
  double longest_stride(double x, double z) const {
    const double until_lift = (state.double_support - state.part) * state.duration;
    if (until_lift < 0) return state.most_stride;
    return walking::longest_stride(build, state.feet[state.swinging].plant, foreseen(until_lift), x, z);
  }

  /// How long and how lively a step is.
  struct StepSize {
    double duration, double_support, vigour, ahead;
  };

  /// By the speed in its middle.
  StepSize size_from(const Course& start, double landed_pitch) const {
    const Course soon = advance(start, wanted, rates_from(start.speeds, wanted), 0.5 / cadence(speed_of(wanted)));
    const double speed = std::max<double>(speed_of(soon.speeds), 0.85 * speed_of(start.speeds));
    const double steps = cadence(speed), usual = gait.usual_step * scale();
    const Speeds& then = speed_of(soon.speeds) > 0 ? soon.speeds : start.speeds;
    // People who walk faster bear with both feet for less.
    const double both = is_paper() ? roll_share(build, landed_pitch, start.speeds, 1 / steps)
                                   : std::clamp<double>(gait.double_support - 0.1 * (speed / pace() - 1.3), 0.12, 0.26);
    return {1 / steps, both, std::clamp<double>(speed / steps / usual, 0, 1.3),
            std::clamp<double>(then.forward / steps / usual, -0.15, 1.2)};
  }

  void start_step(int foot, bool from_rest) {
    WalkState::Swing& swing = state.swing;
    state.phase = Phase::Step;
    state.swinging = static_cast<std::uint8_t>(foot);
    state.from_rest = from_rest;
    state.part = 0;
    state.marks = 0;
    state.vigour_before = state.vigour;
    state.blocked = false;
    state.landing_cap = state.leash_cap = state.turn_cap = 1e9;
    state.ground_cap = speed_ahead(build, gait, ground, state.course, state.feet[1 - foot].plant.point.y);
    heed();
    const StepSize size = size_from(state.course, state.feet[1 - foot].pitch);
    state.duration = size.duration;
    state.double_support = size.double_support;
    if (from_rest) {
      const double lean = 0.35 * pace();
      const double swing_time = (1 - gait.double_support) / cadence(speed_of(wanted));
      state.duration = lean + swing_time;
      state.double_support = lean / state.duration;
    }
    leash_feet();
    state.vigour = size.vigour;
    state.ahead = size.ahead;
    // A foot that is in front of the body is not rolled off its toes.
    const Sole& lifting = state.feet[foot].plant;
    const Vec3 toes = rotate(lifting.rotation, kUnitZ);
    const Course lift = foreseen(state.double_support * state.duration);
    const double behind = (lift.x - lifting.point.x) * toes.x + (lift.z - lifting.point.z) * toes.z;
    if (!from_rest)
      state.ahead = std::min<double>(state.ahead, 0.3 + behind / (0.38 / 0.72 * gait.usual_step * scale()));
    state.leaving = 0;
    state.drop = state.drop_rate = 0;
    swing = {};
    swing.from = swing.to = state.feet[foot].plant;
    choose_landing();
    // Over the bearing foot before the first lift.
    const Sole& bearing = state.feet[1 - foot].plant;
    const SinCos heading = sin_cos(state.course.heading);
    const double over = side_of(1 - foot) * ((bearing.point.x - state.course.x) * heading.cos -
                                             (bearing.point.z - state.course.z) * heading.sin);
    state.shift = from_rest ? std::max<double>(0, 0.75 * over) : 0;
    set_flight();
    state.base_before = state.base;
    const double climb = swing.to.point.y - bearing.point.y;
    state.base = bearing.point.y + (climb > 0 ? 0.35 * climb : 0.8 * climb);
    const double dx = swing.to.point.x - bearing.point.x, dz = swing.to.point.z - bearing.point.z;
    const double along = dx * heading.sin + dz * heading.cos;
    const double slope = climb / std::max<double>(0.3 * scale(), std::abs(along)) * (along < 0 ? -1 : 1);
    state.lean_before = state.lean;
    state.lean = std::clamp<double>(0.4 * slope, -0.03, 0.15);
    state.dip_before = state.dip + state.late_dip;
    state.late_dip = 0;
    sink();
  }

  /// A moment while both feet bear after this step, seen from its landing; share 1: when the other foot lifts.
  WalkState next_support(const WalkState& landing, double share) const {
    const int stepped = state.swinging, bearing = 1 - stepped;
    const double time_left = (1 - state.part) * state.duration;
    const StepSize size = size_from(foreseen(time_left), state.swing.strike_pitch);
    WalkState next = landing;
    next.swinging = static_cast<std::uint8_t>(bearing);
    next.from_rest = false;
    next.duration = size.duration;
    next.double_support = size.double_support;
    next.part = share * size.double_support;
    next.course = foreseen(time_left + next.part * next.duration);
    next.feet[stepped] = {state.swing.to, state.swing.strike_pitch, 0};
    next.feet[bearing].pitch = pitch_of(gait, landing, bearing, 1);
    next.feet[bearing].rate = pitch_rate_of(gait, landing, bearing, 1) * next.duration / state.duration;
    next.vigour_before = state.vigour;
    next.vigour = size.vigour;
    next.ahead = size.ahead;
    next.base_before = state.base;
    next.lean_before = next.lean = state.lean;
    next.dip_before = state.dip + state.late_dip;
    next.dip = next.late_dip = next.drop = next.drop_rate = 0;
    next.swing = {};
    next.swing.from = next.swing.to = next.feet[bearing].plant;
    return next;
  }

  /// The moment of the landing.
  WalkState landed() const {
    WalkState then = state;
    then.course = foreseen((1 - state.part) * state.duration);
    then.part = 1;
    then.leaving = leaving_then();
    return then;
  }
  double dip_for(double overreach) const { return std::max<double>(0, overreach + kSoftPull * scale()); }

  /// A long step asks for a lower pelvis when it lands, and when the other foot then lifts; sink in good time. And the
  /// ankle must be able to land so.
  void sink() {
    state.dip = 0;
    const WalkState then = landed();
    const WalkPlan strike = plan_of(build, gait, then);
    double over = strike.overreach;
    for (const double share : {0.3, 0.6, 1.0})
      over = std::max<double>(over, plan_of(build, gait, next_support(then, share)).overreach + kLiftMargin * scale());
    state.dip = dip_for(over);
    const double most = most_pitch(build, strike.hips, state.swing.to, state.swinging) - 0.08;
    state.swing.strike_pitch = std::min<double>(state.swing.strike_pitch, most);
  }

  /// The bearing foot must not be left too far behind or twisted too far before it lifts.
  void leash(int bearing, double until_lift) {
    const Sole& sole = state.feet[bearing].plant;
    const Vec3 toes = rotate(sole.rotation, kUnitZ);
    const double twisted = wrapped(state.course.heading - atan2(toes.x, toes.z) + side_of(bearing) * gait.toe_out);
    const Course then = foreseen(until_lift);
    const double turned = then.heading - state.course.heading, way = turned < 0 ? -1 : 1;
    const double left = std::max<double>(0, kMostTwist - way * twisted);
    if (std::abs(turned) > left)
      state.turn_cap =
          std::min<double>(state.turn_cap, std::max<double>(0.05, std::abs(wanted.turn) * left / std::abs(turned)));
    const SinCos heading = sin_cos(0.5 * (state.course.heading + then.heading));
    // Where the body is and will be, seen from beside the foot, against how far it can be: an ellipse.
    const double out = 0.5 * side_of(bearing) * width();
    const double x = state.course.x - sole.point.x + out * heading.cos,
                 z = state.course.z - sole.point.z - out * heading.sin;
    const double speed = std::sqrt(wanted.forward * wanted.forward + wanted.side * wanted.side);
    const double gone_x = then.x - state.course.x, gone_z = then.z - state.course.z;
    const double gone = gone_x * heading.sin + gone_z * heading.cos,
                 gone_left = gone_x * heading.cos - gone_z * heading.sin;
    const double along = (gone < 0 ? 0.36 : 0.4 + 0.125 * speed / pace()) * scale();
    // Sideways the leg goes inwards less than outwards, and a sole that leans leaves the ankle less to one side.
    const double lateral = x * heading.cos - z * heading.sin + gone_left, way_left = lateral < 0 ? -1 : 1;
    const Vec3 normal = rotate(sole.rotation, kUnitY);
    const double leans = (normal.x * heading.cos - normal.z * heading.sin) / std::max<double>(0.5, normal.y);
    const double hip_room = way_left * side_of(bearing) > 0 ? 0.15 : 0.24;
    const double across = std::clamp<double>(0.85 * (0.36 + way_left * leans), 0.06, hip_room) * scale();
    const double u = (x * heading.sin + z * heading.cos) / along, w = (x * heading.cos - z * heading.sin) / across;
    const double du = gone / along, dw = gone_left / across;
    if ((u + du) * (u + du) + (w + dw) * (w + dw) > 1 && du * du + dw * dw > 0) {
      // The share of the way until the edge.
      const double p = (u * du + w * dw) / (du * du + dw * dw), q = (u * u + w * w - 1) / (du * du + dw * dw);
      const double share = std::clamp<double>(-p + std::sqrt(std::max<double>(0, p * p - q)), 0, 1);
      state.leash_cap = std::min<double>(state.leash_cap, std::max<double>(0.1 * pace(), share * speed));
    }
  }

  /// Both feet, as things stand now.
  void leash_feet() {
    state.leash_cap = state.turn_cap = 1e9;
    heed();
    if (state.phase == Phase::Step) {
      leash(1 - state.swinging, state.duration * (1 - state.part + gait.double_support));
      if (swing_part(state) < 0) leash(state.swinging, state.duration * (state.double_support - state.part));
    }
    heed();
  }

  /// How high the foot must swing, seen along the way that the body will go.
  void clear_the_way() {
    Course courses[kSwingSamples];
    for (int i = 0; i < kSwingSamples; ++i)
      courses[i] = foreseen(std::max<double>(0, swing_sample(state, i) - state.part) * state.duration);
    set_clearance(build, gait, ground, courses, state);
  }

  /// What follows from where the foot will land.
  void set_flight() {
    WalkState::Swing& swing = state.swing;
    const SinCos heading = sin_cos(state.course.heading);
    const Vec3 way = swing.to.point - swing.from.point;
    const double ahead = way.x * heading.sin + way.z * heading.cos;
    const double stride = std::sqrt(way.x * way.x + way.z * way.z);
    const double lively = std::clamp<double>(ahead / (2 * gait.usual_step * scale()), -0.5, 1.1);
    swing.strike_pitch = gait.strike_pitch * (lively > 0 ? std::min<double>(1, 1.3 * lively) : lively);
    // Uphill the foot lands flat, against a slope that lifts its toes already; after a hurdle too.
    const Vec3 toes = rotate(swing.to.rotation, kUnitZ);
    if (swing.strike_pitch > 0)
      swing.strike_pitch = std::max<double>(0.05, swing.strike_pitch - std::max<double>(0, toes.y));
    const double climb = std::abs(way.y) / std::max<double>(0.05 * scale(), stride);
    if (climb > 0.3) swing.strike_pitch *= std::max<double>(0, 1 - (climb - 0.3) / 0.3);
    swing.lift =
        scale() * (0.03 + (gait.lift - 0.03) * std::min<double>(1, stride / (1.2 / 0.72 * gait.usual_step * scale())));
  }

  /// A new target for the foot in the air; its way goes on from where it is, as fast as it is.
  void retarget() {
    WalkState::Swing& swing = state.swing;
    const double s = swing_part(state);
    const WalkState::Swing before = swing;
    const double strike = swing.strike_pitch;
    const double lift = swing.lift;
    choose_landing();
    if (s <= 0) {
      set_flight();
      clear_the_way();
      return;
    }
    swing.strike_pitch = strike;
    swing.lift = lift;
    // Late in the swing there is no time to go far, and never any to go to another height.
    const Vec3 off = swing.to.point - before.to.point;
    const bool far = s > 0.5 && off.x * off.x + off.z * off.z > 0.15 * 0.15 * scale() * scale();
    const bool broken = std::abs(off.y) > 0.04 * scale() + 0.4 * std::sqrt(off.x * off.x + off.z * off.z);
    if (far || broken) {
      swing = before;
      state.blocked = false;
      return;
    }
    constexpr double kStep = 1e-4;
    swing.slip = {}, swing.slip_rate = {}, swing.yaw_slip = 0, swing.yaw_slip_rate = 0, swing.slip_at = s;
    if (s < 0.5) clear_the_way();
    const auto gap = [&](double at) { return swing_sole(gait, before, at).point - swing_sole(gait, swing, at).point; };
    const auto yaw_gap = [&](double at) {
      return log(swing_sole(gait, before, at).rotation * conjugate(swing_sole(gait, swing, at).rotation)).y;
    };
    const Vec3 here = gap(s), there = gap(s + kStep);
    const double yaw_here = yaw_gap(s), yaw_there = yaw_gap(s + kStep);
    swing.slip = here;
    swing.slip_rate = (1 / kStep) * (there - here);
    swing.yaw_slip = yaw_here;
    swing.yaw_slip_rate = (yaw_there - yaw_here) / kStep;
  }

  /// The decisions of a step: where to land, asked three times, and how to leave the ground with the other foot.
  static constexpr int kLift = 0, kLate = 2, kLeave = 3, kDecisions = 4;
  double part_of(int decision) const {
    const double swing = 1 - state.double_support;
    const double parts[kDecisions] = {state.double_support, state.double_support + 0.25 * swing, late_part(state),
                                      gait.heel_off_at};
    return parts[decision];
  }

  /// The next decision that is due, or kDecisions when only the end of the step is left.
  int next_decision() const {
    if (state.phase != Phase::Step) return kDecisions;
    int next = kDecisions;
    for (int i = 0; i < kDecisions; ++i)
      if (!(state.marks >> i & 1) && (next == kDecisions || part_of(i) < part_of(next))) next = i;
    return next;
  }
  double next_mark() const {
    const int next = next_decision();
    return next == kDecisions ? 1 : std::max<double>(state.part, part_of(next));
  }

  void decide() {
    const int decision = next_decision();
    if (decision == kDecisions) return finish();
    state.marks = static_cast<std::uint8_t>(state.marks | 1 << decision);
    if (decision == kLift) {
      if (is_paper()) lift_heel();
      catch_drop();
    }
    if (decision != kLeave) {
      retarget();
      if (decision == kLift) sink();
      if (decision == kLate) state.late_dip = dip_for(plan_of(build, gait, landed()).overreach);
      return;
    }
    state.leaving = leaving_then();
  }

  /// The stride starts with the heel where the roll onto the toes has left it.
  void lift_heel() {
    const int foot = state.swinging;
    const Sole& plant = state.feet[foot].plant;
    state.most_stride =
        walking::longest_stride(build, plant, state.course, state.swing.to.point.x, state.swing.to.point.z);
    const FootPose pose = plan_of(build, gait, state).feet[foot];
    const Vec3 flat = plant.point + rotate(plant.rotation, build.foot.heel + Vec3{0, build.foot.height(), 0});
    state.feet[foot].pitch = -log(conjugate(plant.rotation) * pose.rotation).x;
    state.swing.from.point = plant.point + (pose.ankle + rotate(pose.rotation, build.foot.heel) - flat);
  }

  /// The foot that lifts no longer holds the pelvis down; what it held fades away, from its value and rate.
  void catch_drop() {
    constexpr double kStep = 1e-3;
    WalkState before = state;
    before.part -= kStep;
    const Speeds& v = state.course.speeds;
    const SinCos heading = sin_cos(state.course.heading);
    const double time = kStep * state.duration;
    before.course.x -= time * (v.forward * heading.sin + v.side * heading.cos);
    before.course.z -= time * (v.forward * heading.cos - v.side * heading.sin);
    before.course.heading -= time * v.turn;
    state.drop = plan_of(build, gait, state).pulled[state.swinging];
    state.drop_rate = (state.drop - plan_of(build, gait, before).pulled[state.swinging]) / kStep;
  }

  /// How lively the foot that bears will leave the ground, by the speed in the middle of the next step.
  double leaving_then() const {
    const Course landing = foreseen((1 - state.part) * state.duration);
    const Course then = foreseen((1.5 - state.part) * state.duration);
    const double step = then.speeds.forward / cadence(speed_of(then.speeds)) / (gait.usual_step * scale());
    // A foot that is left behind rolls up, however slowly.
    const Sole& sole = state.feet[1 - state.swinging].plant;
    const Vec3 toes = rotate(sole.rotation, kUnitZ);
    const double behind = (landing.x - sole.point.x) * toes.x + (landing.z - sole.point.z) * toes.z;
    const double left = behind / ((1 - gait.landing_ahead) * gait.usual_step * scale());
    return std::clamp<double>(left > 0.3 ? std::max<double>(step, left) : step, -0.3, 1.2);
  }

  /// True if a foot is away from where it should stand.
  bool is_out_of_place(int foot) const {
    const Sole want = beside(state.course, foot, state.feet[foot].plant.point.y);
    const Vec3 off = want.point - state.feet[foot].plant.point;
    const double yaw = std::abs(log(want.rotation * conjugate(state.feet[foot].plant.rotation)).y);
    return off.x * off.x + off.z * off.z > 0.03 * 0.03 * scale() * scale() || yaw > 0.2;
  }

  void finish() {
    const int stepped = state.swinging;
    if (state.phase == Phase::Step) {
      state.marks = 0;
      listen();
      heed();
      const double bearing_pitch = pitch_of(gait, state, 1 - stepped, 1);
      const double bearing_rate = pitch_rate_of(gait, state, 1 - stepped, 1);
      state.feet[stepped].plant = state.swing.to;
      state.feet[stepped].pitch = state.swing.strike_pitch;
      state.feet[stepped].rate = 0;
      const double before = state.duration;
      const bool again = moves(wanted) || moves(state.course.speeds) || is_out_of_place(1 - stepped);
      state.feet[1 - stepped].pitch = bearing_pitch;
      if (again) {
        start_step(1 - stepped, !moves(state.course.speeds));
        state.feet[1 - stepped].rate = bearing_rate * state.duration / before;
        return;
      }
      state.phase = Phase::Settle;
      state.from_rest = false;
      state.part = 0;
      state.marks = 0;
      state.vigour_before = state.vigour;
      state.vigour = 0;
      state.base_before = state.base;
      state.base = std::min<double>(state.feet[0].plant.point.y, state.feet[1].plant.point.y);
      state.duration = 0.6 * pace();
      state.lean_before = state.lean;
      state.lean = 0;
      state.dip_before = state.dip + state.late_dip;
      state.dip = state.late_dip = state.drop = state.drop_rate = 0;
      state.feet[1 - stepped].rate = bearing_rate * state.duration / before;
      // The foot that landed bears.
      state.swinging = static_cast<std::uint8_t>(1 - stepped);
      return;
    }
    state.phase = Phase::Stand;
    state.part = 0;
    state.vigour = state.vigour_before = 0;
    state.base_before = state.base;
    state.dip = state.dip_before = state.late_dip = 0;
    state.lean = state.lean_before = 0;
    for (WalkState::Foot& foot : state.feet) foot.pitch = foot.rate = 0;
  }

  int first_foot() const {
    if (wanted.side != 0 && std::abs(wanted.side) > std::abs(wanted.forward)) return wanted.side > 0 ? 0 : 1;
    if (wanted.forward == 0 && wanted.turn != 0) return wanted.turn > 0 ? 0 : 1;
    return 1;
  }

  /// A foot that comes down lands where it was meant to, so what the stick asks for then waits until it has landed.
  bool is_landing() const { return state.phase == Phase::Step && (state.marks >> kLate & 1); }

  /// Takes in what the stick asks for.
  void listen() {
    if (is_landing()) return;
    const Speeds& before = state.asked;
    if (before.forward == stick.forward && before.side == stick.side && before.turn == stick.turn) return;
    state.asked = stick;
    leash_feet();
  }

  /// Returns the time that is left once it stands and has nothing to do.
  double run(double dt) {
    if (state.phase == Phase::New) put_on_ground();
    listen();
    while (true) {
      if (state.phase == Phase::Stand) {
        heed();
        if (!moves(state.asked)) return dt;
        state.blocked = false;
        state.ground_cap = state.landing_cap = state.leash_cap = state.turn_cap = 1e9;
        heed();
        const WalkState standing = state;
        start_step(first_foot(), true);
        if (state.blocked) {  // nowhere to go: stays as it is
          state = standing;
          state.blocked = true;
          return 0;
        }
      }
      double until = (next_mark() - state.part) * state.duration;
      // The hold before the first lift ends between two marks.
      const double hold = (kHold * state.double_support - state.part) * state.duration;
      if (held() && hold < until) until = hold;
      heed();
      const double span = std::min<double>(dt, until);
      const Speeds to = allowed();
      state.course = advance(state.course, to, rates(to), span);
      dt -= span;
      if (dt > 0 || span == until) {
        if (held() && hold == until) {
          state.part = kHold * state.double_support;
        } else if (span == until) {
          state.part = next_mark();
          decide();
        }
      } else {
        state.part += span / state.duration;
      }
      if (dt <= 0) return 0;
    }
  }
};

}  // namespace

Gait gait_of_step(const Gait& asked, const WalkState& state) {
  if (asked.style == state.style) return asked;
  return state.style == Gait::Style::Paper ? Gait::paper() : Gait::natural();
}

void advance_walk(const Build& build, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                  WalkState& state) {
  const double pace = std::sqrt(build.scale());
  const Speeds asked{stick.forward * (stick.forward < 0 ? gait.top_back_speed : gait.top_speed) * pace,
                     stick.side * gait.top_side_speed * pace, stick.turn * gait.top_turn / pace};
  // Ground that is not a number is no ground.
  const auto checked = [&ground](const Vec3& from, double max_drop) {
    const GroundHit hit = ground(from, max_drop);
    const double sum = hit.point.x + hit.point.y + hit.point.z + hit.normal.x + hit.normal.y + hit.normal.z;
    return std::isfinite(sum) ? hit : GroundHit{};
  };
  const Ground safe(checked);
  // Another style begins from standing.
  if (state.style != gait.style && (state.phase == Phase::Step || state.phase == Phase::Settle)) {
    const Gait now = gait_of_step(gait, state);
    dt = Walker{build, now, safe, {}, state}.run(dt);
    if (state.phase != Phase::Stand) return;
  }
  state.style = gait.style;
  Walker{build, gait, safe, asked, state}.run(dt);
}

}  // namespace kine::walking
