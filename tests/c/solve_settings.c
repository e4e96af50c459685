/* What may move, tools, weights of a hold and poles from C99: each does what kine_solve.h says, measured by forward
   kinematics, and misuse is refused. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "stage.h"

static int same(const double* a, const double* b, int count) {
  return memcmp(a, b, sizeof(double) * (size_t)count) == 0;
}

/* out = the rotation a * b, quaternions x, y, z, w. */
static void product(const double* a, const double* b, double* out) {
  out[0] = a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - a[2] * b[1];
  out[1] = a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - a[0] * b[2];
  out[2] = a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - a[1] * b[0];
  out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void test_locks_of_every_method(void) {
  for (int m = 0; m < kine_method_count(); ++m) {
    if (strcmp(kine_method_name(m), "global") == 0) continue; /* moves no balls */
    stage s = open_stage("ball-chain", 4, "rest");
    double start[kMost];
    for (int i = 2; i < s.values; i += 4) s.pose[i] = 0.1;
    CHECK(kine_tidy(s.skeleton, s.pose, s.values) == KINE_OK);
    memcpy(start, s.pose, sizeof start);
    kine_solver* solver = kine_solver_create(s.skeleton, kine_method_name(m), NULL, 0);
    const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
    CHECK(kine_goals_set_target(s.goals, goal, 0.6, 0.4, 0.1) == KINE_OK);
    /* The first two balls stay, to the bit, and so does everything when all is locked. */
    CHECK(kine_solver_set_locked(solver, 0, 1) == KINE_OK && kine_solver_set_locked(solver, 1, 1) == KINE_OK);
    CHECK(kine_solver_may_move(solver, 0) == 0 && kine_solver_may_move(solver, 5) == 0);
    CHECK(kine_solver_may_move(solver, 6) == 1);
    CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK);
    CHECK(kine_solver_outcome(solver) != KINE_BAD_INPUT);
    CHECK(same(s.pose, start, 8) && !same(s.pose + 8, start + 8, 8));
    memcpy(s.pose, start, sizeof start);
    CHECK(kine_solver_set_all_locked(solver, 1) == KINE_OK);
    CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && same(s.pose, start, s.values));
    CHECK(kine_solver_set_all_locked(solver, 0) == KINE_OK && kine_solver_may_move(solver, 0) == 1);
    CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && !same(s.pose, start, s.values));
    CHECK(kine_solver_outcome(solver) == KINE_REACHED);
    kine_solver_destroy(solver);
    close_stage(&s);
  }
}

/* One freedom of many: the arm reaches without its third hinge. And joints that follow lock whom they follow. */
static void test_locks_of_single_freedoms(void) {
  stage s = open_stage("seven-hinge-arm", 0, "ready");
  const double before = s.pose[2];
  double there[3];
  where(&s, "tip", there);
  const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "tip"));
  kine_goals_set_target(s.goals, goal, there[0] - 0.1, there[1] + 0.1, there[2]);
  kine_solver* solver = kine_solver_create(s.skeleton, "full-body", NULL, 0);
  CHECK(kine_solver_set_freedom_locked(solver, 2, 1) == KINE_OK && kine_solver_may_move(solver, 2) == 0);
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_REACHED);
  CHECK(s.pose[2] == before);
  CHECK(kine_solver_set_freedom_locked(solver, 2, 0) == KINE_OK && kine_solver_may_move(solver, 2) == 1);

  /* A name that is not there is -1, which must not mean all of them. */
  CHECK(kine_solver_set_locked(solver, joint(&s, "ellbow"), 1) == KINE_BAD_INDEX);
  CHECK(kine_solver_set_locked(NULL, 0, 1) == KINE_NULL && kine_solver_set_all_locked(NULL, 1) == KINE_NULL);
  CHECK(kine_solver_set_locked(solver, kine_skeleton_joint_count(s.skeleton), 1) == KINE_BAD_INDEX);
  CHECK(kine_solver_set_freedom_locked(NULL, 0, 1) == KINE_NULL);
  CHECK(kine_solver_set_freedom_locked(solver, -1, 1) == KINE_BAD_INDEX);
  CHECK(kine_solver_set_freedom_locked(solver, 7, 1) == KINE_BAD_INDEX);
  CHECK(kine_solver_may_move(NULL, 0) == -1 && kine_solver_may_move(solver, 7) == -1);
  CHECK(kine_solver_may_move(solver, -1) == -1);
  kine_solver_destroy(solver);
  close_stage(&s);

  s = open_stage("hand", 0, "rest");
  const int follower = joint(&s, "index_middle"), leader = kine_skeleton_freedom_of(s.skeleton, follower, 0);
  solver = kine_solver_create(s.skeleton, "jacobian", NULL, 0);
  CHECK(kine_solver_set_locked(solver, follower, 1) == KINE_OK && kine_solver_may_move(solver, leader) == 0);
  kine_solver_destroy(solver);
  close_stage(&s);
}

