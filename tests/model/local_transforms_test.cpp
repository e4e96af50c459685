#include "kine/model/local_transforms.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "tests/math/math_testing.h"

namespace kine {
namespace {

using testing_math::number;
using testing_math::unit_quat;
using testing_math::unit_vec3;
using testing_math::vec3;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Skeleton built(const std::vector<Joint>& joints) {
  Result<Skeleton> skeleton = Skeleton::build(joints);
  EXPECT_TRUE(skeleton.ok()) << skeleton.error();
  return *skeleton;
}

/// Every proper Euler and Tait-Bryan order.
const std::array<const char*, 12> kOrders = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX",
                                             "XYX", "XZX", "YXY", "YZY", "ZXZ", "ZYZ"};

/// A joint of three angles, its axes turned as a whole as an ASF file's `axis` line does.
Joint turned_euler(std::string name, std::string parent, const std::string& order, const Quat& frame) {
  Joint joint = euler(std::move(name), std::move(parent), {0.1, 0.2, 0.3}, order);
  for (Vec3& axis : joint.euler_axes) axis = rotate(frame, axis);
  return joint;
}

std::vector<Joint> random_joints(bool scaled) {
  std::vector<Joint> joints(static_cast<std::size_t>(*rc::gen::inRange(1, 12)));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    Joint& joint = joints[i];
    const auto kind = *rc::gen::element(JointKind::Fixed, JointKind::Hinge, JointKind::Slider, JointKind::Euler,
                                        JointKind::Ball, JointKind::Free);
    if (kind == JointKind::Euler) joint = turned_euler("", "", *rc::gen::elementOf(kOrders), *unit_quat());
    if (kind == JointKind::Euler) joint.euler_count = *rc::gen::inRange(2, 4);
    joint.name = "j" + std::to_string(i);
    if (i > 0) joint.parent = "j" + std::to_string(*rc::gen::inRange<std::size_t>(0, i));
    joint.kind = kind;
    joint.axis = *unit_vec3();
    joint.rest = {*vec3(), *unit_quat(), {1, 1, 1}};
    if (scaled) joint.rest.scale = {*number(0.5, 2), -*number(0.5, 2), *number(0.5, 2)};
  }
  return joints;
}

/// Angles up to `bound` and quaternions of any sign.
Pose random_pose(const Skeleton& skeleton, double bound) {
  Pose pose = skeleton.rest_pose();
  for (double& value : pose) value = *number(bound);
  for (int i = 0; i < skeleton.joint_count(); ++i)
    if (skeleton.kind({i}) == JointKind::Ball || skeleton.kind({i}) == JointKind::Free)
      set_joint_rotation(skeleton, {i}, *unit_quat(), pose.q);
  tidy(skeleton, pose.q);
  return pose;
}

Shape random_shape(const Skeleton& skeleton) {
  Shape shape(skeleton);
  for (Vec3& v : shape.translation) v = *vec3();
  for (Vec3& v : shape.scale) v = {*number(0.5, 2), -*number(0.5, 2), *number(0.5, 2)};
  return shape;
}

template <class T>
std::vector<LocalTransformT<T>> locals_of(const Skeleton& skeleton, const Pose& pose) {
  std::vector<LocalTransformT<T>> locals(static_cast<std::size_t>(skeleton.joint_count()));
  to_local_transforms(skeleton, pose.q, locals);
  return locals;
}

double apart(const Pose& a, const Pose& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

double apart(const LocalTransform& a, const LocalTransform& b) {
  return std::max({testing_math::apart(a.translation, b.translation),
                   testing_math::turned_apart(a.rotation, b.rotation), testing_math::apart(a.scale, b.scale)});
}

/// Nearer than this to the gimbal lock of a joint of three angles, the outer angles are not compared.
bool far_from_lock(const Skeleton& skeleton, const Pose& pose, double margin) {
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    if (skeleton.kind({i}) != JointKind::Euler || skeleton.value_count({i}) != 3) continue;
    const auto& axes = skeleton.description({i}).euler_axes;
    const Quat middle = from_axis_angle(axes[1], joint_value(skeleton, pose.q, {i}, 1));
    if (length(cross(axes[0], rotate(middle, axes[2]))) < margin) return false;
  }
  return true;
}

