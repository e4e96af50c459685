// Velocity steps against limits: never exceeded, the task slowed as little as can be, its direction kept.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/model/pose.h"
#include "kine/solve/velocity.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

Eigen::VectorXd vector_of(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

struct Stepped {
  VelocityReport report;
  std::vector<double> speeds;
  Pose pose;
  std::vector<VelocityResult> results;
};

Stepped stepped(const Skeleton& skeleton, const std::vector<VelocityConstraint>& constraints, const Velocity& method,
                const Pose& pose, std::vector<double> speeds = {}) {
  speeds.resize(static_cast<std::size_t>(skeleton.freedom_count()), 0.0);
  Stepped s{{}, speeds, pose, std::vector<VelocityResult>(constraints.size())};
  Scratch scratch(scratch_bytes(skeleton, constraints));
  s.report = step(skeleton, constraints, method, s.speeds, s.pose, scratch, s.results);
  return s;
}

/// The same joints without limits of place or speed.
Skeleton unbound(const Skeleton& skeleton) {
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    joints.push_back(skeleton.description({i}));
    for (AxisSettings& axis : joints.back().axes) {
      axis.limits = {};
      axis.max_speed = kInfinity;
    }
    joints.back().ball.swing_first = joints.back().ball.swing_second = kPi;
    joints.back().ball.twist = {-kPi, kPi};
  }
  return *Skeleton::build(joints);
}

std::vector<Joint> limited_joints(Random& random, int count, bool fixed = true) {
  std::vector<Joint> joints = random_joints(random, {.joints = count, .fixed = fixed});
  for (Joint& joint : joints)
    for (AxisSettings& axis : joint.axes)
      if (!axis.follows && random.chance(0.7)) axis.max_speed = random.uniform(0.3, 3);
  return joints;
}

/// The velocity of the constraints' links, angular and linear, of pose constraints on their points.
Eigen::VectorXd motion(const Skeleton& skeleton, const Frames& frames, const std::vector<VelocityConstraint>& all,
                       const std::vector<double>& speeds) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(6 * all.size()));
  const int n = skeleton.freedom_count();
  for (std::size_t c = 0; c < all.size(); ++c) {
    Eigen::MatrixXd j(6, n);
    jacobian(skeleton, frames, {all[c].joint, all[c].offset}, {.rows = Rows::Full, .with_fixed = true},
             {j.data(), 6, n});
    v.segment(static_cast<Eigen::Index>(6 * c), 6) = j * vector_of(speeds);
  }
  return v;
}

double worst_over_speed(const Skeleton& skeleton, const std::vector<double>& speeds) {
  double worst = 0;
  for (int f = 0; f < skeleton.freedom_count(); ++f)
    worst = std::max(worst, std::abs(speeds[static_cast<std::size_t>(f)]) - skeleton.freedom(f).max_speed);
  return worst;
}

TEST(VelocityLimits, PlacesAndSpeedsAreNeverExceeded) {
  int slowed = 0, steps = 0;
  double clamped[2] = {};
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const Skeleton skeleton = *Skeleton::build(limited_joints(random, 4 + random.below(12), seed % 2 == 0));
    if (skeleton.freedom_count() == 0) continue;
    Pose pose = random_pose(random, skeleton);
    clamp_to_limits(skeleton, pose);
    const JointId last{skeleton.joint_count() - 1}, other{random.below(skeleton.joint_count())};
    Vec3 push = random.direction() * random.uniform(0.5, 5), spin = random.direction() * random.uniform(0, 4);
    for (int frame = 0; frame < 40; ++frame) {
      if (frame % 10 == 9) push = -push;
      const std::vector<VelocityConstraint> constraints{
          follow_point(last, {}, push, {.offset = {0.2, 0, 0}, .correct = false}),
          follow_pose(other, {}, {spin, push}, {.correct = false})};
      const std::vector<double> given = random_speeds(random, skeleton);
      const Stepped s = stepped(skeleton, constraints, {.h = 1.0 / 30}, pose, given);
      ASSERT_NE(s.report.status, Status::BadInput) << s.report.fault;
      pose = s.pose;
      ++steps;
      slowed += s.report.scale < 1;
      clamped[seed % 2] = std::max(clamped[seed % 2], s.report.clamped);
      ASSERT_LE(limit_violation(skeleton, pose), 1e-12) << seed << ' ' << frame;
      ASSERT_LE(worst_over_speed(skeleton, s.speeds), 0) << seed << ' ' << frame;
      if (s.report.scale < 1) {
        EXPECT_GT(s.report.total_bindings, 0);
      }
    }
  }
  std::printf("%d of %d steps slowed; cones clamped by at most %.2g rad, %.2g with fixed axes that move\n", slowed,
              steps, clamped[1], clamped[0]);
  EXPECT_LT(clamped[1], 5e-3);  // of second order in a step of up to 0.1 rad
  EXPECT_LT(clamped[0], 0.05);  // a ball may have some of its axes fixed and turned by hand
  EXPECT_GT(slowed, steps / 5);
  EXPECT_LT(slowed, steps);
}

