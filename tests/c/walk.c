/* Terrain and walking from C99. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { kMostValues = 200 };
static char message[300];

static int near(double a, double b) { return fabs(a - b) <= 1e-9; }

static int level_cast(void* user, const double* from, double max_drop, double* out) {
  const double height = *(const double*)user;
  const double drop = from[1] - height;
  if (!(drop >= 0 && drop <= max_drop)) return 0;
  const double met[6] = {from[0], height, from[2], 0, 1, 0};
  memcpy(out, met, sizeof met);
  return 1;
}

static int broken_cast(void* user, const double* from, double max_drop, double* out) {
  (void)user, (void)from, (void)max_drop;
  out[1] = NAN;
  return 1;
}

static void test_terrains(void) {
  double out[6];
  kine_terrain* flat = kine_terrain_flat(0.5);
  CHECK(kine_terrain_cast(flat, 3, 1, -2, 1, out) == 1 && out[0] == 3 && out[1] == 0.5 && out[2] == -2 && out[4] == 1);
  CHECK(kine_terrain_cast(flat, 3, 1, -2, 0.25, out) == 0 && kine_terrain_cast(flat, 3, 0, -2, 1, out) == 0);
  CHECK(kine_terrain_area(flat, out) == 0 && kine_terrain_note_count(flat) == 0 && kine_terrain_note(flat, 0) == NULL);

  const float heights[6] = {0, 1, 2, 2, 3, NAN};
  kine_terrain* grid = kine_terrain_grid(3, 2, 0.5, 2, 10, 100, 20, heights, message, sizeof message);
  CHECK(grid != NULL && kine_terrain_cast(grid, 10.25, 200, 21, 200, out) == 1 && near(out[1], 101.5));
  CHECK(kine_terrain_cast(grid, 10.75, 200, 21, 200, out) == 0 && kine_terrain_cast(grid, 9, 200, 21, 200, out) == 0);
  CHECK(kine_terrain_area(grid, out) == 1 && out[0] == 10 && out[1] == 11 && out[2] == 20 && out[3] == 22);
  CHECK(out[4] == 3 && out[5] == 2);
  float seen[4];
  CHECK(kine_terrain_heights(grid, 10, 20, 0.5, 2, 2, seen, 4) == KINE_OK);
  CHECK(seen[0] == 100 && seen[1] == 101 && seen[2] == 100.5f && seen[3] == 101.5f);
  CHECK(kine_terrain_heights(grid, 11, 22, 0.5, 2, 1, seen, 2) == KINE_OK && isnan(seen[0]) && isnan(seen[1]));
  CHECK(kine_terrain_heights(grid, 10, 20, 0.5, 2, 2, seen, 3) == KINE_BAD_SIZE);
  CHECK(kine_terrain_heights(NULL, 10, 20, 0.5, 2, 2, seen, 4) == KINE_NULL);
  CHECK(kine_terrain_heights(grid, 10, 20, 0.5, 2, 2, NULL, 4) == KINE_NULL);
  CHECK(kine_terrain_grid(1, 2, 1, 1, 0, 0, 0, heights, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_terrain_grid(1000000, 1000000, 1, 1, 0, 0, 0, heights, message, sizeof message) == NULL);
  CHECK(kine_terrain_grid(-5, 2, 1, 1, 0, 0, 0, heights, message, sizeof message) == NULL);
  CHECK(kine_terrain_grid(3, 2, 1, 1, 0, 0, 0, NULL, message, sizeof message) == NULL);

  const double vertices[9] = {0, 0, 0, 1, 0, 0, 0, 1, 1};
  const int triangle[3] = {0, 2, 1}, wrong[3] = {0, 1, 3};
  kine_terrain* mesh = kine_terrain_mesh(vertices, 3, triangle, 1, message, sizeof message);
  CHECK(mesh != NULL && kine_terrain_cast(mesh, 0.25, 5, 0.5, 9, out) == 1 && near(out[1], 0.5) && out[4] > 0.5);
  CHECK(kine_terrain_mesh(vertices, 3, wrong, 1, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_terrain_mesh(NULL, 3, triangle, 1, message, sizeof message) == NULL);
  const double boxes[6] = {0, 0, 0, 1, 0.25, 1};
  kine_terrain* box = kine_terrain_boxes(boxes, 1);
  CHECK(kine_terrain_cast(box, 0.5, 5, 0.5, 9, out) == 1 && out[1] == 0.25 && kine_terrain_boxes(NULL, 1) == NULL);
  CHECK(kine_terrain_cast(box, 1.5, 5, 0.5, 9, out) == 0);

  double height = 0.125;
  kine_terrain* own = kine_terrain_from_cast(level_cast, &height);
  kine_terrain* broken = kine_terrain_from_cast(broken_cast, NULL);
  CHECK(kine_terrain_cast(own, 1, 2, 3, 4, out) == 1 && out[1] == 0.125);
  CHECK(kine_terrain_cast(broken, 1, 2, 3, 4, out) == 0 && kine_terrain_from_cast(NULL, NULL) == NULL);

  const char* csv = "1,2\n3,\n";
  kine_terrain* file = kine_terrain_read("hill.csv", csv, strlen(csv), 0.5, 0.1, NULL, message, sizeof message);
  CHECK(file != NULL && kine_terrain_cast(file, -0.25, 9, -0.25, 18, out) == 1 && fabs(out[1] - 0.1) < 1e-6);
  const double origin[3] = {100, 0, 0};
  kine_terrain* placed = kine_terrain_read("hill.csv", csv, strlen(csv), 0, 1, origin, message, sizeof message);
  CHECK(placed != NULL && kine_terrain_area(placed, out) == 1 && out[0] == 100 && out[1] == 101);
  CHECK(kine_terrain_note_count(placed) == 2 && strstr(kine_terrain_note(placed, 0), "cell size") != NULL);
  CHECK(kine_terrain_read("bad.csv", "1,2\n3,4,5\n", 10, 0, 1, NULL, message, sizeof message) == NULL);
  CHECK(strstr(message, "bad.csv:2") != NULL && kine_terrain_read(NULL, "", 0, 0, 1, NULL, NULL, 0) == NULL);

  CHECK(kine_terrain_cast(NULL, 0, 0, 0, 1, out) == -1 && kine_terrain_cast(flat, 0, 0, 0, 1, NULL) == -1);
  CHECK(kine_terrain_area(NULL, out) == -1 && kine_terrain_note_count(NULL) == -1);
  kine_terrain* all[] = {flat, grid, mesh, box, own, broken, file, placed, NULL};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) kine_terrain_destroy(all[i]);
}

static void test_scene_terrains(void) {
  double out[6];
  for (int i = 0; i < kine_scene_terrain_count(); ++i) {
    char name[40];
    strncpy(name, kine_scene_terrain_name(i), sizeof name - 1);
    name[sizeof name - 1] = '\0';
    char* seed = strstr(name, "SEED");
    if (seed) strcpy(seed, "7");
    kine_terrain* terrain = kine_scene_terrain(name, message, sizeof message);
    CHECK(terrain != NULL && message[0] == '\0' && strlen(kine_scene_terrain_description(i)) > 5);
    CHECK(kine_terrain_cast(terrain, 0, 1, 0, 2, out) == 1 && fabs(out[1]) < 0.3);
    kine_terrain_destroy(terrain);
  }
  CHECK(kine_scene_terrain("lava", message, sizeof message) == NULL && strstr(message, "hills") != NULL);
  CHECK(kine_scene_terrain(NULL, message, sizeof message) == NULL && kine_scene_terrain_name(99) == NULL);
  CHECK(kine_scene_terrain_description(-1) == NULL);
}

/* The settings of a walker: read, set, refused. */
static void test_settings(kine_walker* walker) {
  const int count = kine_walker_setting_count(walker);
  for (int i = 0; i < count; ++i) {
    const char* name = kine_walker_setting_name(walker, i);
    CHECK(!isnan(kine_walker_get(walker, name)));
    CHECK(kine_walker_set(walker, name, NAN) == KINE_BAD_VALUE && kine_walker_set(walker, name, -1) == KINE_BAD_VALUE);
    CHECK(kine_walker_set(walker, name, INFINITY) == KINE_BAD_VALUE &&
          kine_walker_set(walker, name, 1e6) == KINE_BAD_VALUE);
    CHECK(kine_walker_set(walker, name, kine_walker_get(walker, name)) == KINE_OK);
  }
  CHECK(count >= 9 && kine_walker_setting_name(walker, count) == NULL && kine_walker_setting_name(walker, -1) == NULL);
  CHECK(kine_walker_get(walker, "speed") == 1.3 && kine_walker_get(walker, "mode") == KINE_WALK_FULL);
  CHECK(kine_walker_set(walker, "mode", 3) == KINE_BAD_VALUE && kine_walker_set(walker, "colour", 1) == KINE_BAD_INDEX);
  CHECK(kine_walker_set(walker, "colour", -1) == KINE_BAD_INDEX && isnan(kine_walker_get(walker, "colour")));
  CHECK(kine_walker_set(NULL, "mode", 0) == KINE_NULL && kine_walker_setting_count(NULL) == -1);
}