// ---- to local transforms -------------------------------------------------------------------------------------------

Eigen::Affine3d affine(const LocalTransform& l) {
  return Eigen::Translation3d(testing_math::eigen(l.translation)) * testing_math::eigen(l.rotation) *
         Eigen::Scaling(testing_math::eigen(l.scale));
}

void compose_and_compare(const Skeleton& skeleton, const std::vector<LocalTransform>& locals, const Frames& frames) {
  std::vector<Eigen::Affine3d> world;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const int parent = skeleton.parent({i}).index;
    const Eigen::Affine3d above = parent < 0 ? Eigen::Affine3d::Identity() : world[static_cast<std::size_t>(parent)];
    world.push_back(above * affine(locals[static_cast<std::size_t>(i)]));
    const Affine ours = frames.affine({i});
    RC_ASSERT((testing_math::eigen(ours.linear) - world.back().linear()).cwiseAbs().maxCoeff() < 1e-11);
    RC_ASSERT((testing_math::eigen(ours.translation) - world.back().translation()).cwiseAbs().maxCoeff() < 1e-11);
  }
}

RC_GTEST_PROP(LocalTransforms, MultipliedUpTheyGiveForwardKinematics, ()) {
  const Skeleton skeleton = built(random_joints(true));
  const Pose pose = random_pose(skeleton, 4);
  Frames frames(skeleton);
  forward(skeleton, pose.q, frames);
  compose_and_compare(skeleton, locals_of<double>(skeleton, pose), frames);

  const Shape shape = random_shape(skeleton);
  std::vector<LocalTransform> locals(static_cast<std::size_t>(skeleton.joint_count()));
  to_local_transforms(skeleton, pose.q, shape, locals);
  forward(skeleton, pose.q, shape, frames);
  compose_and_compare(skeleton, locals, frames);
}

// ---- there and back ------------------------------------------------------------------------------------------------

RC_GTEST_PROP(LocalTransforms, PoseComesBackFromDoubles, ()) {
  const Skeleton skeleton = built(random_joints(true));
  const Pose pose = random_pose(skeleton, 30);
  RC_PRE(far_from_lock(skeleton, pose, 1e-3));
  // From the pose itself, so that turns and the choice of two ways are those of the pose.
  Pose found = pose;
  for (double& value : found) value += *number(0.05);
  const LocalTransformGap gap = from_local_transforms(skeleton, locals_of<double>(skeleton, pose), found.q);
  RC_ASSERT(gap.angle < 1e-13);
  RC_ASSERT(gap.distance < 1e-12);
  RC_ASSERT(apart(found, pose) < 1e-9);
}

RC_GTEST_PROP(LocalTransforms, PoseComesBackFromFloats, ()) {
  const Skeleton skeleton = built(random_joints(true));
  const Pose pose = random_pose(skeleton, 3);
  RC_PRE(far_from_lock(skeleton, pose, 0.1));
  Pose found = pose;
  for (double& value : found) value += *number(0.05);
  const LocalTransformGap gap = from_local_transforms(skeleton, locals_of<float>(skeleton, pose), found.q);
  RC_ASSERT(gap.angle < 1e-6);
  RC_ASSERT(gap.distance < 1e-6);
  RC_ASSERT(apart(found, pose) < 1e-5);
}

RC_GTEST_PROP(LocalTransforms, AnyStartFindsValuesThatGiveTheSameTransforms, ()) {
  const Skeleton skeleton = built(random_joints(false));
  const Pose pose = random_pose(skeleton, 4);
  const std::vector<LocalTransform> locals = locals_of<double>(skeleton, pose);
  Pose found = random_pose(skeleton, 4);
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  RC_ASSERT(gap.angle < 4e-12);
  RC_ASSERT(gap.distance < 1e-13);
  const std::vector<LocalTransform> again = locals_of<double>(skeleton, found);
  for (std::size_t i = 0; i < locals.size(); ++i) RC_ASSERT(apart(locals[i], again[i]) < 1e-9);
}

