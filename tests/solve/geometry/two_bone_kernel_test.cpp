#include "kine/solve/geometry/two_bone_kernel.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <type_traits>

#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine::geometry {
namespace {

using test::Random;
using Wide = long double;
using WideVec = Eigen::Matrix<Wide, 3, 1>;
using WideQuat = Eigen::Quaternion<Wide>;

template <class T>
Vec3T<T> to(const Vec3& v) {
  return {static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
}
template <class T>
WideVec wide(const Vec3T<T>& v) {
  return {v.x, v.y, v.z};
}
template <class T>
WideQuat wide(const QuatT<T>& q) {
  return WideQuat(q.w, q.x, q.y, q.z).normalized();
}

/// A limb by its bones, and a problem for it.
template <class T>
struct Problem {
  Vec3T<T> upper, lower;
  TwoBonePose<T> present;
  TwoBoneLimb<T> limb;
  Vec3T<T> target, pole;
};

template <class T>
Problem<T> random_problem(Random& random, double unit = 1) {
  Problem<T> p;
  p.upper = to<T>(random.direction() * (unit * random.uniform(0.2, 1)));
  p.lower = to<T>(random.direction() * (unit * random.uniform(0.2, 1)));
  p.present = {to<T>(random.point(unit)), quat_cast<T>(random.rotation()), quat_cast<T>(random.rotation())};
  p.limb = two_bone_limb<T>(p.upper, p.lower, p.present.mid_rotation);
  p.target = p.present.root + to<T>(random.direction() * (unit * random.uniform(0, 2.3)));
  p.pole = to<T>(random.direction() * random.uniform(0.1, 10));
  return p;
}

/// Forward kinematics by Eigen in long double.
template <class T>
struct Outcome {
  WideVec root, mid, tip;
  Outcome(const Problem<T>& p, const QuatT<T>& root_rotation, const QuatT<T>& mid_rotation)
      : root(wide(p.present.root)),
        mid(root + wide(root_rotation) * wide(p.upper)),
        tip(mid + wide(root_rotation) * (wide(mid_rotation) * wide(p.lower))) {}
};

template <class T>
void expect_solved(const Problem<T>& p, const TwoBoneSolution<T>& s, double tolerance, const char* what, int i) {
  const Outcome<T> out(p, s.root_rotation, s.mid_rotation);
  const Wide l1 = wide(p.upper).norm(), l2 = wide(p.lower).norm();
  const WideVec to_target = wide(p.target) - out.root;
  const Wide distance = to_target.norm();
  const Wide nearest = std::min(std::max(distance, std::abs(l1 - l2)), l1 + l2);
  const WideVec expected = out.root + to_target * (nearest / distance);
  EXPECT_LT((out.tip - expected).norm(), tolerance * (l1 + l2)) << what << ' ' << i;
  if (std::abs(distance - (l1 + l2)) > 1e-6L && std::abs(distance - std::abs(l1 - l2)) > 1e-6L) {
    EXPECT_EQ(s.reached, nearest == distance) << what << ' ' << i;
  }
  const WideVec line = to_target / distance;
  const auto beside = [&](const WideVec& v) -> WideVec { return v - line * v.dot(line); };
  const WideVec side = beside(out.mid - out.root), wanted = beside(wide(p.pole)).normalized();
  if (side.norm() < 0.02L * l1 || beside(wide(p.pole)).norm() < 0.1L * wide(p.pole).norm()) return;
  const double off = static_cast<double>(std::atan2(side.cross(wanted).norm(), side.dot(wanted)));
  EXPECT_LT(off, 500 * tolerance) << what << ' ' << i;
}

TEST(TwoBoneKernel, PutsTheTipOnTheTargetAndTheMidJointAtThePole) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto d = random_problem<double>(random);
    expect_solved(d, solve_two_bone(d.limb, d.present, d.target, {.pole = d.pole}), 4e-15, "double", i);
    const auto f = random_problem<float>(random);
    expect_solved(f, solve_two_bone(f.limb, f.present, f.target, {.pole = f.pole}), 2e-6, "float", i);
  }
}

