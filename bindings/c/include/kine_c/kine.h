/// kine's flat C API: the stable way in from C and from every language that can call C. WebAssembly exports these
/// functions (bindings/wasm/src wraps them). C99, and C++ reads it too.
///
/// This header has skeletons, poses and kinematics, and includes the others: kine_solve.h (goals and solvers),
/// kine_velocity.h (speeds), kine_limb.h (two bones), kine_screw.h (screws and lines), kine_clip.h (poses in time),
/// kine_file.h (scene files), kine_bones.h (which joint is which part of a body), kine_terrain.h (ground), kine_walk.h
/// (walking on it), kine_crawl.h (on many legs), kine_motion.h (animations corrected),
/// kine_edit.h (clips cut, looped and edited), kine_retarget.h (a motion on another body).
///
///   char message[200];
///   kine_builder* builder = kine_builder_create();
///   kine_builder_add_joint(builder, "upper_arm", "", KINE_HINGE);
///   int forearm = kine_builder_add_joint(builder, "forearm", "upper_arm", KINE_HINGE);
///   kine_builder_set_translation(builder, forearm, 0.3, 0, 0);
///   kine_skeleton* arm = kine_builder_build(builder, message, sizeof message);
///   kine_builder_destroy(builder);
///   if (!arm) return fail(message);
///
/// CONVENTIONS
///   Right-handed, metres, radians, seconds, kilograms. Quaternions are x, y, z, w. Jacobian rows: angular first, then
///   linear. Matrices lie column by column. Names are UTF-8, ended by a zero.
///   Joints, axes, values and freedoms go by index, from 0; parents have smaller indices than their children.
///   A pose is an array of doubles of the caller's, value_count long; speeds are freedom_count long.
///   An `int` that answers a question is 1 for yes and 0 for no.
///
/// NO STRUCTS. A joint is described by calls, not by a struct, so that new settings never change a layout and that no
/// other language needs to know how C pads.
///
/// OWNERSHIP. What a _create or _build function returns is yours: give it to the _destroy function of its kind, once,
/// in any order (frames, goals and solvers keep what they need of their skeleton). Destroying NULL does nothing.
/// Strings that are returned belong to the library: those of a skeleton live as long as it, the others for ever.
///
/// ERRORS. Functions that may fail on *data* (a name, a description) write one sentence for a person into `message`:
/// at most message_size bytes with the ending zero, cut at a whole character, on one line; nothing where message is NULL or
/// message_size is 0; the empty string when all went well. There is no "last error" to ask for: a sentence goes where
/// the caller wants it, so threads cannot mix theirs up and no call depends on the one before.
/// *Misuse* (NULL, an index or an array size that is wrong) gives a kine_status, see kine_status_text; what was to be
/// written is then left as it was. A handle that was destroyed is beyond help. Nothing is thrown, nothing is printed;
/// out of memory ends the program.
///
/// THREADS. A skeleton never changes and may be shared. Everything else (builder, frames, goals, solver, ...) serves
/// one thread at a time.
#ifndef KINE_C_KINE_H_
#define KINE_C_KINE_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KINE_VERSION_MAJOR 0
#define KINE_VERSION_MINOR 2
#define KINE_VERSION_PATCH 0

/// The version of the library that runs, such as "0.2.0"; the macros above are the header's.
const char* kine_version(void);

typedef enum kine_status {
  KINE_OK = 0,
  KINE_NULL = 1,           ///< a pointer that is needed is NULL
  KINE_BAD_INDEX = 2,      ///< no such joint, axis, value, freedom, goal, setting or frame
  KINE_BAD_SIZE = 3,       ///< an array is not as long as the skeleton needs it
  KINE_BAD_VALUE = 4,      ///< a number or setting that cannot be used, or does not suit the kind of joint
  KINE_WRONG_SKELETON = 5  ///< frames, goals or a clip of another skeleton
} kine_status;

/// One sentence about a status, e.g. "a pointer that is needed is NULL". Takes any number.
const char* kine_status_text(int status);

