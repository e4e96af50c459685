/* Goals and solvers from C99: every method reaches, every kind of goal does what it says (measured by forward
   kinematics or by hand), reports say what is true, and misuse is refused. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "stage.h"

static void test_every_method_reaches(void) {
  CHECK(kine_method_count() == 8 && kine_method_name(8) == NULL && kine_method_name(-1) == NULL);
  CHECK(kine_method_description(8) == NULL);
  for (int m = 0; m < kine_method_count(); ++m) {
    const char* method = kine_method_name(m);
    CHECK(strlen(kine_method_description(m)) > 10);
    if (strcmp(method, "global") == 0) continue; /* moves no balls: see test_global */
    stage s = open_stage("ball-chain", 2, "rest");
    const double target[3] = {0.3, 0.4, 0.2};
    double there[3];
    char sentence[100];
    s.pose[2] = 0.1; /* not quite straight */
    CHECK(kine_tidy(s.skeleton, s.pose, s.values) == KINE_OK);
    const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
    CHECK(kine_goals_set_target(s.goals, goal, target[0], target[1], target[2]) == KINE_OK);
    CHECK(solve_by(&s, method, sentence, sizeof sentence) == KINE_REACHED && strcmp(sentence, "reached") == 0);
    where(&s, "tip", there);
    if (distance3(there, target) > 1e-5) fprintf(stderr, "%s misses\n", method);
    CHECK(distance3(there, target) <= 1e-5);
    close_stage(&s);
  }
}

static void test_inverses_and_curves(void) {
  stage s = open_stage("ball-chain", 5, "rest");
  double start[kMost], before = 1;
  memcpy(start, s.pose, sizeof start);
  for (int i = 2; i < s.values; i += 4) start[i] = 0.1; /* bent: straight, the paper's inverse does not exist */
  kine_tidy(s.skeleton, start, s.values);
  const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
  kine_goals_set_target(s.goals, goal, 0.2, 0.5, 0.1);
  kine_solver* solver = kine_solver_create(s.skeleton, "jacobian", NULL, 0);
  for (int inverse = KINE_INVERSE_DAMPED; inverse <= KINE_INVERSE_SELECTIVELY_DAMPED; ++inverse) {
    CHECK(kine_solver_set(solver, "inverse", inverse) == KINE_OK && kine_solver_get(solver, "inverse") == inverse);
    memcpy(s.pose, start, sizeof start);
    CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK);
    CHECK(kine_solver_outcome(solver) == KINE_REACHED && kine_solver_iterations(solver) > 0);
  }
  /* The error falls with the iterations allowed; with none at all the pose stays. */
  CHECK(kine_solver_set(solver, "inverse", KINE_INVERSE_DAMPED) == KINE_OK);
  for (int k = 0; k <= 3; ++k) {
    double error[2];
    CHECK(kine_solver_set(solver, "max_iterations", k) == KINE_OK);
    memcpy(s.pose, start, sizeof start);
    kine_solve(solver, s.goals, s.pose, s.values);
    kine_forward(s.skeleton, s.pose, s.values, s.frames);
    CHECK(kine_goals_error(s.goals, goal, s.frames, s.pose, s.values, error) == KINE_OK);
    CHECK(fabs(error[0] - kine_solver_position_error(solver)) < 1e-14 && error[1] == 0);
    CHECK(k == 0 ? memcmp(s.pose, start, sizeof(double) * (size_t)s.values) == 0 : error[0] < before);
    before = error[0];
  }
  kine_solver_destroy(solver);
  close_stage(&s);
}

