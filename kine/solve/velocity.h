// Inverse kinematics on speeds: linear constraints on the velocities of links, solved for the speeds of the joints, a
// step of time at a time.
//
// Sources: van den Bergen, "Inverse Kinematics Revisited" (GDC 2015), all of it: the constraint matrix, free and fixed
// joints, the pseudo-inverse (here by rank), the correction of drift (here by the logarithm), Pluecker coordinates.
// Limits: Flacco, De Luca & Khatib, "Motion Control of Redundant Robots under Joint Constraints: Saturation in the
// Null Space" (2012) have the idea (joints that are at their bound stay there, others take over, the task is slowed
// last); ours follows the least-speed solution exactly as the task grows (detail/velocity_path.h). The damping near
// singularities is of the kind of Nakamura & Hanafusa (1986), one direction at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kine/core/fault.h"
#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/math/matrix.h"
#include "kine/math/transform.h"
#include "kine/math/twist.h"
#include "kine/model/skeleton.h"
#include "kine/solve/report.h"

namespace kine {

/// What is asked of a link's velocity. Each kind is a few rows C(v) = t, linear in the twist v of the link.
///
/// kind    | rows | what they say
/// Axis    | 2    | the link turns about the given axis only
/// Pose    | 6    | the link moves as its target does: the same twist
/// Point   | 3    | a point of the link moves as its target does
/// Plane   | 1    | a point of the link stays in a plane
/// General | 1..6 | rows of your own on the twist in Pluecker coordinates
enum class VelocityKind : std::uint8_t { Axis, Pose, Point, Plane, General };

/// What every constraint can be told beside what it wants.
struct VelocityOptions {
  Vec3 offset{};        ///< the point that is meant, in the joint's frame, metres
  double weight = 1;    ///< against other constraints where not all can be met, > 0
  bool correct = true;  ///< also lead back to the target's place (Velocity::beta); false: speeds alone count
};

/// A constraint on the velocity of a link, told in the world. Make it by one of the functions below.
struct VelocityConstraint {
  VelocityKind kind = VelocityKind::Point;
  JointId joint = kWorld;
  Vec3 offset{};                ///< Pose, Point, Plane: the point that is meant, in the joint's frame
  Transform target{};           ///< Pose; Point and Plane use the translation. At the beginning of the step
  Twist velocity{};             ///< of the target, in the world (its linear part is at the world's origin);
                                ///< Point: the linear part is the target point's own velocity
  Vec3 axis{};                  ///< Axis: to turn about; Plane: the normal. In the world, any length
  Vec3 axis_in_joint{};         ///< Axis: the same axis as a direction of the joint, kept along `axis`; zero: not known
  std::array<Twist, 6> rows{};  ///< General: row . twist = angular . angular + linear . linear, about the origin
  std::array<double, 6> values{};  ///< General: what each row's product should be
  std::array<double, 6> errors{};  ///< General: how far each row lacks in place: beta / h of it is added to its value
  int row_count = 0;               ///< General: 1 to 6
  double weight = 1;
  bool correct = true;
};

/// The link may turn about `axis_in_world` only (it may shift as it likes). Nothing is corrected: no place is known.
VelocityConstraint turn_about(JointId joint, const Vec3& axis_in_world, const VelocityOptions& options = {});
/// The same, and the link's own direction `axis_in_joint` is kept along that axis. `axis_velocity`: the angular
/// velocity at which the axis itself is carried about.
VelocityConstraint turn_about(JointId joint, const Vec3& axis_in_joint, const Vec3& axis_in_world,
                              const Vec3& axis_velocity, const VelocityOptions& options = {});
/// The frame of the link, moved to the point, follows a target that is at `target` when the step begins and moves by
/// the twist `velocity`.
VelocityConstraint follow_pose(JointId joint, const Transform& target, const Twist& velocity = {},
                               const VelocityOptions& options = {});
/// The point follows one that is at `target` and moves by `velocity`.
VelocityConstraint follow_point(JointId joint, const Vec3& target, const Vec3& velocity = {},
                                const VelocityOptions& options = {});
/// The point stays in the plane through `point_of_plane` with `normal`, which may itself move by a twist.
VelocityConstraint stay_in_plane(JointId joint, const Vec3& point_of_plane, const Vec3& normal,
                                 const Twist& velocity = {}, const VelocityOptions& options = {});
/// C(v) = t as rows on the link's twist in Pluecker coordinates (in the world, about its origin). Rows count alike
/// whatever their length. One to six rows; as many values. `options.offset` only says near which point of the link it
/// happens, for the sake of digits.
VelocityConstraint constrain_twist(JointId joint, std::span<const Twist> rows, std::span<const double> values,
                                   const VelocityOptions& options = {});

int row_count(const VelocityConstraint& constraint);

/// Why a constraint cannot be used on this skeleton, if it cannot.
Fault fault_of(const Skeleton& skeleton, const VelocityConstraint& constraint);

/// What happens where the joints can hardly serve a direction (gimbal lock, a stretched arm).
enum class VelocityInverse : std::uint8_t {
  Plain,   ///< the inverse as it stands: speeds grow without bound
  ByRank,  ///< the pseudo-inverse by rank: below `rank_threshold` the direction is given up
  Damped,  ///< the direction is served ever more slowly, speeds stay bounded and smooth
};

/// How the way back to the target is turned into a velocity.
enum class DriftCorrection : std::uint8_t {
  Logarithm,  ///< the screw that closes the gap: right for every distance
  Printed,    ///< the vector part of 2 q_t q_n*: 2 sin(x/2) for a turn by x, 36 % short at half a turn
};

struct Velocity {
  double h = 1.0 / 60;  ///< the step of time, seconds, > 0
  double beta = 0.5;    ///< 0 to 1: how much of the error in place a step takes back; 0: drift, 1: all at once
  DriftCorrection drift = DriftCorrection::Logarithm;
  VelocityInverse inverse = VelocityInverse::ByRank;
  double rank_threshold = 1e-4;  ///< ByRank: of the largest singular value, 0 to 1; larger gives up sooner
  double damping = 0.05;         ///< Damped: of the largest singular value, 0 to 1: below this a direction slows
  bool separate = true;          ///< solve parts that do not touch each other by themselves
  std::span<const int> fixed{};  ///< freedoms fixed in this step, beside those the skeleton fixes
  double length = 0;             ///< metres that count as much as a radian; 0: the size of the figure, see below
  double tolerance = 1e-6;       ///< a constraint is met when it lacks no more than this of the largest speed wanted
};

/// What kept a freedom from going faster.
struct VelocityBinding {
  enum class Limit : std::uint8_t { Lower, Upper, Speed, BallSwing, BallTwist };
  int freedom = -1;  ///< BallSwing, BallTwist: the first of the ball's
  JointId joint = kWorld;
  Limit limit = Limit::Speed;
};

/// How one constraint fared.
struct VelocityResult {
  double angular = 0;         ///< speed lacking, radians per second: how far C(v) is from t, drift correction included
  double linear = 0;          ///< the same, metres per second
  double general = 0;         ///< the same of General rows, in their own units
  double angle_error = 0;     ///< after the step: how far the link is off its moved-on target, radians
  double position_error = 0;  ///< the same, metres
  double scale = 1;           ///< of the part it belongs to
  int part = -1;              ///< -1: no free joint moves it
};

/// How a step went.
struct VelocityReport {
  static constexpr int kMaxBindings = 16;

