/* Screws, lines, limbs, tables and what is drawn, from C99, against geometry done by hand. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"

static const double kPi = 3.14159265358979323846;

static int near(double a, double b) { return fabs(a - b) <= 1e-12; }
static int near3(const double* a, double x, double y, double z) {
  return near(a[0], x) && near(a[1], y) && near(a[2], z);
}
static int all_near(const double* a, const double* b, int count) {
  int good = 1;
  for (int i = 0; i < count; ++i) good &= near(a[i], b[i]);
  return good;
}
static double distance3(const double* a, const double* b) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* A quarter turn about the vertical through (1, 2, 0), 0.5 up: it takes (2, 2, 0) to (1, 3, 0.5). */
static void test_chasles(void) {
  const double start[7] = {2, 2, 0, 0, 0, 0, 1}, end[7] = {1, 3, 0.5, 0, 0, sqrt(0.5), sqrt(0.5)};
  double screw[8], half[7], whole[7], moved[7], point[3], twist[6], back[7];
  CHECK(kine_screw_between(start, end, screw) == KINE_OK);
  CHECK(near3(screw, 0, 0, 1) && near(screw[6], kPi / 2) && near(screw[7], 0.5));
  const double axis_point[3] = {1, 2, 7};
  CHECK(kine_line_closest_point(screw, axis_point, point) == KINE_OK && near3(point, 1, 2, 7));
  CHECK(kine_screw_transform(screw, 1, whole) == KINE_OK && kine_transform_multiply(whole, start, moved) == KINE_OK);
  CHECK(all_near(moved, end, 7));
  /* Half of the way: an eighth turn about (1, 2), a quarter up. */
  CHECK(kine_screw_transform(screw, 0.5, half) == KINE_OK && kine_transform_point(half, start, point) == KINE_OK);
  CHECK(near3(point, 1 + sqrt(0.5), 2 + sqrt(0.5), 0.25));
  CHECK(kine_transform_blend(start, end, 0.5, back) == KINE_OK && near3(back, point[0], point[1], point[2]));
  /* log and exp are inverse; the body's point at the start moves along the circle and up. */
  CHECK(kine_transform_log(whole, twist) == KINE_OK && kine_transform_exp(twist, back) == KINE_OK);
  CHECK(all_near(back, whole, 7));
  CHECK(kine_twist_velocity_at(twist, start, point) == KINE_OK && near3(point, 0, kPi / 2, 0.5));
  CHECK(kine_transform_inverse(whole, back) == KINE_OK && kine_transform_multiply(back, whole, back) == KINE_OK);
  CHECK(near3(back, 0, 0, 0) && near3(back + 3, 0, 0, 0) && near(back[6], 1));
  const double shift[7] = {0, 3, 0, 0, 0, 0, 1};
  CHECK(kine_screw_of(shift, screw) == KINE_OK && near3(screw, 0, 1, 0) && screw[6] == 0 && near(screw[7], 3));
}