/* The hand lies 30 degrees below the straight arm: the elbow does not bend that way, and the shoulder is locked. */
static void test_explanations_keep_locks(void) {
  const double degree = 3.14159265358979323846 / 180;
  stage s = open_stage("planar-arm", 0, "rest");
  char sentence[200];
  double out[3];
  const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, "hand"));
  kine_goals_set_target(s.goals, goal, 0.3 + 0.25 * cos(30 * degree), -0.25 * sin(30 * degree), 0);
  kine_solver* solver = kine_solver_create(s.skeleton, "ccd", NULL, 0);
  CHECK(kine_solver_set_locked(solver, joint(&s, "shoulder"), 1) == KINE_OK);
  s.pose[0] = 0;
  s.pose[1] = 1;
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_NOT_FOUND);
  CHECK(kine_explain(solver, s.goals, s.pose, s.values) == KINE_OK);
  kine_solver_sentence(solver, sentence, sizeof sentence);
  CHECK(!has(sentence, "from there"));
  CHECK(kine_solver_blocker_count(solver) == 1 && kine_solver_blocker_joint(solver, 0) == joint(&s, "elbow"));
  CHECK(kine_solver_blocker_numbers(solver, 0, out) == KINE_OK && fabs(out[2] - 30 * degree) < 0.02 * degree);
  kine_solver_destroy(solver);

  /* The same where the joints from the elbow on may move. */
  solver = kine_solver_create(s.skeleton, "hybrid", NULL, 0);
  CHECK(kine_solver_set(solver, "from", joint(&s, "elbow")) == KINE_OK);
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_NOT_FOUND);
  CHECK(kine_explain(solver, s.goals, s.pose, s.values) == KINE_OK);
  kine_solver_sentence(solver, sentence, sizeof sentence);
  CHECK(!has(sentence, "from there") && kine_solver_blocker_count(solver) == 1);
  kine_solver_destroy(solver);
  close_stage(&s);
}

