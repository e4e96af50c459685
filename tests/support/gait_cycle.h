#pragma once

#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/motion/gait.h"

/// A walk as its cycles show it, people's and ours alike: angles between segments seen from the side.
namespace kine::testing {

using Curve = std::vector<double>;  // degrees, 101 samples from heel strike to heel strike

/// The mean cycle of a leg.
struct GaitCycle {
  Curve hip, knee, ankle;
};

/// The joints of one leg and the pelvis, frame by frame.
struct LegTrack {
  std::vector<Vec3> pelvis, pelvis_up, hip, knee, ankle, ball;

  void add(const Frames& frames, JointId root, JointId thigh, JointId shank, JointId foot, JointId toes);
};

/// The mean of all whole cycles after `skip` frames. A cycle begins where the ankle is farthest ahead of the pelvis. From
/// the ankle to the ball a foot points down, each figure's by its own angle: the ankle counts from the sole.
GaitCycle cycle_of(const LegTrack& track, std::size_t skip);

double mean_of(const Curve& curve);
/// The mean of how far two curves are apart: that they are alike in shape does not say that they are at the same height.
double apart(const Curve& a, const Curve& b);
double correlation(const Curve& a, const Curve& b);
double range_of(const Curve& curve);
/// A curve from one share of the cycle to another in per cent, both included.
Curve between(const Curve& curve, int from, int to);

/// How upright somebody walks: the knee in the middle of the stance, and when it is straightest late in it.
struct StanceKnee {
  double mid, late;
};
StanceKnee stance_knee(const Curve& knee);

/// The left leg of our figure as it walks ahead on the flat for ten seconds at the gait's top speed.
GaitCycle cycle_of(const Gait& gait);

}  // namespace kine::testing