/// How a joint moves. Values are its numbers in a pose, axes are its single motions.
typedef enum kine_joint_kind {
  KINE_FIXED = 0,   ///< not at all: no values
  KINE_HINGE = 1,   ///< 1 value, an angle about its axis
  KINE_SLIDER = 2,  ///< 1 value, a distance along its axis
  KINE_EULER = 3,   ///< 2 or 3 values, angles about axes each turned by those before it
  KINE_BALL = 4,    ///< 4 values, a quaternion; 3 axes: about x, y, z of its own, turned frame
  KINE_FREE = 5     ///< 7 values, quaternion then x, y, z; 6 axes: about its own x, y, z, then along its rest frame's
} kine_joint_kind;

/// "No joint": the parent of a root, and the frame "world".
#define KINE_WORLD (-1)

typedef struct kine_builder kine_builder;    ///< a description in the making
typedef struct kine_skeleton kine_skeleton;  ///< what can move: a tree (or several) of joints, immutable
typedef struct kine_frames kine_frames;      ///< where every joint is, filled by kine_forward

// ---- building a skeleton -------------------------------------------------------------------------------------------

kine_builder* kine_builder_create(void);
/// One that already describes a skeleton, with the same indices: change something and build again, to lock a joint or
/// to stretch a bone while a program runs. Poses of the one then fit the other, unless joints were added. NULL for
/// NULL.
kine_builder* kine_builder_from_skeleton(const kine_skeleton* skeleton);
void kine_builder_destroy(kine_builder* builder);

/// Adds a joint and gives its index, which is its index in the skeleton too. `parent` is the name of a joint added
/// before; "" or NULL: a root, standing in the world. `kind` is a kine_joint_kind. -1 for NULL or an unknown kind.
/// Names are checked by kine_builder_build.
int kine_builder_add_joint(kine_builder* builder, const char* name, const char* parent, int kind);

// The settings below change what a joint of that index has by default. Each may be called at any time before the build,
// in any order. Their status may be left unlooked at: the first one that failed also makes the build fail, with a
// sentence that names the joint. Numbers are checked by kine_builder_build.

/// The rest transform, parent_from_joint when every value is 0: the shift (default 0), the turn (default none; need not
/// be of unit length) and the scale (default 1; acts on all that hangs below).
kine_status kine_builder_set_translation(kine_builder* builder, int joint, double x, double y, double z);
kine_status kine_builder_set_rotation(kine_builder* builder, int joint, double x, double y, double z, double w);
kine_status kine_builder_set_scale(kine_builder* builder, int joint, double x, double y, double z);

/// Hinge, slider: the axis in the joint's frame, any length but zero. Default z.
kine_status kine_builder_set_axis(kine_builder* builder, int joint, double x, double y, double z);

/// Euler: two or three letters such as "ZYX", outermost first: a rotation Rz * Ry * Rx. Default "ZYX".
kine_status kine_builder_set_euler_order(kine_builder* builder, int joint, const char* letters);
/// Euler: the same with axes of any direction: `count` is 2 or 3, `axes` has x, y, z of each, outermost first.
kine_status kine_builder_set_euler_axes(kine_builder* builder, int joint, int count, const double* axes);

// One axis of a joint. `axis` counts as kine_joint_kind says; an Euler joint has two axes only after it was told so.

/// The range of its value, radians or metres; infinities are no limit (the default). The turns of balls and free joints
/// have none: a ball has kine_builder_set_ball_limits.
kine_status kine_builder_set_limits(kine_builder* builder, int joint, int axis, double lower, double upper);
/// Radians or metres per second, > 0. Default infinite.
kine_status kine_builder_set_max_speed(kine_builder* builder, int joint, int axis, double max_speed);
/// How willingly it moves beside the others, > 0: 2 moves twice as readily as 1. Default 1.
kine_status kine_builder_set_weight(kine_builder* builder, int joint, int axis, double weight);
/// Not 0: no solver moves it (its value may still be set by hand). Default 0.
kine_status kine_builder_set_fixed(kine_builder* builder, int joint, int axis, int fixed);
/// Its value becomes factor * (value `leader_axis` of the joint named `leader`) + offset, and it loses its own freedom.
/// Only hinges, sliders and Euler angles follow and are followed; no follower may be followed.
kine_status kine_builder_set_follow(kine_builder* builder, int joint, int axis, const char* leader, int leader_axis,
                                    double factor, double offset);