/* Ten seconds straight ahead: it comes as far as the speed says, planted points stay, and rewinding repeats the bits.
 */
static void test_walk(kine_walker* walker, const kine_terrain* terrain, int size) {
  const double dt = 1.0 / 60;
  double pose[kMostValues] = {0}, again[kMostValues] = {0}, plants[4][3];
  int planted[4] = {0, 0, 0, 0};
  double drift = 0, worst = 0;
  int steps = 0, landings = 0;
  const size_t state_size = kine_walker_state_size();
  unsigned char* saved = (unsigned char*)malloc(state_size);
  CHECK(kine_walker_place(walker, 1, 2, 0) == KINE_OK && state_size <= 2 * 1024 + 8);
  CHECK(isnan(kine_walker_result(walker, "x")) && kine_walker_plant(walker, 0, 0, pose) == -1);
  CHECK(kine_walker_hips(walker, pose) == KINE_BAD_VALUE && kine_walk_again(walker, terrain, 1) == KINE_BAD_VALUE);
  for (int frame = 0; frame < 600; ++frame) {
    CHECK(kine_walk(walker, terrain, frame > 0, 0, 0, frame > 0 ? dt : 0, pose, size) == KINE_OK);
    if (frame == 300) CHECK(kine_walker_get_state(walker, saved, state_size) == KINE_OK);
    for (int i = 0; i < 4; ++i) {
      double at[3];
      const int now = kine_walker_plant(walker, i / 2, i % 2, at);
      for (int k = 0; now == 1 && planted[i] == 1 && k < 3; ++k) drift = fmax(drift, fabs(at[k] - plants[i][k]));
      if (now == 1 && planted[i] == 0) ++landings;
      memcpy(plants[i], at, sizeof at);
      planted[i] = now;
    }
    for (int leg = 0; leg < 2; ++leg) worst = fmax(worst, kine_walker_leg_result(walker, leg, "position_error"));
    steps += kine_walker_result(walker, "stepping") == 1;
  }
  CHECK(drift < 1e-3 && worst < 1e-4 && steps > 500 && landings > 20);
  CHECK(kine_walker_result(walker, "x") == 1 && kine_walker_result(walker, "z") > 2 + 0.9 * 1.3 * 10 - 2);
  CHECK(kine_walker_result(walker, "blocked") == 0 && kine_walker_result(walker, "held_back") == 0);
  CHECK(kine_walker_result(walker, "speed") > 1.2 && near(kine_walker_result(walker, "heading"), 0));
  double hips[7], sole[7], landing[7], shape[10];
  CHECK(kine_walker_hips(walker, hips) == KINE_OK && hips[1] > 0.8 && hips[1] < 1);
  const int stepping = kine_walker_landing(walker, landing);
  CHECK(stepping == 0 || stepping == 1);
  CHECK(kine_walker_sole(walker, 1 - stepping, sole) == 1 && landing[2] > sole[2] && fabs(sole[1]) < 1e-9);
  CHECK(kine_walker_foot_shape(walker, 1, shape) == KINE_OK && shape[2] < 0 && shape[8] > shape[5] && shape[9] > 0.02);

  /* Doing the last frame again changes nothing. */
  double before[kMostValues];
  memcpy(before, pose, sizeof pose);
  unsigned char* now = (unsigned char*)malloc(state_size);
  CHECK(kine_walker_get_state(walker, now, state_size) == KINE_OK);
  CHECK(kine_walk_again(walker, terrain, 3) == KINE_OK && kine_walk_solve_again(walker, 3) == KINE_OK);
  CHECK(kine_walker_set_state(walker, saved, state_size) == KINE_OK);
  for (int frame = 301; frame < 600; ++frame) CHECK(kine_walk(walker, terrain, 1, 0, 0, dt, again, size) == KINE_OK);
  CHECK(memcmp(again, before, sizeof(double) * (size_t)size) == 0);
  CHECK(kine_walker_set_state(walker, now, state_size) == KINE_OK);

  saved[3] ^= 1;
  CHECK(kine_walker_set_state(walker, saved, state_size) == KINE_BAD_VALUE);
  CHECK(kine_walker_set_state(walker, saved, state_size - 1) == KINE_BAD_SIZE);
  CHECK(kine_walker_get_state(walker, saved, 1) == KINE_BAD_SIZE && kine_walker_get_state(NULL, saved, 1) == KINE_NULL);
  free(now);
  free(saved);
}