TEST(TwoBoneKernel, WorksInAnyUnitOfLength) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const auto d = random_problem<double>(random, std::pow(10, random.uniform(-40, 40)));
    const auto solution = solve_two_bone(d.limb, d.present, d.target, {.pole = d.pole});
    const Wide size = wide(d.upper).norm() + wide(d.lower).norm();
    const Outcome<double> out(d, solution.root_rotation, solution.mid_rotation);
    const Wide distance = (wide(d.target) - out.root).norm();
    const Wide gap = std::abs(wide(d.upper).norm() - wide(d.lower).norm());
    const Wide nearest = std::min(std::max(distance, gap), size);
    EXPECT_LT((out.tip - out.root - (wide(d.target) - out.root) * (nearest / distance)).norm(), 4e-15L * size) << i;
  }
  // Doubling the unit changes no bit.
  for (int i = 0; i < 200; ++i) {
    const double l1 = random.uniform(0.2, 1), l2 = random.uniform(0.2, 1), k = std::ldexp(1, random.below(40) - 20);
    const Vec3 target = random.point(1.5), pole = random.direction();
    const auto a = solve_two_bone<double>({l1, l2}, {}, target, {.pole = pole});
    const auto b = solve_two_bone<double>({l1 * k, l2 * k}, {}, target * k, {.pole = pole});
    EXPECT_EQ(a.root_rotation, b.root_rotation);
    EXPECT_EQ(a.mid_rotation, b.mid_rotation);
  }
}

TEST(TwoBoneKernel, LosesNoDigitsNearFullStretchAndFullFold) {
  double worst = 0, worst_plain = 0;
  for (int i = 0; i < 2000; ++i) {
    const double l1 = 0.3 + 1e-4 * i, l2 = i % 4 < 2 ? 0.3 : 0.1;  // the gap between them is exact, or is not
    const double distance = i % 2 ? (l1 + l2) - 1e-13 * (i + 1) : (l1 - l2) + 1e-13 * (i + 1);
    const Wide a = l1, b = l2, d = distance;
    // Near full fold it is what is missing to half a turn that has the digits.
    const Wide sine = std::sqrt((a + b - d) * (a + b + d)), cosine = std::sqrt((d - (a - b)) * (d + (a - b)));
    const Wide exact = 2 * (i % 2 ? std::atan2(sine, cosine) : std::atan2(cosine, sine));
    const auto t = triangle(l1, l2, distance);
    const double ours = 2 * (i % 2 ? std::atan2(t.bend_sin, t.bend_cos) : std::atan2(t.bend_cos, t.bend_sin));
    EXPECT_NEAR(t.bend_sin * t.bend_sin + t.bend_cos * t.bend_cos, t.bend_squared, 1e-15 * t.bend_squared);
    EXPECT_NEAR(t.root_sin * t.root_sin + t.root_cos * t.root_cos, t.root_squared, 1e-15 * t.root_squared);
    const double c = (distance * distance - l1 * l1 - l2 * l2) / (2 * l1 * l2);
    const double acos = std::acos(std::fmax(-1, std::fmin(1, c))), plain = i % 2 ? acos : kPi - acos;
    worst = std::fmax(worst, static_cast<double>(std::abs((ours - exact) / exact)));
    worst_plain = std::fmax(worst_plain, static_cast<double>(std::abs((plain - exact) / exact)));
  }
  EXPECT_LT(worst, 1e-15);
  EXPECT_GT(worst_plain, 1e-6);
}

