/* The C API from C99, end to end: an arm is built, asked, posed and moved; then everything that can be misused is. */
#include <kine_c/kine.h>
#include <math.h>
#include <string.h>

#include "check.h"

enum { kJoints = 5, kValues = 9, kFreedoms = 7 };

static int near(double a, double b) { return fabs(a - b) <= 1e-14; }
static int near3(const double* a, double x, double y, double z) {
  return near(a[0], x) && near(a[1], y) && near(a[2], z);
}
static int has(const char* message, const char* part) { return strstr(message, part) != NULL; }

/* A ball shoulder, a hinge elbow, a two-axis wrist and two fingers of which one follows the other. */
static kine_builder* describe_arm(void) {
  kine_builder* b = kine_builder_create();
  const int shoulder = kine_builder_add_joint(b, "shoulder", NULL, KINE_BALL);
  const int elbow = kine_builder_add_joint(b, "elbow", "shoulder", KINE_HINGE);
  const int wrist = kine_builder_add_joint(b, "wrist", "elbow", KINE_EULER);
  const int finger = kine_builder_add_joint(b, "finger", "wrist", KINE_SLIDER);
  const int other = kine_builder_add_joint(b, "other finger", "wrist", KINE_SLIDER);
  CHECK(shoulder == 0 && elbow == 1 && wrist == 2 && finger == 3 && other == 4);

  CHECK(kine_builder_set_translation(b, shoulder, 0, 1.4, 0) == KINE_OK);
  CHECK(kine_builder_set_rotation(b, shoulder, 0, 0, 0, 2) == KINE_OK);
  CHECK(kine_builder_set_scale(b, shoulder, 1, 1, 1) == KINE_OK);
  CHECK(kine_builder_set_ball_axes(b, shoulder, 1, 0, 0, 0, 1, 0) == KINE_OK);
  CHECK(kine_builder_set_ball_limits(b, shoulder, 1.2, 0.9, -0.6, 0.7) == KINE_OK);
  CHECK(kine_builder_set_mass(b, shoulder, 2, 0.15, 0, 0) == KINE_OK);

  CHECK(kine_builder_set_translation(b, elbow, 0.3, 0, 0) == KINE_OK);
  CHECK(kine_builder_set_axis(b, elbow, 0, 2, 0) == KINE_OK);
  CHECK(kine_builder_set_limits(b, elbow, 0, 0, 2.5) == KINE_OK);
  CHECK(kine_builder_set_max_speed(b, elbow, 0, 6) == KINE_OK);
  CHECK(kine_builder_set_weight(b, elbow, 0, 2) == KINE_OK);
  CHECK(kine_builder_set_mass(b, elbow, 1, 0.1, 0, 0) == KINE_OK);

  CHECK(kine_builder_set_translation(b, wrist, 0.25, 0, 0) == KINE_OK);
  CHECK(kine_builder_set_euler_order(b, wrist, "YZ") == KINE_OK);
  CHECK(kine_builder_set_fixed(b, wrist, 1, 1) == KINE_OK);

  CHECK(kine_builder_set_translation(b, finger, 0.1, 0, 0) == KINE_OK);
  CHECK(kine_builder_set_axis(b, finger, 1, 0, 0) == KINE_OK);
  CHECK(kine_builder_set_limits(b, finger, 0, 0, 0.04) == KINE_OK);
  CHECK(kine_builder_set_translation(b, other, 0.1, 0.02, 0) == KINE_OK);
  CHECK(kine_builder_set_axis(b, other, 1, 0, 0) == KINE_OK);
  CHECK(kine_builder_set_follow(b, other, 0, "finger", 0, -1, 0.01) == KINE_OK);
  return b;
}

static kine_skeleton* build_arm(void) {
  char message[100] = "not touched";
  kine_builder* builder = describe_arm();
  kine_skeleton* arm = kine_builder_build(builder, message, sizeof message);
  if (!arm) fprintf(stderr, "the arm could not be built: %s\n", message);
  CHECK(arm != NULL && message[0] == '\0');
  kine_builder_destroy(builder);
  return arm;
}

