/// Poses in time. Part of <kine_c/kine.h>.
#ifndef KINE_C_KINE_CLIP_H_
#define KINE_C_KINE_CLIP_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A clip without frames; `rate` in frames per second. NULL for NULL and a rate that is not positive and finite.
kine_clip* kine_clip_create(const kine_skeleton* skeleton, const char* name, double rate);
/// The same clip once more, to be changed by itself; `name` NULL: of the same name. NULL for NULL.
kine_clip* kine_clip_copy(const kine_clip* clip, const char* name);
void kine_clip_destroy(kine_clip* clip);

/// Its name, NULL for NULL; lives as long as the clip.
const char* kine_clip_name(const kine_clip* clip);
/// How many frames; -1 for NULL. Frames a second, and seconds from the first frame to the last; NaN for NULL.
int kine_clip_frame_count(const kine_clip* clip);
double kine_clip_rate(const kine_clip* clip);
double kine_clip_duration(const kine_clip* clip);

/// Adds a frame at the end. Joints that change their translation or scale get what `shape` says (NULL: the rest).
kine_status kine_clip_append(kine_clip* clip, const double* pose, int pose_size, const kine_shape* shape);
/// The values of one frame.
kine_status kine_clip_get_frame(const kine_clip* clip, int frame, double* pose, int pose_size);
kine_status kine_clip_set_frame(kine_clip* clip, int frame, const double* pose, int pose_size);

/// Lets a joint have a translation (or a scale) of its own in every frame, at rest in the frames that are there.
kine_status kine_clip_add_translations(kine_clip* clip, int joint);
kine_status kine_clip_add_scales(kine_clip* clip, int joint);

/// Makes neighbouring frames the nearest of those that look alike, so that sampling takes the short way.
kine_status kine_clip_make_continuous(kine_clip* clip);

/// The pose at any time, seconds from the first frame, linear between frames and by the short arc. Before the start
/// stands the first frame, after the end the last. A clip without frames changes nothing. Allocates nothing.
kine_status kine_clip_sample(const kine_clip* clip, double time, double* pose, int pose_size);
/// The same, with the translations and scales of that time.
kine_status kine_clip_sample_shape(const kine_clip* clip, double time, double* pose, int pose_size, kine_shape* shape);
/// The time within the clip that an endless repetition shows at `time`; NaN for NULL.
double kine_clip_looped(const kine_clip* clip, double time);

/// The rest shape of a skeleton; NULL for NULL.
kine_shape* kine_shape_create(const kine_skeleton* skeleton);
void kine_shape_destroy(kine_shape* shape);
/// A joint's translation in its parent's frame and its scale: out[6], or three numbers each to set.
kine_status kine_shape_get(const kine_shape* shape, int joint, double* out);
kine_status kine_shape_set_translation(kine_shape* shape, int joint, double x, double y, double z);
kine_status kine_shape_set_scale(kine_shape* shape, int joint, double x, double y, double z);
/// kine_forward with bones of another length or scale than at rest.
kine_status kine_forward_shape(const kine_skeleton* skeleton, const double* pose, int pose_size,
                               const kine_shape* shape, kine_frames* frames);
/// kine_to_local_transforms with them: what drives the nodes of a character whose clips move its bones.
kine_status kine_to_local_transforms_shape(const kine_skeleton* skeleton, const double* pose, int pose_size,
                                           const kine_shape* shape, float* out, int out_size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_CLIP_H_