TEST(TwoBoneKernel, KeepsThePoseWhenTheTargetIsOutOfReachAndThatIsWanted) {
  const TwoBoneLimb<double> limb{0.5, 0.3};
  Random random(3);
  const TwoBonePose<double> present{{1, 2, 3}, random.rotation(), random.rotation()};
  for (const double distance : {0.81, 0.19, 0.0}) {
    const auto s = solve_two_bone(limb, present, present.root + Vec3{0, distance, 0},
                                  {.pole = kUnitX, .on_unreachable = OnUnreachable::Keep});
    EXPECT_FALSE(s.reached);
    EXPECT_EQ(s.root_rotation, present.root_rotation);
    EXPECT_EQ(s.mid_rotation, present.mid_rotation);
  }
  for (const double distance : {0.8, 0.2}) {  // at the very ends, give or take a rounding
    const auto s = solve_two_bone(limb, present, present.root + Vec3{0, distance, 0},
                                  {.pole = kUnitX, .on_unreachable = OnUnreachable::Keep});
    EXPECT_TRUE(s.reached);
  }
}

TEST(TwoBoneKernel, IsStraightPastFullStretchToTheLastBit) {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const double l1 = random.uniform(0.1, 1), l2 = random.uniform(0.1, 1);
    const auto s = solve_two_bone<double>({l1, l2}, {}, random.direction() * (l1 + l2 + random.uniform(1e-9, 5)),
                                          {.pole = random.direction()});
    EXPECT_EQ(s.mid_rotation.vector(), Vec3{});
    EXPECT_FALSE(s.reached);
  }
}

TEST(TwoBoneKernel, StandsWhatIsDegenerate) {
  Random random(5);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const auto finite = [](const TwoBoneSolution<double>& s) {
    return std::abs(length(s.root_rotation) - 1) < 1e-14 && std::abs(length(s.mid_rotation) - 1) < 1e-14;
  };
  for (int i = 0; i < 200; ++i) {
    auto p = random_problem<double>(random);
    const Vec3 line = random.direction();
    const double sum = p.limb.upper + p.limb.lower;
    for (const Vec3& pole : {line, -line, Vec3{}, line * 1e-300, line * 1e300, p.pole * 1e-200, p.pole * 1e200}) {
      for (const double distance : {0.0, 1e-300, 1e-200, 0.9 * sum, sum, sum * (1 + 1e-15), 1e100, 1e150}) {
        const Vec3 target = p.present.root + line * distance;
        const auto s = solve_two_bone(p.limb, p.present, target, {.pole = pole});
        ASSERT_TRUE(finite(s)) << distance;
        if (distance < 1e3) continue;
        const Vec3 tip = tip_position(p.limb, {p.present.root, s.root_rotation, s.mid_rotation});
        EXPECT_LT(length(tip - p.present.root - line * sum), 1e-14) << distance;
      }
    }
    // A pole as short or long as can be is a pole still.
    for (const double size : {1e-300, 1e-200, 1e200, 1e300}) {
      const auto s = solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole * (size / length(p.pole))});
      expect_solved(p, s, 4e-15, "pole", i);
    }
    // Bones without length.
    for (const auto& [l1, l2] : {std::pair{0.5, 0.0}, {0.0, 0.5}, {0.0, 0.0}}) {
      const auto s = solve_two_bone<double>({l1, l2}, p.present, p.target, {.pole = p.pole});
      ASSERT_TRUE(finite(s));
      const Vec3 tip = tip_position<double>({l1, l2}, {p.present.root, s.root_rotation, s.mid_rotation});
      EXPECT_LT(length(tip - p.present.root - normalised(p.target - p.present.root) * (l1 + l2)), 1e-14);
    }
    // Equal bones fold onto the root.
    const auto folded = solve_two_bone<double>({0.5, 0.5}, p.present, p.present.root, {.pole = p.pole});
    EXPECT_TRUE(folded.reached);
    EXPECT_LT(length(tip_position<double>({0.5, 0.5}, {{}, folded.root_rotation, folded.mid_rotation})), 1e-15);
    // What is not finite changes nothing.
    for (const double bad : {nan, infinity, -infinity, 1e200}) {
      const auto s = solve_two_bone(p.limb, p.present, {0, bad, 0}, {.pole = p.pole});
      EXPECT_FALSE(s.reached);
      EXPECT_EQ(s.root_rotation, p.present.root_rotation);
      EXPECT_EQ(s.mid_rotation, p.present.mid_rotation);
    }
    EXPECT_TRUE(finite(solve_two_bone(p.limb, p.present, p.target, {.pole = {nan, 0, 0}})));
  }
}