static void test_lines(void) {
  const double pose[7] = {0.3, -1, 2, 0.1, 0.7, -0.3, 0.6403124237432849}; /* one long to a few digits of the last */
  const double p[3] = {1, 2, 3}, along[3] = {0, 3, 4}, ahead[3] = {1, 2.6, 3.8};
  double q[8], line[6], carried[6], a[3], b[3], again[6], product[8], unit[8], back[7];
  CHECK(kine_dual_quat_of(pose, q) == KINE_OK && kine_dual_quat_transform(q, back) == KINE_OK);
  CHECK(all_near(back, pose, 7));
  CHECK(kine_line_through(p, along, line) == KINE_OK && near3(line, 0, 0.6, 0.8));
  CHECK(near3(line + 3, 2 * 0.8 - 3 * 0.6, -0.8, 0.6)); /* p x direction */
  /* Carried by the sandwich, it goes through where its points go. */
  CHECK(kine_dual_quat_line(q, line, carried) == KINE_OK);
  kine_transform_point(pose, p, a);
  kine_transform_point(pose, ahead, b);
  const double direction[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  CHECK(kine_line_through(a, direction, again) == KINE_OK && all_near(carried, again, 6));
  CHECK(kine_dual_quat_twist(q, line, again) == KINE_OK && all_near(carried, again, 6));
  CHECK(kine_dual_quat_multiply(q, q, product) == KINE_OK && kine_dual_quat_transform(product, back) == KINE_OK);
  double twice[7];
  CHECK(kine_transform_multiply(pose, pose, twice) == KINE_OK && all_near(back, twice, 7));
  for (int i = 0; i < 8; ++i) product[i] = 3 * q[i];
  CHECK(kine_dual_quat_normalise(product, unit) == KINE_OK && all_near(unit, q, 8));

  /* Two lines at right angles, 2 apart: x through the origin, and y through z = 2. */
  const double x[6] = {1, 0, 0, 0, 0, 0}, y[6] = {0, 1, 0, -2, 0, 0};
  double between[8];
  CHECK(kine_line_between(x, y, between) == KINE_OK && near(between[0], kPi / 2) && near(between[1], 2));
  CHECK(near3(between + 2, 0, 0, 0) && near3(between + 5, 0, 0, 2));
}

static void test_null(void) {
  const double n[8] = {0, 0, 0, 0, 0, 0, 1, 0};
  double out[14];
  CHECK(kine_transform_multiply(NULL, n, out) == KINE_NULL && kine_transform_multiply(n, n, NULL) == KINE_NULL);
  CHECK(kine_transform_inverse(NULL, out) == KINE_NULL && kine_transform_point(n, NULL, out) == KINE_NULL);
  CHECK(kine_transform_exp(NULL, out) == KINE_NULL && kine_transform_log(n, NULL) == KINE_NULL);
  CHECK(kine_transform_blend(n, NULL, 0.5, out) == KINE_NULL && kine_screw_of(NULL, out) == KINE_NULL);
  CHECK(kine_screw_between(n, NULL, out) == KINE_NULL && kine_screw_transform(NULL, 1, out) == KINE_NULL);
  CHECK(kine_dual_quat_of(NULL, out) == KINE_NULL && kine_dual_quat_transform(NULL, out) == KINE_NULL);
  CHECK(kine_dual_quat_multiply(n, NULL, out) == KINE_NULL && kine_dual_quat_normalise(NULL, out) == KINE_NULL);
  CHECK(kine_dual_quat_line(n, NULL, out) == KINE_NULL && kine_dual_quat_twist(NULL, n, out) == KINE_NULL);
  CHECK(kine_line_through(n, NULL, out) == KINE_NULL && kine_line_closest_point(NULL, n, out) == KINE_NULL);
  CHECK(kine_line_between(n, NULL, out) == KINE_NULL && kine_twist_velocity_at(n, NULL, out) == KINE_NULL);
  CHECK(kine_planar_tip(1, 1, 0, 0, NULL) == KINE_NULL && kine_two_bone(1, 1, NULL, n, n, 0, 0, out) == -1);
  CHECK(kine_elbow_ring(1, 1, n, NULL, out) == -1 && kine_elbow_ring(-1, 1, n, n, out) == -1);
}

static void test_planar_arm(void) {
  double out[6], tip[4];
  for (int strategy = KINE_ALGEBRAIC; strategy <= KINE_GEOMETRIC; ++strategy) {
    for (int elbow = KINE_ELBOW_DOWN; elbow <= KINE_ELBOW_UP; ++elbow) {
      for (int i = 0; i < 12; ++i) { /* all round, 0.4 away */
        const double x = 0.4 * cos(0.5 * i), y = 0.4 * sin(0.5 * i);
        CHECK(kine_planar_solve(strategy, elbow, 0.3, 0.25, x, y, out) == KINE_REACHABLE);
        CHECK(elbow == KINE_ELBOW_DOWN ? out[1] > 0 : out[1] < 0);
        CHECK(kine_planar_tip(0.3, 0.25, out[0], out[1], tip) == KINE_OK && near(tip[0], x) && near(tip[1], y));
        CHECK(near(sqrt(tip[2] * tip[2] + tip[3] * tip[3]), 0.3)); /* the elbow */
        /* The law of cosines. */
        CHECK(near(out[2], 0.4) && near(out[3], (0.16 - 0.09 - 0.0625) / (2 * 0.3 * 0.25)));
        CHECK(near(out[4], atan2(y, x)) && near(cos(out[5]), (0.16 + 0.09 - 0.0625) / (2 * 0.4 * 0.3)));
      }
      CHECK(kine_planar_solve(strategy, elbow, 0.3, 0.25, 0, 0.6, out) == KINE_TOO_FAR);
      CHECK(near(out[0], kPi / 2) && near(out[1], 0));
      CHECK(kine_planar_solve(strategy, elbow, 0.3, 0.2, 0.05, 0, out) == KINE_TOO_NEAR && near(fabs(out[1]), kPi));
    }
  }
  CHECK(kine_planar_solve(2, 0, 1, 1, 1, 1, out) == -1 && kine_planar_solve(0, 2, 1, 1, 1, 1, out) == -1);
  CHECK(kine_planar_solve(0, 0, -1, 1, 1, 1, out) == -1 && kine_planar_solve(0, 0, 1, 1, NAN, 1, out) == -1);
  CHECK(kine_planar_solve(0, 0, 1, 1, 1, 1, NULL) == -1);
}

static void test_limb_in_space(void) {
  const double root[3] = {0.1, 1, -0.2}, target[3] = {0.4, 1.2, 0}, pole[3] = {0, 1, 0.2};
  double out[14], ring[7], origin[14];
  CHECK(kine_elbow_ring(0.3, 0.25, root, target, ring) == 1);
  /* The centre lies on the line, the ring is square to it, and its points have the bones' distances to both ends. */
  const double far = distance3(root, target), along = (0.09 - 0.0625 + far * far) / (2 * far);
  CHECK(near(distance3(root, ring), along) && near(ring[6], sqrt(0.09 - along * along)));
  for (int i = 0; i < 3; ++i) CHECK(near(ring[i], root[i] + along * (target[i] - root[i]) / far));
  for (int i = 0; i < 8; ++i) { /* whatever the twist, the elbow is on the ring and the tip on its target */
    CHECK(kine_two_bone(0.3, 0.25, root, target, pole, 0.7 * i, 0, out) == 1);
    CHECK(near(distance3(out + 8, ring), ring[6]) && near(distance3(out + 8, root), 0.3));
    CHECK(near3(out + 11, target[0], target[1], target[2]) && near(distance3(out + 8, target), 0.25));
    CHECK(near((out[8] - ring[0]) * ring[3] + (out[9] - ring[1]) * ring[4] + (out[10] - ring[2]) * ring[5], 0));
    if (i == 0) { /* without a twist it is on the pole's side */
      CHECK((out[8] - ring[0]) * pole[0] + (out[9] - ring[1]) * pole[1] + (out[10] - ring[2]) * pole[2] > 0.1);
    }
  }
  CHECK(kine_two_bone(0.3, 0.25, root, target, NULL, 0, 0, origin) == 1 && near(distance3(origin + 11, target), 0));
  const double away[3] = {5, 1, -0.2};
  CHECK(kine_two_bone(0.3, 0.25, root, away, pole, 0, 0, out) == 0 && near3(out + 11, 0.65, 1, -0.2));
  CHECK(kine_elbow_ring(0.3, 0.25, root, away, ring) == 0 && near(ring[6], 0) && near(ring[0], 0.4));
  CHECK(kine_elbow_ring(0.3, 0.3, root, root, ring) == 1 && near3(ring + 3, 0, 0, 0) && near(ring[6], 0.3));

  char message[200];
  kine_skeleton* person = kine_scene_build("humanoid", 0, message, sizeof message);
  const int hand = kine_skeleton_find(person, "left_hand", NULL, 0);
  int joints[3];
  CHECK(kine_skeleton_limb(person, hand, joints, message, sizeof message) == KINE_OK && message[0] == '\0');
  CHECK(strcmp(kine_skeleton_joint_name(person, joints[0]), "left_upper_arm") == 0);
  CHECK(strcmp(kine_skeleton_joint_name(person, joints[1]), "left_forearm") == 0);
  const int head = kine_skeleton_find(person, "pelvis", NULL, 0);
  CHECK(kine_skeleton_limb(person, head, joints, message, sizeof message) == KINE_BAD_VALUE && strlen(message) > 10);
  CHECK(kine_skeleton_limb(person, -1, joints, NULL, 0) == KINE_BAD_INDEX);
  CHECK(kine_skeleton_limb(person, hand, NULL, NULL, 0) == KINE_NULL);
  kine_skeleton_destroy(person);
}

/* T = Rz(theta) Tz(d) Tx(a) Rx(alpha), multiplied out by hand for a hinge and a slider. */
static void test_tables(void) {
  const double rows[8] = {0.4, kPi / 2, 0.1, 0, 0, 0, 0.3, 0};
  const int kinds[2] = {KINE_HINGE, KINE_SLIDER};
  const char* names[2] = {"turn", "reach"};
  char message[200];
  for (int modified = 0; modified < 2; ++modified) {
    kine_builder* builder = kine_builder_create();
    CHECK(kine_builder_add_dh(builder, modified, rows, kinds, names, 2, "", "tool") == 0);
    CHECK(kine_builder_set_limits(builder, 1, 0, 0, 1) == KINE_OK);
    kine_skeleton* arm = kine_builder_build(builder, message, sizeof message);
    CHECK(arm != NULL && kine_skeleton_joint_count(arm) == 3);
    CHECK(strcmp(kine_skeleton_joint_name(arm, 2), "tool") == 0 && kine_skeleton_joint_kind(arm, 1) == KINE_SLIDER);
    kine_frames* frames = kine_frames_create(arm);
    const double pose[2] = {0.7, 0.2};
    double tool[3];
    kine_forward(arm, pose, 2, frames);
    kine_frames_position(frames, 2, NULL, tool);
    if (modified) { /* first the link: z of the turn points to -y; then about it and 0.1 along it; 0.5 along the same */
      CHECK(near3(tool, 0.4, -0.6, 0));
    } else { /* the slider points square to the arm: along (sin, -cos) of the turn */
      CHECK(near3(tool, 0.4 * cos(0.7) + 0.5 * sin(0.7), 0.4 * sin(0.7) - 0.5 * cos(0.7), 0.1));
    }
    kine_frames_destroy(frames);
    kine_skeleton_destroy(arm);
    kine_builder_destroy(builder);
  }
  kine_builder* builder = kine_builder_create();
  CHECK(kine_builder_add_dh(NULL, 0, rows, NULL, NULL, 2, NULL, "tip") == -1);
  CHECK(kine_builder_add_dh(builder, 0, rows, NULL, NULL, 2, NULL, "tip") == 0);
  kine_skeleton* plain = kine_builder_build(builder, message, sizeof message);
  CHECK(strcmp(kine_skeleton_joint_name(plain, 1), "joint2") == 0 && kine_skeleton_joint_kind(plain, 1) == KINE_HINGE);
  kine_skeleton_destroy(plain);
  const int bad_kinds[2] = {KINE_BALL, KINE_HINGE};
  CHECK(kine_builder_add_dh(builder, 0, rows, bad_kinds, NULL, 2, "tip", "end") == -1);
  CHECK(kine_builder_build(builder, message, sizeof message) == NULL && strlen(message) > 10);
  kine_builder_destroy(builder);
  const int no_kinds[1] = {9};
  const char* no_names[1] = {NULL};
  builder = kine_builder_create();
  CHECK(kine_builder_add_dh(builder, 0, rows, no_kinds, NULL, 1, NULL, "tip") == -1);
  CHECK(kine_builder_add_dh(builder, 0, rows, NULL, no_names, 1, NULL, "tip") == -1);
  CHECK(kine_builder_add_dh(builder, 0, NULL, NULL, NULL, 1, NULL, "tip") == -1);
  CHECK(kine_builder_add_dh(builder, 0, rows, NULL, NULL, 0, NULL, "tip") == -1);
  kine_builder_destroy(builder);
}

/* What a joint was described as, and what is drawn of it. */
static void test_questions(void) {
  char message[100];
  kine_skeleton* person = kine_scene_build("humanoid", 0, message, sizeof message);
  kine_skeleton* hand = kine_scene_build("hand", 0, message, sizeof message);
  const int knee = kine_skeleton_find(person, "left_shank", NULL, 0);
  const int shoulder = kine_skeleton_find(person, "left_upper_arm", NULL, 0);
  const int pelvis = kine_skeleton_find(person, "pelvis", NULL, 0);
  const int curl = kine_skeleton_find(hand, "index_middle", NULL, 0);
  double out[10];
  CHECK(kine_skeleton_axis_settings(person, knee, 0, out) == KINE_OK && out[0] == 0 && near(out[1], 145 * kPi / 180));
  CHECK(isinf(out[2]) && out[3] == 1 && kine_skeleton_axis_slides(person, knee, 0) == 0);
  CHECK(kine_skeleton_axis_direction(person, knee, 0, out) == KINE_OK && near(distance3(out, (double[3]){0}), 1));
  CHECK(kine_skeleton_axis_direction(person, pelvis, 4, out) == KINE_OK && near3(out, 0, 1, 0));
  CHECK(kine_skeleton_axis_slides(person, pelvis, 4) == 1 && kine_skeleton_axis_slides(person, pelvis, 1) == 0);
  CHECK(kine_skeleton_joint_mass(person, knee, out) == KINE_OK && out[0] > 2 && out[0] < 4);
  CHECK(kine_skeleton_axis_leader(person, knee, 0, out) == -1);
  CHECK(kine_skeleton_axis_leader(hand, curl, 0, out) == kine_skeleton_find(hand, "index_base", NULL, 0));
  CHECK(out[0] == 0 && out[1] > 0);
  CHECK(kine_skeleton_ball_limits(person, shoulder, out) == KINE_OK && out[6] > 0 && out[6] < kPi && out[9] > out[8]);

  CHECK(kine_skeleton_axis_settings(person, knee, 1, out) == KINE_BAD_INDEX);
  CHECK(kine_skeleton_axis_settings(person, knee, 0, NULL) == KINE_NULL);
  CHECK(kine_skeleton_axis_direction(person, -1, 0, out) == KINE_BAD_INDEX);
  CHECK(kine_skeleton_axis_direction(NULL, 0, 0, out) == KINE_NULL && kine_skeleton_axis_slides(NULL, 0, 0) == -1);
  CHECK(kine_skeleton_axis_fixed(person, knee, -1) == -1 && kine_skeleton_axis_leader(person, knee, 1, out) == -2);
  CHECK(kine_skeleton_ball_limits(person, knee, out) == KINE_BAD_VALUE);
  CHECK(kine_skeleton_ball_limits(person, 99, out) == KINE_BAD_INDEX);
  CHECK(kine_skeleton_joint_mass(person, 99, out) == KINE_BAD_INDEX);
  CHECK(kine_skeleton_joint_mass(NULL, 0, out) == KINE_NULL);

  /* The rim of the shoulder's cone: a bone that points there is just at its limit. */
  enum { kRim = 8 };
  double pose[80], rim[3 * kRim], axes[3 * 80];
  const int values = kine_skeleton_value_count(person), axis_count = kine_skeleton_axis_count(person);
  kine_frames* frames = kine_frames_create(person);
  kine_scene_pose(person, "humanoid", "standing", pose, values);
  kine_forward(person, pose, values, frames);
  CHECK(kine_frames_cone(frames, shoulder, kRim, rim, 3 * kRim) == KINE_OK);
  CHECK(kine_frames_axes(frames, axes, 3 * axis_count) == KINE_OK);
  for (int i = 0; i < axis_count; ++i) CHECK(near(distance3(axes + 3 * i, (double[3]){0}), 1));
  /* The first direction is as far from the middle as the first half-angle says, the one a quarter round as the second.
   */
  double limits[10], origin[3], ahead[3];
  kine_skeleton_ball_limits(person, shoulder, limits);
  const int quaternion = kine_skeleton_joint_first_value(person, shoulder);
  for (int i = 0; i < 4; ++i) pose[quaternion + i] = i == 3; /* unturned: the bone lies in the middle */
  kine_forward(person, pose, values, frames);
  kine_frames_position(frames, shoulder, NULL, origin);
  kine_frames_position(frames, shoulder, limits, ahead);
  for (int i = 0; i < kRim; i += kRim / 4) {
    double cosine = 0;
    for (int k = 0; k < 3; ++k) cosine += (ahead[k] - origin[k]) * rim[3 * i + k];
    CHECK(near(distance3(rim + 3 * i, (double[3]){0}), 1) && near(acos(cosine), limits[i % (kRim / 2) == 0 ? 6 : 7]));
  }
  CHECK(kine_frames_cone(frames, knee, kRim, rim, 3 * kRim) == KINE_BAD_VALUE);
  CHECK(kine_frames_cone(frames, 99, kRim, rim, 3 * kRim) == KINE_BAD_INDEX);
  CHECK(kine_frames_cone(frames, shoulder, kRim, rim, 3) == KINE_BAD_SIZE);
  CHECK(kine_frames_cone(frames, shoulder, 0, rim, 0) == KINE_BAD_VALUE);
  CHECK(kine_frames_axes(frames, axes, 3) == KINE_BAD_SIZE && kine_frames_axes(NULL, axes, 3) == KINE_NULL);
  kine_frames_destroy(frames);
  kine_skeleton_destroy(person);
  kine_skeleton_destroy(hand);
}

/* Lander's arm, elbow at a right angle: J J^T is a 2 x 2 matrix whose eigenvalues the quadratic formula gives. */
static void test_manipulability(void) {
  kine_skeleton* arm = kine_scene_build("planar-arm", 0, NULL, 0);
  kine_frames* frames = kine_frames_create(arm);
  const double bent[2] = {0, kPi / 2}, straight[2] = {0, 0};
  double out[12];
  kine_forward(arm, bent, 2, frames);
  CHECK(kine_manipulability(arm, frames, 2, NULL, KINE_ROWS_LINEAR, out) == KINE_OK);
  /* Columns: (-0.25, 0.3) of the shoulder, (-0.25, 0) of the elbow. */
  const double xx = 0.125, xy = -0.075, yy = 0.09, root = sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
  CHECK(near(out[0] * out[0], (xx + yy) / 2 + root) && near(out[1] * out[1], (xx + yy) / 2 - root) && near(out[2], 0));
  CHECK(fabs(xx * out[3] + xy * out[4] - out[0] * out[0] * out[3]) < 1e-12); /* an eigenvector of it */
  CHECK(near(fabs(out[11]), 1));                                             /* out of the plane: lost */
  kine_forward(arm, straight, 2, frames);
  CHECK(kine_manipulability(arm, frames, 2, NULL, KINE_ROWS_LINEAR, out) == KINE_OK && near(out[1], 0)); /* singular */
  CHECK(kine_manipulability(arm, frames, 2, NULL, KINE_ROWS_ANGULAR, out) == KINE_OK && near(out[0], sqrt(2)));
  CHECK(kine_manipulability(arm, frames, 2, NULL, KINE_ROWS_FULL, out) == KINE_BAD_VALUE);
  CHECK(kine_manipulability(arm, frames, 3, NULL, KINE_ROWS_LINEAR, out) == KINE_BAD_INDEX);
  CHECK(kine_manipulability(arm, frames, 2, NULL, KINE_ROWS_LINEAR, NULL) == KINE_NULL);
  CHECK(kine_manipulability(NULL, frames, 2, NULL, KINE_ROWS_LINEAR, out) == KINE_NULL);
  const double nothing[2] = {NAN, 0};
  kine_forward(arm, nothing, 2, frames);
  CHECK(kine_manipulability(arm, frames, 2, NULL, KINE_ROWS_LINEAR, out) == KINE_BAD_VALUE);
  kine_frames_destroy(frames);
  kine_skeleton_destroy(arm);
}

int main(void) {
  test_chasles();
  test_lines();
  test_null();
  test_planar_arm();
  test_limb_in_space();
  test_tables();
  test_questions();
  test_manipulability();
  return failures == 0 ? 0 : 1;
}