static void test_tools(void) {
  stage s = open_stage("seven-hinge-arm", 0, "ready");
  const int tip = joint(&s, "tip");
  /* A tool 10 cm ahead of the tip, 2 cm aside, turned by a right angle about x; lengths of rotations do not matter. */
  const double tool[7] = {0.02, 0, 0.1, 3 * sqrt(0.5), 0, 0, 3 * sqrt(0.5)}, shift[3] = {0.02, 0, 0.1};
  const double turn[4] = {sqrt(0.5), 0, 0, sqrt(0.5)}, target[3] = {0.4, 0.1, 0.4}, wanted[4] = {0, 0.6, 0, 0.8};
  double now[3], q[4], turned[4], error[2], first[2];
  const int goal = kine_goals_add(s.goals, KINE_PLACE, tip);
  CHECK(kine_goals_set_target(s.goals, goal, target[0], target[1], target[2]) == KINE_OK);
  CHECK(kine_goals_set_tool(s.goals, goal, tool) == KINE_OK);
  CHECK(kine_goals_set_orientation(s.goals, goal, wanted[0], wanted[1], wanted[2], wanted[3]) == KINE_OK);
  CHECK(kine_forward(s.skeleton, s.pose, s.values, s.frames) == KINE_OK);
  CHECK(kine_goals_error(s.goals, goal, s.frames, s.pose, s.values, first) == KINE_OK);
  kine_solver* solver = kine_solver_create(s.skeleton, "full-body", NULL, 0);
  kine_solver_set(solver, "restarts", 10);
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_REACHED);
  kine_forward(s.skeleton, s.pose, s.values, s.frames);
  CHECK(kine_frames_position(s.frames, tip, shift, now) == KINE_OK && distance3(now, target) < 2e-5);
  CHECK(kine_frames_rotation(s.frames, tip, q) == KINE_OK);
  product(q, turn, turned);
  CHECK(fabs(fabs(turned[0] * wanted[0] + turned[1] * wanted[1] + turned[2] * wanted[2] + turned[3] * wanted[3]) - 1) <
        1e-9);

  /* The order in which it is told does not matter; an offset is a point in the tool's frame: 5 cm along its y, which
     is the tip's z. */
  CHECK(kine_goals_clear(s.goals) == KINE_OK && kine_goals_add(s.goals, KINE_PLACE, tip) == goal);
  CHECK(kine_goals_set_orientation(s.goals, goal, wanted[0], wanted[1], wanted[2], wanted[3]) == KINE_OK);
  CHECK(kine_goals_set_tool(s.goals, goal, tool) == KINE_OK);
  CHECK(kine_goals_set_target(s.goals, goal, target[0], target[1], target[2]) == KINE_OK);
  CHECK(kine_goals_error(s.goals, goal, s.frames, s.pose, s.values, error) == KINE_OK);
  CHECK(error[0] < 2e-5 && error[1] < 2e-5 && first[0] > 0.01);
  CHECK(kine_goals_set_offset(s.goals, goal, 0, 0.05, 0) == KINE_OK);
  const double behind[3] = {0.02, 0, 0.15};
  CHECK(kine_frames_position(s.frames, tip, behind, now) == KINE_OK);
  CHECK(kine_goals_error(s.goals, goal, s.frames, s.pose, s.values, error) == KINE_OK);
  CHECK(fabs(error[0] - distance3(now, target)) < 1e-12 && error[0] > 0.04 && error[1] < 2e-5);
  /* A goal that comes after a cleared one has no tool of it. */
  CHECK(kine_goals_clear(s.goals) == KINE_OK && kine_goals_add(s.goals, KINE_PLACE, tip) == goal);
  where(&s, "tip", now);
  kine_goals_set_target(s.goals, goal, now[0], now[1], now[2]);
  kine_goals_set_orientation(s.goals, goal, q[0], q[1], q[2], q[3]);
  CHECK(kine_goals_error(s.goals, goal, s.frames, s.pose, s.values, error) == KINE_OK);
  CHECK(error[0] < 1e-12 && error[1] < 1e-7);

  const double flat[7] = {0, 0, 0, 0, 0, 0, 0}, nowhere[7] = {NAN, 0, 0, 0, 0, 0, 1};
  CHECK(kine_goals_set_tool(s.goals, goal, flat) == KINE_OK && strlen(kine_goals_fault(s.goals, goal)) > 0);
  CHECK(kine_goals_set_tool(s.goals, goal, nowhere) == KINE_OK && strlen(kine_goals_fault(s.goals, goal)) > 0);
  CHECK(kine_solve(solver, s.goals, s.pose, s.values) == KINE_OK && kine_solver_outcome(solver) == KINE_BAD_INPUT);
  CHECK(kine_goals_set_tool(s.goals, goal, tool) == KINE_OK && strcmp(kine_goals_fault(s.goals, goal), "") == 0);
  const int reach = kine_goals_add(s.goals, KINE_REACH, tip);
  CHECK(kine_goals_set_tool(s.goals, reach, tool) == KINE_BAD_VALUE);
  CHECK(kine_goals_set_tool(s.goals, 2, tool) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_tool(s.goals, goal, NULL) == KINE_NULL && kine_goals_set_tool(NULL, goal, tool) == KINE_NULL);
  kine_solver_destroy(solver);
  close_stage(&s);
}

