/* Clips cut, joined, looped, put in place, mirrored and edited, heads that look and hands that hold, from C99. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"

enum { kMostValues = 100, kFrames = 240 };
static char message[300];
static const double kUp[3] = {0, 1, 0};

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

static double farthest(const kine_clip* a, const kine_clip* b, int size) {
  double one[kMostValues], other[kMostValues], most = 0;
  for (int i = 0; i < kine_clip_frame_count(a); ++i) {
    CHECK(kine_clip_get_frame(a, i, one, size) == KINE_OK && kine_clip_get_frame(b, i, other, size) == KINE_OK);
    for (int k = 0; k < size; ++k) most = fmax(most, fabs(one[k] - other[k]));
  }
  return most;
}

static void test_parts(const kine_clip* clip, int size) {
  kine_clip* head = kine_clip_cut(clip, 0, 100, message, sizeof message);
  kine_clip* tail = kine_clip_cut(clip, 100, kFrames, message, sizeof message);
  kine_clip* whole = kine_clip_joined(head, tail, message, sizeof message);
  CHECK(kine_clip_frame_count(head) == 100 && kine_clip_frame_count(whole) == kFrames);
  CHECK(farthest(clip, whole, size) == 0);
  CHECK(kine_clip_cut(clip, 5, 1000, message, sizeof message) == NULL && strstr(message, "cannot be cut out") != NULL);
  CHECK(kine_clip_joined(head, NULL, message, sizeof message) == NULL);
  kine_clip_destroy(whole);
  kine_clip_destroy(tail);
  kine_clip_destroy(head);
}

static void test_loop(const kine_clip* clip, int size) {
  double cycle[3], first[kMostValues], last[kMostValues];
  CHECK(kine_clip_find_cycle(clip, kUp, 0.4, 4, cycle, message, sizeof message) == KINE_OK);
  CHECK(cycle[1] - cycle[0] > 45 && cycle[1] - cycle[0] < 100);
  kine_clip* loop = kine_clip_loop(clip, kUp, (int)cycle[0], (int)cycle[1], 0.3, 1, message, sizeof message);
  const int frames = kine_clip_frame_count(loop);
  CHECK(frames == (int)cycle[1] - (int)cycle[0] + 1);
  kine_clip_get_frame(loop, 0, first, size);
  kine_clip_get_frame(loop, frames - 1, last, size);
  CHECK(memcmp(first, last, sizeof first[0] * (size_t)size) == 0);
  CHECK(kine_clip_find_cycle(clip, kUp, 3.9, 3.95, cycle, message, sizeof message) == KINE_BAD_VALUE);
  CHECK(strstr(message, "there is no cycle") != NULL);
  CHECK(kine_clip_find_cycle(clip, NULL, 1, 2, cycle, message, sizeof message) == KINE_NULL);
  CHECK(kine_clip_loop(clip, kUp, 3, 1000, 0.3, 1, message, sizeof message) == NULL);
  kine_clip_destroy(loop);
}

static void test_root(const kine_clip* clip, int size) {
  static double way[7 * kFrames];
  CHECK(kine_clip_root_motion(clip, kUp, 1, 0, way, kFrames) == kFrames);
  CHECK(way[7 * (kFrames - 1) + 2] > 3);
  kine_clip* still = kine_clip_put_in_place(clip, way, kFrames, message, sizeof message);
  kine_clip* back = kine_clip_put_back(still, way, kFrames, message, sizeof message);
  CHECK(farthest(clip, back, size) < 1e-12 && farthest(clip, still, size) > 3);
  CHECK(kine_clip_put_back(still, way, 7, message, sizeof message) == NULL);
  kine_clip_destroy(back);
  kine_clip_destroy(still);
}

/* A head that jumps for a frame, and a figure that slides along, are mended and told. */
static void test_clean(kine_motion* motion, const kine_clip* clip, int size) {
  enum { kMost = 100, kSpiked = 50 };
  const double kSlide = 2e-4; /* metres a frame */
  kine_clip* dirty = kine_clip_copy(clip, NULL);
  double pose[kMostValues];
  for (int i = 0; i < kFrames; ++i) {
    kine_clip_get_frame(dirty, i, pose, size);
    pose[4] += kSlide * i; /* x of the free root */
    if (i == kSpiked) pose[size - 1] += 0.5;
    kine_clip_set_frame(dirty, i, pose, size);
  }
  kine_clip* clean = kine_clean_clip(motion, dirty, 1, 1);
  int where[2 * kMost], spans[4 * kMost];
  double jumps[2 * kMost], slides[2 * kMost];
  CHECK(kine_motion_spikes(motion, where, jumps, kMost) == 1 && where[1] == kSpiked && fabs(jumps[0] - 0.5) < 0.05);
  const int skates = kine_motion_skates(motion, spans, NULL, slides, kMost);
  CHECK(skates > 4 && skates == kine_motion_skates(motion, NULL, NULL, NULL, 0));
  for (int i = 0; i < skates; ++i) {
    const double slid = kSlide * (spans[4 * i + 3] - spans[4 * i + 2]);
    CHECK(slides[2 * i] > 0.9 * slid && slides[2 * i + 1] < slides[2 * i]);
  }
  CHECK(kine_motion_result(motion, "deepest_after") < 0.005 && kine_motion_result(motion, "deepest_before") >= 0);
  kine_clip_destroy(clean);
  kine_clip_destroy(dirty);
}

