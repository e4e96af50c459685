/* Speeds from C99: links move as asked, which the Jacobian confirms; gimbal lock is met in three ways; drift is taken
   back; misuse is refused. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"

static const double kQuarter = 1.5707963267948966;

static double largest(const double* numbers, int count) {
  double most = 0;
  for (int i = 0; i < count; ++i) most = fabs(numbers[i]) > most ? fabs(numbers[i]) : most;
  return most;
}

/* Three hinges at one place, about z, y and x. */
static kine_skeleton* build_gimbal(void) {
  kine_builder* builder = kine_builder_create();
  const char* names[] = {"yaw", "pitch", "roll"};
  for (int i = 0; i < 3; ++i) {
    kine_builder_add_joint(builder, names[i], i > 0 ? names[i - 1] : "", KINE_HINGE);
    kine_builder_set_axis(builder, i, i == 2, i == 1, i == 0);
  }
  kine_skeleton* gimbal = kine_builder_build(builder, NULL, 0);
  kine_builder_destroy(builder);
  return gimbal;
}

static void test_links_move_as_asked(void) {
  char message[100];
  kine_skeleton* arm = kine_scene_build("seven-hinge-arm", 0, message, sizeof message);
  kine_constraints* wanted = kine_constraints_create(arm);
  kine_stepper* stepper = kine_stepper_create(arm);
  kine_frames* frames = kine_frames_create(arm);
  const int tip = kine_skeleton_find(arm, "tip", NULL, 0);
  const double offset[3] = {0.02, 0, 0.1}, twist[6] = {0, 0, 0, 0.05, -0.1, 0.02};
  double pose[7], speeds[7] = {0}, before[3], after[3], moved[6], turned[4];
  kine_scene_pose(arm, "seven-hinge-arm", "ready", pose, 7);
  kine_forward(arm, pose, 7, frames);
  kine_frames_position(frames, tip, offset, before);
  CHECK(kine_stepper_outcome(stepper) == -1 && isnan(kine_stepper_result(stepper, "rank")));

  const int point = kine_constraints_add(wanted, KINE_FOLLOW_POINT, tip);
  CHECK(kine_constraints_set_target(wanted, point, before[0], before[1], before[2]) == KINE_OK);
  CHECK(kine_constraints_set_velocity(wanted, point, twist) == KINE_OK);
  CHECK(kine_constraints_set_offset(wanted, point, offset[0], offset[1], offset[2]) == KINE_OK);
  CHECK(kine_step(stepper, wanted, speeds, 7, pose, 7) == KINE_OK && kine_stepper_outcome(stepper) == KINE_REACHED);
  CHECK(kine_stepper_result(stepper, "rank") == 3 && kine_stepper_result(stepper, "rows") == 3);
  CHECK(kine_stepper_result(stepper, "columns") == 7 && kine_stepper_result(stepper, "scale") == 1);
  CHECK(kine_stepper_constraint_result(stepper, point, "linear") < 1e-12);
  CHECK(kine_velocity_of(arm, frames, tip, offset, speeds, 7, moved) == KINE_OK);
  for (int i = 0; i < 3; ++i) CHECK(fabs(moved[3 + i] - twist[3 + i]) < 1e-12);
  kine_forward(arm, pose, 7, frames);
  kine_frames_position(frames, tip, offset, after);
  for (int i = 0; i < 3; ++i) CHECK(fabs(after[i] - before[i] - twist[3 + i] / 60) < 1e-4);

  /* The whole link, in a plane, by rows of one's own: all say the same of a link that is to stand still. */
  kine_frames_rotation(frames, tip, turned);
  const double rows[36] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                           0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
  const double values[6] = {0};
  kine_constraints_clear(wanted);
  CHECK(kine_constraints_count(wanted) == 0);
  const int whole = kine_constraints_add(wanted, KINE_FOLLOW_POSE, tip);
  kine_frames_position(frames, tip, NULL, after);
  kine_constraints_set_target(wanted, whole, after[0], after[1], after[2]);
  CHECK(kine_constraints_set_orientation(wanted, whole, turned[0], turned[1], turned[2], turned[3]) == KINE_OK);
  const int plane = kine_constraints_add(wanted, KINE_STAY_IN_PLANE, tip);
  kine_constraints_set_target(wanted, plane, after[0], after[1], after[2]);
  CHECK(kine_constraints_set_axis(wanted, plane, 0, 0, 2) == KINE_OK);
  const int own = kine_constraints_add(wanted, KINE_TWIST_ROWS, tip);
  CHECK(kine_constraints_set_rows(wanted, own, 6, rows, values) == KINE_OK);
  CHECK(kine_constraints_set_weight(wanted, own, 2) == KINE_OK);
  CHECK(kine_constraints_set_correct(wanted, whole, 0) == KINE_OK);
  CHECK(kine_step(stepper, wanted, speeds, 7, pose, 7) == KINE_OK && kine_stepper_outcome(stepper) == KINE_REACHED);
  CHECK(largest(speeds, 7) < 1e-12 && kine_stepper_result(stepper, "rows") == 13);

  /* A joint fixed and moved by hand is made up for by the others. */
  CHECK(kine_stepper_set_fixed(stepper, 3, 1) == KINE_OK);
  kine_constraints_clear(wanted);
  kine_constraints_add(wanted, KINE_FOLLOW_POINT, tip);
  kine_constraints_set_target(wanted, 0, after[0], after[1], after[2]);
  speeds[3] = 0.25;
  kine_forward(arm, pose, 7, frames);
  CHECK(kine_step(stepper, wanted, speeds, 7, pose, 7) == KINE_OK && speeds[3] == 0.25);
  kine_velocity_of(arm, frames, tip, NULL, speeds, 7, moved);
  CHECK(largest(moved + 3, 3) < 1e-9 && largest(speeds, 7) > 0.1 && kine_stepper_result(stepper, "compensated") == 1);
  CHECK(kine_stepper_set_fixed(stepper, 3, 0) == KINE_OK);

  /* Faster than the joints can: slowed, and it is said by what. */
  const double fast[6] = {0, 0, 0, 50, 0, 0};
  kine_constraints_set_velocity(wanted, 0, fast);
  CHECK(kine_step(stepper, wanted, speeds, 7, pose, 7) == KINE_OK);
  CHECK(kine_stepper_outcome(stepper) == KINE_NOT_FOUND && kine_stepper_result(stepper, "scale") < 1);
  CHECK(kine_stepper_result(stepper, "binding_count") >= 1 && kine_stepper_binding_freedom(stepper, 0) >= 0);
  CHECK(kine_stepper_binding_limit(stepper, 0) >= KINE_BINDING_LOWER);
  CHECK(kine_stepper_binding_limit(stepper, 0) <= KINE_BINDING_SPEED);
  for (int f = 0; f < 7; ++f) CHECK(fabs(speeds[f]) <= kine_skeleton_freedom_max_speed(arm, f) * (1 + 1e-12));
  kine_frames_destroy(frames);
  kine_stepper_destroy(stepper);
  kine_constraints_destroy(wanted);
  kine_skeleton_destroy(arm);
}

