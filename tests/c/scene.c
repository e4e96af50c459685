/* A skeleton with every kind of joint in fifty poses: every result of the C API goes into one hash, which must be that
   of scene_hash.h. tests/web/scene.test.mjs computes the same from JavaScript, step for step. Nothing here may depend
   on how a compiler rounds: numbers are drawn and scaled by powers of two only. */
#include <inttypes.h>
#include <kine_c/kine.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "scene_hash.h"

enum { kJoints = 24, kPoses = 50, kMaxValues = 128, kMaxOut = 6 * kMaxValues };

static uint64_t random_state = 2024;
static uint64_t hash = 14695981039346656037u;

/* From -1 up to, but without, 1. */
static double draw(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return 2 * ((double)(random_state >> 11) / 9007199254740992.0) - 1;
}

static void draw_many(double* out, int count) {
  for (int i = 0; i < count; ++i) out[i] = draw();
}

static void mix(uint64_t word) { hash = (hash ^ word) * 1099511628211u; }

static void mix_doubles(const double* numbers, int count) {
  for (int i = 0; i < count; ++i) {
    uint64_t bits;
    memcpy(&bits, &numbers[i], sizeof bits);
    mix(bits);
  }
}

static void mix_floats(const float* numbers, int count) {
  for (int i = 0; i < count; ++i) {
    uint32_t bits;
    memcpy(&bits, &numbers[i], sizeof bits);
    mix(bits);
  }
}

static void add_joint(kine_builder* builder, int i) {
  char name[16], parent[16] = "";
  double v[9];
  const int kind = KINE_FREE - i % 6;
  snprintf(name, sizeof name, "j%d", i);
  if (i % 12 != 0) snprintf(parent, sizeof parent, "j%d", i % 2 == 1 ? i - 1 : i / 2);
  CHECK(kine_builder_add_joint(builder, name, parent, kind) == i);
  draw_many(v, 3);
  kine_builder_set_translation(builder, i, v[0], v[1], v[2]);
  draw_many(v, 4);
  kine_builder_set_rotation(builder, i, v[0], v[1], v[2], v[3]);
  if (i % 7 == 3) {
    draw_many(v, 3);
    kine_builder_set_scale(builder, i, 1 + v[0] / 2, 1 + v[1] / 2, 1 + v[2] / 2);
  }
  if (kind == KINE_HINGE || kind == KINE_SLIDER) {
    draw_many(v, 3);
    kine_builder_set_axis(builder, i, v[0], v[1], v[2]);
    if (i == 10)
      kine_builder_set_follow(builder, i, 0, "j3", 0, -0.5, 0.25);
    else
      kine_builder_set_limits(builder, i, 0, -0.5, 0.75);
  }
  if (kind == KINE_EULER) {
    draw_many(v, 9);
    kine_builder_set_euler_axes(builder, i, 3, v);
    kine_builder_set_fixed(builder, i, 1, i == 2);
  }
  if (kind == KINE_BALL) kine_builder_set_ball_limits(builder, i, 0.5, 0.875, -0.5, 0.75);
  draw_many(v, 4);
  kine_builder_set_mass(builder, i, 1 + v[0], v[1], v[2], v[3]);
}