static void test_questions(const kine_skeleton* arm) {
  double out[10];
  char message[100];
  CHECK(kine_skeleton_joint_count(arm) == kJoints && kine_skeleton_value_count(arm) == kValues);
  CHECK(kine_skeleton_axis_count(arm) == 8 && kine_skeleton_freedom_count(arm) == kFreedoms);
  CHECK(kine_skeleton_mass(arm) == 3);
  CHECK(kine_skeleton_find(arm, "wrist", message, sizeof message) == 2 && message[0] == '\0');
  CHECK(kine_skeleton_find(arm, "wrost", message, sizeof message) == -1 && has(message, "\"wrist\""));
  CHECK(kine_skeleton_find(arm, "wrost", NULL, 0) == -1);
  CHECK(strcmp(kine_skeleton_joint_name(arm, 4), "other finger") == 0);
  CHECK(kine_skeleton_joint_kind(arm, 2) == KINE_EULER);
  CHECK(kine_skeleton_joint_parent(arm, 0) == KINE_WORLD && kine_skeleton_joint_parent(arm, 4) == 2);
  CHECK(kine_skeleton_joint_first_value(arm, 2) == 5 && kine_skeleton_joint_value_count(arm, 2) == 2);
  CHECK(kine_skeleton_joint_first_axis(arm, 2) == 4 && kine_skeleton_joint_axis_count(arm, 0) == 3);
  CHECK(kine_skeleton_is_above(arm, 1, 4) == 1 && kine_skeleton_is_above(arm, 4, 1) == 0);
  CHECK(kine_skeleton_joint_rest(arm, 0, out) == KINE_OK);
  CHECK(near3(out, 0, 1.4, 0) && near3(out + 3, 0, 0, 0) && out[6] == 1 && near3(out + 7, 1, 1, 1));
  const int elbow = kine_skeleton_freedom_of(arm, 1, 0);
  CHECK(kine_skeleton_freedom_joint(arm, elbow) == 1 && kine_skeleton_freedom_axis(arm, elbow) == 0);
  CHECK(kine_skeleton_freedom_value(arm, elbow) == 4 && kine_skeleton_freedom_value(arm, 0) == -1);
  CHECK(kine_skeleton_freedom_limits(arm, elbow, out) == KINE_OK && out[0] == 0 && out[1] == 2.5);
  CHECK(kine_skeleton_freedom_max_speed(arm, elbow) == 6 && kine_skeleton_freedom_weight(arm, elbow) == 2);
  CHECK(kine_skeleton_freedom_fixed(arm, elbow) == 0);
  CHECK(kine_skeleton_freedom_fixed(arm, kine_skeleton_freedom_of(arm, 2, 1)) == 1);
  CHECK(kine_skeleton_freedom_of(arm, 4, 0) == kine_skeleton_freedom_of(arm, 3, 0));
}

static void test_poses(const kine_skeleton* arm) {
  double pose[kValues], moved[kValues], middle[kValues], back[kFreedoms], number, gap[2];
  const double speeds[kFreedoms] = {0.1, -0.2, 0.3, 0.5, 0.2, -0.1, 0.01};
  float locals[10 * kJoints];
  int any = -1;
  CHECK(kine_rest_pose(arm, pose, kValues) == KINE_OK && pose[3] == 1 && pose[8] == 0.01);
  memcpy(moved, pose, sizeof pose);
  CHECK(kine_integrate(arm, speeds, kFreedoms, 2, moved, kValues) == KINE_OK);
  CHECK(kine_difference(arm, pose, moved, kValues, back, kFreedoms) == KINE_OK);
  for (int i = 0; i < kFreedoms; ++i) CHECK(near(back[i], 2 * speeds[i]));
  CHECK(kine_blend(arm, pose, moved, 0.5, middle, kValues) == KINE_OK);
  CHECK(kine_integrate(arm, speeds, kFreedoms, 1, pose, kValues) == KINE_OK);
  for (int i = 0; i < kValues; ++i) CHECK(near(middle[i], pose[i]));

  CHECK(kine_limit_violation(arm, pose, kValues, &number) == KINE_OK && number == 0);
  CHECK(kine_clamp_to_limits(arm, pose, kValues, &any) == KINE_OK && any == 0);
  pose[4] = 3;
  CHECK(kine_limit_violation(arm, pose, kValues, &number) == KINE_OK && number == 0.5);
  CHECK(kine_clamp_to_limits(arm, pose, kValues, &any) == KINE_OK && any == 1 && pose[4] == 2.5);
  CHECK(kine_clamp_to_limits(arm, pose, kValues, NULL) == KINE_OK);

  CHECK(kine_to_local_transforms(arm, moved, kValues, locals, 10 * kJoints) == KINE_OK);
  CHECK(kine_from_local_transforms(arm, locals, 10 * kJoints, pose, kValues, gap) == KINE_OK);
  for (int i = 0; i < kValues; ++i) CHECK(fabs(pose[i] - moved[i]) < 1e-6);
  CHECK(gap[0] < 1e-6 && gap[1] < 1e-6);

  pose[0] = pose[1] = pose[2] = pose[3] = 0;
  CHECK(kine_is_usable(arm, pose, kValues) == 0);
  CHECK(kine_tidy(arm, pose, kValues) == KINE_OK && pose[3] == 1 && kine_is_usable(arm, pose, kValues) == 1);
}