/* Near a pitch of a quarter turn yaw and roll turn about the same line: a turn about x is hardly to be had. */
static void test_gimbal_lock(void) {
  kine_skeleton* gimbal = build_gimbal();
  kine_stepper* stepper = kine_stepper_create(gimbal);
  kine_constraints* wanted = kine_constraints_create(gimbal);
  const double rows[18] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, values[3] = {1, 0, 0};
  const int turn = kine_constraints_add(wanted, KINE_TWIST_ROWS, 2);
  kine_constraints_set_rows(wanted, turn, 3, rows, values);
  double most[3];
  int rank[3];
  for (int inverse = KINE_VELOCITY_PLAIN; inverse <= KINE_VELOCITY_DAMPED; ++inverse) {
    double pose[3] = {0, kQuarter - 1e-5, 0}, speeds[3] = {0};
    CHECK(kine_stepper_set(stepper, "inverse", inverse) == KINE_OK);
    CHECK(kine_step(stepper, wanted, speeds, 3, pose, 3) == KINE_OK);
    most[inverse] = largest(speeds, 3);
    rank[inverse] = (int)kine_stepper_result(stepper, "rank");
  }
  CHECK(most[KINE_VELOCITY_PLAIN] > 9e4 && most[KINE_VELOCITY_PLAIN] < 2e5);   /* 1 / sin(1e-5) */
  CHECK(most[KINE_VELOCITY_BY_RANK] < 1e-3);                                   /* dropped */
  CHECK(most[KINE_VELOCITY_DAMPED] > 1e-6 && most[KINE_VELOCITY_DAMPED] < 20); /* slowed */
  for (int i = 0; i < 3; ++i) CHECK(rank[i] == 2);
  kine_constraints_destroy(wanted);
  kine_stepper_destroy(stepper);
  kine_skeleton_destroy(gimbal);
}