TEST(VelocityLimits, TheDirectionIsKeptWhenTheTaskIsSlowed) {
  int slowed = 0, taken_over = 0;
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    std::vector<Joint> joints = limited_joints(random, 4 + random.below(10));
    const Skeleton skeleton = *Skeleton::build(joints), open = unbound(skeleton);
    ASSERT_EQ(open.freedom_count(), skeleton.freedom_count());
    if (skeleton.freedom_count() < 3) continue;
    Pose pose = random_pose(random, skeleton);
    clamp_to_limits(skeleton, pose);
    std::vector<VelocityConstraint> constraints;
    for (int i = 1 + random.below(2); i > 0; --i)
      constraints.push_back(follow_pose({random.below(skeleton.joint_count())}, {}, {random.point(3), random.point(2)},
                                        {.correct = false}));
    const VelocityInverse inverse = seed % 2 ? VelocityInverse::Damped : VelocityInverse::ByRank;
    const Velocity method{.h = 1.0 / 60, .inverse = inverse, .separate = false};
    const Stepped bound = stepped(skeleton, constraints, method, pose), free = stepped(open, constraints, method, pose);
    ASSERT_NE(bound.report.status, Status::BadInput);
    ASSERT_TRUE(bound.report.compensated);
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    const Eigen::VectorXd is = motion(skeleton, frames, constraints, bound.speeds);
    const Eigen::VectorXd would_be = motion(open, frames, constraints, free.speeds);
    if (would_be.norm() < 1e-6) continue;
    worst = std::max(worst, (is - bound.report.scale * would_be).norm() / would_be.norm());
    slowed += bound.report.scale < 1;
    taken_over += bound.report.scale == 1 && bound.report.total_bindings > 0;
  }
  std::printf("slowed %d, taken over by other joints %d, direction off by at most %.2g\n", slowed, taken_over, worst);
  EXPECT_LT(worst, 1e-9);
  EXPECT_GT(slowed, 300);
  EXPECT_GT(taken_over, 50);
}

/// A chain of hinges with speed limits (some alike), a few of them at a limit of place, and what it may do in a step.
struct BoxProblem {
  Skeleton skeleton;
  Pose pose;
  Eigen::MatrixXd a;  // of the tip's velocity
  Eigen::VectorXd t;
  Eigen::VectorXd lower, upper;
  std::vector<VelocityConstraint> constraints;
};

BoxProblem box_problem(Random& random, int n, double speed) {
  std::vector<Joint> joints;
  Pose pose;
  for (int i = 0; i < n; ++i) {
    joints.push_back(
        hinge("h" + std::to_string(i), i ? "h" + std::to_string(i - 1) : "", {0.3, 0, 0}, random.direction()));
    AxisSettings& axis = joints.back().axes[0];
    axis.max_speed = random.chance(0.5) ? 0.5 : random.uniform(0.2, 1);
    pose.q.push_back(random.uniform(-3, 3));
    if (random.chance(0.25)) (random.chance(0.5) ? axis.limits.upper : axis.limits.lower) = pose.q.back();
  }
  joints.push_back(fixed_joint("tip", "h" + std::to_string(n - 1), {0.3, 0, 0}));
  const Skeleton skeleton = *Skeleton::build(joints);
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  BoxProblem p{skeleton, pose, Eigen::MatrixXd(3, n), {}, Eigen::VectorXd(n), Eigen::VectorXd(n), {}};
  const JointId tip = skeleton.joint("tip");
  jacobian(skeleton, frames, {tip}, {.rows = Rows::Linear}, {p.a.data(), 3, n});
  const Vec3 v = random.direction() * speed;
  p.t = Eigen::Vector3d(v.x, v.y, v.z);
  for (int f = 0; f < n; ++f) {
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    p.lower(f) = std::isfinite(freedom.limits.lower) ? 0 : -freedom.max_speed;
    p.upper(f) = std::isfinite(freedom.limits.upper) ? 0 : freedom.max_speed;
  }
  p.constraints = {follow_point(tip, {}, v, {.correct = false})};
  return p;
}

