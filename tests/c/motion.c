/* Feet of an animation on other ground, from C99. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { kMostValues = 100, kFrames = 180 };
static char message[300];

static void test_settings(kine_motion* motion) {
  const int count = kine_motion_setting_count(motion);
  for (int i = 0; i < count; ++i) {
    const char* name = kine_motion_setting_name(motion, i);
    const double value = kine_motion_get(motion, name);
    CHECK(kine_motion_set(motion, name, value) == KINE_OK);
    CHECK(kine_motion_set(motion, name, NAN) == KINE_BAD_VALUE);
    CHECK(kine_motion_set(motion, name, INFINITY) == KINE_BAD_VALUE && kine_motion_get(motion, name) == value);
  }
  CHECK(count == 36 && kine_motion_setting_name(motion, count) == NULL && kine_motion_setting_name(motion, -1) == NULL);
  CHECK(kine_motion_set(motion, "weight", 1.5) == KINE_BAD_VALUE &&
        kine_motion_set(motion, "colour", 1) == KINE_BAD_INDEX);
  CHECK(kine_motion_set(motion, "release", 0) == KINE_BAD_VALUE && kine_motion_set(NULL, "weight", 1) == KINE_NULL);
  CHECK(isnan(kine_motion_get(motion, "colour")) && kine_motion_setting_count(NULL) == -1);
}

/* A walk of three seconds on level ground. */
static kine_clip* walked(const kine_skeleton* figure, const kine_bones* bones, int size) {
  kine_clip* clip = kine_clip_create(figure, "walk", 60);
  kine_walker* walker = kine_walker_create_figure(bones, message, sizeof message);
  kine_terrain* flat = kine_terrain_flat(0);
  double pose[kMostValues] = {0};
  for (int i = 0; i < kFrames; ++i) {
    CHECK(kine_walk(walker, flat, 1, 0, 0, 1.0 / 60, pose, size) == KINE_OK);
    CHECK(kine_clip_append(clip, pose, size, NULL) == KINE_OK);
  }
  kine_terrain_destroy(flat);
  kine_walker_destroy(walker);
  return clip;
}

static void test_frames(kine_motion* motion, const kine_clip* clip, const kine_terrain* terrain, int size) {
  double pose[kMostValues], again[kMostValues];
  const size_t bytes = kine_motion_state_size();
  void* state = malloc(bytes);
  double farthest = 0;
  for (int i = 0; i < kFrames; ++i) {
    kine_clip_get_frame(clip, i, pose, size);
    if (i == 90) CHECK(kine_motion_get_state(motion, state, bytes) == KINE_OK);
    CHECK(kine_ground_feet(motion, terrain, 1.0 / 60, pose, size) == KINE_OK);
    if (i == 90) memcpy(again, pose, sizeof again);
    farthest = fmax(farthest, fabs(kine_motion_result(motion, "pelvis")));
  }
  CHECK(farthest > 0.01 && kine_motion_foot_result(motion, 0, "miss") < 0.01);
  CHECK(kine_motion_foot_result(motion, 1, "heel_down") >= 0 && isnan(kine_motion_foot_result(motion, 2, "miss")));
  CHECK(isnan(kine_motion_result(motion, "colour")) && isnan(kine_motion_result(NULL, "pelvis")));
  CHECK(kine_motion_set_state(motion, state, bytes) == KINE_OK);
  kine_clip_get_frame(clip, 90, pose, size);
  CHECK(kine_ground_feet(motion, terrain, 1.0 / 60, pose, size) == KINE_OK);
  CHECK(memcmp(pose, again, sizeof pose[0] * (size_t)size) == 0);
  ((char*)state)[3] ^= 1;
  CHECK(kine_motion_set_state(motion, state, bytes) == KINE_BAD_VALUE);
  CHECK(kine_ground_feet(motion, terrain, NAN, pose, size) == KINE_BAD_VALUE &&
        kine_motion_result(motion, "bad_input") == 1);
  CHECK(kine_ground_feet(motion, terrain, 0.1, pose, size - 1) == KINE_BAD_SIZE);
  CHECK(kine_ground_feet(motion, NULL, 0.1, pose, size) == KINE_NULL);
  kine_motion_reset(motion);
  kine_motion_reset(NULL);
  free(state);
}

static void test_clip(kine_motion* motion, const kine_clip* clip, const kine_terrain* terrain, int size) {
  const int count = kine_find_plants(motion, clip, NULL, NULL, 0);
  int* spans = malloc(sizeof(int) * 4 * (size_t)count);
  double* places = malloc(sizeof(double) * 3 * (size_t)count);
  CHECK(count > 8 && kine_find_plants(motion, clip, spans, places, count) == count);
  CHECK(kine_find_plants(NULL, clip, spans, places, count) == -1);
  kine_clip* laid = kine_ground_clip(motion, clip, terrain, spans, places, count, message, sizeof message);
  CHECK(laid && kine_clip_frame_count(laid) == kFrames);
  kine_clip* found = kine_ground_clip(motion, clip, terrain, NULL, NULL, -1, message, sizeof message);
  double a[kMostValues] = {0}, b[kMostValues] = {0};
  CHECK(found != NULL);
  for (int i = 0; i < kFrames; i += 20) {
    CHECK(kine_clip_get_frame(laid, i, a, size) == KINE_OK && kine_clip_get_frame(found, i, b, size) == KINE_OK);
    CHECK(memcmp(a, b, sizeof a) == 0);
  }
  spans[3] = 10 * kFrames;
  CHECK(kine_ground_clip(motion, clip, terrain, spans, places, count, message, sizeof message) == NULL);
  CHECK(strstr(message, "cannot stand in frames") != NULL);
  kine_clip_destroy(found);
  kine_clip_destroy(laid);
  free(spans);
  free(places);
}

int main(void) {
  kine_skeleton* figure = kine_scene_build("humanoid", 0, message, sizeof message);
  const int size = kine_skeleton_value_count(figure);
  kine_bones* bones = kine_bones_find(figure, 0, 1, 0, NULL, NULL, 0, message, sizeof message);
  kine_motion* motion = kine_motion_create(bones, message, sizeof message);
  CHECK(motion != NULL && kine_motion_create(NULL, message, sizeof message) == NULL);
  double out[4];
  CHECK(kine_motion_foot_point(motion, 0, 1, out) >= 0 && kine_motion_foot_point(motion, 2, 1, out) == -1);
  CHECK(kine_motion_world_from_figure(motion, out) == KINE_OK && out[3] == 1);
  test_settings(motion);
  kine_clip* clip = walked(figure, bones, size);
  CHECK(kine_motion_fit_soles(motion, clip) == KINE_OK && kine_motion_get(motion, "floor") == 0);
  kine_terrain* terrain = kine_scene_terrain("hills:1", message, sizeof message);
  test_frames(motion, clip, terrain, size);
  test_clip(motion, clip, terrain, size);
  kine_terrain_destroy(terrain);
  kine_clip_destroy(clip);
  kine_motion_destroy(motion);
  kine_motion_destroy(NULL);
  kine_bones_destroy(bones);
  kine_skeleton_destroy(figure);
  return failures == 0 ? 0 : 1;
}