static void test_reaching(kine_walker* walker, const kine_terrain* terrain, int size) {
  double* pose = (double*)calloc((size_t)size, sizeof(double));
  const double points[] = {0.3, 1.2, 0.45, -0.3, 1.3, 0.4, NAN, 1, 1};
  const int wishes[] = {KINE_OBJECT_LOOK | KINE_OBJECT_REACH, KINE_OBJECT_LOOK, KINE_OBJECT_REACH};
  CHECK(kine_walker_place(walker, 0, 0, 0) == KINE_OK);
  CHECK(kine_walker_set_objects(walker, points, 9, wishes) == KINE_OK);
  for (int frame = 0; frame < 120; ++frame) CHECK(kine_walk(walker, terrain, 0, 0, 0, 1.0 / 60, pose, size) == KINE_OK);
  CHECK(kine_walker_hand_result(walker, 0, "object") == 0 && kine_walker_hand_result(walker, 0, "holds") == 1);
  CHECK(kine_walker_hand_result(walker, 0, "miss") < 1e-4 && kine_walker_hand_result(walker, 0, "weight") == 1);
  CHECK(kine_walker_hand_result(walker, 1, "object") == -1 && kine_walker_result(walker, "looks_at") == 0);
  CHECK(kine_walker_result(walker, "margin") >= 0.02);
  CHECK(kine_walker_set_objects(walker, NULL, 0, NULL) == KINE_OK);
  for (int frame = 0; frame < 120; ++frame) kine_walk(walker, terrain, 0, 0, 0, 1.0 / 60, pose, size);
  CHECK(kine_walker_hand_result(walker, 0, "object") == -1 && kine_walker_result(walker, "looks_at") == -1);
  CHECK(kine_walker_set_objects(NULL, points, 9, NULL) == KINE_NULL);
  CHECK(kine_walker_set_objects(walker, NULL, 3, NULL) == KINE_NULL);
  CHECK(kine_walker_set_objects(walker, points, 4, NULL) == KINE_BAD_SIZE);
  CHECK(kine_walker_hand_result(walker, 2, "object") != kine_walker_hand_result(walker, 2, "object"));
  free(pose);
}