RC_GTEST_PROP(LocalTransforms, ShapeTakesWhatNoJointMakes, ()) {
  const Skeleton skeleton = built(random_joints(false));
  const Pose pose = random_pose(skeleton, 3);
  const Shape shape = random_shape(skeleton);
  std::vector<LocalTransform> locals(static_cast<std::size_t>(skeleton.joint_count()));
  to_local_transforms(skeleton, pose.q, shape, locals);
  Pose found = skeleton.rest_pose();
  Shape found_shape(skeleton);
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q, found_shape);
  RC_ASSERT(gap.angle < 1e-9);
  RC_ASSERT(gap.distance == 0);
  std::vector<LocalTransform> again(locals.size());
  to_local_transforms(skeleton, found.q, found_shape, again);
  for (std::size_t i = 0; i < locals.size(); ++i) RC_ASSERT(apart(locals[i], again[i]) < 1e-9);
}

// ---- hinges and sliders --------------------------------------------------------------------------------------------

TEST(LocalTransforms, HingeRunsOnPastManyTurns) {
  const Skeleton skeleton = built({hinge("wheel", "", {}, {1, 2, 3})});
  Pose found = skeleton.rest_pose();
  for (int step = 0; step <= 400; ++step) {
    const Pose pose{{0.1 * step}};
    from_local_transforms(skeleton, locals_of<double>(skeleton, pose), found.q);
    ASSERT_NEAR(found[0], 0.1 * step, 1e-12);
  }
  for (int step = 400; step >= -400; --step) {
    const Pose pose{{0.1 * step}};
    from_local_transforms(skeleton, locals_of<float>(skeleton, pose), found.q);
    ASSERT_NEAR(found[0], 0.1 * step, 1e-6);
  }
}

RC_GTEST_PROP(LocalTransforms, HingeAndSliderLeaveTheLeastOver, ()) {
  const Skeleton skeleton = built({hinge("h", "", {}, *unit_vec3()), slider("s", "h", {0.3, 0, 0}, *unit_vec3())});
  const std::vector<LocalTransform> locals = {{{}, *unit_quat(), {1, 1, 1}}, {*vec3(), {}, {1, 1, 1}}};
  Pose found = skeleton.rest_pose();
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  for (int step = 0; step < 200; ++step) {
    const Pose other{{step * kTwoPi / 200, -2 + step * 0.02}};
    const std::vector<LocalTransform> made = locals_of<double>(skeleton, other);
    RC_ASSERT(angle_of(conjugate(made[0].rotation) * locals[0].rotation) >= gap.angle - 1e-12);
    RC_ASSERT(length(made[1].translation - locals[1].translation) >= gap.distance - 1e-12);
  }
  const std::vector<LocalTransform> made = locals_of<double>(skeleton, found);
  RC_ASSERT(std::abs(angle_of(conjugate(made[0].rotation) * locals[0].rotation) - gap.angle) < 1e-12);
  RC_ASSERT(std::abs(length(made[1].translation - locals[1].translation) - gap.distance) < 1e-12);
}

TEST(LocalTransforms, HingeKeepsItsAngleWhereTheTurnSaysNothingAboutIt) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitZ)});
  const std::vector<LocalTransform> locals = {{{}, {1, 0, 0, 0}, {1, 1, 1}}};  // half a turn about x
  Pose found{{0.7}};
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  EXPECT_EQ(found[0], 0.7);
  EXPECT_NEAR(gap.angle, kPi, 1e-15);
  EXPECT_EQ(gap.angle_joint, JointId{0});
}

// ---- Euler angles --------------------------------------------------------------------------------------------------