/// The largest s with A x = s t inside the box, by trying every vertex: n - 2 joints at a bound, two and s free.
double largest_scale(const BoxProblem& p) {
  const int n = static_cast<int>(p.upper.size());
  double best = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int signs = 0; signs < 1 << (n - 2); ++signs) {
        Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
        for (int f = 0, bit = 0; f < n; ++f)
          if (f != i && f != j) x(f) = (signs >> bit++ & 1) ? p.upper(f) : p.lower(f);
        Eigen::Matrix3d m;
        m << p.a.col(i), p.a.col(j), -p.t;
        if (std::abs(m.determinant()) < 1e-9) continue;
        const Eigen::Vector3d found = m.inverse() * -(p.a * x);
        const auto inside = [&](int f, double x1) { return x1 >= p.lower(f) - 1e-12 && x1 <= p.upper(f) + 1e-12; };
        if (inside(i, found(0)) && inside(j, found(1))) best = std::max(best, found(2));
      }
    }
  }
  return best;
}

TEST(VelocityLimits, TheScaleIsTheLargestThereIs) {
  int slowed = 0, full = 0;
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const BoxProblem p = box_problem(random, 4 + random.below(3), random.uniform(0.1, 1));
    const double best = std::min(1.0, largest_scale(p));
    const Stepped s = stepped(p.skeleton, p.constraints, {.rank_threshold = 1e-9}, p.pose);
    worst = std::max(worst, std::abs(s.report.scale - best));
    EXPECT_NEAR(s.report.scale, best, 1e-9) << seed;
    (best < 1 ? slowed : full) += 1;
  }
  std::printf("%d slowed, %d not; scale off by at most %.2g\n", slowed, full, worst);
  EXPECT_GT(slowed, 100);
  EXPECT_GT(full, 60);
}

/// The least-norm x with A x = s t inside the box, by trying every set of joints at their bounds.
Eigen::VectorXd least_speed(const BoxProblem& p, double s) {
  const int n = static_cast<int>(p.upper.size());
  Eigen::VectorXd best;
  int sets = 1;
  for (int f = 0; f < n; ++f) sets *= 3;
  for (int set = 0; set < sets; ++set) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    std::vector<int> free;
    for (int f = 0, code = set; f < n; ++f, code /= 3) {
      if (code % 3 == 0) free.push_back(f);
      if (code % 3 == 1) x(f) = p.upper(f);
      if (code % 3 == 2) x(f) = p.lower(f);
    }
    Eigen::MatrixXd a(3, static_cast<Eigen::Index>(free.size()));
    for (std::size_t i = 0; i < free.size(); ++i) a.col(static_cast<Eigen::Index>(i)) = p.a.col(free[i]);
    if (!free.empty()) {
      const Eigen::VectorXd y = a.completeOrthogonalDecomposition().solve(s * p.t - p.a * x);
      for (std::size_t i = 0; i < free.size(); ++i) x(free[i]) = y(static_cast<Eigen::Index>(i));
    }
    if ((p.a * x - s * p.t).norm() > 1e-9) continue;
    if (((x - p.upper).array() > 1e-10).any() || ((p.lower - x).array() > 1e-10).any()) continue;
    if (best.size() == 0 || x.norm() < best.norm()) best = x;
  }
  return best;
}

TEST(VelocityLimits, TheSpeedsAreTheLeastThatStayInside) {
  int bound = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    Random random(seed);
    const BoxProblem p = box_problem(random, 5 + random.below(2), random.uniform(0.2, 1));
    const Stepped s = stepped(p.skeleton, p.constraints, {.rank_threshold = 1e-9}, p.pose);
    const Eigen::VectorXd least = least_speed(p, s.report.scale * (s.report.scale < 1 ? 1 - 1e-12 : 1));
    ASSERT_GT(least.size(), 0) << seed;
    EXPECT_NEAR(vector_of(s.speeds).norm(), least.norm(), 1e-7) << seed << " scale " << s.report.scale;
    if (s.report.scale == 1) {
      EXPECT_LT((vector_of(s.speeds) - least).norm(), 1e-8) << seed;
    }
    bound += s.report.scale == 1 && s.report.total_bindings > 0;
  }
  EXPECT_GT(bound, 20);
}