/* The link turns about a slanted axis of the world; its own direction is kept along it. Steps of a finite length drift
   off, unless a part of the error is taken back. */
static void test_drift(void) {
  kine_skeleton* gimbal = build_gimbal();
  double error[2];
  for (int correcting = 0; correcting < 2; ++correcting) {
    kine_stepper* stepper = kine_stepper_create(gimbal);
    kine_constraints* wanted = kine_constraints_create(gimbal);
    CHECK(kine_stepper_set(stepper, "beta", correcting ? 0.5 : 0) == KINE_OK);
    CHECK(kine_stepper_set(stepper, "h", 0.05) == KINE_OK);
    const int about = kine_constraints_add(wanted, KINE_TURN_ABOUT, 2);
    kine_constraints_set_axis(wanted, about, 0, 0.6, 0.8);
    CHECK(kine_constraints_set_axis_in_joint(wanted, about, 0, 0.6, 0.8) == KINE_OK);
    CHECK(kine_stepper_set_fixed(stepper, 0, 1) == KINE_OK); /* yaw is driven */
    double pose[3] = {0}, speeds[3];
    for (int i = 0; i < 40; ++i) {
      speeds[0] = 1;
      CHECK(kine_step(stepper, wanted, speeds, 3, pose, 3) == KINE_OK);
    }
    CHECK(fabs(pose[0] - 2) < 1e-12);
    error[correcting] = kine_stepper_result(stepper, "angle_error");
    kine_constraints_destroy(wanted);
    kine_stepper_destroy(stepper);
  }
  CHECK(error[0] > 0.01 && error[1] < error[0] / 5);
  kine_skeleton_destroy(gimbal);
}

