#include "kine/motion/gait_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "kine/math/trig.h"
#include "kine/model/limits.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk.h"

namespace kine {
namespace {

constexpr double kLeastStep = 0.15;               // of the leg: less is no walking
constexpr double kMissed = 5e-5, kTurned = 1e-3;  // metres of a leg of 0.87, and radians
constexpr double kInside = 1e-6;                  // radians from a limit: a joint that is nearer is at it
constexpr double kWalking = 0.8;                  // of a rehearsal; then it comes to a stop as well
constexpr double kFirstStep = 1.2;                // seconds, from standing

/// Shares of the speed that was asked for, tried in turn: ahead, and the other ways.
constexpr double kSpeeds[] = {1, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2, 0.1, 0.05, 0.025};
constexpr double kOtherSpeeds[] = {1, 0.7, 0.5, 0.3, 0.15};

/// Gaits are written for ankles so high above the sole, metres.
constexpr double kAnkleHeight = 0.07;
/// Feet pass each other: of the width of the hips, and of two half soles.
constexpr double kClearWidth = 1.2;
/// Feet pass each other while the left one is ahead or behind by less than this share of a step; from more than that one
/// is about to land, or both stand.
constexpr double kFeetPass = 0.6, kFeetApart = 0.9;
/// A pelvis bobs no more than this, up and down, where it is made to, and is left as it is for less: metres of a leg of
/// Gait::kLeg. Twenty-five millimetres are people's when they walk fast.
constexpr double kMostBob = 0.027, kEnoughBob = 0.0035;
/// A foot that does not roll at all still points down by this share in the air.
constexpr double kFlatSwing = 0.3;

/// How much higher the hips could have been on straight legs, metres: the least of it while the feet passed each other, and
/// while both stood.
struct HeightLeft {
  double passing = kInfinity, standing = kInfinity;
};

/// How a rehearsal went.
struct Rehearsal {
  bool good = true;
  double step = 0;         ///< the longest, metres
  HeightLeft left{};       ///< of the second half of its walk
  int leg = 0;             ///< that missed first,
  JointId joint = kWorld;  ///< and the joint that is at its limit then
  int component = 0;
};

/// Hills that the scale of the figure makes as high as people's. `skew` 0: slopes of eleven degrees along and across.
/// 1: askew, so that the slope across changes along the way, and up to twenty degrees. `off`: elsewhere on them.
struct LowHills {
  static constexpr double kHigh = 0.1, kSkewHigh = 0.02;  // metres, and more where askew
  static constexpr double kTurnZ = 0.3, kTurnX = -0.6;    // how far the waves are askew
  static constexpr double kOtherWave = 0.6;               // of `off`, for the waves across

  double scale = 1, skew = 0, off = 0;

  GroundHit operator()(const Vec3& from, double max_drop) const {
    const double k = 2 / scale, high = (kHigh + kSkewHigh * skew) * scale;
    const double turn_z = kTurnZ * skew, turn_x = kTurnX * skew;
    const SinCos along = sin_cos(k * (from.z + turn_z * from.x) + off);
    const SinCos across = sin_cos(k * (from.x + turn_x * from.z) + 1 + kOtherWave * off);
    const double height = high * (along.sin + across.sin);
    if (height > from.y || height < from.y - max_drop) return {};
    const double by_x = turn_z * along.cos + across.cos, by_z = along.cos + turn_x * across.cos;
    return {true, {from.x, height, from.z}, normalised(Vec3{-high * k * by_x, 1, -high * k * by_z})};
  }
};

std::string number(double value, const char* format) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

class Rehearser {
 public:
  explicit Rehearser(const Biped& body) : body_(body), scratch_(body) {}

  /// Walks by a stick for some seconds, or until a leg misses.
  Rehearsal walk_by(const Gait& gait, const Ground& ground, const Stick& stick, double seconds) {
    constexpr double kRate = 60;
    const double pace = std::sqrt(body_.measures().scale());
    WalkState state;
    pose_.assign(body_.standing().begin(), body_.standing().end());
    Rehearsal out;
    const int count = static_cast<int>(seconds * kRate);
    for (int k = 0; k <= count; ++k) {
      const Stick now = k < kWalking * count ? stick : Stick{};
      const WalkReport report = walk(body_, gait, ground, now, k > 0 ? pace / kRate : 0, state, pose_, scratch_);
      const Vec3 apart = state.plants[0].point - state.plants[1].point;
      const SinCos heading = sin_cos(state.course.heading);
      out.step = std::max<double>(out.step, std::abs(apart.x * heading.sin + apart.z * heading.cos));
      if (k > 0.5 * kWalking * count && k < kWalking * count) note_height(gait, report.plan, out.left);
      for (int side = 0; side < 2; ++side) {
        const LegReport& leg = report.legs[side];
        const bool missed = !(leg.position_error <= kMissed * body_.measures().scale() && leg.angle_error <= kTurned);
        if (!missed) continue;
        out.good = false;
        blame(side, out);
        return out;
      }
    }
    return out;
  }