static void test_kinematics(const kine_skeleton* arm, kine_frames* frames) {
  const double offset[3] = {0.1, 0.2, 0};
  double pose[kValues], out[4 * kJoints], jacobian[6 * kFreedoms];
  float matrices[16 * kJoints];
  const double quarter = 1.5707963267948966, root = 0.70710678118654752;
  CHECK(kine_frames_position(frames, 2, NULL, out) == KINE_OK && near3(out, 0, 0, 0));
  kine_rest_pose(arm, pose, kValues);
  pose[4] = quarter; /* the elbow turns about y: the forearm points to -z */
  CHECK(kine_forward(arm, pose, kValues, frames) == KINE_OK);
  CHECK(kine_frames_position(frames, 2, NULL, out) == KINE_OK && near3(out, 0.3, 1.4, -0.25));
  CHECK(kine_frames_position(frames, 2, offset, out) == KINE_OK && near3(out, 0.3, 1.6, -0.35));
  CHECK(kine_frames_rotation(frames, 2, out) == KINE_OK && near3(out, 0, root, 0) && near(out[3], root));
  CHECK(kine_frames_positions(frames, out, 3 * kJoints) == KINE_OK && near3(out + 6, 0.3, 1.4, -0.25));
  CHECK(kine_frames_rotations(frames, out, 4 * kJoints) == KINE_OK && near3(out + 8, 0, root, 0));
  CHECK(kine_frames_matrices(frames, matrices, 16 * kJoints) == KINE_OK);
  CHECK(fabs((double)matrices[34] + 1) < 1e-7 && fabs((double)matrices[46] + 0.25) < 1e-7 && matrices[47] == 1.0f);

  /* The elbow's column: its axis, and axis x (point - elbow) = y x (0, 0.2, -0.35) = (-0.35, 0, 0). */
  const double* elbow = jacobian + 6 * 3;
  CHECK(kine_jacobian(arm, frames, 2, offset, KINE_ROWS_FULL, KINE_WORLD, 0, jacobian, 6 * kFreedoms) == KINE_OK);
  CHECK(near3(elbow, 0, 1, 0) && near3(elbow + 3, -0.35, 0, 0));
  CHECK(near3(jacobian + 6 * 5, 0, 0, 0)); /* fixed */
  CHECK(kine_jacobian(arm, frames, 2, NULL, KINE_ROWS_ANGULAR, KINE_WORLD, 1, jacobian, 3 * kFreedoms) == KINE_OK);
  CHECK(near3(jacobian + 3 * 5, 1, 0, 0)); /* fixed, but asked for; z of the turned wrist points to x */
  CHECK(kine_jacobian(arm, frames, 2, NULL, KINE_ROWS_LINEAR, 1, 0, jacobian, 3 * kFreedoms) == KINE_OK);
  for (int f = 0; f < kFreedoms; ++f) CHECK(near3(jacobian + 3 * f, 0, 0, 0)); /* the wrist as the forearm sees it */

  CHECK(kine_centre_of_mass(arm, frames, out) == KINE_OK && near3(out, 0.2, 1.4, -0.1 / 3));
  CHECK(kine_centre_of_mass_jacobian(arm, frames, 0, jacobian, 3 * kFreedoms) == KINE_OK);
  CHECK(near3(jacobian + 3 * 3, -0.1 / 3, 0, 0));
}

