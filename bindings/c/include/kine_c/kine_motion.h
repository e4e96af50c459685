/// Animations corrected while they play, and clips. Part of <kine_c/kine.h>.
#ifndef KINE_C_KINE_MOTION_H_
#define KINE_C_KINE_MOTION_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A figure whose animation is corrected on its own skeleton, with what its feet remember. NULL and a sentence for a
/// figure that has no legs with knees and feet, or that nothing lets move about.
kine_motion* kine_motion_create(const kine_bones* bones, char* message, size_t message_size);
void kine_motion_destroy(kine_motion* motion);

/// Measures soles and ground in a clip of the same skeleton, once, and sets "floor" and "straightest" by it.
kine_status kine_motion_fit_soles(kine_motion* motion, const kine_clip* clip);
/// The joint that carries a foot's heel (point 0) or toe (point 1), and out[3]: where on it, in the joint's frame. -1 for
/// misuse. Feet: 0 the left one, 1 the right one.
int kine_motion_foot_point(const kine_motion* motion, int foot, int point, double* out);
/// out[4]: x, y, z, w of the turn that makes up of the figure's world Y: what ground is told in.
kine_status kine_motion_world_from_figure(const kine_motion* motion, double* out);

/// Settings by name: weight (0: as animated, 1: all of the correction), floor (height of the animation's own ground,
/// metres), straightest (no leg becomes straighter: a share of its length), settle, release (seconds), clearance (metres),
/// swing_time (seconds), start_speed, end_speed (m/s), start_height, end_height (metres), shortest (seconds): see
/// GroundFeetSettings. Of kine_look_at: look_weight, look_PART_share, look_PART_yaw, look_PART_pitch with the parts head, neck,
/// chest and spine, look_eyes_x, _y and _z, look_dead_zone, look_ease, look_fastest, look_blend: see LookAtSettings. Of
/// kine_hold_on: hold_weight, hold_blend, hold_straightest, hold_trunk: see HoldOnSettings. KINE_BAD_INDEX for another name,
/// KINE_BAD_VALUE for a number that will not do.
kine_status kine_motion_set(kine_motion* motion, const char* setting, double value);
double kine_motion_get(const kine_motion* motion, const char* setting);
int kine_motion_setting_count(const kine_motion* motion);
const char* kine_motion_setting_name(const kine_motion* motion, int setting);

/// One frame: puts the feet of the animated pose on the ground, in place. `dt` is the time since the last frame. Allocates
/// nothing. After a teleport kine_motion_reset: feet are then put where they are animated, without a blend.
kine_status kine_ground_feet(kine_motion* motion, const kine_terrain* terrain, double dt, double* pose, int pose_size);
void kine_motion_reset(kine_motion* motion);

/// One frame: spine, chest, neck and head turn, so that the head of the animated pose looks at a point of the figure's world; in
/// place.
kine_status kine_look_at(kine_motion* motion, double x, double y, double z, double dt, double* pose, int pose_size);

/// What a hand holds from now on (0 the left one, 1 the right one): grip[7] is where the grip is in the figure's world, x, y, z, then how
/// the hand is turned there, the quaternion x, y, z, w; four zeros: the hand keeps its animated rotation. NULL: it lets go.
kine_status kine_motion_set_grip(kine_motion* motion, int hand, const double* grip);
/// What of the hand is on the grip: palm[3] in the frame of the hand's joint; and where its elbow points: pole[3] in the
/// figure's world, NULL: where the animation has it.
kine_status kine_motion_set_palm(kine_motion* motion, int hand, const double* palm);
kine_status kine_motion_set_pole(kine_motion* motion, int hand, const double* pole);
/// One frame: hands of the animated pose stay on their grips, arms before the trunk; in place.
kine_status kine_hold_on(kine_motion* motion, double dt, double* pose, int pose_size);

/// How the last frames went. Of the feet: pelvis (how far the figure was raised, metres); of the gaze: look_off (radians from
/// the target), look_out_of_reach (1: it is too far behind); of the hands: hold_trunk (radians that spine and chest were
/// bent); of the last call: bad_input (1: the pose, the time or what was wanted was no number). NaN for misuse. Of a foot:
/// heel_down, toe_down (1: it stands), miss (metres that the leg is short of); of a hand: miss (metres from its grip).
double kine_motion_result(const kine_motion* motion, const char* name);
double kine_motion_foot_result(const kine_motion* motion, int foot, const char* name);
double kine_motion_hand_result(const kine_motion* motion, int hand, const char* name);

/// Finds the plants of a clip: how many; of each, up to `capacity` of them, 4 whole numbers (foot, point, first frame, the
/// frame after the last) and 3 numbers (where, metres, in the figure's world). NULL for either leaves it out. -1 for misuse.
int kine_find_plants(const kine_motion* motion, const kine_clip* clip, int* spans, double* places, int capacity);
/// A whole clip on the ground, with plants that are known (in the form of kine_find_plants), or found where `count` is -1. A new
/// clip; NULL and a sentence for plants that contradict each other.
kine_clip* kine_ground_clip(const kine_motion* motion, const kine_clip* clip, const kine_terrain* terrain,
                            const int* spans, const double* places, int count, char* message, size_t message_size);

/// A clip with left and right exchanged, as a new one: it begins where the clip begins and goes the same way. NULL for misuse.
kine_clip* kine_mirror_clip(const kine_motion* motion, const kine_clip* clip);
/// A clip cleaned on its own ground, as a new one: `spikes` 1: joints that jump away for a frame are mended; `feet` 1: planted
/// feet are locked and soles lifted out of the ground. Measures the soles (kine_motion_fit_soles). NULL for misuse.
kine_clip* kine_clean_clip(kine_motion* motion, const kine_clip* clip, int spikes, int feet);
/// What the last kine_clean_clip mended. Joints that jumped away for a frame: how many, and of each, up to `capacity` of them, 2
/// whole numbers (joint, frame) and 2 numbers (how far: radians, or of the root metres). Plants: how many, in the form of
/// kine_find_plants, and of each 2 numbers (how far the foot slid before and after, metres). NULL for any of them leaves it out. -1 for
/// misuse. How deep soles were in the ground is kine_motion_result "deepest_before" and "deepest_after" (metres).
int kine_motion_spikes(const kine_motion* motion, int* where, double* jumps, int capacity);
int kine_motion_skates(const kine_motion* motion, int* spans, double* places, double* slides, int capacity);

/// All that feet, gaze and hands remember, as bytes: copy them to rewind. `size` is kine_motion_state_size().
size_t kine_motion_state_size(void);
kine_status kine_motion_get_state(const kine_motion* motion, void* bytes, size_t size);
kine_status kine_motion_set_state(kine_motion* motion, const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_MOTION_H_
