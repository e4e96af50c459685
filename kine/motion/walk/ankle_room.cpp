#include "kine/motion/walk/ankle_room.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/hermite.h"

namespace kine::detail {

namespace {

/// The cosine of the knee's triangle is rounded off within this of a straight leg, where the angle would turn at once.
constexpr double kNearlyStraight = 0.02;

/// How much less an ankle bends up that leans to the side: radians for the square of the lean's sine.
constexpr double kLessAside = 0.3;

/// Radians that a foot on its toes leaves between its ankle and the limit downwards.
constexpr double kSpareDown = 0.05;

/// An angle as a direction.
struct Lean {
  double y, x;

  /// No leg leans back by more than two radians, so that is where the circle is cut.
  double angle() const {
    const double lean = atan2(y, x);
    return lean < -2 ? lean + kTwoPi : lean;
  }
};

/// As in lean_of.
Lean lean_from(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, const Vec3& pivot, double ahead,
               double down) {
  const Vec3 away = rotate(conjugate(sole.rotation), hip - pivot);
  const double rise = std::sqrt(away.x * away.x + away.y * away.y), far = std::sqrt(rise * rise + away.z * away.z);
  const double bone = std::sqrt(ahead * ahead + down * down);
  const double wide = (bone * bone + far * far - leg.thigh * leg.thigh) / (2 * bone * far);
  const double cosine = std::max<double>(-1, soft_min(wide, 1, kNearlyStraight));
  const double sine = std::sqrt((1 - cosine) * (1 + cosine));
  // The sum of three angles: of (rise, away.z), (cosine, sine) and (down, ahead), by the product of these as complex
  // numbers.
  const double x = rise * cosine - away.z * sine, y = rise * sine + away.z * cosine;
  return {x * ahead + y * down, x * down - y * ahead};
}

/// An angle that is asked for several times.
struct Bend {
  double angle, sin, cos;
};
Bend bend_of(double angle) {
  const SinCos turn = sin_cos(angle);
  return {angle, turn.sin, turn.cos};
}

/// What is more than enough for anybody.
constexpr double kPlenty = 1e9;

/// The pitch at which the foot, resting on a point of its own that lies at `pivot` in the world, is bent up against the
/// shank by `bend`. Where it is sure to be more than `enough`, that is all that is said: kPlenty.
double pitch_at_bend(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, const Vec3& pivot,
                     const Vec3& point, const Bend& bend, double enough = kPlenty) {
  const double ahead = point.z * bend.cos - point.y * bend.sin;
  const double down = leg.shank - point.z * bend.sin - point.y * bend.cos;
  const Lean lean = lean_from(leg, sole, hip, pivot, ahead, down);
  return is_surely_below(lean.y, lean.x, bend.angle - enough) ? kPlenty : bend.angle - lean.angle();
}

/// The same on the heel, which stays where it is.
double pitch_on_heel(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, const Bend& bend,
                     double enough = kPlenty) {
  const Vec3 up{0, leg.foot.height(), 0};
  return pitch_at_bend(leg, sole, hip, sole.point + rotate(sole.rotation, leg.foot.heel + up), leg.foot.heel, bend,
                       enough);
}

/// And on the ball, or on the tip of the toes once they are bent to the full.
double pitch_on_toes(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, const Bend& bend,
                     double enough = kPlenty) {
  const FootShape& foot = leg.foot;
  const Vec3 up{0, foot.height(), 0};
  const double on_ball = pitch_at_bend(leg, sole, hip, sole.point + rotate(sole.rotation, foot.ball + up), foot.ball,
                                       bend, std::max<double>(enough, 2 * kToeBlend - foot.max_bend));
  const double over = ease((-on_ball - foot.max_bend + 2 * kToeBlend) / (2 * kToeBlend));
  if (over <= 0) return on_ball;
  const double bent = std::max<double>(0, foot.max_bend - kToeBlend);
  const Vec3 tip = foot.ball + rotate(from_axis_angle(kUnitX, -bent), foot.tip - foot.ball);
  const double on_tip = pitch_at_bend(leg, sole, hip, sole.point + rotate(sole.rotation, foot.tip + up), tip, bend);
  return on_ball + over * (on_tip - on_ball);
}

}  // namespace

double lean_of(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, const Vec3& pivot, double ahead,
               double down) {
  return lean_from(leg, sole, hip, pivot, ahead, down).angle();
}

namespace {

/// How far the ankle bends up: one that tips to the side as well can do less.
Bend most_bend(const LegMeasures& leg, const Foothold& sole, const Vec3& hip) {
  const Vec3 away = rotate(conjugate(sole.rotation), hip - sole.point);
  return bend_of(leg.ankle_up - kAnkleSpare - kLessAside * away.x * away.x / dot(away, away));
}

/// A foot on its toes goes over from what it means to do into what the ankle lets it do within this, radians.
constexpr double kToesGoOver = 0.1;

}  // namespace

double least_heeded_pitch(const LegMeasures& leg, const Foothold& sole, const Vec3& hip) {
  return pitch_on_toes(leg, sole, hip, most_bend(leg, sole, hip)) + kToesGoOver;
}

double heeded_pitch(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, double pitch) {
  const Bend most = most_bend(leg, sole, hip);
  constexpr double kHeelBlend = 0.06;  // radians: as kToesGoOver, for a foot on its heel
  constexpr double kNearlyFlat = 0.1;  // radians from which on it is about to be flat
  const double rolled =
      pitch > 0 ? soft_min(pitch, pitch_on_heel(leg, sole, hip, most, pitch + kHeelBlend), kHeelBlend) : pitch;
  if (rolled >= kNearlyFlat) return rolled;
  // As it comes down it goes over into what it will be once it is flat.
  const double least = std::min<double>(rolled, 0);
  const double flat = soft_min(least, pitch_on_toes(leg, sole, hip, most, least + kToesGoOver), kToesGoOver);
  return rolled > 0 ? rolled + flat * (1 - ease(rolled / kNearlyFlat)) : flat;
}

double pitch_at_reach(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, double reach) {
  const Vec3& ball = leg.foot.ball;
  const Vec3 up{0, leg.foot.height(), 0};
  const Vec3 away = rotate(conjugate(sole.rotation), hip - sole.point) - ball - up;
  const double spoke2 = ball.y * ball.y + ball.z * ball.z, level2 = away.y * away.y + away.z * away.z;
  const double between = spoke2 + level2 + away.x * away.x - reach * reach;  // 2 spoke level cos(the angle)
  const double cosine = std::max<double>(-1, between / (2 * std::sqrt(spoke2 * level2)));
  const double angle = acos(std::min<double>(cosine, 1));
  // From the direction of the ankle of a flat foot to that of the hip, both seen from the ball.
  const double apart = atan2(away.y * ball.z - away.z * ball.y, -away.y * ball.y - away.z * ball.z);
  const double least = pitch_on_toes(leg, sole, hip, bend_of(kSpareDown - leg.ankle_down));
  return std::max<double>(angle - apart, least);
}

double most_pitch(const BipedMeasures& build, const Transform& hips, const Foothold& sole, int foot) {
  const LegMeasures& leg = build.legs[foot];
  const Vec3 hip = hips * Vec3{(foot == 0 ? 1 : -1) * build.hip_half, 0, 0};
  const Bend bend = bend_of(leg.ankle_up - kAnkleSpare);
  const double on_heel = pitch_on_heel(leg, sole, hip, bend);
  return on_heel >= 0 ? on_heel : pitch_on_toes(leg, sole, hip, bend);
}

double depth_below(const FootShape& shape, const FootPose& pose, const Foothold& sole) {
  const Vec3 normal = rotate(sole.rotation, kUnitY);
  const Vec3 tip = tip_of(shape, pose.toe_bend);
  double depth = -kPlenty;
  for (const Vec3& point : {shape.heel, Vec3{0, shape.heel.y, shape.ball.z}, tip}) {
    const double side = shape.half_width * std::abs(dot(rotate(pose.rotation, kUnitX), normal));
    depth = std::max<double>(depth, side - dot(pose.ankle + rotate(pose.rotation, point) - sole.point, normal));
  }
  return depth;
}

}  // namespace kine::detail