/// Ball: the directions its limits are measured by, in the joint's frame: along the bone (default x), and the first
/// swing axis, perpendicular to it (default y); the second is twist x first.
kine_status kine_builder_set_ball_axes(kine_builder* builder, int joint, double twist_x, double twist_y, double twist_z,
                                       double first_x, double first_y, double first_z);
/// Ball: the half-angles of the ellipse in which the bone may swing about the first and the second axis, and the range
/// of its twist, radians. Half-angles of pi and a twist of -pi..pi are no limit (the default).
kine_status kine_builder_set_ball_limits(kine_builder* builder, int joint, double swing_first, double swing_second,
                                         double twist_lower, double twist_upper);

/// Adds a chain of joints from a Denavit-Hartenberg table and a fixed joint named `tip` at its end, and gives the index
/// of the first; the others follow. `modified`: not 0 is Craig's way of writing it, 0 the classic one. `rows` has a,
/// alpha, d, theta of each row; `kinds` their kine_joint_kinds: hinge, slider or fixed (NULL: all hinges); `names`
/// their names (NULL: "joint1", "joint2", ...). The chain hangs on the joint named `parent` ("" or NULL: a root). -1
/// where it will not do; the build then says why.
int kine_builder_add_dh(kine_builder* builder, int modified, const double* rows, const int* kinds,
                        const char* const* names, int row_count, const char* parent, const char* tip);

/// The mass of the bone that moves with the joint, kilograms, >= 0 (default 0), and its centre in the joint's frame.
kine_status kine_builder_set_mass(kine_builder* builder, int joint, double mass, double x, double y, double z);

/// Checks the description and makes a skeleton of it; NULL and a sentence if it will not do: names that are empty or
/// double, parents that are unknown, numbers that are not finite, axes of length zero, limits in the wrong order,
/// followers of followers, or a setting above that failed. The builder stays as it is and may build again.
kine_skeleton* kine_builder_build(const kine_builder* builder, char* message, size_t message_size);

// ---- asking a skeleton ---------------------------------------------------------------------------------------------

void kine_skeleton_destroy(kine_skeleton* skeleton);

/// How many: joints; values of a pose (a ball has 4); axes, the single motions of all joints (a ball has 3); freedoms,
/// what can be chosen independently: axes less those that follow. Speeds and Jacobian columns go by freedoms.
/// -1 for NULL.
int kine_skeleton_joint_count(const kine_skeleton* skeleton);
int kine_skeleton_value_count(const kine_skeleton* skeleton);
int kine_skeleton_axis_count(const kine_skeleton* skeleton);
int kine_skeleton_freedom_count(const kine_skeleton* skeleton);

/// The sum of all masses, kilograms; 0 for NULL.
double kine_skeleton_mass(const kine_skeleton* skeleton);

/// The index of the joint of that name; -1 if there is none, and a sentence that names the nearest one.
int kine_skeleton_find(const kine_skeleton* skeleton, const char* name, char* message, size_t message_size);

/// The name of a joint; NULL for misuse.
const char* kine_skeleton_joint_name(const kine_skeleton* skeleton, int joint);
/// Its kine_joint_kind; -1 for misuse.
int kine_skeleton_joint_kind(const kine_skeleton* skeleton, int joint);
/// Its parent; KINE_WORLD for a root; -2 for misuse.
int kine_skeleton_joint_parent(const kine_skeleton* skeleton, int joint);
/// Where its values start in a pose and how many they are, and the same of its axes; -1 for misuse.
int kine_skeleton_joint_first_value(const kine_skeleton* skeleton, int joint);
int kine_skeleton_joint_value_count(const kine_skeleton* skeleton, int joint);
int kine_skeleton_joint_first_axis(const kine_skeleton* skeleton, int joint);
int kine_skeleton_joint_axis_count(const kine_skeleton* skeleton, int joint);
/// 1 if `ancestor` is `joint` or above it, else 0; -1 for misuse.
int kine_skeleton_is_above(const kine_skeleton* skeleton, int ancestor, int joint);
/// Its rest transform, parent_from_joint: out[10] gets translation x y z, rotation x y z w, scale x y z.
kine_status kine_skeleton_joint_rest(const kine_skeleton* skeleton, int joint, double* out);