/* The same person through its bone map: another way of getting there, and the paper's gait on top. */
static void test_figure(const kine_skeleton* person, const kine_terrain* terrain, int size) {
  double pose[kMostValues] = {0}, out[4], point[3];
  kine_bones* bones = kine_bones_find(person, 0, 1, 0, NULL, NULL, 0, message, sizeof message);
  kine_walker* walker = kine_walker_create_figure(bones, message, sizeof message);
  kine_bones_destroy(bones);
  CHECK(walker != NULL && message[0] == '\0' && kine_walker_standing(walker, pose, size) == KINE_OK);
  CHECK(kine_walker_figure_from_walk(walker, out) == KINE_OK && fabs(out[3]) > 0.999);
  for (int i = 0; i < kine_walker_note_count(walker); ++i) CHECK(strlen(kine_walker_note(walker, i)) > 5);
  CHECK(kine_walker_note(walker, 99) == NULL && kine_walker_note_count(NULL) == -1);
  kine_frames* frames = kine_frames_create(person);
  double worst = 0;
  for (int gait = KINE_GAIT_NATURAL; gait <= KINE_GAIT_PAPER; ++gait) {
    CHECK(kine_walker_set(walker, "gait", gait) == KINE_OK && kine_walker_get(walker, "gait") == gait);
    CHECK(kine_walker_set(walker, "speed", 0.6) == KINE_OK &&
          kine_walker_suit(walker, message, sizeof message) == KINE_OK);
    CHECK(message[0] == '\0' && kine_walker_place(walker, 0, 0, 0) == KINE_OK);
    for (int frame = 0; frame < 300; ++frame) {
      CHECK(kine_walk(walker, terrain, frame > 0, 0, 0, frame > 0 ? 1.0 / 60 : 0, pose, size) == KINE_OK);
      CHECK(kine_forward(person, pose, size, frames) == KINE_OK);
      for (int i = 0; i < 4; ++i) {
        double offset[3], at[3];
        const int joint = kine_walker_foot_point(walker, i / 2, i % 2, offset);
        if (kine_walker_plant(walker, i / 2, i % 2, at) != 1) continue;
        CHECK(kine_frames_position(frames, joint, offset, point) == KINE_OK);
        for (int k = 0; k < 3; ++k) worst = fmax(worst, fabs(point[k] - at[k]));
      }
    }
    CHECK(kine_walker_result(walker, "z") > 1.5);
  }
  CHECK(worst < 1e-3);
  CHECK(kine_walker_foot_point(walker, 2, 0, point) == -1 && kine_walker_foot_point(NULL, 0, 0, point) == -1);
  CHECK(kine_walker_standing(walker, pose, size - 1) == KINE_BAD_SIZE &&
        kine_walker_standing(NULL, pose, 1) == KINE_NULL);
  CHECK(kine_walker_figure_from_walk(NULL, out) == KINE_NULL && kine_walker_suit(NULL, NULL, 0) == KINE_NULL);
  CHECK(kine_walker_create_figure(NULL, message, sizeof message) == NULL && strlen(message) > 5);
  kine_frames_destroy(frames);
  kine_walker_destroy(walker);
}