TEST(TwoBoneKernel, StandsExtremesInFloat) {
  for (const float unit : {1e-12f, 1e-6f, 1.0f, 1e6f, 1e12f}) {
    for (const float far : {1e-3f, 0.5f, 1.5f, 1e5f, 1e6f}) {
      const auto s = solve_two_bone<float>({unit, unit}, {}, {0, -unit * far, unit * far * 0.5f}, {.pole = {1, 0, 0}});
      EXPECT_NEAR(length(s.root_rotation), 1, 1e-6f) << unit << ' ' << far;
      const Vec3f tip = tip_position<float>({unit, unit}, {{}, s.root_rotation, s.mid_rotation});
      const float wanted = std::fmin(2.0f, far * std::sqrt(1.25f));
      EXPECT_NEAR(length(tip) / unit, wanted, 2e-6f) << unit << ' ' << far;
    }
  }
}

TEST(TwoBoneKernel, SwingsTheShortestWayWithoutAPole) {
  Random random(6);
  for (int i = 0; i < 1000; ++i) {
    const auto p = random_problem<double>(random);
    const auto s = solve_two_bone(p.limb, p.present, p.target);
    const Vec3 root = p.present.root;
    const Vec3 line = normalised(p.target - root), before = normalised(tip_position(p.limb, p.present) - root);
    const auto bend_axis = [&](const Quat& rotation) { return rotate(rotation, rotate(p.limb.upper_frame, kUnitZ)); };
    const Eigen::Vector3d from(before.x, before.y, before.z), to(line.x, line.y, line.z), across = from.cross(to);
    const Eigen::AngleAxisd swing(std::atan2(across.norm(), from.dot(to)), across.normalized());
    const Vec3 axis = bend_axis(p.present.root_rotation), now = bend_axis(s.root_rotation);
    const Eigen::Vector3d expected = swing * Eigen::Vector3d(axis.x, axis.y, axis.z);
    EXPECT_LT((expected - Eigen::Vector3d(now.x, now.y, now.z)).norm(), 1e-12) << i;
  }
  // Already there: nothing moves.
  const auto p = random_problem<double>(random);
  const auto s = solve_two_bone(p.limb, p.present, tip_position(p.limb, p.present));
  EXPECT_LT(angle_of(conjugate(p.present.root_rotation) * s.root_rotation), 1e-7);
  EXPECT_LT(angle_of(conjugate(p.present.mid_rotation) * s.mid_rotation), 1e-7);
}

TEST(TwoBoneKernel, TwistTurnsTheLimbAboutItsLine) {
  Random random(7);
  for (int i = 0; i < 500; ++i) {
    const auto p = random_problem<double>(random);
    const double angle = random.uniform(-3, 3);
    const auto plain = solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole});
    const auto twisted = solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole, .twist = sin_cos(angle)});
    const Vec3 line = normalised(p.target - p.present.root);
    const Quat expected = from_axis_angle(line, angle) * plain.root_rotation;
    EXPECT_LT(angle_of(conjugate(expected) * twisted.root_rotation), 2e-7) << i;
    EXPECT_EQ(plain.mid_rotation, twisted.mid_rotation);
  }
}