  Status status = Status::BadInput;  ///< Reached: every constraint has its velocity; NotFound: best fit, or slowed
  double scale = 1;                  ///< the least of any part: how much of the task's speed the limits leave
  /// False: limits do not even allow to make up for the fixed joints that move; then that is slowed by `scale` with the
  /// task, and the direction is the joints', not the link's.
  bool compensated = true;
  double angular = 0, linear = 0, general = 0;  ///< the largest speed lacking, as in VelocityResult
  double angle_error = 0, position_error = 0;   ///< the largest after the step
  int worst_constraint = -1;                    ///< whose speed lacks most, in the solver's units
  int rows = 0, columns = 0;                    ///< of all constraints; free freedoms that move any of them
  int rank = 0;                                 ///< how many independent directions were served, all parts together
  int parts = 0;                                ///< systems solved
  int largest_rows = 0, largest_columns = 0;    ///< of the largest system
  double clamped = 0;                           ///< what the limits of balls took back after the step, radians
  int binding_count = 0;                        ///< of bindings (more may bind than are listed: total_bindings)
  int total_bindings = 0;
  std::array<VelocityBinding, kMaxBindings> bindings{};
  Fault fault{};  ///< BadInput: what was wrong

  bool reached() const { return status == Status::Reached; }
};

/// One step. `speeds` has one number per freedom, in: those of fixed freedoms are what they move at (0: still); those of
/// free ones do not matter. Out: the speeds that meet the constraints, and the pose has moved by them for h seconds.
///
/// Best fit (weighted) where there are too many constraints, least speed (each freedom against its weight) where there
/// are too few. Metres are made comparable with radians by `length`: rows of length are divided by it, sliders are
/// counted in it, so a figure in millimetres behaves as one in kilometres. By default it is the longest way over the
/// bones to a joint or constrained point.
///
/// Limits and speed limits are held, by fixed freedoms too. When free ones are at their bounds the others take over;
/// when they cannot, the task is slowed: the links' velocity is then `scale` times what it would be, in the same
/// direction (measured on the constraints' rows). Each part has its own scale: the largest there is, unless the joints
/// left would have to go 1 / rank_threshold (1 / damping when Damped) times as fast as all together; such a direction
/// counts as lost. Fixed joints that move are made up for before the task is served.
///
/// A pose outside its limits is first brought inside. Cones of balls are held by their tangent where the step would
/// end, refined a few times; such balls turn by at most half a radian a step about each axis. What the tangents leave
/// (of second order in the step; more for a ball of which single axes are fixed and turned by hand) is clamped and told
/// in `clamped`.
///
/// At the worst, for each part, seven systems (once, and six times for the tangents of cones) of rows * columns, each
/// solved anew for every bound that the speeds come to (at most 8 times as many as there are). Deterministic, no
/// allocation; scratch_bytes(skeleton, constraints) at most. Numbers that are not finite, or speeds that become so, give
/// BadInput: neither speeds nor pose have then changed. `results`, when not empty, has one entry a constraint.
VelocityReport step(const Skeleton& skeleton, std::span<const VelocityConstraint> constraints, const Velocity& method,
                    std::span<double> speeds, std::span<double> pose, Scratch& scratch,
                    std::span<VelocityResult> results = {});

/// The bytes of scratch that such a step takes.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const VelocityConstraint> constraints);
/// The most that a step takes with any constraints of so many rows.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Velocity& method);

/// The joint axes of van den Bergen's v = a_1 s_1 + ... + a_n s_n: column f is the twist of the link, in the world's
/// directions and with its linear part at the point `about`, when freedom f moves at speed one: the Pluecker
/// coordinates of the axis as a line (hinge) or of its direction (slider), carried there by the dual-quaternion
/// sandwich. Fixed freedoms too. 6 rows, one column per freedom. Under scales, where the link is no rigid body, the twist
/// is the one that `point` has.
void screw_columns(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point, const Vec3& about,
                   MatrixView<double> out);

}  // namespace kine