static void test_places_and_turns(void) {
  stage s = open_stage("seven-hinge-arm", 0, "ready");
  const int tip = joint(&s, "tip");
  double there[3], turned[4], out[2];
  /* A place: the tool 5 cm to the side, turned by 0.4 about the vertical. */
  where(&s, "tip", there);
  CHECK(kine_frames_rotation(s.frames, tip, turned) == KINE_OK);
  const double c = cos(0.2), k = sin(0.2); /* (0 0 k c) * turned */
  const double wanted[4] = {c * turned[0] - k * turned[1], c * turned[1] + k * turned[0], c * turned[2] + k * turned[3],
                            c * turned[3] - k * turned[2]};
  const int goal = kine_goals_add(s.goals, KINE_PLACE, tip);
  CHECK(kine_goals_row_count(s.goals, goal) == 6 && kine_goals_kind(s.goals, goal) == KINE_PLACE);
  kine_goals_set_target(s.goals, goal, there[0], there[1] + 0.05, there[2]);
  kine_goals_set_orientation(s.goals, goal, wanted[0], wanted[1], wanted[2], wanted[3]);
  CHECK(solve_by(&s, "jacobian", NULL, 0) == KINE_REACHED);
  double now[3], q[4];
  where(&s, "tip", now);
  kine_frames_rotation(s.frames, tip, q);
  there[1] += 0.05;
  CHECK(distance3(now, there) < 2e-5);
  CHECK(fabs(fabs(q[0] * wanted[0] + q[1] * wanted[1] + q[2] * wanted[2] + q[3] * wanted[3]) - 1) < 1e-9);

  /* An orientation alone, and half of the way only. */
  CHECK(kine_goals_clear(s.goals) == KINE_OK && kine_goals_count(s.goals) == 0);
  const int orient = kine_goals_add(s.goals, KINE_ORIENT, tip);
  kine_goals_set_orientation(s.goals, orient, turned[0], turned[1], turned[2], turned[3]);
  CHECK(kine_goals_set_fade(s.goals, orient, 0.5) == KINE_OK);
  kine_goals_error(s.goals, orient, s.frames, s.pose, s.values, out);
  CHECK(fabs(out[1] - 0.4) < 1e-4);
  CHECK(solve_by(&s, "jacobian", NULL, 0) == KINE_REACHED);
  kine_forward(s.skeleton, s.pose, s.values, s.frames);
  kine_goals_error(s.goals, orient, s.frames, s.pose, s.values, out);
  CHECK(fabs(out[1] - 0.2) < 1e-4);

  /* Aim: z of the tip points at a place. */
  kine_goals_clear(s.goals);
  const int aim = kine_goals_add(s.goals, KINE_AIM, tip);
  kine_goals_set_axis(s.goals, aim, 0, 0, 3);
  kine_goals_set_target(s.goals, aim, 0.6, 0.3, 0.1);
  CHECK(solve_by(&s, "full-body", NULL, 0) == KINE_REACHED);
  const double along[3] = {0, 0, 1}, target[3] = {0.6, 0.3, 0.1};
  double ahead[3];
  where(&s, "tip", now);
  CHECK(kine_frames_position(s.frames, tip, along, ahead) == KINE_OK);
  const double far = distance3(now, target);
  for (int i = 0; i < 3; ++i) ahead[i] = now[i] + far * (ahead[i] - now[i]);
  CHECK(distance3(ahead, target) < 2e-5);
  close_stage(&s);
}

