/* Clips, shapes and scenes from C99. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"

static int near(double a, double b) { return fabs(a - b) <= 1e-12; }

static void test_clips(kine_skeleton* arm) {
  kine_clip* clip = kine_clip_create(arm, "wave", 10);
  double pose[2] = {7, 8};
  CHECK(strcmp(kine_clip_name(clip), "wave") == 0 && kine_clip_rate(clip) == 10);
  CHECK(kine_clip_frame_count(clip) == 0 && kine_clip_duration(clip) == 0);
  CHECK(kine_clip_sample(clip, 0, pose, 2) == KINE_OK && pose[0] == 7); /* no frames: as it was */
  for (int i = 0; i < 3; ++i) {
    const double frame[2] = {0.1 * i, 1 - 0.5 * i};
    CHECK(kine_clip_append(clip, frame, 2, NULL) == KINE_OK);
  }
  CHECK(kine_clip_frame_count(clip) == 3 && near(kine_clip_duration(clip), 0.2));
  CHECK(kine_clip_get_frame(clip, 1, pose, 2) == KINE_OK && pose[0] == 0.1 && pose[1] == 0.5);
  CHECK(kine_clip_sample(clip, 0.15, pose, 2) == KINE_OK && near(pose[0], 0.15) && near(pose[1], 0.25));
  CHECK(kine_clip_sample(clip, 9, pose, 2) == KINE_OK && pose[0] == 0.2 && pose[1] == 0);
  CHECK(near(kine_clip_looped(clip, 0.25), 0.05) && near(kine_clip_looped(clip, -0.05), 0.15));
  pose[0] = 0.2 + 2 * 3.14159265358979323846; /* a whole turn off */
  CHECK(kine_clip_set_frame(clip, 2, pose, 2) == KINE_OK && kine_clip_make_continuous(clip) == KINE_OK);
  CHECK(kine_clip_get_frame(clip, 2, pose, 2) == KINE_OK && near(pose[0], 0.2));
  CHECK(kine_clip_set_frame(clip, 3, pose, 2) == KINE_BAD_INDEX &&
        kine_clip_get_frame(clip, -1, pose, 2) == KINE_BAD_INDEX);
  CHECK(kine_clip_append(clip, pose, 1, NULL) == KINE_BAD_SIZE && kine_clip_append(NULL, pose, 2, NULL) == KINE_NULL);
  CHECK(kine_clip_sample(clip, 0, NULL, 2) == KINE_NULL && kine_clip_sample(clip, 0, pose, 3) == KINE_BAD_SIZE);
  CHECK(kine_clip_create(arm, "x", 0) == NULL && kine_clip_create(NULL, "x", 1) == NULL);
  CHECK(kine_clip_create(arm, "x", INFINITY) == NULL && kine_clip_name(NULL) == NULL);
  CHECK(kine_clip_frame_count(NULL) == -1 && isnan(kine_clip_rate(NULL)) && isnan(kine_clip_duration(NULL)));
  CHECK(isnan(kine_clip_looped(NULL, 0)) && kine_clip_make_continuous(NULL) == KINE_NULL);
  kine_clip_destroy(clip);
  kine_clip_destroy(NULL);
}

