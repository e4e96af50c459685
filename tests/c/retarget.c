/* A walk on a smaller figure, with styles, from C99. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"

enum { kMostValues = 100, kFrames = 240, kMostStands = 100 };
static const double kScale = 0.75;
static char message[300];

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

static kine_skeleton* scaled(const kine_skeleton* figure) {
  kine_builder* builder = kine_builder_from_skeleton(figure);
  double rest[10];
  for (int i = 0; i < kine_skeleton_joint_count(figure); ++i) {
    kine_skeleton_joint_rest(figure, i, rest);
    kine_builder_set_translation(builder, i, kScale * rest[0], kScale * rest[1], kScale * rest[2]);
  }
  kine_skeleton* smaller = kine_builder_build(builder, message, sizeof message);
  kine_builder_destroy(builder);
  return smaller;
}

/* The root's last place: how far the clip has gone. */
static double way_of(const kine_clip* clip) {
  static double way[7 * kFrames];
  const double up[3] = {0, 1, 0};
  CHECK(kine_clip_root_motion(clip, up, 1, 0, way, kFrames) == kFrames);
  return hypot(way[7 * (kFrames - 1)], way[7 * (kFrames - 1) + 2]);
}

static double worst_stand(const kine_retargeter* retargeter) {
  int spans[4 * kMostStands];
  double places[3 * kMostStands], drifts[kMostStands], worst = 0;
  const int count = kine_retargeter_stands(retargeter, spans, places, drifts, kMostStands);
  CHECK(count > 4 && count <= kMostStands);
  for (int i = 0; i < count; ++i) {
    CHECK(spans[4 * i] <= 1 && spans[4 * i + 1] <= 1 && spans[4 * i + 2] < spans[4 * i + 3]);
    CHECK(fabs(places[3 * i + 1] - kine_retargeter_result(retargeter, "floor")) < 0.003);
    worst = fmax(worst, drifts[i]);
  }
  CHECK(kine_retargeter_stands(retargeter, NULL, NULL, NULL, 0) == count &&
        kine_retargeter_stands(NULL, NULL, NULL, NULL, 0) == -1);
  return worst;
}

static void test_clip(kine_retargeter* retargeter, const kine_clip* clip) {
  kine_clip* result = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, message, sizeof message);
  CHECK(result != NULL && message[0] == '\0' && kine_clip_frame_count(result) == kFrames);
  CHECK(fabs(way_of(result) - kScale * way_of(clip)) < 0.03);
  CHECK(worst_stand(retargeter) < 0.003 && kine_retargeter_result(retargeter, "deepest") < 0.003);
  CHECK(fabs(kine_retargeter_result(retargeter, "scale") - kScale) < 1e-9);
  CHECK(kine_retargeter_result(retargeter, "beyond_limits") < 1e-9);
  CHECK(isnan(kine_retargeter_result(retargeter, "colour")) && isnan(kine_retargeter_result(NULL, "scale")));
  const int overlapping[8] = {0, 0, 10, 30, 0, 0, 20, 40};
  const double places[6] = {0};
  CHECK(kine_retarget_clip(retargeter, clip, overlapping, places, 2, message, sizeof message) == NULL);
  CHECK(strstr(message, "heel") != NULL);
  CHECK(kine_retarget_clip(retargeter, clip, NULL, places, 2, message, sizeof message) == NULL);
  kine_clip_destroy(result);
}

/* How far joints of a value differ over a clip. */
static double farthest(const kine_clip* a, const kine_clip* b, int size) {
  double one[kMostValues], other[kMostValues], most = 0;
  for (int i = 0; i < kine_clip_frame_count(a); ++i) {
    CHECK(kine_clip_get_frame(a, i, one, size) == KINE_OK && kine_clip_get_frame(b, i, other, size) == KINE_OK);
    for (int k = 0; k < size; ++k) most = fmax(most, fabs(one[k] - other[k]));
  }
  return most;
}

static void test_styles(kine_retargeter* retargeter, const kine_clip* clip, int size) {
  kine_clip* plain = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, message, sizeof message);
  CHECK(kine_style_count() >= 6 && kine_style_name(-1) == NULL && strcmp(kine_style_name(0), "limp") == 0);
  for (int i = 0; i < kine_style_count(); ++i) {
    CHECK(kine_retargeter_set_style(retargeter, kine_style_name(i)) == KINE_OK);
    kine_clip* styled = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, message, sizeof message);
    CHECK(farthest(plain, styled, size) > 0.05);
    kine_clip_destroy(styled);
  }
  CHECK(kine_retargeter_set_style(retargeter, "nobody") == KINE_BAD_INDEX);
  CHECK(kine_retargeter_set_style(retargeter, "") == KINE_OK);
  const double limits[2] = {0, 0.1}, offset[3] = {0.2, 0, 0}, turned_round[2] = {1, 0};
  CHECK(kine_retargeter_add_style_part(retargeter, "left_shank", 1, limits, NULL, message, sizeof message) == KINE_OK);
  CHECK(kine_retargeter_add_style_part(retargeter, "spine", 1, NULL, offset, message, sizeof message) == KINE_OK);
  kine_clip* own = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, message, sizeof message);
  CHECK(farthest(plain, own, size) > 0.05);
  CHECK(kine_retargeter_add_style_part(retargeter, "tail", 1, NULL, NULL, message, sizeof message) == KINE_BAD_VALUE);
  CHECK(strstr(message, "\"tail\"") != NULL);
  CHECK(kine_retargeter_add_style_part(retargeter, "neck", 1, turned_round, NULL, NULL, 0) == KINE_BAD_VALUE);
  CHECK(kine_retargeter_add_style_part(retargeter, "neck", 0, NULL, NULL, NULL, 0) == KINE_BAD_VALUE);
  /* What was refused changed nothing. */
  kine_clip* again = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, message, sizeof message);
  CHECK(farthest(own, again, size) == 0);
  CHECK(kine_retargeter_set_style(retargeter, "") == KINE_OK);
  kine_clip* without = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, message, sizeof message);
  CHECK(farthest(plain, without, size) == 0);
  kine_clip_destroy(without);
  kine_clip_destroy(again);
  kine_clip_destroy(own);
  kine_clip_destroy(plain);
}