RC_GTEST_PROP(LocalTransforms, ThreeAnglesOfAnyOrderMeetAnyRotation, ()) {
  const std::string order = *rc::gen::elementOf(kOrders);
  const Skeleton skeleton = built({turned_euler("e", "", order, *unit_quat())});
  const Quat wanted = *unit_quat();
  Pose found{{*number(10), *number(10), *number(10)}};
  const Pose before = found;
  const std::vector<LocalTransform> locals = {{{0.1, 0.2, 0.3}, wanted, {1, 1, 1}}};
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  RC_ASSERT(gap.angle < 1e-13);
  // By Eigen: the product of the three turns is the rotation.
  const auto& axes = skeleton.description({0}).euler_axes;
  Eigen::Quaterniond product = Eigen::Quaterniond::Identity();
  for (std::size_t i = 0; i < 3; ++i) product = product * Eigen::AngleAxisd(found[i], testing_math::eigen(axes[i]));
  RC_ASSERT(product.angularDistance(testing_math::eigen(wanted)) < 1e-7);  // its acos knows no more
  RC_ASSERT((product.matrix() - testing_math::eigen(wanted).matrix()).cwiseAbs().maxCoeff() < 1e-13);
  // No other way, by the second solution and by turns, is nearer to where it was.
  const double bend = axes[0] == axes[2] ? 0 : kPi;  // the second way: b -> -b, or pi - b
  const double chosen =
      std::pow(found[0] - before[0], 2) + std::pow(found[1] - before[1], 2) + std::pow(found[2] - before[2], 2);
  const auto nearest = [](double a, double b) { return std::pow(std::remainder(a - b, kTwoPi), 2); };
  const double other =
      nearest(found[0] + kPi, before[0]) + nearest(bend - found[1], before[1]) + nearest(found[2] + kPi, before[2]);
  RC_ASSERT(chosen <= other + 1e-9);
  for (std::size_t i = 0; i < 3; ++i) RC_ASSERT(std::abs(found[i] - before[i]) <= kPi + 1e-9);
}

RC_GTEST_PROP(LocalTransforms, NearTheirLockThreeAnglesStillMeetTheRotation, ()) {
  const std::string order = *rc::gen::elementOf(kOrders);
  const Skeleton skeleton = built({turned_euler("e", "", order, *unit_quat())});
  const double lock = order[0] == order[2] ? *rc::gen::element(0, 2) * kHalfPi : *rc::gen::element(-1, 1) * kHalfPi;
  const Pose pose{{*number(3), lock + *number(1) * std::pow(10, *number(-17, 0)), *number(3)}};
  Pose found{{*number(3), *number(3), *number(3)}};
  const Pose before = found;
  RC_ASSERT(from_local_transforms(skeleton, locals_of<double>(skeleton, pose), found.q).angle < 4e-12);
  found = before;
  RC_ASSERT(from_local_transforms(skeleton, locals_of<float>(skeleton, pose), found.q).angle < 5e-6);
}

TEST(LocalTransforms, EulerAnglesPassTheirLockWithoutAJump) {
  // The middle angle runs through the lock at 90 degrees (ZYX) and at 0 (ZXZ), the others stand still.
  for (const char* order : {"ZYX", "ZXZ"}) {
    const Skeleton skeleton = built({euler("e", "", {}, order)});
    Pose found{{0.4, -1, 0.9}};
    for (int step = 0; step <= 300; ++step) {
      const Pose pose{{0.4, -1 + 0.01 * step, 0.9}};
      const LocalTransformGap gap = from_local_transforms(skeleton, locals_of<double>(skeleton, pose), found.q);
      ASSERT_LT(gap.angle, 1e-9) << order << " step " << step;
      ASSERT_LT(apart(found, pose), 1e-6) << order << " step " << step;
    }
  }
}