 private:
  void note_height(const Gait& gait, const WalkPlan& plan, HeightLeft& left) const {
    const BipedMeasures& build = body_.measures();
    for (int side = 0; side < 2; ++side) {
      const bool about_to_land = std::abs(plan.stride) > kFeetApart;  // or just lifting
      if (!plan.heel_down[side] && !plan.toe_down[side] && !about_to_land) continue;
      const Vec3 hip = plan.hips * Vec3{(side == 0 ? 1 : -1) * build.hip_half, 0, 0}, up = hip - plan.feet[side].ankle;
      const double reach = gait.most_stretch * build.legs[side].length;
      const double more = std::sqrt(std::max<double>(0, reach * reach - up.x * up.x - up.z * up.z)) - up.y;
      double& least = std::abs(plan.stride) < kFeetPass ? left.passing : left.standing;
      least = std::min<double>(least, more);
    }
  }

  /// The joint of a leg that is at a limit: the knee first, then from the hip down.
  void blame(int side, Rehearsal& out) const {
    const Skeleton& skeleton = body_.skeleton();
    const BipedLegJoints leg = body_.leg(side);
    out.leg = side;
    out.joint = kWorld;
    for (JointId id = leg.foot; id.valid() && id != body_.pelvis(); id = skeleton.parent(id)) {
      if (out.joint == leg.shank) break;
      const Joint& joint = skeleton.description(id);
      if (joint.kind != JointKind::Hinge && joint.kind != JointKind::Euler) continue;
      for (int k = 0; k < skeleton.axis_count(id); ++k) {
        const AxisSettings& axis = joint.axes[static_cast<std::size_t>(k)];
        const double value = pose_[static_cast<std::size_t>(skeleton.first_value(id) + k)];
        if (axis.fixed || (value > axis.limits.lower + kInside && value < axis.limits.upper - kInside)) continue;
        out.joint = id;
        out.component = k;
      }
    }
  }