static void test_builder_misuse(void) {
  const double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  char message[200], tiny[8] = "xxxxxxx";
  kine_builder* b = kine_builder_create();
  CHECK(kine_builder_build(b, message, sizeof message) == NULL && has(message, "at least one joint"));
  CHECK(kine_builder_build(NULL, message, sizeof message) == NULL && has(message, "no builder"));
  CHECK(kine_builder_add_joint(NULL, "a", "", KINE_HINGE) == -1);
  CHECK(kine_builder_set_axis(NULL, 0, 1, 0, 0) == KINE_NULL);
  CHECK(kine_builder_set_euler_order(NULL, 0, NULL) == KINE_NULL);
  CHECK(kine_builder_set_euler_axes(NULL, 0, 3, axes) == KINE_NULL);
  kine_builder_add_joint(b, "a", "b", KINE_HINGE);
  CHECK(kine_builder_build(b, message, sizeof message) == NULL && has(message, "\"b\""));
  CHECK(kine_builder_build(b, tiny, sizeof tiny) == NULL && strcmp(tiny, "joint \"") == 0);
  CHECK(kine_builder_build(b, NULL, 0) == NULL);
  kine_builder_destroy(b);

  /* The first setting that fails is what the build says. */
  b = kine_builder_create();
  kine_builder_add_joint(b, "elbow", "", KINE_HINGE);
  CHECK(kine_builder_set_limits(b, 0, 1, 0, 1) == KINE_BAD_INDEX);
  CHECK(kine_builder_set_axis(b, 7, 0, 0, 1) == KINE_BAD_INDEX);
  CHECK(kine_builder_set_euler_order(b, 0, "XYZ") == KINE_BAD_VALUE);
  CHECK(kine_builder_set_euler_order(b, 0, NULL) == KINE_NULL);
  CHECK(kine_builder_set_ball_limits(b, 0, 1, 1, 0, 1) == KINE_BAD_VALUE);
  CHECK(kine_builder_set_ball_axes(b, 0, 1, 0, 0, 0, 1, 0) == KINE_BAD_VALUE);
  CHECK(kine_builder_set_follow(b, 0, 0, NULL, 0, 1, 0) == KINE_NULL);
  CHECK(kine_builder_add_joint(b, "x", "", 6) == -1 && kine_builder_add_joint(b, NULL, "", KINE_HINGE) == -1);
  CHECK(kine_builder_build(b, message, sizeof message) == NULL && has(message, "\"elbow\"") && has(message, "axis 1"));
  kine_builder_destroy(b);

  b = kine_builder_create();
  kine_builder_add_joint(b, "wrist", "", KINE_EULER);
  CHECK(kine_builder_set_euler_axes(b, 0, 3, axes) == KINE_OK);
  CHECK(kine_builder_set_euler_axes(b, 0, 4, axes) == KINE_BAD_SIZE);
  CHECK(kine_builder_set_euler_axes(b, 0, 2, NULL) == KINE_NULL);
  CHECK(kine_builder_build(b, message, sizeof message) == NULL && has(message, "two or three"));
  kine_builder_destroy(b);
  kine_builder_destroy(NULL);
}