static void test_whole_body_goals(void) {
  stage s = open_stage("humanoid", 0, "standing");
  double mass[3], now[3], hand[3], start[kMost];
  const double pole[3] = {0.9, 1.2, 0.3};
  memcpy(start, s.pose, sizeof start);
  const double palm[3] = {0, -0.05, 0};
  kine_forward(s.skeleton, s.pose, s.values, s.frames);
  kine_centre_of_mass(s.skeleton, s.frames, mass);
  const int foot = kine_goals_add(s.goals, KINE_PLACE, joint(&s, "left_foot"));
  double sole[3], q[4];
  where(&s, "left_foot", sole);
  kine_frames_rotation(s.frames, joint(&s, "left_foot"), q);
  kine_goals_set_target(s.goals, foot, sole[0], sole[1], sole[2]);
  kine_goals_set_orientation(s.goals, foot, q[0], q[1], q[2], q[3]);
  /* The balance may be anywhere in height. */
  const int balance = kine_goals_add(s.goals, KINE_CENTRE_OF_MASS, 0);
  kine_goals_set_target(s.goals, balance, mass[0] + 0.03, 5, mass[2]);
  CHECK(kine_goals_set_bounds(s.goals, balance, 1, -INFINITY, INFINITY) == KINE_OK);
  /* The left palm, 5 cm below the joint of the hand, 30 cm from a pole; the right hand above a table. */
  const int near_pole = kine_goals_add(s.goals, KINE_DISTANCE, joint(&s, "left_hand"));
  kine_goals_set_target(s.goals, near_pole, pole[0], pole[1], pole[2]);
  kine_goals_set_offset(s.goals, near_pole, palm[0], palm[1], palm[2]);
  kine_goals_set_bounds(s.goals, near_pole, 0, 0.3, 0.3);
  const int above = kine_goals_add(s.goals, KINE_HALF_SPACE, joint(&s, "right_hand"));
  kine_goals_set_target(s.goals, above, 0, 1.0, 0);
  kine_goals_set_axis(s.goals, above, 0, 2, 0);
  const int posture = kine_goals_add(s.goals, KINE_HOLD, 0);
  CHECK(kine_goals_set_posture(s.goals, posture, start, s.values) == KINE_OK);
  CHECK(kine_goals_set_priority(s.goals, posture, 1) == KINE_OK);
  CHECK(kine_goals_row_count(s.goals, posture) == kine_skeleton_freedom_count(s.skeleton));
  for (int g = 0; g < kine_goals_count(s.goals); ++g) CHECK(strcmp(kine_goals_fault(s.goals, g), "") == 0);
  CHECK(solve_by(&s, "full-body", NULL, 0) == KINE_REACHED);

  kine_forward(s.skeleton, s.pose, s.values, s.frames);
  kine_centre_of_mass(s.skeleton, s.frames, now);
  CHECK(fabs(now[0] - mass[0] - 0.03) < 1e-4 && fabs(now[2] - mass[2]) < 1e-4);
  where(&s, "left_foot", now);
  CHECK(distance3(now, sole) < 1e-4);
  CHECK(kine_frames_position(s.frames, joint(&s, "left_hand"), palm, hand) == KINE_OK);
  CHECK(fabs(distance3(hand, pole) - 0.3) < 1e-4);
  where(&s, "right_hand", hand);
  CHECK(hand[1] > 1.0 - 1e-4);
  close_stage(&s);
}

static void test_loops_weights_and_priorities(void) {
  /* A loop: the right hand keeps touching the left one, which reaches. */
  stage s = open_stage("humanoid", 0, "standing");
  double left[3], right[3];
  const int reach = kine_goals_add(s.goals, KINE_REACH, joint(&s, "left_hand"));
  kine_goals_set_target(s.goals, reach, 0.1, 1.1, 0.4);
  const int touch = kine_goals_add(s.goals, KINE_REACH, joint(&s, "right_hand"));
  CHECK(kine_goals_set_frame(s.goals, touch, joint(&s, "left_hand")) == KINE_OK);
  kine_goals_set_target(s.goals, touch, 0, -0.08, 0); /* in the left hand's frame */
  CHECK(solve_by(&s, "full-body", NULL, 0) == KINE_REACHED);
  const double palm[3] = {0, -0.08, 0};
  where(&s, "right_hand", right);
  kine_frames_position(s.frames, joint(&s, "left_hand"), palm, left);
  CHECK(distance3(left, right) < 1e-4);
  close_stage(&s);

  /* Two places for one tip: by priority the first is met whole; by weight it lies between, nearer the heavier. */
  s = open_stage("ball-chain", 4, "rest");
  const double a[3] = {0.3, 0.3, 0}, b[3] = {0.3, -0.3, 0};
  double tip[3];
  s.pose[2] = 0.2;
  kine_tidy(s.skeleton, s.pose, s.values);
  const int first = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
  const int second = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
  kine_goals_set_target(s.goals, first, a[0], a[1], a[2]);
  kine_goals_set_target(s.goals, second, b[0], b[1], b[2]);
  kine_goals_set_priority(s.goals, second, 1);
  CHECK(solve_by(&s, "full-body", NULL, 0) == KINE_NOT_FOUND);
  where(&s, "tip", tip);
  CHECK(distance3(tip, a) < 1e-4);
  kine_goals_set_priority(s.goals, second, 0);
  CHECK(kine_goals_set_weight(s.goals, first, 4) == KINE_OK);
  solve_by(&s, "full-body", NULL, 0);
  where(&s, "tip", tip);
  CHECK(fabs(tip[0] - 0.3) < 1e-3 && distance3(tip, a) > 0.01 && distance3(tip, a) < distance3(tip, b) - 0.1);
  close_stage(&s);
}

