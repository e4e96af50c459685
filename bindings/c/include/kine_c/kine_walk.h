/// Walking by inverse kinematics alone (Meredith & Maddock), driven by a stick. Part of <kine_c/kine.h>.
///
///   kine_walker* walker = kine_walker_create(person, standing, size, sentence, sizeof sentence);
///   kine_walker_set(walker, "speed", 1.5);
///   for (;;) {
///     kine_walk(walker, terrain, forward, turn, side, 1.0 / 60, pose, size);
///     draw(pose);
///   }
#ifndef KINE_C_KINE_WALK_H_
#define KINE_C_KINE_WALK_H_

#include "kine.h"
#include "kine_bones.h"
#include "kine_terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kine_walker kine_walker;  ///< a body that walks: how, and where it has come to

/// How the legs are solved.
typedef enum kine_walk_mode {
  KINE_WALK_HALF = 0,   ///< by the half Jacobian
  KINE_WALK_FULL = 1,   ///< by the full one (the default)
  KINE_WALK_HYBRID = 2  ///< by the full one for the foot that steps and the half one for the foot that stands
} kine_walk_mode;

/// A body with the joints' names of our own humanoid. `standing` is a pose in which it stands upright, Y up, faces +Z
/// and has its arms hanging. NULL and a sentence for a figure that cannot walk. Keeps what it needs of the skeleton.
kine_walker* kine_walker_create(const kine_skeleton* skeleton, const double* standing, int standing_size, char* message,
                                size_t message_size);
/// Any figure on two legs, from mocap, a game or a robot, with any up axis, facing any way and resting in any pose. It
/// walks in a world of its own, Y up, where the terrain lies and where all places below are told; poses are the
/// figure's own (see kine_walker_figure_from_walk). Gaits are suited to what its joints allow: see kine_walker_suit.
/// NULL and a sentence for legs that are none.
kine_walker* kine_walker_create_figure(const kine_bones* bones, char* message, size_t message_size);
void kine_walker_destroy(kine_walker* walker);

/// How it stands: a pose of its skeleton.
kine_status kine_walker_standing(const kine_walker* walker, double* pose, int pose_size);
/// What turns directions and places of the world it walks in into the figure's: out[4], x, y, z, w.
kine_status kine_walker_figure_from_walk(const kine_walker* walker, double* out);
/// What was guessed of the figure, and what its gait had to give, one sentence each: how many (-1 for NULL), and each
/// (NULL for misuse).
int kine_walker_note_count(const kine_walker* walker);
const char* kine_walker_note(const kine_walker* walker, int note);

/// Whose curves feet and hips follow.
typedef enum kine_gait {
  KINE_GAIT_NATURAL = 0,  ///< as people walk (the default)
  KINE_GAIT_PAPER = 1     ///< as Meredith & Maddock describe it
} kine_gait;

/// Sets a number by name, at any time:
///   gait (a kine_gait: all settings but the mode become that gait's; a figure that walks stops first); mode (a
///   kine_walk_mode); speed, back_speed, side_speed (at a full stick, m/s), turn_speed (rad/s); step_width
///   (metres between the ankles), toe_out (radians), arm_swing (radians), head_lead (seconds)
/// Lengths and times are those of a leg of 0.87 m, others walk in proportion. KINE_BAD_INDEX for another name,
/// KINE_BAD_VALUE for a number that will not do: below 0, above 100.
kine_status kine_walker_set(kine_walker* walker, const char* setting, double value);
/// A figure of kine_walker_create_figure rehearses a new gait, speed, width or toe_out before it walks by it, which
/// takes a moment (tens of milliseconds): here, or else in the next kine_walk. KINE_BAD_VALUE and a sentence that names
/// the joint that forbids it; the settings are then again what they were. Others need no rehearsal.
kine_status kine_walker_suit(kine_walker* walker, char* message, size_t message_size);
/// A setting, read: NaN for misuse. How many settings there are (-1 for NULL), and their names (NULL for misuse).
double kine_walker_get(const kine_walker* walker, const char* setting);
int kine_walker_setting_count(const kine_walker* walker);
const char* kine_walker_setting_name(const kine_walker* walker, int setting);

/// Starts again: the next frame puts it on the ground there, standing. `heading` turns from +z to +x, radians. The
/// first one looks for the highest ground; with a height `y` (metres) it is the highest ground that is not more than
/// half a leg above y, for places with ground above ground. Where there is none, the result "no_ground" is 1.
kine_status kine_walker_place(kine_walker* walker, double x, double z, double heading);
kine_status kine_walker_place_at(kine_walker* walker, double x, double y, double z, double heading);