static void test_misuse(void) {
  kine_skeleton* gimbal = build_gimbal();
  kine_skeleton* other = build_gimbal();
  kine_stepper* stepper = kine_stepper_create(gimbal);
  kine_constraints* wanted = kine_constraints_create(gimbal);
  kine_constraints* foreign = kine_constraints_create(other);
  double pose[3] = {0, 0.5, 0}, speeds[3] = {0.1, 0.2, 0.3};
  const double numbers[36] = {1};
  CHECK(kine_constraints_create(NULL) == NULL && kine_stepper_create(NULL) == NULL);
  CHECK(kine_constraints_add(wanted, 5, 0) == -1 && kine_constraints_add(wanted, KINE_FOLLOW_POINT, 3) == -1);
  CHECK(kine_constraints_add(NULL, KINE_FOLLOW_POINT, 0) == -1 && kine_constraints_count(NULL) == -1);
  CHECK(kine_constraints_clear(NULL) == KINE_NULL && kine_constraints_set_axis(NULL, 0, 0, 0, 1) == KINE_NULL);
  CHECK(kine_constraints_set_axis(wanted, 0, 0, 0, 1) == KINE_BAD_INDEX);
  CHECK(kine_constraints_add(wanted, KINE_TURN_ABOUT, 2) == 0);
  CHECK(kine_constraints_set_velocity(wanted, 0, NULL) == KINE_NULL);
  CHECK(kine_constraints_set_rows(wanted, 0, 1, numbers, numbers) == KINE_BAD_VALUE);
  CHECK(kine_constraints_set_rows(wanted, 0, 1, NULL, numbers) == KINE_NULL);
  CHECK(kine_constraints_add(wanted, KINE_TWIST_ROWS, 2) == 1);
  CHECK(kine_constraints_set_rows(wanted, 1, 7, numbers, numbers) == KINE_BAD_SIZE);
  /* No axis, no rows: bad input with a sentence, and nothing has moved. */
  CHECK(kine_step(stepper, wanted, speeds, 3, pose, 3) == KINE_OK && kine_stepper_outcome(stepper) == KINE_BAD_INPUT);
  CHECK(strlen(kine_stepper_fault(stepper)) > 10 && pose[1] == 0.5 && speeds[2] == 0.3);
  CHECK(kine_step(stepper, foreign, speeds, 3, pose, 3) == KINE_WRONG_SKELETON);
  CHECK(kine_step(stepper, wanted, speeds, 2, pose, 3) == KINE_BAD_SIZE);
  CHECK(kine_step(stepper, wanted, speeds, 3, NULL, 3) == KINE_NULL);
  CHECK(kine_step(NULL, wanted, speeds, 3, pose, 3) == KINE_NULL);
  CHECK(kine_stepper_set(stepper, "h", NAN) == KINE_BAD_VALUE && kine_stepper_set(stepper, "g", 1) == KINE_BAD_INDEX);
  CHECK(kine_stepper_set(stepper, "inverse", 3) == KINE_BAD_VALUE && kine_stepper_set(NULL, "h", 1) == KINE_NULL);
  CHECK(kine_stepper_setting_count(stepper) == 9 && kine_stepper_setting_count(NULL) == -1);
  for (int i = 0; i < 9; ++i) CHECK(!isnan(kine_stepper_get(stepper, kine_stepper_setting_name(stepper, i))));
  CHECK(kine_stepper_setting_name(stepper, 9) == NULL && isnan(kine_stepper_get(stepper, "g")));
  CHECK(kine_stepper_set_fixed(stepper, 3, 1) == KINE_BAD_INDEX && kine_stepper_set_fixed(NULL, 0, 1) == KINE_NULL);
  CHECK(isnan(kine_stepper_result(stepper, "colour")) && isnan(kine_stepper_result(NULL, "rank")));
  CHECK(isnan(kine_stepper_constraint_result(stepper, 2, "linear")));
  CHECK(kine_stepper_binding_freedom(stepper, 0) == -1 && kine_stepper_binding_limit(NULL, 0) == -1);
  kine_frames* frames = kine_frames_create(gimbal);
  double out[6];
  CHECK(kine_velocity_of(gimbal, frames, 3, NULL, speeds, 3, out) == KINE_BAD_INDEX);
  CHECK(kine_velocity_of(gimbal, frames, 2, NULL, speeds, 2, out) == KINE_BAD_SIZE);
  CHECK(kine_velocity_of(other, frames, 2, NULL, speeds, 3, out) == KINE_WRONG_SKELETON);
  CHECK(kine_velocity_of(gimbal, frames, 2, NULL, speeds, 3, NULL) == KINE_NULL);
  kine_frames_destroy(frames);
  kine_constraints_destroy(foreign);
  kine_constraints_destroy(wanted);
  kine_stepper_destroy(stepper);
  kine_stepper_destroy(NULL);
  kine_constraints_destroy(NULL);
  kine_skeleton_destroy(other);
  kine_skeleton_destroy(gimbal);
}

int main(void) {
  test_links_move_as_asked();
  test_gimbal_lock();
  test_drift();
  test_misuse();
  return failures == 0 ? 0 : 1;
}