/* Lander's arm cannot fold its elbow past 150 degrees. A target 10 cm away needs the angle that the law of cosines
   says: 180 - acos((0.3^2 + 0.25^2 - 0.1^2) / (2 0.3 0.25)) = 161.8 degrees. */
static void test_reports(void) {
  const double degree = 3.14159265358979323846 / 180;
  stage s = open_stage("planar-arm", 0, "rest");
  char sentence[300];
  double out[3];
  const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "hand"));
  kine_goals_set_target(s.goals, goal, 0.1, 0, 0);
  const char* methods[] = {"full-body", "ccd"};
  for (int m = 0; m < 2; ++m) {
    kine_solver* solver = kine_solver_create(s.skeleton, methods[m], NULL, 0);
    CHECK(kine_solver_outcome(solver) == -1 && kine_explain(solver, s.goals, s.pose, s.values) == KINE_BAD_VALUE);
    s.pose[0] = 0.3;
    s.pose[1] = 1;
    CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK);
    CHECK(kine_solver_outcome(solver) == KINE_NOT_FOUND && kine_solver_worst_goal(solver) == 0);
    CHECK(kine_explain(solver, s.goals, s.pose, s.values) == KINE_OK);
    CHECK(kine_solver_blocker_count(solver) == 1 && kine_solver_blocker_joint(solver, 0) == joint(&s, "elbow"));
    CHECK(kine_solver_blocker_axis(solver, 0) == 0 && kine_solver_blocker_ball_part(solver, 0) == 0);
    CHECK(kine_solver_blocker_goal(solver, 0) == -1);
    CHECK(kine_solver_blocker_numbers(solver, 0, out) == KINE_OK && fabs(out[0] - 150 * degree) < 1e-9);
    CHECK(out[1] > 0 && fabs(out[2] - 11.805 * degree) < 0.02 * degree);
    kine_solver_sentence(solver, sentence, sizeof sentence);
    CHECK(has(sentence, "elbow at its 150.0\xC2\xB0 limit; 11.8\xC2\xB0 more reaches"));
    CHECK(kine_solver_blocker_numbers(solver, 1, out) == KINE_BAD_INDEX);
    CHECK(kine_solver_blocker_joint(solver, 1) == -2 && kine_solver_blocker_axis(solver, -1) == -2);
    CHECK(kine_solver_blocker_ball_part(solver, 1) == -1 && kine_solver_blocker_goal(solver, 1) == -1);
    kine_solver_destroy(solver);
  }
  /* Where full-body could go on, the sentence says so. */
  kine_solver* one = kine_solver_create(s.skeleton, "jacobian", NULL, 0);
  kine_solver_set(one, "max_iterations", 1);
  kine_goals_set_target(s.goals, goal, 0.1, 0.3, 0);
  s.pose[0] = s.pose[1] = 0.2;
  kine_solve(one, s.goals, s.pose, s.values);
  CHECK(kine_solver_outcome(one) == KINE_NOT_FOUND && kine_explain(one, s.goals, s.pose, s.values) == KINE_OK);
  kine_solver_sentence(one, sentence, sizeof sentence);
  CHECK(has(sentence, "from there, the method full-body reaches"));
  kine_solver_destroy(one);
  /* Farther than the bones are long: proved. */
  kine_goals_set_target(s.goals, goal, 2, 0, 0);
  CHECK(solve_by(&s, "jacobian", sentence, sizeof sentence) == KINE_UNREACHABLE && has(sentence, "out of reach"));
  close_stage(&s);
}