static void test_settings(kine_retargeter* retargeter, const kine_clip* clip, int size) {
  static const char* const names[] = {"mode", "rest", "plants", "contacts", "limits", "speed_limits"};
  CHECK(kine_retargeter_setting_count(retargeter) == (int)(sizeof names / sizeof names[0]));
  for (int i = 0; i < kine_retargeter_setting_count(retargeter); ++i)
    CHECK(strcmp(kine_retargeter_setting_name(retargeter, i), names[i]) == 0);
  CHECK(kine_retargeter_get(retargeter, "mode") == KINE_RETARGET_HYBRID);
  CHECK(kine_retargeter_set(retargeter, "mode", 3) == KINE_BAD_VALUE &&
        kine_retargeter_set(retargeter, "hue", 0) == KINE_BAD_INDEX);
  CHECK(kine_retargeter_set(retargeter, "mode", KINE_RETARGET_FULL) == KINE_OK);
  CHECK(kine_retargeter_set(retargeter, "rest", KINE_REST_BIND) == KINE_OK &&
        kine_retargeter_set(retargeter, "plants", 0) == KINE_OK);
  CHECK(kine_retargeter_set(retargeter, "contacts", 0) == KINE_OK && kine_retargeter_get(retargeter, "plants") == 0);
  /* Without plants, contacts and speed limits a clip is its poses. */
  CHECK(kine_retargeter_set(retargeter, "speed_limits", 0) == KINE_OK);
  kine_clip* result = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, message, sizeof message);
  double source[kMostValues], pose[kMostValues] = {0}, frame[kMostValues];
  CHECK(kine_clip_get_frame(clip, 120, source, size) == KINE_OK &&
        kine_clip_get_frame(result, 120, frame, size) == KINE_OK);
  CHECK(kine_retarget_pose(retargeter, source, size, NULL, pose, size) == KINE_OK);
  for (int i = 0; i < size; ++i) CHECK(fabs(pose[i] - frame[i]) < 1e-9);
  CHECK(kine_retargeter_set_source_rest(retargeter, source, size) == KINE_OK);
  CHECK(kine_retarget_pose(retargeter, source, size, NULL, pose, size) == KINE_OK &&
        memcmp(pose, frame, sizeof pose[0] * (size_t)size) != 0);
  CHECK(kine_retargeter_set_source_rest(retargeter, source, size - 1) == KINE_BAD_SIZE);
  CHECK(kine_retargeter_set_source_rest(retargeter, NULL, 0) == KINE_OK);
  CHECK(kine_retarget_pose(retargeter, source, size, NULL, pose, size) == KINE_OK);
  for (int i = 0; i < size; ++i) CHECK(fabs(pose[i] - frame[i]) < 1e-9);
  source[3] = NAN;
  CHECK(kine_retarget_pose(retargeter, source, size, NULL, pose, size) == KINE_BAD_VALUE);
  CHECK(kine_retarget_pose(retargeter, source, size, NULL, pose, 3) == KINE_BAD_SIZE);
  CHECK(kine_retargeter_note_count(retargeter) >= 0 && kine_retargeter_note(retargeter, 1000) == NULL);
  kine_clip_destroy(result);
}

int main(void) {
  kine_skeleton* figure = kine_scene_build("humanoid", 0, message, sizeof message);
  kine_skeleton* smaller = scaled(figure);
  const int size = kine_skeleton_value_count(figure);
  kine_bones* bones = kine_bones_find(figure, 0, 1, 0, NULL, NULL, 0, message, sizeof message);
  kine_bones* small_bones = kine_bones_find(smaller, 0, 1, 0, NULL, NULL, 0, message, sizeof message);
  kine_clip* clip = walked(figure, bones, size);
  kine_retargeter* retargeter = kine_retargeter_create(bones, small_bones, message, sizeof message);
  CHECK(retargeter != NULL);
  CHECK(kine_retargeter_create(bones, NULL, message, sizeof message) == NULL && message[0] != '\0');
  kine_bones_destroy(small_bones);
  kine_bones_destroy(bones);
  kine_skeleton_destroy(smaller);
  test_clip(retargeter, clip);
  test_styles(retargeter, clip, size);
  test_settings(retargeter, clip, size);
  kine_retargeter_destroy(retargeter);
  kine_retargeter_destroy(NULL);
  kine_clip_destroy(clip);
  kine_skeleton_destroy(figure);
  return failures == 0 ? 0 : 1;
}