TEST(LocalTransforms, EulerInLockKeepsItsLastAngle) {
  for (const char* order : {"ZYX", "XYZ", "ZXZ", "YZY"}) {
    const Skeleton skeleton = built({euler("e", "", {}, order)});
    const auto& axes = skeleton.description({0}).euler_axes;
    for (const double side : {-1.0, 1.0}) {
      const bool proper = axes[0] == axes[2];
      const double middle = proper ? (side < 0 ? 0 : kPi) : side * kHalfPi;
      const Pose pose{{0.4, middle, 0.9}};
      Pose found{{0.1, middle, 0.2}};
      const LocalTransformGap gap = from_local_transforms(skeleton, locals_of<double>(skeleton, pose), found.q);
      EXPECT_LT(gap.angle, 1e-15 * 4) << order;
      EXPECT_EQ(found[2], 0.2) << order;
      EXPECT_NEAR(found[1], middle, 1e-12) << order;
      // Whichever of sum or difference counts here is the pose's.
      const double sum = found[0] + found[2] - 1.3, difference = found[0] - found[2] + 0.5;
      EXPECT_LT(std::min(std::abs(sum), std::abs(difference)), 1e-12) << order;
      // The same input gives the same bits.
      Pose again{{0.1, middle, 0.2}};
      from_local_transforms(skeleton, locals_of<double>(skeleton, pose), again.q);
      EXPECT_EQ(again, found) << order;
      // Floats never stand in lock exactly; near it is enough.
      for (int step = 0; step < 40; ++step) {
        const Pose near_lock{{0.1 * step, middle + 1e-8 * step, 0.9 - 0.13 * step}};
        Pose from_float{{0.1, middle, 0.2}};
        EXPECT_LT(from_local_transforms(skeleton, locals_of<float>(skeleton, near_lock), from_float.q).angle, 4e-6);
        EXPECT_EQ(from_float[2], 0.2) << order << " step " << step;
      }
    }
  }
}

/// The least angle left over on a fine grid of all angles.
double least_on_grid(const Skeleton& skeleton, const Quat& wanted, int steps) {
  const int count = skeleton.value_count();
  double best = kInfinity;
  Pose pose{std::vector<double>(static_cast<std::size_t>(count))};
  int all = 1;
  for (int i = 0; i < count; ++i) all *= steps;
  for (int n = 0; n < all; ++n) {
    for (int i = 0, rest = n; i < count; ++i, rest /= steps)
      pose[static_cast<std::size_t>(i)] = rest % steps * kTwoPi / steps;
    best = std::min(best, angle_of(conjugate(parent_from_joint(skeleton, pose.q, {0}).rotation) * wanted));
  }
  return best;
}

RC_GTEST_PROP(LocalTransforms, TwoAnglesLeaveTheLeastOver, ()) {
  Joint joint = euler("e", "", {}, "ZX");
  for (Vec3& axis : joint.euler_axes) axis = *unit_vec3();  // perpendicular to each other or not
  const Skeleton skeleton = built({joint});
  const Quat wanted = *unit_quat();
  Pose found{{*number(4), *number(4)}};
  const std::vector<LocalTransform> locals = {{{}, wanted, {1, 1, 1}}};
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  const double grid = least_on_grid(skeleton, wanted, 60);
  RC_ASSERT(gap.angle <= grid + 1e-12);
  RC_ASSERT(gap.angle >= grid - 0.15);
}

RC_GTEST_PROP(LocalTransforms, ThreeSkewAxesLeaveTheLeastOver, ()) {
  Joint joint = euler("e", "", {}, "ZXZ");
  for (Vec3& axis : joint.euler_axes) axis = *unit_vec3();
  const Skeleton skeleton = built({joint});
  const std::vector<LocalTransform> locals = {{{}, *unit_quat(), {1, 1, 1}}};
  Pose found{{*number(4), *number(4), *number(4)}};
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  const double grid = least_on_grid(skeleton, locals[0].rotation, 24);
  RC_ASSERT(gap.angle <= grid + 1e-12);
  RC_ASSERT(gap.angle >= grid - 0.5);
}

RC_GTEST_PROP(LocalTransforms, ThreeSkewAxesMeetWhatTheyCanMake, ()) {
  Joint joint = euler("e", "", {}, "ZXZ");
  for (Vec3& axis : joint.euler_axes) axis = *unit_vec3();
  const Skeleton skeleton = built({joint});
  const Pose pose{{*number(4), *number(4), *number(4)}};
  Pose found{{*number(4), *number(4), *number(4)}};
  RC_ASSERT(from_local_transforms(skeleton, locals_of<double>(skeleton, pose), found.q).angle < 1e-12);
}

// ---- balls, followers, edges ---------------------------------------------------------------------------------------

RC_GTEST_PROP(LocalTransforms, QuaternionsContinueWithTheirPresentSign, ()) {
  const Skeleton skeleton = built({free_joint("root"), ball("hip", "root", {0, 1, 0})});
  const Pose pose = random_pose(skeleton, 1);
  std::vector<LocalTransform> locals = locals_of<double>(skeleton, pose);
  for (LocalTransform& l : locals) l.rotation = -l.rotation;
  Pose found = pose;
  from_local_transforms(skeleton, locals, found.q);
  RC_ASSERT(apart(found, pose) < 1e-15 * 4);
}