static void test_settings(void) {
  stage s = open_stage("seven-hinge-arm", 0, "ready");
  char message[200];
  CHECK(kine_solver_create(s.skeleton, "newton", message, sizeof message) == NULL);
  CHECK(has(message, "\"newton\"") && has(message, "full-body"));
  CHECK(kine_solver_create(NULL, "ccd", message, sizeof message) == NULL && has(message, "NULL"));
  CHECK(kine_solver_create(s.skeleton, NULL, NULL, 0) == NULL);
  for (int m = 0; m < kine_method_count(); ++m) {
    kine_solver* solver = kine_solver_create(s.skeleton, kine_method_name(m), message, sizeof message);
    CHECK(message[0] == '\0');
    const int count = kine_solver_setting_count(solver);
    CHECK(count >= 5 && kine_solver_setting_name(solver, count) == NULL);
    for (int i = 0; i < count; ++i) { /* what it is set to, it can be set to */
      const char* name = kine_solver_setting_name(solver, i);
      const double value = kine_solver_get(solver, name);
      CHECK(!isnan(value) && kine_solver_set(solver, name, value) == KINE_OK);
      CHECK(kine_solver_get(solver, name) == value && kine_solver_set(solver, name, NAN) == KINE_BAD_VALUE);
    }
    CHECK(kine_solver_set(solver, "tolerance", 0.5) == KINE_OK && kine_solver_get(solver, "tolerance") == 0.5);
    CHECK(kine_solver_set(solver, "colour", 1) == KINE_BAD_INDEX && isnan(kine_solver_get(solver, "colour")));
    kine_solver_destroy(solver);
  }
  kine_solver* solver = kine_solver_create(s.skeleton, "jacobian", NULL, 0);
  CHECK(kine_solver_set(solver, "max_iterations", 2.5) == KINE_BAD_VALUE);
  CHECK(kine_solver_set(solver, "max_iterations", 1e18) == KINE_BAD_VALUE);
  CHECK(kine_solver_set(solver, "inverse", 4) == KINE_BAD_VALUE && kine_solver_get(solver, "inverse") == 0);
  CHECK(kine_solver_set(solver, "from", kine_skeleton_joint_count(s.skeleton)) == KINE_BAD_VALUE);
  CHECK(kine_solver_set(solver, "penultimate", 2) == KINE_BAD_VALUE);
  /* From the elbow on: what is above stays. */
  CHECK(kine_solver_set(solver, "from", joint(&s, "elbow")) == KINE_OK);
  double start[kMost], tip[3];
  memcpy(start, s.pose, sizeof start);
  where(&s, "tip", tip);
  const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
  kine_goals_set_target(s.goals, goal, tip[0] + 0.01, tip[1] + 0.01, tip[2]);
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_REACHED);
  CHECK(memcmp(start, s.pose, 3 * sizeof(double)) == 0 && start[3] != s.pose[3]);
  kine_solver_destroy(solver);
  close_stage(&s);
}

/* A posture to come back to: the elbow of a seven-hinge arm, which the goal leaves free, goes towards it. */
static void test_posture(void) {
  stage s = open_stage("seven-hinge-arm", 0, "ready");
  double there[3], posture[7], apart[2];
  where(&s, "tip", there);
  memcpy(posture, s.pose, sizeof posture);
  posture[2] += 0.5;
  const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
  kine_goals_set_target(s.goals, goal, there[0], there[1], there[2] + 0.01);
  for (int with = 0; with < 2; ++with) {
    kine_solver* solver = kine_solver_create(s.skeleton, "jacobian", NULL, 0);
    double pose[7];
    memcpy(pose, s.pose, sizeof pose);
    if (with) CHECK(kine_solver_set_posture(solver, posture, 7) == KINE_OK);
    CHECK(kine_solver_set(solver, "ease", 0.5) == KINE_OK);
    for (int i = 0; i < 5; ++i) CHECK(kine_solve(solver, s.goals, pose, 7) == KINE_OK);
    CHECK(kine_solver_outcome(solver) == KINE_REACHED);
    apart[with] = fabs(pose[2] - posture[2]);
    CHECK(kine_solver_set_posture(solver, posture, 6) == KINE_BAD_SIZE);
    CHECK(kine_solver_set_posture(solver, NULL, 0) == KINE_OK);
    kine_solver_destroy(solver);
  }
  CHECK(apart[1] < apart[0] - 0.1);
  kine_solver* other = kine_solver_create(s.skeleton, "ccd", NULL, 0);
  CHECK(kine_solver_set_posture(other, posture, 7) == KINE_BAD_VALUE);
  CHECK(kine_solver_set_posture(NULL, posture, 7) == KINE_NULL);
  kine_solver_destroy(other);
  close_stage(&s);
}

