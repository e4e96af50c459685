/// Inverse kinematics on speeds: linear constraints on the velocities of links, solved for the speeds of the joints, a
/// step of time at a time (van den Bergen, "Inverse Kinematics Revisited"). Part of <kine_c/kine.h>.
///
///   kine_constraints* wanted = kine_constraints_create(arm);
///   int tool = kine_constraints_add(wanted, KINE_FOLLOW_POINT, tip);
///   kine_constraints_set_target(wanted, tool, 0.3, 0.2, 0);
///   kine_stepper* stepper = kine_stepper_create(arm);
///   kine_stepper_set(stepper, "h", 1.0 / 120);
///   kine_step(stepper, wanted, speeds, freedom_count, pose, value_count);
///
/// Twists are 6 numbers: angular x, y, z, then linear x, y, z, in the world, of the point at the world's origin.
#ifndef KINE_C_KINE_VELOCITY_H_
#define KINE_C_KINE_VELOCITY_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kine_constraints kine_constraints;  ///< what is asked of links' velocities: a list
typedef struct kine_stepper kine_stepper;          ///< settings, working memory and the report of the last step

/// What is asked, by how many rows, and which settings below it reads beside offset, weight and correct.
typedef enum kine_constraint_kind {
  KINE_TURN_ABOUT = 0,     ///< 2: the link turns about the axis only; axis_in_joint, velocity (how the axis is carried)
  KINE_FOLLOW_POSE = 1,    ///< 6: the link moves as its target: target, orientation, velocity
  KINE_FOLLOW_POINT = 2,   ///< 3: a point does: target, velocity (the linear part is the target point's own)
  KINE_STAY_IN_PLANE = 3,  ///< 1: a point stays in the plane through the target with the normal axis; velocity
  KINE_TWIST_ROWS = 4      ///< 1 to 6: rows of your own on the link's twist
} kine_constraint_kind;

kine_constraints* kine_constraints_create(const kine_skeleton* skeleton);
void kine_constraints_destroy(kine_constraints* constraints);
/// Adds a constraint on a joint's link and gives its place; -1 for NULL, an unknown kind or joint. Numbers are checked
/// by kine_step.
int kine_constraints_add(kine_constraints* constraints, int kind, int joint);
kine_status kine_constraints_clear(kine_constraints* constraints);
int kine_constraints_count(const kine_constraints* constraints);

/// Where the target is at the beginning of the step, in the world, and how it is turned (a unit quaternion).
kine_status kine_constraints_set_target(kine_constraints* constraints, int constraint, double x, double y, double z);
kine_status kine_constraints_set_orientation(kine_constraints* constraints, int constraint, double x, double y,
                                             double z, double w);
/// The target's velocity, a twist.
kine_status kine_constraints_set_velocity(kine_constraints* constraints, int constraint, const double* twist);
/// The axis to turn about, or the plane's normal, in the world; any length but zero.
kine_status kine_constraints_set_axis(kine_constraints* constraints, int constraint, double x, double y, double z);
/// Turn about: the direction of the joint that is kept along the axis; zero (the default): none is, so that nothing
/// leads back.
kine_status kine_constraints_set_axis_in_joint(kine_constraints* constraints, int constraint, double x, double y,
                                               double z);
/// The point that is meant, in the joint's frame (default 0).
kine_status kine_constraints_set_offset(kine_constraints* constraints, int constraint, double x, double y, double z);
/// Against other constraints where not all can be met, > 0 (default 1).
kine_status kine_constraints_set_weight(kine_constraints* constraints, int constraint, double weight);
/// Not 0 (the default): also lead back to the target's place, as fast as the setting "beta" says.
kine_status kine_constraints_set_correct(kine_constraints* constraints, int constraint, int correct);
/// Twist rows: `count` is 1 to 6; `rows` has 6 numbers each, whose product with the link's twist should be `values`.
kine_status kine_constraints_set_rows(kine_constraints* constraints, int constraint, int count, const double* rows,
                                      const double* values);

/// What happens where the joints can hardly serve a direction (gimbal lock, a stretched arm).
typedef enum kine_velocity_inverse {
  KINE_VELOCITY_PLAIN = 0,    ///< the inverse as it stands: speeds grow without bound
  KINE_VELOCITY_BY_RANK = 1,  ///< the pseudo-inverse by rank: the direction is given up (the default)
  KINE_VELOCITY_DAMPED = 2    ///< the direction is served ever more slowly
} kine_velocity_inverse;

kine_stepper* kine_stepper_create(const kine_skeleton* skeleton);
void kine_stepper_destroy(kine_stepper* stepper);

/// Sets a number by name, as kine_solver_set:
///   h (seconds a step), beta (0 to 1: how much of the error in place a step takes back), printed_drift (1: the way
///   back as the slides print it, 0: by the logarithm), inverse (a kine_velocity_inverse), rank_threshold, damping,
///   separate (0, 1), length (metres that count as a radian; 0: the size of the figure), tolerance
kine_status kine_stepper_set(kine_stepper* stepper, const char* setting, double value);
double kine_stepper_get(const kine_stepper* stepper, const char* setting);
int kine_stepper_setting_count(const kine_stepper* stepper);
const char* kine_stepper_setting_name(const kine_stepper* stepper, int setting);
/// Fixes freedoms beside those that the skeleton fixes, or frees them again. What a fixed one moves at is its speed.
kine_status kine_stepper_set_fixed(kine_stepper* stepper, int freedom, int fixed);

/// One step. `speeds` goes in with what fixed freedoms move at and comes out with the speeds that meet the constraints;
/// `pose` has moved by them for h seconds. Limits and speed limits hold. The status is about misuse only.
/// Allocates nothing, unless there are more constraints than ever before.
kine_status kine_step(kine_stepper* stepper, const kine_constraints* constraints, double* speeds, int speeds_size,
                      double* pose, int pose_size);

/// How the last step went: a kine_outcome; -1 for NULL and before the first step. Reached: every constraint has its
/// velocity; not found: best fit, or slowed.
int kine_stepper_outcome(const kine_stepper* stepper);
/// What was wrong, where it was bad input; "" else.
const char* kine_stepper_fault(const kine_stepper* stepper);
/// A number of the report by name; NaN for misuse and unknown names.
///   scale (how much of the task's speed the limits leave), compensated (0, 1), angular, linear, general (the largest
///   speed lacking), angle_error, position_error (the largest after the step), worst_constraint, rows, columns, rank
///   (directions that the joints can serve, by rank_threshold), parts, clamped, binding_count
double kine_stepper_result(const kine_stepper* stepper, const char* name);
/// The same of one constraint: angular, linear, general, angle_error, position_error, scale, part.
double kine_stepper_constraint_result(const kine_stepper* stepper, int constraint, const char* name);

/// What kept a freedom from going faster.
typedef enum kine_binding {
  KINE_BINDING_LOWER = 0,
  KINE_BINDING_UPPER = 1,
  KINE_BINDING_SPEED = 2,
  KINE_BINDING_BALL_SWING = 3,  ///< the freedom is the first of the ball's
  KINE_BINDING_BALL_TWIST = 4
} kine_binding;
/// Which freedom, and its kine_binding; -1 for misuse. The first sixteen are listed.
int kine_stepper_binding_freedom(const kine_stepper* stepper, int binding);
int kine_stepper_binding_limit(const kine_stepper* stepper, int binding);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_VELOCITY_H_