static void test_misuse(const kine_skeleton* arm, kine_frames* frames) {
  double pose[kValues] = {0, 0, 0, 1}, speeds[kFreedoms] = {0}, out[6 * kFreedoms];
  char message[100];
  for (int joint = -1; joint <= kJoints; joint += kJoints + 1) {
    CHECK(kine_skeleton_joint_name(arm, joint) == NULL && kine_skeleton_joint_kind(arm, joint) == -1);
    CHECK(kine_skeleton_joint_parent(arm, joint) == -2 && kine_skeleton_joint_first_value(arm, joint) == -1);
    CHECK(kine_skeleton_is_above(arm, joint, 0) == -1 && kine_skeleton_joint_rest(arm, joint, out) == KINE_BAD_INDEX);
    CHECK(kine_frames_position(frames, joint, NULL, out) == KINE_BAD_INDEX);
    CHECK(kine_frames_rotation(frames, joint, out) == KINE_BAD_INDEX);
    CHECK(kine_jacobian(arm, frames, joint, NULL, KINE_ROWS_FULL, KINE_WORLD, 0, out, 6 * kFreedoms) == KINE_BAD_INDEX);
  }
  CHECK(kine_skeleton_joint_count(NULL) == -1 && kine_skeleton_joint_name(NULL, 0) == NULL);
  CHECK(kine_skeleton_freedom_joint(arm, kFreedoms) == -1 && kine_skeleton_freedom_of(arm, 1, 1) == -1);
  CHECK(kine_skeleton_freedom_limits(arm, -1, out) == KINE_BAD_INDEX);
  CHECK(isnan(kine_skeleton_freedom_weight(arm, kFreedoms)) && isnan(kine_skeleton_freedom_max_speed(NULL, 0)));
  CHECK(kine_skeleton_find(NULL, "a", message, sizeof message) == -1 && has(message, "NULL"));

  CHECK(kine_rest_pose(NULL, pose, kValues) == KINE_NULL && kine_rest_pose(arm, NULL, kValues) == KINE_NULL);
  CHECK(kine_rest_pose(arm, pose, kValues - 1) == KINE_BAD_SIZE);
  CHECK(kine_integrate(arm, speeds, kFreedoms + 1, 1, pose, kValues) == KINE_BAD_SIZE);
  CHECK(kine_integrate(arm, NULL, kFreedoms, 1, pose, kValues) == KINE_NULL);
  CHECK(kine_difference(arm, pose, NULL, kValues, speeds, kFreedoms) == KINE_NULL);
  CHECK(kine_blend(arm, pose, pose, 0.5, pose, -1) == KINE_BAD_SIZE);
  CHECK(kine_limit_violation(arm, pose, kValues, NULL) == KINE_NULL);
  CHECK(kine_is_usable(arm, pose, 3) == -1);

  CHECK(kine_frames_create(NULL) == NULL);
  CHECK(kine_forward(arm, pose, 2, frames) == KINE_BAD_SIZE && kine_forward(arm, pose, kValues, NULL) == KINE_NULL);
  CHECK(kine_frames_positions(frames, out, 3) == KINE_BAD_SIZE);
  CHECK(kine_frames_positions(frames, NULL, 3 * kJoints) == KINE_NULL);
  CHECK(kine_jacobian(arm, frames, 0, NULL, KINE_ROWS_FULL, KINE_WORLD, 0, out, 3 * kFreedoms) == KINE_BAD_SIZE);
  CHECK(kine_jacobian(arm, frames, 0, NULL, 3, KINE_WORLD, 0, out, 6 * kFreedoms) == KINE_BAD_VALUE);
  CHECK(kine_jacobian(arm, frames, 0, NULL, KINE_ROWS_FULL, kJoints, 0, out, 6 * kFreedoms) == KINE_BAD_INDEX);
  CHECK(kine_centre_of_mass(arm, frames, NULL) == KINE_NULL);

  kine_skeleton* twin = build_arm();
  CHECK(kine_forward(twin, pose, kValues, frames) == KINE_WRONG_SKELETON);
  CHECK(kine_centre_of_mass(twin, frames, out) == KINE_WRONG_SKELETON);
  kine_skeleton_destroy(twin);
}

/* A skeleton without any freedom has poses of no values, for which NULL will do. */
static void test_statue(void) {
  char message[100];
  double out[3];
  kine_builder* builder = kine_builder_create();
  kine_builder_add_joint(builder, "statue", "", KINE_FIXED);
  kine_skeleton* statue = kine_builder_build(builder, message, sizeof message);
  kine_frames* frames = kine_frames_create(statue);
  CHECK(kine_skeleton_value_count(statue) == 0 && kine_rest_pose(statue, NULL, 0) == KINE_OK);
  CHECK(kine_forward(statue, NULL, 0, frames) == KINE_OK);
  CHECK(kine_integrate(statue, NULL, 0, 1, NULL, 0) == KINE_OK && kine_is_usable(statue, NULL, 0) == 1);
  CHECK(kine_jacobian(statue, frames, 0, NULL, KINE_ROWS_FULL, KINE_WORLD, 0, NULL, 0) == KINE_OK);
  CHECK(kine_centre_of_mass(statue, frames, out) == KINE_OK && near3(out, 0, 0, 0));
  kine_frames_destroy(frames);
  kine_skeleton_destroy(statue);
  kine_builder_destroy(builder);
}

int main(void) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", KINE_VERSION_MAJOR, KINE_VERSION_MINOR, KINE_VERSION_PATCH);
  CHECK(strcmp(kine_version(), version) == 0);
  for (int status = KINE_OK; status <= KINE_WRONG_SKELETON; ++status) CHECK(strlen(kine_status_text(status)) > 5);
  CHECK(has(kine_status_text(-1), "no status"));

  kine_skeleton* arm = build_arm();
  if (!arm) return 1;
  kine_frames* frames = kine_frames_create(arm);
  test_questions(arm);
  test_poses(arm);
  test_kinematics(arm, frames);
  test_builder_misuse();
  test_misuse(arm, frames);
  test_statue();

  /* Frames outlive their skeleton. */
  double out[3 * kJoints];
  kine_skeleton_destroy(arm);
  CHECK(kine_frames_positions(frames, out, 3 * kJoints) == KINE_OK && near3(out + 6, 0.3, 1.4, -0.25));
  kine_frames_destroy(frames);
  kine_frames_destroy(NULL);
  kine_skeleton_destroy(NULL);
  return failures == 0 ? 0 : 1;
}