/* Locked joints, other lengths, limits and weights, while a program runs. */
static void test_live_changes(void) {
  stage s = open_stage("ball-chain", 3, "rest");
  char message[100];
  const double half = 0.5 / 3;
  kine_builder* builder = kine_builder_from_skeleton(s.skeleton);
  CHECK(kine_builder_set_translation(builder, 3, half, 0, 0) == KINE_OK); /* the tip: the last bone is halved */
  for (int axis = 0; axis < 3; ++axis) CHECK(kine_builder_set_fixed(builder, 1, axis, 1) == KINE_OK);
  CHECK(kine_builder_set_ball_limits(builder, 2, 0.5, 0.25, -0.1, 0.2) == KINE_OK);
  kine_skeleton* changed = kine_builder_build(builder, message, sizeof message);
  CHECK(changed != NULL && kine_skeleton_value_count(changed) == s.values);
  double out[10];
  CHECK(kine_skeleton_joint_rest(changed, 3, out) == KINE_OK && out[0] == half);
  CHECK(kine_skeleton_axis_fixed(changed, 1, 2) == 1 && kine_skeleton_axis_fixed(s.skeleton, 1, 2) == 0);
  CHECK(kine_skeleton_ball_limits(changed, 2, out) == KINE_OK && out[0] == 1 && out[6] == 0.5 && out[9] == 0.2);

  kine_goals* goals = kine_goals_create(changed);
  kine_solver* solver = kine_solver_create(changed, "full-body", NULL, 0);
  s.pose[2] = 0.2;
  kine_tidy(changed, s.pose, s.values);
  const int goal = kine_goals_add(goals, KINE_REACH, 3);
  kine_goals_set_target(goals, goal, 0.5, 0.5, 0.2);
  kine_solve(solver, goals, s.pose, s.values);
  CHECK(s.pose[4] == 0 && s.pose[5] == 0 && s.pose[6] == 0 && s.pose[7] == 1); /* it was locked */
  double violation, angles[3];
  CHECK(kine_limit_violation(changed, s.pose, s.values, &violation) == KINE_OK && violation < 1e-12);
  CHECK(kine_ball_angles(changed, 2, s.pose, s.values, angles) == KINE_OK);
  CHECK(fabs(angles[0]) <= 0.5 + 1e-9 && fabs(angles[1]) <= 0.25 + 1e-9 && angles[2] <= 0.2 + 1e-9);
  CHECK(kine_ball_angles(changed, 3, s.pose, s.values, angles) == KINE_BAD_VALUE);
  CHECK(kine_ball_angles(changed, 4, s.pose, s.values, angles) == KINE_BAD_INDEX);
  CHECK(kine_ball_angles(changed, 2, s.pose, s.values, NULL) == KINE_NULL);
  /* Goals and solvers know whose they are. */
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_WRONG_SKELETON);
  kine_solver_destroy(solver);
  kine_goals_destroy(goals);
  kine_skeleton_destroy(changed);
  kine_builder_destroy(builder);
  CHECK(kine_builder_from_skeleton(NULL) == NULL);
  close_stage(&s);
}

