/// A motion on another body, and manners of moving. Part of <kine_c/kine.h>.
#ifndef KINE_C_KINE_RETARGET_H_
#define KINE_C_KINE_RETARGET_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How legs and arms are brought to where feet and hands should be: the setting "mode".
typedef enum kine_retarget_mode {
  KINE_RETARGET_HALF = 0,   ///< three rows of a Jacobian, and the foot is turned after that
  KINE_RETARGET_FULL = 1,   ///< six rows
  KINE_RETARGET_HYBRID = 2  ///< in closed form where the limb allows it, and six rows where limits are in the way
} kine_retarget_mode;

/// What both figures are taken to show at rest: the setting "rest".
typedef enum kine_rest_match {
  KINE_REST_AUTO = 0,  ///< arms, legs and feet are compared by where their bones point
  KINE_REST_BIND = 1   ///< the same pose
} kine_rest_match;

/// Puts motions of one figure on another one. It has copies of both bone maps, which may be the same. NULL and a sentence
/// for a figure that has no legs with knees and feet, or that nothing lets move about.
typedef struct kine_retargeter kine_retargeter;
kine_retargeter* kine_retargeter_create(const kine_bones* source, const kine_bones* target, char* message,
                                        size_t message_size);
void kine_retargeter_destroy(kine_retargeter* retargeter);

/// Settings by name: mode (a kine_retarget_mode), rest (a kine_rest_match), and 0 or 1: plants (feet that stand are locked
/// to the ground), contacts (hands that touch each other or the body still do), limits, speed_limits (those of the target
/// hold). KINE_BAD_INDEX for another name, KINE_BAD_VALUE for a number that will not do.
kine_status kine_retargeter_set(kine_retargeter* retargeter, const char* setting, double value);
double kine_retargeter_get(const kine_retargeter* retargeter, const char* setting);
int kine_retargeter_setting_count(const kine_retargeter* retargeter);
const char* kine_retargeter_setting_name(const kine_retargeter* retargeter, int setting);

/// A pose of the source that is taken as its rest; NULL, of size 0: its own.
kine_status kine_retargeter_set_source_rest(kine_retargeter* retargeter, const double* pose, int pose_size);

/// The styles that come along (limp, stiff left knee, old, heavy, child, arm in a sling): how many, and each (NULL for misuse).
int kine_style_count(void);
const char* kine_style_name(int style);
/// Takes one of them in place of what style there was; "" none. KINE_BAD_INDEX for another name.
kine_status kine_retargeter_set_style(kine_retargeter* retargeter, const char* style);
/// Adds what is particular about a part, one of the bones' names or "spine": a weight above 0 (2 turns half as far), limits[2]
/// (radians that it bends forwards at the least and the most; NULL: none), offset[3] (a rotation vector, radians; NULL:
/// none). Axes are those of a figure that stands upright: X to the left, Y up, Z ahead. KINE_BAD_VALUE and a sentence for
/// what will not do.
kine_status kine_retargeter_add_style_part(kine_retargeter* retargeter, const char* part, double weight,
                                           const double* limits, const double* offset, char* message,
                                           size_t message_size);

/// One frame by directions alone: each bone of the target points where the source's does. `shape`: the lengths of the
/// source's bones in this frame; NULL: those at rest. Allocates nothing.
kine_status kine_retarget_pose(kine_retargeter* retargeter, const double* source, int source_size,
                               const kine_shape* shape, double* pose, int pose_size);
/// A whole clip as a new one of the target's skeleton: feet that stand are locked and hands brought to what they touch.
/// Plants of the source are known (in the form of kine_find_plants), or found where `count` is -1. NULL and a sentence for
/// plants that contradict each other.
kine_clip* kine_retarget_clip(kine_retargeter* retargeter, const kine_clip* clip, const int* spans,
                              const double* places, int count, char* message, size_t message_size);

/// How large the target is against the source: scale; and how the last clip went: floor (height of its ground along
/// the target's up axis), deepest (of a sole in the ground), lowered (how far the pelvis was at the most), miss (of a foot whose leg is too short),
/// all in metres, beyond_limits (radians or metres), over_speed (a share of what a joint may do), contacts (frames). NaN
/// for misuse.
double kine_retargeter_result(const kine_retargeter* retargeter, const char* name);
/// The plants of the last clip, in the form of kine_find_plants and in the target's world, and of each how far it drifts while it
/// stands (metres): how many. NULL for any of the three leaves it out. -1 for misuse.
int kine_retargeter_stands(const kine_retargeter* retargeter, int* spans, double* places, double* drifts, int capacity);
/// What the target lacks, one sentence each: how many (-1 for NULL), and each (NULL for misuse).
int kine_retargeter_note_count(const kine_retargeter* retargeter);
const char* kine_retargeter_note(const kine_retargeter* retargeter, int note);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_RETARGET_H_