static void test_mirror(kine_motion* motion, const kine_clip* clip, int size) {
  kine_clip* image = kine_mirror_clip(motion, clip);
  kine_clip* twice = kine_mirror_clip(motion, image);
  CHECK(farthest(clip, twice, size) < 1e-9 && farthest(clip, image, size) > 0.01);
  CHECK(kine_mirror_clip(NULL, clip) == NULL);
  kine_clip* clean = kine_clean_clip(motion, clip, 0, 0);
  CHECK(farthest(clip, clean, size) == 0);
  CHECK(kine_motion_spikes(motion, NULL, NULL, 0) == 0 && kine_motion_spikes(NULL, NULL, NULL, 0) == -1);
  kine_clip_destroy(clean);
  test_clean(motion, clip, size);
  kine_clip_destroy(twice);
  kine_clip_destroy(image);
}

static void place_of(const kine_skeleton* figure, const double* pose, int size, int joint, double* out) {
  kine_frames* frames = kine_frames_create(figure);
  CHECK(kine_forward(figure, pose, size, frames) == KINE_OK &&
        kine_frames_position(frames, joint, NULL, out) == KINE_OK);
  kine_frames_destroy(frames);
}

static void test_editor(const kine_skeleton* figure, const kine_clip* clip, int size) {
  kine_solver* solver = kine_solver_create(figure, "full-body", message, sizeof message);
  kine_solver_set(solver, "metres_tolerance", 1e-4);
  kine_editor* editor = kine_editor_create(clip, solver, message, sizeof message);
  const int hand = kine_skeleton_find(figure, "right_hand", message, sizeof message),
            foot = kine_skeleton_find(figure, "left_foot", message, sizeof message);
  CHECK(editor && kine_editor_set_kept(editor, &foot, 1) == KINE_OK);
  double pose[kMostValues], place[3], after[3];
  kine_clip_get_frame(clip, 120, pose, size);
  place_of(figure, pose, size, hand, place);
  place[1] += 0.2;
  CHECK(kine_editor_pull(editor, 120, &hand, place, 1, pose, size) == KINE_OK);
  CHECK(kine_editor_result(editor, "missed") < 2e-4 && kine_editor_result(editor, "slipped") < 1e-3);
  CHECK(kine_editor_result(editor, "kept") == 1 && isnan(kine_editor_result(editor, "colour")));
  CHECK(kine_editor_sentence(editor, message, sizeof message) == KINE_OK && message[0] != '\0');
  const int pin[2] = {hand, 120};
  kine_clip* edited = kine_editor_apply(editor, pin, place, 1, 0.2, 1, message, sizeof message);
  CHECK(edited != NULL);
  kine_clip_get_frame(edited, 120, pose, size);
  place_of(figure, pose, size, hand, after);
  CHECK(fabs(after[1] - place[1]) < 2e-4);
  place[1] = 9;
  CHECK(kine_editor_apply(editor, pin, place, 1, 0.2, 1, message, sizeof message) == NULL);
  CHECK(strstr(message, "right_hand") != NULL && strstr(message, "at frame 120 cannot be reached") != NULL);
  CHECK(kine_editor_set_from(editor, 1000) == KINE_BAD_INDEX && kine_editor_set_from(editor, -1) == KINE_OK);
  CHECK(kine_editor_pull(editor, 1000, &hand, place, 1, pose, size) == KINE_BAD_INDEX);
  CHECK(kine_editor_create(NULL, solver, message, sizeof message) == NULL);
  kine_clip_destroy(edited);
  kine_editor_destroy(editor);
  kine_editor_destroy(NULL);
  kine_solver_destroy(solver);
}