static void test_misuse(void) {
  stage s = open_stage("planar-arm", 0, "rest");
  double out[3] = {0};
  CHECK(kine_goals_create(NULL) == NULL && kine_goals_count(NULL) == -1 && kine_goals_clear(NULL) == KINE_NULL);
  CHECK(kine_goals_add(NULL, KINE_REACH, 0) == -1 && kine_goals_add(s.goals, 8, 0) == -1);
  CHECK(kine_goals_add(s.goals, KINE_REACH, 3) == -1 && kine_goals_add(s.goals, KINE_REACH, -1) == -1);
  const int goal = kine_goals_add(s.goals, KINE_REACH, 2);
  CHECK(goal == 0 && kine_goals_set_target(s.goals, 1, 0, 0, 0) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_target(NULL, 0, 0, 0, 0) == KINE_NULL &&
        kine_goals_set_weight(s.goals, -1, 1) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_bounds(s.goals, goal, 3, 0, 0) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_bounds(NULL, goal, 0, 0, 0) == KINE_NULL);
  CHECK(kine_goals_set_frame(s.goals, goal, 3) == KINE_BAD_INDEX && kine_goals_set_frame(NULL, 0, 0) == KINE_NULL);
  CHECK(kine_goals_set_posture(s.goals, goal, s.pose, s.values) == KINE_BAD_VALUE);
  const int hold = kine_goals_add(s.goals, KINE_HOLD, 0);
  CHECK(kine_goals_set_posture(s.goals, hold, s.pose, 1) == KINE_BAD_SIZE);
  CHECK(kine_goals_set_posture(s.goals, hold, NULL, s.values) == KINE_NULL);
  CHECK(kine_goals_set_posture(s.goals, 2, s.pose, s.values) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_posture(NULL, 0, s.pose, s.values) == KINE_NULL);
  CHECK(kine_goals_set_bounds(s.goals, hold, 0, 0, 0) == KINE_BAD_VALUE);
  CHECK(kine_goals_kind(s.goals, 2) == -1 && kine_goals_row_count(s.goals, 2) == -1);
  CHECK(kine_goals_fault(s.goals, 2) == NULL && strlen(kine_goals_fault(s.goals, hold)) > 0); /* no posture yet */
  CHECK(kine_goals_error(s.goals, hold, s.frames, s.pose, s.values, out) == KINE_BAD_VALUE);
  CHECK(kine_goals_error(s.goals, goal, s.frames, s.pose, 1, out) == KINE_BAD_SIZE);
  CHECK(kine_goals_error(s.goals, 2, s.frames, s.pose, s.values, out) == KINE_BAD_INDEX);
  CHECK(kine_goals_error(s.goals, goal, s.frames, s.pose, s.values, NULL) == KINE_NULL);

  kine_solver* solver = kine_solver_create(s.skeleton, "jacobian", NULL, 0);
  const double before[2] = {s.pose[0], s.pose[1]};
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK); /* the goals make no sense: said, not crashed */
  CHECK(kine_solver_outcome(solver) == KINE_BAD_INPUT && memcmp(before, s.pose, sizeof before) == 0);
  char sentence[100];
  CHECK(kine_solver_sentence(solver, sentence, sizeof sentence) == KINE_OK && strlen(sentence) > 10);
  kine_goals_clear(s.goals);
  kine_goals_add(s.goals, KINE_REACH, 2);
  kine_goals_set_target(s.goals, 0, NAN, 0, 0);
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_BAD_INPUT);
  CHECK(kine_solve(NULL, s.goals, s.pose, s.values) == KINE_NULL && kine_solve(solver, NULL, s.pose, 2) == KINE_NULL);
  CHECK(kine_solve(solver, s.goals, NULL, s.values) == KINE_NULL);
  CHECK(kine_solve(solver, s.goals, s.pose, 1) == KINE_BAD_SIZE);
  CHECK(kine_explain(NULL, s.goals, s.pose, s.values) == KINE_NULL);
  CHECK(kine_solver_set(NULL, "step", 1) == KINE_NULL && kine_solver_set(solver, NULL, 1) == KINE_NULL);
  CHECK(isnan(kine_solver_get(NULL, "step")) && isnan(kine_solver_get(solver, NULL)));
  CHECK(kine_solver_setting_count(NULL) == -1 && kine_solver_setting_name(solver, -1) == NULL);
  CHECK(kine_solver_outcome(NULL) == -1 && isnan(kine_solver_position_error(NULL)));
  CHECK(isnan(kine_solver_angle_error(NULL)) && kine_solver_iterations(NULL) == -1);
  CHECK(kine_solver_worst_goal(NULL) == -1 && kine_solver_blocker_count(NULL) == -1);
  CHECK(kine_solver_sentence(NULL, sentence, sizeof sentence) == KINE_NULL);
  CHECK(kine_solver_blocker_numbers(solver, 0, NULL) == KINE_NULL);
  kine_solver_destroy(solver);
  kine_solver_destroy(NULL);
  kine_goals_destroy(NULL);
  close_stage(&s);
}

