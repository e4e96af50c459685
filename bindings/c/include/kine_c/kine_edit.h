/// Clips cut, joined, looped, put in place, and edited. Part of <kine_c/kine.h>.
#ifndef KINE_C_KINE_EDIT_H_
#define KINE_C_KINE_EDIT_H_

#include "kine.h"
#include "kine_solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Some frames of a clip as a new one: from `from` on and before `to`, counted from 0. NULL and a sentence for frames that it
/// does not have.
kine_clip* kine_clip_cut(const kine_clip* clip, int from, int to, char* message, size_t message_size);
/// One clip after the other, as a new one. NULL and a sentence for different skeletons or rates.
kine_clip* kine_clip_joined(const kine_clip* first, const kine_clip* second, char* message, size_t message_size);

/// The shortest cycle that closes well, among those that last from `shortest` to `longest` seconds: out[3] gets its first frame, the
/// frame that shows that pose again, and how far joints are apart there, metres. up[3] is a direction in the figure's
/// world. KINE_BAD_VALUE and a sentence where the clip never comes back.
kine_status kine_clip_find_cycle(const kine_clip* clip, const double* up, double shortest, double longest, double* out,
                                 char* message, size_t message_size);
/// Its frames as a new clip that goes on for ever; speeds beside the seam are made equal in `blend` seconds. `in_place` 1: without
/// the way over the ground, so that the last frame is the first one. NULL and a sentence for frames that are no cycle.
kine_clip* kine_clip_loop(const kine_clip* clip, const double* up, int from, int to, double blend, int in_place,
                          char* message, size_t message_size);

/// The way of a clip's root over the ground: of each frame, up to `capacity` of them, 7 numbers (x, y, z, then the
/// quaternion x, y, z, w), a displacement of the figure's world since the first frame. `turn` 1: the turn about `up` as
/// well. `smooth`: seconds over which the way is smoothed. Returns how many frames there are, -1 for misuse or a skeleton that
/// cannot move about. NULL for `out` only counts.
int kine_clip_root_motion(const kine_clip* clip, const double* up, int turn, double smooth, double* out, int capacity);
/// A new clip without such a way (of `count` frames), and with it again. NULL and a sentence where it has other frames.
kine_clip* kine_clip_put_in_place(const kine_clip* clip, const double* way, int count, char* message,
                                  size_t message_size);
kine_clip* kine_clip_put_back(const kine_clip* clip, const double* way, int count, char* message, size_t message_size);

/// Pulls joints of a clip to places. It has a copy of the clip and of the solver's method and settings (any but global);
/// what the solver locks may not move. NULL and a sentence for misuse.
typedef struct kine_editor kine_editor;
kine_editor* kine_editor_create(const kine_clip* clip, const kine_solver* solver, char* message, size_t message_size);
void kine_editor_destroy(kine_editor* editor);
/// Joints that stay where the clip has them, as feet do; and hips and chest, which give way where limbs cannot reach.
kine_status kine_editor_set_kept(kine_editor* editor, const int* joints, int count);
kine_status kine_editor_set_trunk(kine_editor* editor, const int* joints, int count);
/// The first joint that may move, with all below it; -1: all may.
kine_status kine_editor_set_from(kine_editor* editor, int joint);

/// One frame: joints come to places (3 numbers each, metres, in the figure's world). `pose` gets the frame's pose so
/// changed; where the solve refuses them (outcome 3) the clip's.
kine_status kine_editor_pull(kine_editor* editor, int frame, const int* joints, const double* places, int count,
                             double* pose, int pose_size);
/// How the last pull went: outcome (0 reached, 1 not found, 2 unreachable, 3 refused), iterations, missed (metres from the
/// farthest place), slipped (metres, of what is kept), kept (how many joints). NaN for misuse.
double kine_editor_result(const kine_editor* editor, const char* name);
/// The same in a sentence.
kine_status kine_editor_sentence(const kine_editor* editor, char* message, size_t message_size);
/// The whole clip with its pins as a new one. Of each pin 2 whole numbers (joint, frame) and 3 numbers (where); they fade over `blend`
/// seconds. `all_reached` 1: NULL and a sentence, with joint and frame, for pins that cannot be reached; 0: as near as
/// can be. Pins that contradict each other are always refused.
kine_clip* kine_editor_apply(const kine_editor* editor, const int* pins, const double* places, int count, double blend,
                             int all_reached, char* message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_EDIT_H_