  const Biped& body_;
  Scratch scratch_;
  std::vector<double> pose_;
};

/// A foot without toes that bend rolls over its tip, which is far ahead of the ball: it lifts its heel by this share of
/// what others do, or the ankle would rise twice as high. It strikes with its heel as others do.
constexpr double kOnePieceHeelOff = 0.4;
/// In the air it then points down by this share.
constexpr double kOnePieceSwing = 0.58;

bool toes_bend(const BipedMeasures& build) {
  return build.legs[0].foot.max_bend > 0 && build.legs[1].foot.max_bend > 0;
}

/// What a figure's shape asks for, whatever its limits are.
Gait suited(const Biped& body, const Gait& wanted) {
  const BipedMeasures& build = body.measures();
  Gait gait = wanted;
  const double higher =
      std::min<double>(build.legs[0].foot.height(), build.legs[1].foot.height()) / build.scale() - kAnkleHeight;
  gait.standing_height += higher;
  gait.walking_height += higher;
  gait.step_width =
      std::max<double>({wanted.step_width, kClearWidth * build.hip_half / build.scale(),
                        kClearWidth * (build.legs[0].foot.half_width + build.legs[1].foot.half_width) / build.scale()});
  if (!toes_bend(build)) {
    gait.heel_off_pitch *= kOnePieceHeelOff;
    gait.heel_off_rate *= kOnePieceHeelOff;
    gait.swing_pitch *= kOnePieceSwing;
  }
  return gait;
}

/// The foot rolls less: `much` 1 is as in people, 0 flat.
void flatten(Gait& gait, double much) {
  gait.strike_pitch *= much;
  gait.heel_off_pitch *= much;
  gait.heel_off_rate *= much;
  gait.swing_pitch *= kFlatSwing + (1 - kFlatSwing) * much;
}

/// Feet under the hips, and the pelvis straight above them: for ankles that do not bend sideways. `much` 1: all of it.
void straighten(const BipedMeasures& build, double much, Gait& gait) {
  const double between_hips = 2 * build.hip_half * cos(build.oblique);
  gait.step_width += much * (between_hips / build.scale() - gait.step_width);
  for (double Gait::* const amount : {&Gait::sway, &Gait::turn, &Gait::list, &Gait::toe_out, &Gait::weight_shift})
    gait.*amount *= 1 - much;
}

/// Lets the pelvis bob so far that legs are as straight while feet pass each other as while both stand: less would bend the
/// knees of figures whose legs need a lower pelvis for the same steps, as feet without toes do.
double suited_bob(const BipedMeasures& build, const HeightLeft& left, const Gait& gait) {
  const double more = 0.5 * (left.passing - left.standing) / build.scale();
  return more > kEnoughBob ? std::min<double>(gait.bob + more, std::max<double>(gait.bob, kMostBob)) : gait.bob;
}

struct Try {
  double speed, roll, straight;
};

/// From the best to the last resort.
std::vector<Try> tries() {
  std::vector<Try> all;
  for (const double speed : kSpeeds)
    for (const double roll : {1.0, 0.5, 0.0})
      for (const double straight : {0.0, 1.0}) all.push_back({speed, roll, straight});
  return all;
}

Gait tried(const Biped& body, const Gait& base, const Try& how) {
  Gait gait = base;
  gait.top_speed *= how.speed;
  flatten(gait, how.roll);
  straighten(body.measures(), how.straight, gait);
  return gait;
}

/// Why it cannot walk.
std::string obstacle(const Biped& body, const Rehearsal& failed) {
  const Skeleton& skeleton = body.skeleton();
  const std::string side = failed.leg == 0 ? "left" : "right";
  if (!failed.joint.valid()) return "the " + side + " leg cannot put its foot where it should be";
  const Joint& joint = skeleton.description(failed.joint);
  const Range limits = joint.axes[static_cast<std::size_t>(failed.component)].limits;
  const BipedLegJoints leg = body.leg(failed.leg);
  if (failed.joint == leg.shank)
    return "the " + side + " knee bends at most " + number(degrees(limits.width()), "%.0f") + " degrees";
  const bool hip = skeleton.is_above(failed.joint, leg.shank);
  return "the " + side + (hip ? " hip" : " ankle") + " turns only from " + number(degrees(limits.lower), "%.0f") +
         " to " + number(degrees(limits.upper), "%.0f") + " degrees";
}

void add_sentence(std::string& note, const std::string& sentence) { note += (note.empty() ? "" : "; ") + sentence; }

/// The other ways to go, each as fast as can be. A way that it cannot go at all is noted.
void fit_other_ways(const Biped& body, Rehearser& rehearser, const Ground& ground, GaitFit& fit) {
  const struct {
    std::vector<Stick> sticks;
    double Gait::* speed;
    const char* name;
  } ways[] = {{{{0, 1, 0}, {1, 1, 0}, {0.5, 0.5, 0}}, &Gait::top_turn, "turn"},
              {{{-1, 0, 0}}, &Gait::top_back_speed, "walk backwards"},
              {{{0, 0, 1}}, &Gait::top_side_speed, "step sideways"}};
  for (const auto& way : ways) {
    const double wanted = fit.gait.*way.speed;
    Rehearsal went{.good = false};
    for (const double share : kOtherSpeeds) {
      fit.gait.*way.speed = share * wanted;
      went.good = true;
      for (const Stick& stick : way.sticks)
        if (went.good) went = rehearser.walk_by(fit.gait, ground, stick, 4);
      if (went.good) break;
    }
    if (went.good) continue;
    fit.gait.*way.speed = 0;
    add_sentence(fit.note, std::string("it cannot ") + way.name + ": " + obstacle(body, went));
  }
}

}  // namespace

Result<GaitFit> fit_gait(const Biped& body, const Gait& wanted) {
  const Gait base = suited(body, wanted);
  const std::vector<Try> all = tries();
  Rehearser rehearser(body);
  const FlatGround level;
  const LowHills low_hills{body.measures().scale(), 0}, skew_hills{body.measures().scale(), 1};
  Rehearsal first_failed{}, last_failed{};
  bool failed = false;
  for (const bool hilly : {true, false}) {
    for (const Try& how : all) {
      if (hilly && how.speed < 0.5) break;  // better to be quick on level ground than slow everywhere
      GaitFit fit{.gait = tried(body, base, how)};
      Rehearsal went = rehearser.walk_by(fit.gait, level, {1, 0, 0}, 6);
      Gait bobbing = fit.gait;
      bobbing.bob = suited_bob(body.measures(), went.left, fit.gait);
      if (went.good && bobbing.bob > fit.gait.bob) {
        const Rehearsal bobbed = rehearser.walk_by(bobbing, level, {1, 0, 0}, 6);
        if (bobbed.good) fit.gait = bobbing, went = bobbed;
      }
      const double step = went.step;
      if (went.good && hilly) went = rehearser.walk_by(fit.gait, low_hills, {1, 0, 0}, 20);
      if (went.good && hilly) went = rehearser.walk_by(fit.gait, skew_hills, {1, 0, 0}, 40);
      // The first step is another one: the weight comes over one foot while both stand on the slope.
      for (double off = 1; off < 6 && went.good && hilly; off += 1)
        went = rehearser.walk_by(fit.gait, LowHills{body.measures().scale(), 1, off}, {1, 0, 0}, kFirstStep);
      if (!went.good) {
        if (!failed) first_failed = went;
        failed = true;
        last_failed = went;
        continue;
      }
      fit.step = step;
      // Short steps that somebody asked for are no fault of the body.
      if (failed && step < kLeastStep * body.measures().leg())
        return Error{obstacle(body, last_failed) + "; the largest possible step is " + number(step, "%.2f") + " m"};
      if (how.speed < 1)
        fit.note = obstacle(body, first_failed) + ": steps are " + number(step, "%.2f") + " m at the most";
      if (!hilly) add_sentence(fit.note, "slopes are too much for its ankles");
      fit_other_ways(body, rehearser, level, fit);
      return fit;
    }
  }
  return Error{obstacle(body, last_failed) + "; the largest possible step is 0.00 m"};
}

}  // namespace kine