/// The mass of its bone and the centre of it in the joint's frame: out[4].
kine_status kine_skeleton_joint_mass(const kine_skeleton* skeleton, int joint, double* out);

// One axis of a joint, as it was described.

/// What it turns about or slides along, of unit length: out[3]. In the joint's frame; for Euler axes in the frame turned by
/// those before it, for the shifts of a free joint in its rest frame.
kine_status kine_skeleton_axis_direction(const kine_skeleton* skeleton, int joint, int axis, double* out);
/// 1 if it slides, 0 if it turns; -1 for misuse.
int kine_skeleton_axis_slides(const kine_skeleton* skeleton, int joint, int axis);
/// out[4]: lower and upper limit, largest speed, weight.
kine_status kine_skeleton_axis_settings(const kine_skeleton* skeleton, int joint, int axis, double* out);
/// 1 if no solver moves it, else 0; -1 for misuse.
int kine_skeleton_axis_fixed(const kine_skeleton* skeleton, int joint, int axis);
/// The joint whose value it follows, and out[3]: which of its axes, factor, offset. -1: it follows none; -2 for misuse.
int kine_skeleton_axis_leader(const kine_skeleton* skeleton, int joint, int axis, double* out);

/// Ball: out[10] gets the twist axis x y z, the first swing axis x y z, the half-angles about the first and the second
/// axis, and the range of the twist. KINE_BAD_VALUE for other kinds.
kine_status kine_skeleton_ball_limits(const kine_skeleton* skeleton, int joint, double* out);

/// The freedom that moves an axis of a joint, its own or the one it follows; -1 for misuse.
int kine_skeleton_freedom_of(const kine_skeleton* skeleton, int joint, int axis);
/// Whose axis a freedom is, and which of that joint's axes; -1 for misuse.
int kine_skeleton_freedom_joint(const kine_skeleton* skeleton, int freedom);
int kine_skeleton_freedom_axis(const kine_skeleton* skeleton, int freedom);
/// The place of its value in a pose; -1 for the turns of balls and free joints, which have no value of their own, and
/// for misuse.
int kine_skeleton_freedom_value(const kine_skeleton* skeleton, int freedom);
/// 1 if no solver moves it, else 0; -1 for misuse.
int kine_skeleton_freedom_fixed(const kine_skeleton* skeleton, int freedom);
/// out[2] gets the lowest and the highest value, as its followers leave them; infinite where there is no limit.
kine_status kine_skeleton_freedom_limits(const kine_skeleton* skeleton, int freedom, double* out);
/// Radians or metres per second, infinite where there is no limit; and how willingly it moves. NaN for misuse.
double kine_skeleton_freedom_max_speed(const kine_skeleton* skeleton, int freedom);
double kine_skeleton_freedom_weight(const kine_skeleton* skeleton, int freedom);

// ---- poses ---------------------------------------------------------------------------------------------------------
// `pose_size` is the length of every pose in the call and must be the skeleton's value_count; likewise `speeds_size`
// and its freedom_count. A ball or free joint has more values than freedoms, so poses move by kine_integrate and are
// compared by kine_difference, never by plain addition.

/// Every joint at rest: 0 where the limits allow it, else the nearest limit; followers at their due; nothing turned.
kine_status kine_rest_pose(const kine_skeleton* skeleton, double* pose, int pose_size);

/// Moves `pose` along `speeds` for `dt` seconds; balls and free joints turn about their own axes. Limits are not looked
/// at.
kine_status kine_integrate(const kine_skeleton* skeleton, const double* speeds, int speeds_size, double dt,
                           double* pose, int pose_size);

/// The speeds that lead from one pose to the other in one second, balls the short way round.
kine_status kine_difference(const kine_skeleton* skeleton, const double* from, const double* to, int pose_size,
                            double* speeds, int speeds_size);

/// Between two poses: t = 0 gives a, t = 1 gives b; balls and free joints the short way. `out` may be a or b.
kine_status kine_blend(const kine_skeleton* skeleton, const double* a, const double* b, double t, double* out,
                       int pose_size);