/// One frame: moves on by dt seconds as the stick asks (forward; turn and side + to the left; -1 to 1, times the
/// speeds) and writes the whole body into the pose; joints that are no part of the body stay as they are. The frame
/// rate does not matter, and the same state, stick and dt give the same bits. A stick or time that is not a number
/// counts as none. Allocates nothing.
kine_status kine_walk(kine_walker* walker, const kine_terrain* terrain, double forward, double turn, double side,
                      double dt, double* pose, int pose_size);

// ---- reaching out --------------------------------------------------------------------------------------------------

/// What a figure does about an object; both: KINE_OBJECT_LOOK | KINE_OBJECT_REACH.
enum { KINE_OBJECT_LOOK = 1, KINE_OBJECT_REACH = 2 };

/// The objects that it looks at and reaches for from the next frame on: 3 numbers each, in the world, and what to do
/// about each (NULL: both). An object is known by its place in the list: give it again where it has moved, and wish
/// nothing of one that is gone. Each free hand takes what it can touch and keeps it until it is out of reach; the trunk
/// leans, standing only as far as the feet bear. Points that are not numbers are not there.
kine_status kine_walker_set_objects(kine_walker* walker, const double* points, int size, const int* wishes);

// ---- how the last frame went ---------------------------------------------------------------------------------------

/// A number by name; NaN for misuse and before the first frame.
///   bad_stick (1: the stick or the time was no number), time (seconds that it walked: what was given, but at most 1),
///   held_back (1: faster than walking can be, Froude number 0.5),
///   blocked (1: no foothold ahead, it stops), no_ground (1: no ground where it should start; the pose is as it was),
///   stepping (1: a foot is on its way, 0: it stands), x, z, heading (of the point on the map that the figure goes by),
///   speed (of that point, ahead), looks_at (an object, or -1), margin (of the centre of mass inside the support
///   polygon, metres, where it stands, has objects and has masses; else infinite)
double kine_walker_result(const kine_walker* walker, const char* name);
/// The same of a leg's solve, 0 the left one and 1 the right one: position_error (metres), angle_error (radians),
/// iterations, full (1: six rows, 0: three).
double kine_walker_leg_result(const kine_walker* walker, int leg, const char* name);
/// The same of a hand, 0 the left one and 1 the right one: object (what it reaches for, holds or has just let go of; or
/// -1), holds (1: it is on it), weight (0: the arm swings as it walks, 1: it is all with the object), miss (metres from
/// the object once it is there).
double kine_walker_hand_result(const kine_walker* walker, int hand, const char* name);
/// out[7]: midway between the hips, where it was asked to be: translation, and rotation x, y, z, w of the pelvis.
/// KINE_BAD_VALUE before the first frame.
kine_status kine_walker_hips(const kine_walker* walker, double* out);

/// Planted points. `point`: 0 the heel, 1 the toe. 1, and out[3] gets where, if it is planted now, else 0; -1 for
/// misuse.
int kine_walker_plant(const kine_walker* walker, int foot, int point, double* out);
/// out[7]: where a foot stands or stood last, flat: the point of the sole below the ankle, and world_from_foot x, y, z,
/// w. 1 if it bears now, 0 if it is in the air, -1 for misuse and before the first frame.
int kine_walker_sole(const kine_walker* walker, int foot, double* out);
/// The foot that steps, 0 or 1, and out[7]: where it will land, as above; -1 where none steps.
int kine_walker_landing(const kine_walker* walker, double* out);
/// The joint that carries a foot's heel (point 0) or toe (point 1), and out[3]: where on it, in the joint's frame. -1
/// for misuse.
int kine_walker_foot_point(const kine_walker* walker, int foot, int point, double* out);
/// out[10]: heel, ball and tip of the toes of a foot (0 the left one, 1 the right one) seen from the ankle, X to the
/// left, Y up, Z ahead, and half the width.
kine_status kine_walker_foot_shape(const kine_walker* walker, int foot, double* out);

// ---- rewinding ---------------------------------------------------------------------------------------------------

/// All that a walk remembers, as bytes: copy them to rewind. They suit a walker of the same skeleton and library; other
/// bytes are refused (KINE_BAD_VALUE). `size` is kine_walker_state_size().
size_t kine_walker_state_size(void);
kine_status kine_walker_get_state(const kine_walker* walker, void* bytes, size_t size);
kine_status kine_walker_set_state(kine_walker* walker, const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_WALK_H_