TEST(LocalTransforms, FollowersGetTheirDue) {
  Joint tip = hinge("tip", "base", {1, 0, 0}, kUnitZ);
  tip.axes[0].follows = Follow{"base", 0, 0.5, 0.1};
  const Skeleton skeleton = built({hinge("base", "", {}, kUnitZ), tip});
  std::vector<LocalTransform> locals = locals_of<double>(skeleton, Pose{{0.8, 0.5}});
  Pose found = skeleton.rest_pose();
  EXPECT_LT(from_local_transforms(skeleton, locals, found.q).angle, 1e-15 * 4);
  EXPECT_NEAR(found[0], 0.8, 1e-15);
  EXPECT_NEAR(found[1], 0.5, 1e-15);
  locals[1].rotation = from_axis_angle(kUnitZ, 0.75);  // not what following gives
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  EXPECT_NEAR(found[1], 0.5, 1e-15);
  EXPECT_NEAR(gap.angle, 0.25, 1e-15);
  EXPECT_EQ(gap.angle_joint, JointId{1});
}

TEST(LocalTransforms, ScalesAndLengthsOfQuaternionsDoNotMatter) {
  const Skeleton skeleton = built({ball("b", "", {}), hinge("h", "b", {0, 1, 0}, kUnitX)});
  const Pose pose{{0.5, 0.5, 0.5, 0.5, 0.3}};
  std::vector<LocalTransform> locals = locals_of<double>(skeleton, pose);
  for (LocalTransform& l : locals) {
    l.scale = {-1, 2, 0};
    l.rotation = l.rotation * 7.0;
  }
  Pose found = skeleton.rest_pose();
  const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
  EXPECT_LT(apart(found, pose), 1e-15 * 4);
  EXPECT_LT(gap.angle, 1e-15 * 4);
  EXPECT_EQ(gap.distance, 0);
}

TEST(LocalTransforms, ATransformThatIsNoneKeepsTheJointsValues) {
  const Skeleton skeleton =
      built({hinge("a", "", {}, kUnitX), hinge("b", "a", {}, kUnitY), slider("c", "b", {}, kUnitZ)});
  const std::vector<LocalTransform> good = locals_of<double>(skeleton, Pose{{1, 2, 3}});
  for (const int what : {0, 1, 2}) {
    std::vector<LocalTransform> locals = good;
    if (what == 0) locals[1].rotation = {0, 0, 0, 0};
    if (what == 1) locals[1].rotation.x = kNan;
    if (what == 2) locals[1].translation.y = kInfinity;
    Pose found{{0, 0.25, 0}};
    Shape shape(skeleton);
    const LocalTransformGap gap = from_local_transforms(skeleton, locals, found.q);
    EXPECT_EQ(found[1], 0.25);
    EXPECT_NEAR(found[0], 1, 1e-15);
    EXPECT_NEAR(found[2], 3, 1e-15);
    EXPECT_EQ(gap.angle, kInfinity);
    EXPECT_EQ(gap.angle_joint, JointId{1});
    EXPECT_EQ(gap.distance_joint, JointId{1});
    from_local_transforms(skeleton, locals, found.q, shape);
    EXPECT_EQ(shape.translation[1], Vec3{});
    EXPECT_EQ(shape.scale[1], (Vec3{1, 1, 1}));
  }
}

TEST(LocalTransforms, AnUnusablePresentValueIsTakenAsZero) {
  const Skeleton skeleton = built({hinge("a", "", {}, kUnitX), euler("b", "a", {}, "XYZ")});
  const Pose pose{{1, 0.2, 0.3, 0.4}};
  Pose found{{kNan, kInfinity, kNan, -kInfinity}};
  from_local_transforms(skeleton, locals_of<double>(skeleton, pose), found.q);
  EXPECT_LT(apart(found, pose), 1e-15 * 8);
}

}  // namespace
}  // namespace kine