/// The nearest pose inside the limits; values inside keep their bits. `moved` (may be NULL) gets 1 if anything moved.
kine_status kine_clamp_to_limits(const kine_skeleton* skeleton, double* pose, int pose_size, int* moved);

/// How far outside its limits a pose is: the largest angle (radians) or distance (metres) of any joint; 0 inside.
kine_status kine_limit_violation(const kine_skeleton* skeleton, const double* pose, int pose_size, double* out);

/// Writes every follower's value and normalises quaternions (zero quaternions become unturned).
kine_status kine_tidy(const kine_skeleton* skeleton, double* pose, int pose_size);

/// 1 if every value is finite and every quaternion has a length to speak of, else 0; -1 for misuse.
int kine_is_usable(const kine_skeleton* skeleton, const double* pose, int pose_size);

/// Ball: where its rotation stands in its limits' own coordinates: out[3] gets the swing about the first and the second
/// axis and the twist, radians. KINE_BAD_VALUE for other kinds.
kine_status kine_ball_angles(const kine_skeleton* skeleton, int joint, const double* pose, int pose_size, double* out);

// Poses to and from local transforms, as engines have them: for every joint, parent_from_joint with its motion, as ten
// floats: translation x y z, rotation x y z w, scale x y z. So their size is 10 * joint_count.

/// The local transforms of a pose.
kine_status kine_to_local_transforms(const kine_skeleton* skeleton, const double* pose, int pose_size, float* out,
                                     int out_size);

/// The joint values that come nearest to local transforms. `pose` goes in with the present values (those of the frame
/// before) and comes out with the new ones: of several ways to turn the nearest to the present. Limits and scales are
/// left out of account. `gap` (may be NULL) gets what the joints cannot do: gap[0] the largest turn left over at any
/// joint, radians, and gap[1] the largest shift, metres of its parent's frame; infinite where something is not finite.
kine_status kine_from_local_transforms(const kine_skeleton* skeleton, const float* locals, int locals_size,
                                       double* pose, int pose_size, double* gap);

// ---- forward kinematics --------------------------------------------------------------------------------------------

/// Room for where every joint of a skeleton is; NULL for NULL. Before the first kine_forward every joint lies at the
/// world's origin, unturned.
kine_frames* kine_frames_create(const kine_skeleton* skeleton);
void kine_frames_destroy(kine_frames* frames);

/// Fills `frames` with where every joint is when the joints have these values. Values are used as they are, inside
/// their limits or not; quaternions are normalised on reading. Allocates nothing.
kine_status kine_forward(const kine_skeleton* skeleton, const double* pose, int pose_size, kine_frames* frames);

/// A point of a joint in the world: out[3]. `offset` is x, y, z in the joint's frame; NULL: the joint's origin. Scales
/// act on it.
kine_status kine_frames_position(const kine_frames* frames, int joint, const double* offset, double* out);
/// The rotation of a joint in the world, scales left out: out[4].
kine_status kine_frames_rotation(const kine_frames* frames, int joint, double* out);

/// All joints at once: x, y, z of each, so out_size is 3 * joint_count.
kine_status kine_frames_positions(const kine_frames* frames, double* out, int out_size);
/// All joints at once: x, y, z, w of each, so out_size is 4 * joint_count.
kine_status kine_frames_rotations(const kine_frames* frames, double* out, int out_size);
/// All joints at once as graphics want them: world_from_joint with scale and shear, a 4 x 4 matrix of floats each,
/// column by column, so out_size is 16 * joint_count.
kine_status kine_frames_matrices(const kine_frames* frames, float* out, int out_size);

/// What every axis of the skeleton turns about or slides along, in the world: x, y, z of each, of unit length, so out_size is
/// 3 * axis_count.
kine_status kine_frames_axes(const kine_frames* frames, double* out, int out_size);
/// Ball: the rim of the cone in which its bone may swing: `count` directions of the bone in the world, of unit length, evenly
/// round the ellipse; they start from the joint's origin. out_size is 3 * count. KINE_BAD_VALUE for other kinds.
kine_status kine_frames_cone(const kine_frames* frames, int joint, int count, double* out, int out_size);