static void test_look_and_hold(kine_motion* motion, const kine_skeleton* figure, const kine_clip* clip, int size) {
  double pose[kMostValues], again[kMostValues];
  static unsigned char state[4096];
  const size_t bytes = kine_motion_state_size();
  CHECK(bytes <= sizeof state);
  double grip[7] = {0};
  const double palm[3] = {0, -0.05, 0};
  kine_clip_get_frame(clip, 120, pose, size);
  place_of(figure, pose, size, kine_skeleton_find(figure, "right_hand", message, sizeof message), grip);
  grip[1] += 0.1;
  grip[2] += 0.1;
  CHECK(kine_motion_set_palm(motion, 1, palm) == KINE_OK && kine_motion_set_grip(motion, 1, grip) == KINE_OK);
  CHECK(kine_motion_set_pole(motion, 1, NULL) == KINE_OK && kine_motion_set_grip(motion, 2, grip) == KINE_BAD_INDEX);
  for (int i = 0; i < 60; ++i) {
    if (i == 59) CHECK(kine_motion_get_state(motion, state, bytes) == KINE_OK);
    kine_clip_get_frame(clip, 120, pose, size);
    CHECK(kine_look_at(motion, 2, 1.5, 6, 1.0 / 60, pose, size) == KINE_OK);
    CHECK(kine_hold_on(motion, 1.0 / 60, pose, size) == KINE_OK);
  }
  CHECK(kine_motion_result(motion, "look_off") < 0.05 && kine_motion_result(motion, "look_out_of_reach") == 0);
  CHECK(kine_motion_hand_result(motion, 1, "miss") < 0.01 && isnan(kine_motion_hand_result(motion, 2, "miss")));
  CHECK(kine_motion_set_state(motion, state, bytes) == KINE_OK);
  kine_clip_get_frame(clip, 120, again, size);
  kine_look_at(motion, 2, 1.5, 6, 1.0 / 60, again, size);
  kine_hold_on(motion, 1.0 / 60, again, size);
  CHECK(memcmp(pose, again, sizeof pose[0] * (size_t)size) == 0);
  CHECK(kine_look_at(motion, NAN, 1, 1, 1.0 / 60, pose, size) == KINE_BAD_VALUE &&
        kine_motion_result(motion, "bad_input") == 1);
  CHECK(kine_motion_set(motion, "look_head_share", 0.8) == KINE_OK &&
        kine_motion_set(motion, "hold_trunk", -1) == KINE_BAD_VALUE);
  CHECK(kine_motion_set_grip(motion, 1, NULL) == KINE_OK);
}

int main(void) {
  kine_skeleton* figure = kine_scene_build("humanoid", 0, message, sizeof message);
  const int size = kine_skeleton_value_count(figure);
  kine_bones* bones = kine_bones_find(figure, 0, 1, 0, NULL, NULL, 0, message, sizeof message);
  kine_motion* motion = kine_motion_create(bones, message, sizeof message);
  kine_clip* clip = walked(figure, bones, size);
  test_parts(clip, size);
  test_loop(clip, size);
  test_root(clip, size);
  test_mirror(motion, clip, size);
  test_editor(figure, clip, size);
  test_look_and_hold(motion, figure, clip, size);
  kine_clip_destroy(clip);
  kine_motion_destroy(motion);
  kine_bones_destroy(bones);
  kine_skeleton_destroy(figure);
  return failures == 0 ? 0 : 1;
}