static void mix_frames(const kine_skeleton* skeleton, const kine_frames* frames, int n) {
  const double offset[3] = {0.125, 0.25, -0.5};
  const int freedoms = kine_skeleton_freedom_count(skeleton);
  double out[kMaxOut];
  float matrices[16 * kJoints];
  CHECK(kine_frames_positions(frames, out, 3 * kJoints) == KINE_OK);
  mix_doubles(out, 3 * kJoints);
  CHECK(kine_frames_rotations(frames, out, 4 * kJoints) == KINE_OK);
  mix_doubles(out, 4 * kJoints);
  CHECK(kine_frames_matrices(frames, matrices, 16 * kJoints) == KINE_OK);
  mix_floats(matrices, 16 * kJoints);
  CHECK(kine_jacobian(skeleton, frames, n % kJoints, offset, KINE_ROWS_FULL, KINE_WORLD, 0, out, 6 * freedoms) ==
        KINE_OK);
  mix_doubles(out, 6 * freedoms);
  CHECK(kine_jacobian(skeleton, frames, n % kJoints, offset, KINE_ROWS_LINEAR, 7 * n % kJoints, 1, out, 3 * freedoms) ==
        KINE_OK);
  mix_doubles(out, 3 * freedoms);
  CHECK(kine_centre_of_mass(skeleton, frames, out) == KINE_OK);
  mix_doubles(out, 3);
  CHECK(kine_centre_of_mass_jacobian(skeleton, frames, 0, out, 3 * freedoms) == KINE_OK);
  mix_doubles(out, 3 * freedoms);
}

static void mix_motion(const kine_skeleton* skeleton, const double* pose) {
  const int values = kine_skeleton_value_count(skeleton), freedoms = kine_skeleton_freedom_count(skeleton);
  double speeds[kMaxValues], moved[kMaxValues], out[kMaxValues], number;
  float locals[10 * kJoints];
  int any = 0;
  draw_many(speeds, freedoms);
  memcpy(moved, pose, sizeof moved[0] * (size_t)values);
  CHECK(kine_integrate(skeleton, speeds, freedoms, 0.5, moved, values) == KINE_OK);
  mix_doubles(moved, values);
  CHECK(kine_difference(skeleton, pose, moved, values, out, freedoms) == KINE_OK);
  mix_doubles(out, freedoms);
  CHECK(kine_blend(skeleton, pose, moved, 0.25, out, values) == KINE_OK);
  mix_doubles(out, values);
  CHECK(kine_to_local_transforms(skeleton, out, values, locals, 10 * kJoints) == KINE_OK);
  mix_floats(locals, 10 * kJoints);
  CHECK(kine_from_local_transforms(skeleton, locals, 10 * kJoints, out, values, NULL) == KINE_OK);
  mix_doubles(out, values);
  CHECK(kine_limit_violation(skeleton, moved, values, &number) == KINE_OK);
  mix_doubles(&number, 1);
  CHECK(kine_clamp_to_limits(skeleton, moved, values, &any) == KINE_OK);
  mix((uint64_t)any);
  mix_doubles(moved, values);
}

int main(void) {
  char message[200], text[17];
  double pose[kMaxValues];
  kine_builder* builder = kine_builder_create();
  for (int i = 0; i < kJoints; ++i) add_joint(builder, i);
  kine_skeleton* skeleton = kine_builder_build(builder, message, sizeof message);
  kine_builder_destroy(builder);
  if (!skeleton) {
    fprintf(stderr, "the scene could not be built: %s\n", message);
    return 1;
  }
  const int values = kine_skeleton_value_count(skeleton);
  CHECK(values <= kMaxValues && kine_skeleton_freedom_count(skeleton) <= kMaxValues);
  kine_frames* frames = kine_frames_create(skeleton);
  CHECK(kine_rest_pose(skeleton, pose, values) == KINE_OK);
  mix_doubles(pose, values);
  for (int n = 0; n < kPoses; ++n) {
    draw_many(pose, values);
    for (int i = 0; i < values; ++i) pose[i] *= 4;
    CHECK(kine_tidy(skeleton, pose, values) == KINE_OK);
    CHECK(kine_forward(skeleton, pose, values, frames) == KINE_OK);
    mix_doubles(pose, values);
    mix_frames(skeleton, frames, n);
    mix_motion(skeleton, pose);
  }
  kine_frames_destroy(frames);
  kine_skeleton_destroy(skeleton);
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  if (strcmp(text, KINE_SCENE_HASH) != 0) {
    fprintf(stderr, "results have changed: their hash is %s, tests/c/scene_hash.h has %s\n", text, KINE_SCENE_HASH);
    ++failures;
  }
  return failures == 0 ? 0 : 1;
}