/* Every pose of an arm that it gives has the tip where it should be. */
static void test_global(void) {
  stage s = open_stage("seven-hinge-arm", 0, "ready");
  const double target[3] = {0.4, 0.1, 0.5};
  double start[kMost], there[3], out[4], before = 0;
  memcpy(start, s.pose, sizeof start);
  const int goal = kine_goals_add(s.goals, KINE_PLACE, joint(&s, "tip"));
  kine_goals_set_target(s.goals, goal, target[0], target[1], target[2]);
  kine_goals_set_orientation(s.goals, goal, 1, 0, 0, 0);
  kine_solver* solver = kine_solver_create(s.skeleton, "global", NULL, 0);
  CHECK(kine_solver_solution_count(solver) == 0 && kine_solver_solutions_complete(solver) == 0);
  CHECK(kine_solve_all(solver, s.goals, start, s.values, 64) == KINE_OK);
  CHECK(kine_solver_outcome(solver) == KINE_REACHED && kine_solver_solutions_complete(solver) == 1);
  const int count = kine_solver_solution_count(solver);
  CHECK(count > 1);
  char words[200], name[100];
  const int tip = joint(&s, "tip");
  CHECK(kine_solver_structure(solver, tip, words, sizeof words) == KINE_OK && strstr(words, "three axes"));
  CHECK(kine_solver_searched_joint(solver, tip) >= 0 && kine_solver_searched_joint(solver, -1) == -1);
  CHECK(kine_solver_branch_name(solver, tip, 5, name, sizeof name) == KINE_OK && strstr(name, "elbow"));
  CHECK(kine_solver_branch_name(solver, 1000, 5, name, sizeof name) == KINE_BAD_INDEX);
  CHECK(kine_solver_branch_name(solver, tip, -1, name, sizeof name) == KINE_OK && name[0] == 0);
  CHECK(kine_solver_set(solver, "turns", 1) == KINE_OK && kine_solver_set(solver, "turns", 2) == KINE_BAD_VALUE);
  CHECK(kine_solve_all(solver, s.goals, start, s.values, 64) == KINE_OK);
  CHECK(kine_solver_solution_count(solver) >= count && kine_solver_solutions_complete(solver) == 0);
  CHECK(kine_solver_set(solver, "turns", 0) == KINE_OK);
  CHECK(kine_solve_all(solver, s.goals, start, s.values, 64) == KINE_OK);
  for (int i = 0; i < count; ++i) {
    CHECK(kine_solver_solution(solver, i, s.pose, s.values, out) == KINE_OK);
    where(&s, "tip", there);
    CHECK(distance3(there, target) <= 1e-5);
    CHECK(out[0] >= 0 && out[1] <= out[2] && out[3] >= before);
    before = out[3];
  }
  for (int choice = KINE_CHOICE_QUICK; choice <= KINE_CHOICE_MANIPULABLE; ++choice) {
    CHECK(kine_solver_set(solver, "choice", choice) == KINE_OK);
    CHECK(kine_solver_set_posture(solver, start, s.values) == KINE_OK);
    memcpy(s.pose, start, sizeof start);
    CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_REACHED);
  }
  CHECK(kine_solve_all(solver, s.goals, start, s.values, 0) == KINE_BAD_VALUE);
  CHECK(kine_solver_solution(solver, count, s.pose, s.values, out) == KINE_BAD_INDEX);
  CHECK(kine_solver_solution(solver, 0, s.pose, s.values, NULL) == KINE_NULL);
  CHECK(kine_solver_solution_count(NULL) == -1 && kine_solver_solutions_complete(NULL) == -1);
  kine_solver_destroy(solver);
  close_stage(&s);
}

int main(void) {
  test_global();
  test_every_method_reaches();
  test_inverses_and_curves();
  test_places_and_turns();
  test_whole_body_goals();
  test_loops_weights_and_priorities();
  test_reports();
  test_settings();
  test_posture();
  test_live_changes();
  test_misuse();
  return failures == 0 ? 0 : 1;
}