TEST(VelocityLimits, OtherJointsTakeOverBeforeTheTaskIsSlowed) {
  // Three hinges in the plane; the first stands at its limit.
  const Joint joints[] = {hinge("a", "", {}, kUnitZ, {-1, 0.2}), hinge("b", "a", {0.4, 0, 0}, kUnitZ),
                          hinge("c", "b", {0.3, 0, 0}, kUnitZ), fixed_joint("tip", "c", {0.3, 0, 0})};
  const Skeleton arm = *Skeleton::build(joints);
  const Pose pose{{0.2, 0.5, 0.6}};
  const JointId tip = arm.joint("tip");
  const std::vector<VelocityConstraint> up{follow_point(tip, {}, {-0.2, 0.3, 0}, {.correct = false})};
  const Stepped s = stepped(arm, up, {}, pose);
  EXPECT_TRUE(s.report.reached());
  EXPECT_EQ(s.report.scale, 1);
  EXPECT_EQ(s.speeds[0], 0);
  ASSERT_EQ(s.report.binding_count, 1);
  EXPECT_EQ(s.report.bindings[0].freedom, 0);
  EXPECT_EQ(s.report.bindings[0].limit, VelocityBinding::Limit::Upper);
  EXPECT_GT(stepped(unbound(arm), up, {}, pose).speeds[0], 0.1);
}

TEST(VelocityLimits, FixedJointsAreMadeUpForBeforeTheTaskIsServed) {
  const Joint rail = [] {
    Joint joint = slider("rail", "", {}, kUnitX);
    joint.axes[0].fixed = true;
    return joint;
  }();
  Joint cart = slider("cart", "rail", {}, kUnitX), lift = slider("lift", "cart", {}, kUnitY);
  cart.axes[0].max_speed = lift.axes[0].max_speed = 1;
  const Joint joints[] = {rail, cart, lift};
  const Skeleton skeleton = *Skeleton::build(joints);
  const Pose pose = skeleton.rest_pose();
  const auto run = [&](double given, const Vec3& wanted) {
    return stepped(skeleton, {follow_point(JointId{2}, {}, wanted, {.correct = false})}, {}, pose, {given, 0, 0});
  };
  // The rail takes half of the cart's speed; of (2, 1) a quarter is left: the direction of the point is kept.
  const Stepped s = run(-0.5, {2, 1, 0});
  EXPECT_NEAR(s.report.scale, 0.25, 1e-12);
  EXPECT_TRUE(s.report.compensated);
  EXPECT_NEAR(s.speeds[0], -0.5, 0);
  EXPECT_NEAR(s.speeds[1], 1, 1e-12);
  EXPECT_NEAR(s.speeds[2], 0.25, 1e-12);
  // The task itself may be what makes the rail's motion bearable.
  const Stepped with = run(3, {3, 0.5, 0});
  EXPECT_EQ(with.report.scale, 1);
  EXPECT_NEAR(with.speeds[1], 0, 1e-12);
  EXPECT_NEAR(with.speeds[2], 0.5, 1e-12);
  // The rail is too fast to be made up for: said, and as much as can be.
  const Stepped lost = run(-2, {0, 0.5, 0});
  EXPECT_FALSE(lost.report.compensated);
  EXPECT_NEAR(lost.speeds[1], 1, 1e-12);
  EXPECT_EQ(lost.report.status, Status::NotFound);
  // Limits of fixed joints hold too.
  Joint short_rail = rail;
  short_rail.axes[0].limits = {0, 0.01};
  const Joint others[] = {short_rail, cart, lift};
  const Skeleton stopped = *Skeleton::build(others);
  const Stepped at_end = stepped(stopped, {follow_point(JointId{2}, {}, {0, 0.1, 0}, {.correct = false})}, {.h = 0.1},
                                 stopped.rest_pose(), {1, 0, 0});
  EXPECT_NEAR(at_end.speeds[0], 0.1, 1e-12);
  EXPECT_NEAR(at_end.speeds[1], -0.1, 1e-12);
  EXPECT_LE(limit_violation(stopped, at_end.pose), 0);
}

