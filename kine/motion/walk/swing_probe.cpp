#include "kine/motion/walk/swing_probe.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/gait_curves.h"
#include "kine/motion/walk/sole_points.h"

namespace kine::detail {
namespace {

/// The foot at one moment of a swing: as its curves have it, or with `hips` as the body lets it be.
FootPose swinging_foot(const BipedMeasures& build, const Gait& gait, const Step& step, double part,
                       const Transform* hips) {
  if (hips) return foot_in_swing(build, gait, step, part, *hips);
  return curves_of(gait).foot(build.legs[step.swinging], gait, step, part, 1);
}

/// How near the foot may come to the ground at part s of its swing. Near its ends that is as near as it stands there,
/// and as it comes down whatever it has got over.
double margin_at(const Gait& gait, double s, double hurdle, double scale) {
  constexpr double kLifts = 3, kLands = 2.4;  // by eye: it has all of its margin in a third and until 0.42 of a swing
  constexpr double kMargin = 0.018;           // metres of a leg of Gait::kLeg
  const double lifts = std::min<double>(1, kLifts * s), lands = std::min<double>(1, kLands * (1 - s));
  const double over = curves_of(gait).over_edges * hurdle * std::min<double>(1, 2 * lands);
  return scale * std::min<double>(lifts, lands) * (kMargin + over);
}

/// Over edges a sole counts as this much longer and wider, which is less than footholds leave around it: metres of a
/// leg of 0.87 m.
constexpr double kSpareRoom = 0.004;

/// How high it should pass over edges as high as stairs, in the same way.
constexpr double kOverEdges = 0.02;

/// A swing that has less than this share of its clearance at a moment is not asked for all that is missing there.
constexpr double kLeastClearing = 0.35;

/// Where a sole is deeper in what stands beside it than this, metres of such a leg, and still misses this share of what
/// was added for it, more is in vain; less than kLittleMissing may be missing then.
constexpr double kDeep = 0.03, kInVain = 0.7, kLittleMissing = 2e-4;

/// The share of a leg's length that a foot should not be asked to reach beyond.
constexpr double kFarReach = 0.98;

/// Between two moments of a swing over edges it is looked at so many times.
constexpr double kBetween[] = {0.25, 0.5, 0.75};

/// Parts of a swing that make no difference.
constexpr double kAtOnce = 1e-9;

/// Metres: less than is ever missing.
constexpr double kNothingMissing = -1e9;

/// Rather another way than one on which the knee bends faster than this: rad/s for such a leg.
constexpr double kSwiftKnee = 9;

/// How far a knee is from straight, but for a constant.
double knee_at(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot) {
  const double thigh = build.legs[foot].thigh, shank = build.legs[foot].shank;
  const Vec3 away = pose.ankle - hips * Vec3{(foot == 0 ? 1 : -1) * build.hip_half, 0, 0};
  const double cosine = (thigh * thigh + shank * shank - dot(away, away)) / (2 * thigh * shank);
  return acos(std::clamp<double>(cosine, -1, 1));
}

/// How fast it bends or stretches at the most, radians a swing, by what it is at the moments that are to come.
double fastest_of(std::span<const double> knees) {
  double most = 0;
  for (std::size_t i = 1; i < knees.size(); ++i) most = std::max<double>(most, std::abs(knees[i] - knees[i - 1]));
  return most * (kSwingSamples + 1);
}

}  // namespace

int first_to_come(const Step& step, double part) {
  int first = 0;
  while (first < kSwingSamples && swing_sample(step, first) <= part) ++first;
  return first;
}

double fastest_knee(const BipedMeasures& build, const Gait& gait, std::span<const Course> courses, const Step& step,
                    double part) {
  double knees[kSwingSamples]{};
  const int first = first_to_come(step, part);
  for (int i = first; i < kSwingSamples; ++i) {
    const Moment then{swing_sample(step, i), courses[static_cast<std::size_t>(i)]};
    const Transform hips = hips_in_swing(build, gait, step, then).hips;
    knees[i] = knee_at(build, hips, foot_in_swing(build, gait, step, then.part, hips), step.swinging);
  }
  return fastest_of(std::span(knees).subspan(static_cast<std::size_t>(first)));
}

double clearance_of(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Transform* hips,
                    const Step& step, double part, bool& edges) {
  const double scale = build.scale();
  double more = 0;
  for (int i = first_to_come(step, part); i < kSwingSamples; ++i) {
    const double then = swing_sample(step, i);
    const FootPose pose = swinging_foot(build, gait, step, then, hips ? &hips[i] : nullptr);
    const double s = swing_part(step, then);
    const Below below = ground_below(points_of(build.legs[step.swinging].foot, pose, 0), ground, scale);
    const double missing = below.missing + margin_at(gait, s, 0, scale);
    edges = edges || below.edges;
    more = std::max<double>(more, missing / std::max<double>(kLeastClearing, curves_of(gait).clearing(s)));
  }
  return more;
}

SwingProbe::SwingProbe(const BipedMeasures& of, const Gait& by, const Ground& over_ground,
                       std::span<const Course> courses, const Step& now, double part)
    : build(of), gait(by), ground(over_ground), step(now) {
  const double from = swing_part(now, part);
  first_sample = first_to_come(now, part);
  first_raise = 0;
  while (first_raise < kRaises && kRaiseSpacing * first_raise < from - kAtOnce) ++first_raise;
  for (int i = first_sample; i < kSwingSamples; ++i) {
    const Moment then{swing_sample(now, i), courses[static_cast<std::size_t>(i)]};
    hips[i] = hips_in_swing(build, gait, now, then).hips;
  }
}

RaiseTask SwingProbe::task(bool again) {
  const double deep = kDeep * build.scale();
  for (int i = first_sample; i < kSwingSamples; ++i) {
    const bool in_vain = again && missing[i] - margin[i] > deep && missing[i] > kInVain * wanted[i];
    wanted[i] = in_vain ? 0 : missing[i];
  }
  return {first_sample, first_raise, wanted, kLittleMissing * build.scale()};
}

double SwingProbe::look() {
  const bool edges = step.swing.hurdle > 0;
  for (int i = first_sample; i < kSwingSamples; ++i)
    poses[i] = swinging_foot(build, gait, step, swing_sample(step, i), &hips[i]);
  overreach = 0;
  for (int i = first_sample; i < kSwingSamples && edges; ++i) {
    const Vec3 hip = hips[i] * Vec3{(step.swinging == 0 ? 1 : -1) * build.hip_half, 0, 0};
    const Vec3 meant = swinging_foot(build, gait, step, swing_sample(step, i), nullptr).ankle;
    const double beyond = length(meant - hip) - kFarReach * build.legs[step.swinging].length;
    if (beyond > 0) overreach += beyond * beyond;
  }
  const double scale = build.scale();
  SolePoints points[kSwingSamples];
  for (int i = first_sample; i < kSwingSamples; ++i) {
    points[i] = points_of(build.legs[step.swinging].foot, poses[i], edges ? kSpareRoom * scale : 0);
    margin[i] = margin_at(gait, swing_moment(i), step.swing.hurdle, scale);
    missing[i] = ground_below(points[i], ground, scale).missing + margin[i];
  }
  for (int i = first_sample; i + 1 < kSwingSamples && edges; ++i)
    for (const double share : kBetween) {
      const double between = missing_between(points[i], points[i + 1], ground, share, scale);
      const int nearer = share <= 0.5 ? i : i + 1;
      missing[nearer] = std::max<double>(missing[nearer], between + margin[nearer]);
    }
  for (int i = first_sample; i < kSwingSamples && edges; ++i)
    over[i] =
        height_over_edges(points[i], build.legs[step.swinging].foot, step.swing.from, step.swing.to, ground, scale);
  double most = kNothingMissing;
  for (int i = first_sample; i < kSwingSamples; ++i) most = std::max<double>(most, missing[i]);
  return most;
}

double SwingProbe::added(const double* more, int i) const {
  double higher = 0;
  for (int k = first_raise; k < kRaises; ++k) higher += more[k] * kRaiseShares.at[i][k];
  return higher;
}

double SwingProbe::deepest(const double* more, double share_of_margin) const {
  double deep = kNothingMissing;
  for (int i = first_sample; i < kSwingSamples; ++i) {
    const double left = missing[i] - (1 - share_of_margin) * margin[i] - added(more, i);
    deep = std::max<double>(deep, left);
  }
  return deep;
}

double SwingProbe::low(const double* more) const {
  double most = 0;
  for (int i = first_sample; i < kSwingSamples; ++i)
    most = std::max<double>(most, kOverEdges * build.scale() - over[i] - added(more, i));
  return most;
}

double SwingProbe::hurry(const double* more) const {
  const double time = (1 - step.double_support) * step.duration / std::sqrt(build.scale());
  double knees[kSwingSamples]{};
  for (int i = first_sample; i < kSwingSamples; ++i) {
    FootPose pose = poses[i];
    pose.ankle.y += added(more, i);
    knees[i] = knee_at(build, hips[i], pose, step.swinging);
  }
  return std::max<double>(
      0, fastest_of(std::span(knees).subspan(static_cast<std::size_t>(first_sample))) / (time * kSwiftKnee) - 1);
}

}  // namespace kine::detail