static void test_shapes(kine_skeleton* arm, kine_skeleton* other) {
  kine_clip* clip = kine_clip_create(arm, NULL, 1);
  kine_shape* shape = kine_shape_create(arm);
  kine_shape* foreign = kine_shape_create(other);
  kine_frames* frames = kine_frames_create(arm);
  const double pose[2] = {0, 0};
  double out[6], sampled[2];
  CHECK(kine_shape_get(shape, 2, out) == KINE_OK && near(out[0], 0.25) && out[3] == 1);
  CHECK(kine_shape_set_translation(shape, 2, 0.5, 0, 0) == KINE_OK); /* a longer forearm */
  CHECK(kine_forward_shape(arm, pose, 2, shape, frames) == KINE_OK);
  CHECK(kine_frames_position(frames, 2, NULL, out) == KINE_OK && near(out[0], 0.8));
  CHECK(kine_shape_set_scale(shape, 0, 2, 2, 2) == KINE_OK &&
        kine_forward_shape(arm, pose, 2, shape, frames) == KINE_OK);
  CHECK(kine_frames_position(frames, 2, NULL, out) == KINE_OK && near(out[0], 1.6));
  CHECK(kine_clip_add_translations(clip, 2) == KINE_OK && kine_clip_add_scales(clip, 0) == KINE_OK);
  CHECK(kine_clip_append(clip, pose, 2, NULL) == KINE_OK && kine_clip_append(clip, pose, 2, shape) == KINE_OK);
  CHECK(kine_clip_sample_shape(clip, 0.5, sampled, 2, shape) == KINE_OK);
  CHECK(kine_shape_get(shape, 2, out) == KINE_OK && near(out[0], 0.375));
  CHECK(kine_shape_get(shape, 0, out) == KINE_OK && near(out[3], 1.5));

  CHECK(kine_shape_get(shape, 3, out) == KINE_BAD_INDEX && kine_shape_get(NULL, 0, out) == KINE_NULL);
  CHECK(kine_shape_get(shape, 0, NULL) == KINE_NULL && kine_shape_set_scale(shape, -1, 1, 1, 1) == KINE_BAD_INDEX);
  CHECK(kine_shape_set_translation(NULL, 0, 1, 1, 1) == KINE_NULL && kine_shape_create(NULL) == NULL);
  CHECK(kine_clip_append(clip, pose, 2, foreign) == KINE_WRONG_SKELETON);
  CHECK(kine_clip_sample_shape(clip, 0, sampled, 2, foreign) == KINE_WRONG_SKELETON);
  CHECK(kine_clip_sample_shape(clip, 0, sampled, 2, NULL) == KINE_NULL);
  CHECK(kine_forward_shape(arm, pose, 2, foreign, frames) == KINE_WRONG_SKELETON);
  CHECK(kine_forward_shape(arm, pose, 1, shape, frames) == KINE_BAD_SIZE);
  CHECK(kine_forward_shape(arm, pose, 2, NULL, frames) == KINE_NULL);
  CHECK(kine_clip_add_translations(clip, 3) == KINE_BAD_INDEX && kine_clip_add_scales(NULL, 0) == KINE_NULL);
  kine_frames_destroy(frames);
  kine_shape_destroy(foreign);
  kine_shape_destroy(shape);
  kine_shape_destroy(NULL);
  kine_clip_destroy(clip);
}

static void test_scenes(void) {
  char message[300];
  double pose[100];
  for (int i = 0; i < kine_scene_count(); ++i) {
    kine_skeleton* skeleton = kine_scene_build(kine_scene_name(i), 0, message, sizeof message);
    CHECK(skeleton != NULL && strlen(kine_scene_description(i)) > 10);
    CHECK(kine_scene_up(i) == 'y' || kine_scene_up(i) == 'z');
    const int size = kine_skeleton_value_count(skeleton);
    CHECK(kine_scene_pose(skeleton, kine_scene_name(i), "rest", pose, size) == KINE_OK);
    CHECK(kine_scene_pose(skeleton, kine_scene_name(i), "rest", pose, size + 1) == KINE_BAD_SIZE);
    CHECK(kine_scene_pose(skeleton, kine_scene_name(i), "asleep", pose, size) == KINE_BAD_INDEX);
    kine_skeleton_destroy(skeleton);
  }
  CHECK(kine_scene_count() == 8 && kine_scene_name(8) == NULL && kine_scene_description(-1) == NULL);
  CHECK(kine_scene_up(8) == 0);
  CHECK(kine_scene_build("snail", 0, message, sizeof message) == NULL && strstr(message, "humanoid") != NULL);
  CHECK(kine_scene_build(NULL, 0, NULL, 0) == NULL && kine_scene_build("hand", 3, message, sizeof message) == NULL);
  CHECK(kine_scene_build("ball-chain", -1, message, sizeof message) == NULL && strstr(message, "links") != NULL);
  kine_skeleton* chain = kine_scene_build("ball-chain", 100, message, sizeof message);
  CHECK(kine_skeleton_joint_count(chain) == 101);
  kine_skeleton* person = kine_scene_build("humanoid", 0, message, sizeof message);
  const int size = kine_skeleton_value_count(person);
  double violation;
  CHECK(kine_scene_pose(person, "humanoid", "stride", pose, size) == KINE_OK);
  CHECK(kine_limit_violation(person, pose, size, &violation) == KINE_OK && violation == 0);
  double long_pose[400];
  CHECK(kine_scene_pose(chain, "humanoid", "stride", long_pose, 400) == KINE_BAD_SIZE);
  CHECK(kine_scene_pose(NULL, "humanoid", "stride", pose, size) == KINE_NULL);
  CHECK(kine_scene_pose(person, NULL, "stride", pose, size) == KINE_NULL);
  kine_skeleton_destroy(person);
  kine_skeleton_destroy(chain);
}

int main(void) {
  kine_skeleton* arm = kine_scene_build("planar-arm", 0, NULL, 0);
  kine_skeleton* other = kine_scene_build("planar-arm", 0, NULL, 0);
  test_clips(arm);
  test_shapes(arm, other);
  test_scenes();
  kine_skeleton_destroy(other);
  kine_skeleton_destroy(arm);
  return failures == 0 ? 0 : 1;
}