// ---- Jacobians -----------------------------------------------------------------------------------------------------

typedef enum kine_rows {
  KINE_ROWS_LINEAR = 0,   ///< 3: the velocity of the point
  KINE_ROWS_ANGULAR = 1,  ///< 3: the angular velocity of the joint
  KINE_ROWS_FULL = 2      ///< 6: angular, then linear
} kine_rows;

/// The Jacobian of a point of a joint: column f is the velocity of the point when freedom f moves at speed one.
/// `offset` as in kine_frames_position. `rows` is a kine_rows. `relative_to`: KINE_WORLD, or a joint: then the motion
/// is as seen from that joint, along its axes. Columns of fixed freedoms are zero unless `with_fixed` is not 0.
/// Column by column: row r of freedom f lies at out[f * row_count + r], and out_size is row_count * freedom_count.
/// `frames` come from kine_forward. Allocates nothing.
kine_status kine_jacobian(const kine_skeleton* skeleton, const kine_frames* frames, int joint, const double* offset,
                          int rows, int relative_to, int with_fixed, double* out, int out_size);

/// How a joint moves when the freedoms move at these speeds: out[6] gets its angular velocity and the velocity of the
/// point, in the world. Fixed freedoms count with the speeds they are given. Allocates.
kine_status kine_velocity_of(const kine_skeleton* skeleton, const kine_frames* frames, int joint, const double* offset,
                             const double* speeds, int speeds_size, double* out);

/// The centre of all masses in the world: out[3]. Without any mass: the world's origin.
kine_status kine_centre_of_mass(const kine_skeleton* skeleton, const kine_frames* frames, double* out);
/// Its Jacobian: 3 rows, column by column, so out_size is 3 * freedom_count. `with_fixed` as above.
kine_status kine_centre_of_mass_jacobian(const kine_skeleton* skeleton, const kine_frames* frames, int with_fixed,
                                         double* out, int out_size);

/// How readily a point moves in each direction: the singular values of its Jacobian, falling, and the directions that
/// go with them (left singular vectors), in the world. They are the axes of the manipulability ellipsoid; a value that
/// vanishes is a direction that is lost. `rows` is KINE_ROWS_LINEAR or KINE_ROWS_ANGULAR. out[12] gets the 3 values,
/// then the 3 directions x y z. Freedoms that are fixed count for nothing. KINE_BAD_VALUE where the frames are not
/// finite. Allocates.
kine_status kine_manipulability(const kine_skeleton* skeleton, const kine_frames* frames, int joint,
                                const double* offset, int rows, double* out);

// Handles that more than one of the headers below speaks of.
typedef struct kine_shape kine_shape;      ///< translations and scales of joints at one moment (kine_clip.h)
typedef struct kine_solver kine_solver;    ///< a method with its settings (kine_solve.h)
typedef struct kine_clip kine_clip;        ///< one pose every 1 / rate seconds, the first at time 0 (kine_clip.h)
typedef struct kine_terrain kine_terrain;  ///< what a cast straight down meets; y is up (kine_terrain.h)
typedef struct kine_bones kine_bones;      ///< which joints are which parts of a body (kine_bones.h)
typedef struct kine_motion kine_motion;    ///< a figure whose animation is corrected (kine_motion.h)

#ifdef __cplusplus
}
#endif

// The rest of the API.
#include "kine_bones.h"     // IWYU pragma: export
#include "kine_clip.h"      // IWYU pragma: export
#include "kine_crawl.h"     // IWYU pragma: export
#include "kine_edit.h"      // IWYU pragma: export
#include "kine_file.h"      // IWYU pragma: export
#include "kine_limb.h"      // IWYU pragma: export
#include "kine_motion.h"    // IWYU pragma: export
#include "kine_retarget.h"  // IWYU pragma: export
#include "kine_screw.h"     // IWYU pragma: export
#include "kine_solve.h"     // IWYU pragma: export
#include "kine_terrain.h"   // IWYU pragma: export
#include "kine_velocity.h"  // IWYU pragma: export
#include "kine_walk.h"      // IWYU pragma: export

#endif  // KINE_C_KINE_H_