/* Two floors at 5000 m: it starts on the upper one, or on that of a height, and says where there is none. */
static void test_start(kine_walker* walker, int size) {
  const double floors[12] = {-9, 4999, -9, 9, 5000, 9, -9, 5002.9, -9, 9, 5003, 9};
  kine_terrain* terrain = kine_terrain_boxes(floors, 2);
  double pose[kMostValues] = {0}, out[7];
  pose[0] = 7;
  CHECK(kine_walker_place(walker, 0, 0, 0) == KINE_OK);
  CHECK(kine_walk(walker, terrain, 0, 0, 0, 0, pose, size) == KINE_OK && kine_walker_result(walker, "no_ground") == 0);
  CHECK(kine_walker_sole(walker, 0, out) == 1 && out[1] == 5003);
  CHECK(kine_walker_place_at(walker, 0, 5000, 0, 0) == KINE_OK);
  CHECK(kine_walk(walker, terrain, 0, 0, 0, 0, pose, size) == KINE_OK && kine_walker_sole(walker, 0, out) == 1);
  CHECK(out[1] == 5000);
  pose[0] = 7;
  CHECK(kine_walker_place(walker, 100, 0, 0) == KINE_OK);
  CHECK(kine_walk(walker, terrain, 0, 0, 0, 0, pose, size) == KINE_OK && kine_walker_result(walker, "no_ground") == 1);
  CHECK(pose[0] == 7 && kine_walker_place_at(walker, 0, 4000, 0, 0) == KINE_OK);
  CHECK(kine_walk(walker, terrain, 0, 0, 0, 0, pose, size) == KINE_OK && kine_walker_result(walker, "no_ground") == 1);
  CHECK(kine_walker_place_at(NULL, 0, 0, 0, 0) == KINE_NULL &&
        kine_walker_place_at(walker, 0, NAN, 0, 0) == KINE_BAD_VALUE);
  CHECK(kine_walker_place(walker, 0, 0, 0) == KINE_OK);
  kine_terrain_destroy(terrain);
}

