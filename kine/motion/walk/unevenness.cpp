#include "kine/motion/walk/unevenness.h"

#include <algorithm>
#include <cmath>

#include "kine/motion/walk/hermite.h"

namespace kine::detail {
namespace {

// What counts as very uneven, each by itself; for a leg of Gait::kLeg, by eye: where knees begin to jolt.
constexpr double kSteep = 0.08;                  // the sine of a slope,
constexpr double kWay = 0.7;                     // where a rise is that of a step of so many metres,
constexpr double kQuickChange = 0.15;            // a change of speed, m/s,
constexpr double kQuickAside = 0.15;             // the way to the side or back, m/s,
constexpr double kQuickTurn = 0.8;               // a turn, rad/s,
constexpr double kFast = 1.335, kTooFast = 1.5;  // m/s: from where on speed counts, and where it does as much as these

/// What is lost of it with each step that is even: who has changed course goes on for two steps before legs begin to
/// straighten, and then they do in two.
constexpr double kFades = 0.5;

double steepness_of(const Step& step, double scale) {
  const Foothold &from = step.feet[1 - step.swinging].plant, &to = step.swing.to;
  double most = std::abs(to.point.y - from.point.y) / (kWay * scale);
  for (const Foothold* foothold : {&from, &to}) {
    const Vec3 normal = rotate(foothold->rotation, kUnitY);
    most = std::max<double>(most, std::sqrt(normal.x * normal.x + normal.z * normal.z));
  }
  return most / kSteep;
}

double change_of(const CourseSpeeds& now, const CourseSpeeds& to, double pace) {
  const double ahead = to.forward - now.forward, side = to.side - now.side;
  const double turn = std::max<double>(std::abs(now.turn), std::abs(to.turn));
  const double aside = std::max<double>(std::abs(now.side), -now.forward);
  const double fast = now.forward / pace - kFast;
  return std::max<double>({std::sqrt(ahead * ahead + side * side) / (kQuickChange * pace), aside / (kQuickAside * pace),
                           turn * pace / kQuickTurn, fast / (kTooFast - kFast)});
}

/// Of legs on an even step, and on one that is very uneven.
constexpr LegSpare kStraight{0.002, 0.0034, 0.001, 0.0032}, kBent{0, 0.0125, 0.006, 0.006};

/// The part of a step in which unevenness goes over into what it is now.
constexpr double kGoesOver = 0.3;

}  // namespace

double Unevenness::at(double part) const { return before + (bent() - before) * ease((part - since) / kGoesOver); }

LegSpare leg_spare(double bent) {
  const auto between = [bent](double even, double uneven) { return uneven + (1 - bent) * (even - uneven); };
  return {between(kStraight.stretch, kBent.stretch), between(kStraight.planned, kBent.planned),
          between(kStraight.lifting, kBent.lifting), between(kStraight.soft, kBent.soft)};
}

double longest_leg(const LegMeasures& leg, const Gait& gait, const Step& step, double part) {
  return (gait.most_stretch + leg_spare(step.unevenness.at(part)).stretch) * leg.length;
}

double unevenness_of(const Step& step, const CourseSpeeds& now, const CourseSpeeds& to, double scale) {
  const double uneven = std::max<double>(steepness_of(step, scale), change_of(now, to, std::sqrt(scale)));
  return uneven < 1 ? uneven : Unevenness::kMost;
}

double faded_unevenness(double before) { return std::max<double>(0, before - kFades); }

}  // namespace kine::detail