TEST(VelocityLimits, OneSlowPartDoesNotHoldUpAnother) {
  Joint slow = hinge("a", "", {}, kUnitZ), quick = hinge("b", "", {5, 0, 0}, kUnitZ);
  slow.axes[0].max_speed = 0.5;
  const Joint joints[] = {slow, quick};
  const Skeleton skeleton = *Skeleton::build(joints);
  std::vector<VelocityConstraint> constraints;
  for (int i = 0; i < 2; ++i)
    constraints.push_back(follow_point({i}, {}, {0, 1, 0}, {.offset = {1, 0, 0}, .correct = false}));
  const Stepped s = stepped(skeleton, constraints, {}, skeleton.rest_pose());
  EXPECT_EQ(s.report.parts, 2);
  EXPECT_NEAR(s.speeds[0], 0.5, 1e-15);
  EXPECT_NEAR(s.speeds[1], 1, 1e-14);
  EXPECT_NEAR(s.results[0].scale, 0.5, 1e-14);
  EXPECT_EQ(s.results[1].scale, 1);
  EXPECT_NEAR(s.report.scale, 0.5, 1e-14);
  EXPECT_EQ(s.report.bindings[0].limit, VelocityBinding::Limit::Speed);
  const Stepped whole = stepped(skeleton, constraints, {.separate = false}, skeleton.rest_pose());
  EXPECT_NEAR(whole.speeds[1], 0.5, 1e-14);
}

TEST(VelocityLimits, ConesAreHeld) {
  // Three balls with cones of 30 by 50 degrees and a twist of 20 either way; from many poses the tip is driven off in
  // some direction for a while.
  BallLimits cone;
  cone.swing_first = radians(30.0);
  cone.swing_second = radians(50.0);
  cone.twist = {-radians(20.0), radians(20.0)};
  const Joint joints[] = {ball("shoulder", "", {}, cone), ball("elbow", "shoulder", {0.4, 0, 0}, cone),
                          ball("wrist", "elbow", {0.4, 0, 0}, cone), fixed_joint("tip", "wrist", {0.2, 0, 0})};
  const Skeleton arm = *Skeleton::build(joints), open = unbound(arm);
  const JointId tip = arm.joint("tip");
  Random random(5);
  Pose pose = arm.rest_pose();
  Frames frames(arm);
  double clamped = 0, worst = 0;
  int bound = 0, slowed = 0;
  Vec3 wish;
  for (int frame = 0; frame < 2000; ++frame) {
    if (frame % 20 == 0) {
      pose = random_pose(random, arm);
      clamp_to_limits(arm, pose);
      wish = random.direction() * 0.7;
    }
    forward(arm, pose, frames);
    const std::vector<VelocityConstraint> constraints{follow_point(tip, {}, wish, {.correct = false})};
    const Velocity method{.h = 1.0 / 60, .inverse = VelocityInverse::Damped};
    const Stepped s = stepped(arm, constraints, method, pose);
    ASSERT_LE(limit_violation(arm, s.pose), 1e-12) << frame;
    clamped = std::max(clamped, s.report.clamped);
    bound += s.report.total_bindings > 0;
    slowed += s.report.scale < 1;
    const Eigen::VectorXd would_be = motion(open, frames, constraints, stepped(open, constraints, method, pose).speeds);
    const Eigen::VectorXd is = motion(arm, frames, constraints, s.speeds);
    worst = std::max(worst, (is - s.report.scale * would_be).tail(3).norm() / would_be.tail(3).norm());
    pose = s.pose;
  }
  std::printf("cones: bound in %d of 2000 frames, slowed in %d, clamped by %.2g rad, direction off by %.2g\n", bound,
              slowed, clamped, worst);
  EXPECT_GT(bound - slowed, 100);  // at a cone, and the others took over
  EXPECT_GT(slowed, 100);
  EXPECT_LT(slowed, 1800);
  EXPECT_LT(clamped, 1e-3);  // of second order: a step is up to 0.06 rad here
  EXPECT_LT(worst, 1e-9);
}

}  // namespace
}  // namespace kine