TEST(TwoBoneKernel, FadesBetweenThePresentAndTheSolution) {
  Random random(8);
  const auto p = random_problem<double>(random);
  const auto whole = solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole});
  const auto none = solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole, .fade = 0});
  EXPECT_EQ(none.root_rotation, p.present.root_rotation);
  EXPECT_EQ(none.mid_rotation, p.present.mid_rotation);
  double last = 0;
  const double all = angle_of(conjugate(p.present.root_rotation) * whole.root_rotation);
  for (double fade = 0.1; fade < 1; fade += 0.1) {
    const auto s = solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole, .fade = fade});
    const double gone = angle_of(conjugate(p.present.root_rotation) * s.root_rotation);
    EXPECT_GT(gone, last);
    EXPECT_NEAR(gone, fade * all, radians(8.2));
    last = gone;
  }
}

TEST(TwoBoneKernel, SofteningIsSmoothAndNeverQuiteStraight) {
  constexpr double kReach = 0.8, kSoft = 0.1, kStart = kReach * (1 - kSoft), kStep = 1e-4;
  EXPECT_EQ(soft_distance(0.5, kReach, kSoft), 0.5);
  EXPECT_EQ(soft_distance(kStart, kReach, kSoft), kStart);
  EXPECT_EQ(soft_distance(2.0, kReach, 0.0), 2.0);
  double last_slope = 1;
  for (double d = 0.6; d < 3; d += kStep) {
    const double slope = (soft_distance(d + kStep, kReach, kSoft) - soft_distance(d, kReach, kSoft)) / kStep;
    EXPECT_GT(slope, 0);
    EXPECT_LE(slope, last_slope + 1e-9);
    EXPECT_LT(last_slope - slope, 2 * kStep / (kSoft * kReach));  // no kink
    EXPECT_LT(soft_distance(d, kReach, kSoft), kReach);
    last_slope = slope;
  }
  EXPECT_NEAR(soft_distance(1e300, kReach, kSoft), kReach, 1e-15);
}

TEST(TwoBoneKernel, DoesNotSnapThroughFullStretchWhenSoftened) {
  const auto fastest = [](double softness) {  // bend, radians for each metre the target moves
    double last = 0, most = 0;
    constexpr double kStep = 1e-5;
    for (double x = 0.6; x < 1.2; x += kStep) {
      const auto s = solve_two_bone<double>({0.45, 0.4}, {}, {x, 0, 0}, {.pole = {0, 1, 0}, .softness = softness});
      const double bend = angle_of(s.mid_rotation);
      if (x > 0.6) most = std::fmax(most, std::abs(bend - last) / kStep);
      last = bend;
    }
    return most;
  };
  EXPECT_GT(fastest(0), 500);
  EXPECT_LT(fastest(0.05), 14);
  EXPECT_LT(fastest(0.1), 9);
}

TEST(TwoBoneKernel, BendsAboutTheAxisItIsGiven) {
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    auto p = random_problem<double>(random);
    const Vec3 bend_axis = random.direction();
    p.limb = two_bone_limb(p.upper, p.lower, p.present.mid_rotation, bend_axis);
    expect_solved(p, solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole}), 4e-15, "axis", i);
    const Vec3 axis_in_root = rotate(p.limb.upper_frame, kUnitZ), given = rotate(p.present.mid_rotation, bend_axis);
    EXPECT_NEAR(dot(axis_in_root, p.upper), 0, 1e-14);
    EXPECT_NEAR(dot(axis_in_root, cross(given, p.upper)), 0,
                1e-14);  // the given one, made perpendicular to the upper bone
    EXPECT_GT(dot(axis_in_root, given), 0);
  }
}

TEST(TwoBoneKernel, AllocatesNothing) {
  Random random(10);
  const auto p = random_problem<double>(random);
  const test::AllocationTrap trap;
  solve_two_bone(p.limb, p.present, p.target, {.pole = p.pole});
  solve_two_bone(two_bone_limb(p.upper, p.lower, p.present.mid_rotation), p.present, p.target);
  EXPECT_EQ(trap.count(), 0);
}

}  // namespace
}  // namespace kine::geometry