static void test_misuse(kine_walker* walker, const kine_skeleton* person, const kine_terrain* terrain, int size) {
  double pose[kMostValues], out[10];
  CHECK(kine_walk(walker, terrain, NAN, 0, 0, 0.1, pose, size) == KINE_OK);
  CHECK(kine_walker_result(walker, "bad_stick") == 1 && isnan(kine_walker_result(walker, "colour")));
  CHECK(kine_walk(walker, NULL, 0, 0, 0, 0.1, pose, size) == KINE_NULL);
  CHECK(kine_walk(NULL, terrain, 0, 0, 0, 0.1, pose, size) == KINE_NULL);
  CHECK(kine_walk(walker, terrain, 0, 0, 0, 0.1, pose, size - 1) == KINE_BAD_SIZE);
  CHECK(kine_walk(walker, terrain, 0, 0, 0, 0.1, NULL, size) == KINE_NULL);
  CHECK(kine_walker_place(walker, NAN, 0, 0) == KINE_BAD_VALUE && kine_walker_place(NULL, 0, 0, 0) == KINE_NULL);
  CHECK(kine_walker_plant(walker, 2, 0, out) == -1 && kine_walker_plant(walker, 0, 2, out) == -1);
  CHECK(kine_walker_sole(walker, -1, out) == -1 && kine_walker_landing(NULL, out) == -1);
  CHECK(isnan(kine_walker_leg_result(walker, 2, "full")) && kine_walker_foot_shape(NULL, 0, out) == KINE_NULL);
  CHECK(kine_walk_again(NULL, terrain, 1) == KINE_NULL && kine_walk_solve_again(NULL, 1) == KINE_NULL);
  CHECK(kine_walker_create(person, pose, 3, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_walker_create(NULL, pose, 3, message, sizeof message) == NULL);
  kine_skeleton* hand = kine_scene_build("hand", 0, NULL, 0);
  const int hand_size = kine_skeleton_value_count(hand);
  CHECK(kine_rest_pose(hand, pose, hand_size) == KINE_OK);
  CHECK(kine_walker_create(hand, pose, hand_size, message, sizeof message) == NULL && strlen(message) > 5);
  kine_skeleton_destroy(hand);
  kine_walker_destroy(NULL);
}

int main(void) {
  double standing[kMostValues];
  test_terrains();
  test_scene_terrains();
  kine_skeleton* person = kine_scene_build("humanoid", 0, NULL, 0);
  const int size = kine_skeleton_value_count(person);
  CHECK(kine_scene_pose(person, "humanoid", "standing", standing, size) == KINE_OK);
  kine_walker* walker = kine_walker_create(person, standing, size, message, sizeof message);
  CHECK(walker != NULL && message[0] == '\0');
  kine_terrain* flat = kine_terrain_flat(0);
  test_settings(walker);
  for (int mode = KINE_WALK_HALF; mode <= KINE_WALK_HYBRID; ++mode) {
    CHECK(kine_walker_set(walker, "mode", mode) == KINE_OK);
    test_walk(walker, flat, size);
    test_start(walker, size);
  }
  test_reaching(walker, flat, size);
  test_figure(person, flat, size);
  test_misuse(walker, person, flat, size);
  kine_skeleton_destroy(person); /* the walker keeps what it needs */
  CHECK(kine_walk(walker, flat, 1, 0, 0, 0.1, standing, size) == KINE_OK);
  kine_terrain_destroy(flat);
  kine_walker_destroy(walker);
  return failures == 0 ? 0 : 1;
}
