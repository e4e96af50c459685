// How long do forward kinematics and the full Jacobian of a 7-hinge arm take, beside Orocos KDL's position and Jacobian
// solvers on the same arm in the same run? The ratio is what counts: machines are noisy.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "kine/kinematics/chain_kernel.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"

#ifdef KINE_HAVE_KDL
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#endif

namespace {

using namespace kine;

constexpr int kPoses = 1024;
constexpr int kRounds = 400;

/// Keeps a result from being optimised away.
volatile double g_sink;

/// Nanoseconds a call: the best of many rounds over all poses, which leaves out what the machine did besides.
template <class Call>
double nanoseconds(Call call) {
  double best = 1e30;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kPoses; ++i) call(i);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count() / kPoses);
  }
  return best;
}

#ifdef KINE_HAVE_KDL

KDL::Vector to_kdl(const Vec3& v) { return {v.x, v.y, v.z}; }
KDL::Rotation to_kdl(const Quat& q) { return KDL::Rotation::Quaternion(q.x, q.y, q.z, q.w); }

/// KDL's segments carry the joint first and the frame behind it, so each takes the rest of the joint after it.
KDL::Chain to_kdl(const Skeleton& arm) {
  KDL::Chain chain;
  for (int i = 0; i < arm.joint_count(); ++i) {
    const Joint& joint = arm.description({i});
    const KDL::Frame rest(to_kdl(joint.rest.rotation), to_kdl(joint.rest.translation));
    const KDL::Joint motion = joint.kind == JointKind::Hinge
                                  ? KDL::Joint(rest.p, rest.M * to_kdl(joint.axis), KDL::Joint::RotAxis)
                                  : KDL::Joint(KDL::Joint::None);
    chain.addSegment(KDL::Segment(motion, rest));
  }
  return chain;
}

void compare_with_kdl(const Skeleton& arm, const std::vector<Pose>& poses, double frames_too, double ours) {
  const KDL::Chain chain = to_kdl(arm);
  KDL::ChainFkSolverPos_recursive position(chain);
  KDL::ChainJntToJacSolver jacobian_solver(chain);
  KDL::JntArray q(chain.getNrOfJoints());
  KDL::Jacobian j(chain.getNrOfJoints());
  KDL::Frame tip;
  const double theirs = nanoseconds([&](int i) {
    for (unsigned k = 0; k < q.rows(); ++k) q(k) = poses[static_cast<std::size_t>(i)][k];
    position.JntToCart(q, tip);
    jacobian_solver.JntToJac(q, j);
    g_sink = tip.p.x() + j(0, 0);
  });

  // The two must mean the same arm: compare the tip's position and Jacobian (KDL's rows are linear first).
  Frames frames(arm);
  Matrix<double, 6, 7> ours_j;
  double apart = 0;
  for (const Pose& pose : poses) {
    for (unsigned k = 0; k < q.rows(); ++k) q(k) = pose[k];
    position.JntToCart(q, tip);
    jacobian_solver.JntToJac(q, j);
    forward(arm, pose, frames);
    const JointId id{arm.joint_count() - 1};
    jacobian(arm, frames, {id}, {}, ours_j);
    apart = std::max(apart, length(frames.position(id) - Vec3{tip.p.x(), tip.p.y(), tip.p.z()}));
    for (int c = 0; c < 7; ++c)
      for (int r = 0; r < 6; ++r)
        apart =
            std::max(apart, std::abs(ours_j(r, c) - j(static_cast<unsigned>((r + 3) % 6), static_cast<unsigned>(c))));
  }
  std::printf("Orocos KDL, position and Jacobian         %8.1f ns\n", theirs);
  std::printf("kine is %.1f times faster with all frames, %.1f times without; the two differ by at most %.1g\n",
              theirs / frames_too, theirs / ours, apart);
}

#endif

}  // namespace

int main() {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip{arm.joint_count() - 1};
  const Chain chain(arm, tip);
  scenes::Random random(1);
  std::vector<Pose> poses;
  for (int i = 0; i < kPoses; ++i) poses.push_back(scenes::random_pose(arm, random));
  Frames frames(arm);
  Matrix<double, 6, 7> j;

  const double fk = nanoseconds([&](int i) {
    forward(arm, poses[static_cast<std::size_t>(i)], frames);
    g_sink = frames.position(tip).x;
  });
  const double both = nanoseconds([&](int i) {
    forward(arm, poses[static_cast<std::size_t>(i)], frames);
    jacobian(arm, frames, {tip}, {}, j);
    g_sink = frames.position(tip).x + j(0, 0);
  });
  const ChainKernel kernel(arm, tip);
  const double tip_only = nanoseconds([&](int i) {
    const Affine at = kernel.forward_and_jacobian(poses[static_cast<std::size_t>(i)].q, {}, j);
    g_sink = at.translation.x + j(0, 0);
  });
  std::printf("7-hinge arm, best of %d rounds over %d poses\n", kRounds, kPoses);
  std::printf("kine forward                              %8.1f ns\n", fk);
  std::printf("kine forward and full Jacobian            %8.1f ns\n", both);
  std::printf("kine ChainKernel, tip and full Jacobian   %8.1f ns\n", tip_only);
#ifdef KINE_HAVE_KDL
  compare_with_kdl(arm, poses, both, tip_only);
#else
  std::printf("Orocos KDL was not found (Debian: liborocos-kdl-dev): no comparison\n");
#endif
  return 0;
}