/* Two sliders carry a tip by 1 m: 9 a^2 + b^2 is least for a = 0.1, and by equal weights each goes half the way. */
static void test_weights_of_a_hold(void) {
  char message[100];
  kine_builder* builder = kine_builder_create();
  kine_builder_add_joint(builder, "a", "", KINE_SLIDER);
  kine_builder_add_joint(builder, "b", "a", KINE_SLIDER);
  kine_builder_add_joint(builder, "tip", "b", KINE_FIXED);
  kine_builder_set_axis(builder, 0, 1, 0, 0);
  kine_builder_set_axis(builder, 1, 1, 0, 0);
  kine_skeleton* rail = kine_builder_build(builder, message, sizeof message);
  CHECK(rail != NULL);
  kine_goals* goals = kine_goals_create(rail);
  kine_solver* solver = kine_solver_create(rail, "full-body", NULL, 0);
  const double rest[2] = {0, 0}, weights[2] = {9, 1}, bad[2] = {1, 0};
  const int reach = kine_goals_add(goals, KINE_REACH, 2), hold = kine_goals_add(goals, KINE_HOLD, 0);
  kine_goals_set_target(goals, reach, 1, 0, 0);
  kine_goals_set_priority(goals, hold, 1);
  CHECK(kine_goals_set_posture(goals, hold, rest, 2) == KINE_OK);
  for (int weighed = 0; weighed < 2; ++weighed) {
    double pose[2] = {0, 0};
    CHECK(kine_goals_set_freedom_weights(goals, hold, weighed ? weights : NULL, weighed ? 2 : 0) == KINE_OK);
    CHECK(kine_solve(solver, goals, pose, 2) == KINE_OK && kine_solver_outcome(solver) == KINE_REACHED);
    CHECK(fabs(pose[0] - (weighed ? 0.1 : 0.5)) < 1e-5 && fabs(pose[0] + pose[1] - 1) < 1e-5);
  }
  CHECK(kine_goals_set_freedom_weights(goals, hold, bad, 2) == KINE_OK && strlen(kine_goals_fault(goals, hold)) > 0);
  CHECK(kine_goals_set_freedom_weights(goals, hold, weights, 1) == KINE_BAD_SIZE);
  CHECK(kine_goals_set_freedom_weights(goals, hold, NULL, 2) == KINE_BAD_SIZE);
  CHECK(kine_goals_set_freedom_weights(goals, reach, weights, 2) == KINE_BAD_VALUE);
  CHECK(kine_goals_set_freedom_weights(goals, 2, weights, 2) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_freedom_weights(NULL, hold, weights, 2) == KINE_NULL);
  kine_solver_destroy(solver);
  kine_goals_destroy(goals);
  kine_skeleton_destroy(rail);
  kine_builder_destroy(builder);
}

/* Both hands in front of the body: one elbow is up, the other one down, in one solve. */
static void test_poles(void) {
  stage s = open_stage("humanoid", 0, "standing");
  const char* hands[] = {"left_hand", "right_hand"};
  const char* elbows[] = {"left_forearm", "right_forearm"};
  const char* shoulders[] = {"left_upper_arm", "right_upper_arm"};
  double hand[3], elbow[3], shoulder[3];
  for (int side = 0; side < 2; ++side) {
    const int goal = kine_goals_add(s.goals, KINE_REACH, joint(&s, hands[side]));
    where(&s, shoulders[side], shoulder);
    kine_goals_set_target(s.goals, goal, shoulder[0], shoulder[1], shoulder[2] + 0.35);
    CHECK(kine_goals_set_pole(s.goals, goal, 0, side == 0 ? 1 : -3, 0) == KINE_OK);
  }
  CHECK(solve_by(&s, "hybrid", NULL, 0) == KINE_REACHED);
  for (int side = 0; side < 2; ++side) {
    where(&s, shoulders[side], shoulder);
    where(&s, elbows[side], elbow);
    where(&s, hands[side], hand);
    const double above = elbow[1] - (shoulder[1] + hand[1]) / 2;
    CHECK(side == 0 ? above > 0.1 : above < -0.1);
  }
  CHECK(kine_goals_set_pole(s.goals, 2, 0, 1, 0) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_pole(s.goals, -1, 0, 1, 0) == KINE_BAD_INDEX);
  CHECK(kine_goals_set_pole(NULL, 0, 0, 1, 0) == KINE_NULL);
  CHECK(kine_goals_set_pole(s.goals, 0, NAN, 1, 0) == KINE_OK && strlen(kine_goals_fault(s.goals, 0)) > 0);
  close_stage(&s);
}

int main(void) {
  test_locks_of_every_method();
  test_locks_of_single_freedoms();
  test_explanations_keep_locks();
  test_tools();
  test_weights_of_a_hold();
  test_poles();
  return failures == 0 ? 0 : 1;
}
