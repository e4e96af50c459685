/* A spider that crawls, from C99. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { kMostValues = 100, kLegs = 6 };
static char message[300];
static int tips[kLegs];

static void test_settings(kine_crawler* crawler) {
  const int count = kine_crawler_setting_count(crawler);
  for (int i = 0; i < count; ++i) {
    const char* name = kine_crawler_setting_name(crawler, i);
    const double value = kine_crawler_get(crawler, name);
    CHECK(value > 0 && kine_crawler_set(crawler, name, value) == KINE_OK);
    CHECK(kine_crawler_set(crawler, name, NAN) == KINE_BAD_VALUE);
    CHECK(kine_crawler_set(crawler, name, -1) == KINE_BAD_VALUE);
    CHECK(kine_crawler_set(crawler, name, INFINITY) == KINE_BAD_VALUE && kine_crawler_get(crawler, name) == value);
  }
  CHECK(count == 14 && kine_crawler_setting_name(crawler, count) == NULL);
  CHECK(kine_crawler_setting_name(crawler, -1) == NULL && kine_crawler_setting_count(NULL) == -1);
  CHECK(kine_crawler_get(crawler, "speed") == 0.45 && isnan(kine_crawler_get(crawler, "colour")));
  CHECK(kine_crawler_set(crawler, "colour", 1) == KINE_BAD_INDEX && kine_crawler_set(NULL, "step", 1) == KINE_NULL);
  CHECK(kine_crawler_set(crawler, "step", 0) == KINE_BAD_VALUE && kine_crawler_set(crawler, "lean", 0) == KINE_OK);
  CHECK(kine_crawler_set(crawler, "lean", 0.8) == KINE_OK && kine_crawler_set(crawler, NULL, 1) == KINE_NULL);
  CHECK(kine_crawler_set(crawler, "least_time", 0.6) == KINE_BAD_VALUE);
  CHECK(kine_crawler_set(crawler, "most_time", 0.2) == KINE_BAD_VALUE);
}

/* Ten seconds straight ahead: standing tips stay where they came down, by forward kinematics; three of them always do.
 */
static void test_crawl(kine_crawler* crawler, const kine_skeleton* spider, const kine_terrain* terrain, int size) {
  double pose[kMostValues] = {0}, since[kLegs][3], wanted[kLegs][3];
  int stood[kLegs] = {0}, steps = 0;
  double drift = 0, missed = 0;
  kine_frames* frames = kine_frames_create(spider);
  CHECK(kine_crawler_place(crawler, 1, -1, 0) == KINE_OK && kine_crawler_leg_count(crawler) == kLegs);
  CHECK(isnan(kine_crawler_result(crawler, "x")) && kine_crawler_tip(crawler, 0, pose) == -1);
  CHECK(kine_crawler_body(crawler, pose) == KINE_BAD_VALUE && kine_crawl_again(crawler, terrain, 1) == KINE_BAD_VALUE);
  for (int frame = 0; frame <= 600; ++frame) {
    CHECK(kine_crawl(crawler, terrain, frame > 0, 0, 0, frame > 0 ? 1.0 / 60 : 0, pose, size) == KINE_OK);
    CHECK(kine_forward(spider, pose, size, frames) == KINE_OK);
    int down = 0;
    for (int leg = 0; leg < kLegs; ++leg) {
      double asked[3], at[3], landing[3];
      const int stands = kine_crawler_tip(crawler, leg, asked);
      CHECK(stands >= 0 && kine_frames_position(frames, tips[leg], NULL, at) == KINE_OK);
      CHECK(kine_crawler_landing(crawler, leg, landing) == 1 - stands);
      if (stands && !stood[leg]) {
        memcpy(since[leg], at, sizeof at);
        for (int k = 0; frame > 0 && k < 3; ++k) missed = fmax(missed, fabs(at[k] - wanted[leg][k]));
        ++steps;
      }
      if (!stands) memcpy(wanted[leg], landing, sizeof landing);
      for (int k = 0; k < 3; ++k) {
        if (stands) drift = fmax(drift, fabs(at[k] - since[leg][k]));
        CHECK(fabs(at[k] - asked[k]) < 1e-4);
      }
      stood[leg] = stands;
      down += stands;
    }
    CHECK(down >= 3 && kine_crawler_result(crawler, "position_error") < 1e-4);
  }
  CHECK(drift < 1e-4 && missed < 1e-4 && steps > 30);
  CHECK(kine_crawler_result(crawler, "z") > 2.5 && fabs(kine_crawler_result(crawler, "x") - 1) < 1e-9);
  CHECK(kine_crawler_result(crawler, "stepping") == 1 && kine_crawler_result(crawler, "blocked") == 0);
  CHECK(kine_crawler_result(crawler, "iterations") > 0 && fabs(kine_crawler_result(crawler, "speed") - 0.45) < 1e-9);
  double body[7], at[3];
  CHECK(kine_crawler_body(crawler, body) == KINE_OK && kine_frames_position(frames, 0, NULL, at) == KINE_OK);
  for (int k = 0; k < 3; ++k) CHECK(fabs(body[k] - at[k]) < 1e-9);
  kine_frames_destroy(frames);
}

/* A rewound crawl repeats its bits, and measuring changes nothing. */
static void test_rewinding(kine_crawler* crawler, const kine_terrain* terrain, int size) {
  double pose[kMostValues] = {0}, first[kMostValues] = {0};
  const size_t state_size = kine_crawler_state_size();
  unsigned char* saved = (unsigned char*)malloc(state_size);
  CHECK(state_size <= 1024 + 8 && kine_crawler_get_state(crawler, saved, state_size) == KINE_OK);
  for (int round = 0; round < 2; ++round) {
    CHECK(kine_crawler_set_state(crawler, saved, state_size) == KINE_OK);
    CHECK(isnan(kine_crawler_result(crawler, "x")));
    for (int frame = 0; frame < 100; ++frame) {
      CHECK(kine_crawl(crawler, terrain, 1, 0.5, 0.2, 1.0 / 60, pose, size) == KINE_OK);
      if (frame % 10 == 0) CHECK(kine_crawl_again(crawler, terrain, 2) == KINE_OK);
    }
    if (round == 0) memcpy(first, pose, sizeof pose);
  }
  CHECK(memcmp(first, pose, sizeof(double) * (size_t)size) == 0);
  saved[3] ^= 1;
  CHECK(kine_crawler_set_state(crawler, saved, state_size) == KINE_BAD_VALUE);
  CHECK(kine_crawler_set_state(crawler, saved, state_size - 1) == KINE_BAD_SIZE);
  CHECK(kine_crawler_set_state(crawler, NULL, state_size) == KINE_NULL);
  CHECK(kine_crawler_get_state(crawler, saved, 1) == KINE_BAD_SIZE);
  CHECK(kine_crawler_get_state(NULL, saved, state_size) == KINE_NULL);
  free(saved);
}

static void test_misuse(kine_crawler* crawler, const kine_skeleton* spider, const double* standing,
                        const kine_terrain* terrain, int size) {
  double pose[kMostValues] = {0}, out[7];
  CHECK(kine_crawl(crawler, terrain, NAN, 0, 0, 0.1, pose, size) == KINE_OK);
  CHECK(kine_crawl(crawler, NULL, 0, 0, 0, 0.1, pose, size) == KINE_NULL);
  CHECK(kine_crawl(NULL, terrain, 0, 0, 0, 0.1, pose, size) == KINE_NULL);
  CHECK(kine_crawl(crawler, terrain, 0, 0, 0, 0.1, pose, size - 1) == KINE_BAD_SIZE);
  CHECK(kine_crawl(crawler, terrain, 0, 0, 0, 0.1, NULL, size) == KINE_NULL);
  CHECK(kine_crawler_place(crawler, NAN, 0, 0) == KINE_BAD_VALUE && kine_crawler_place(NULL, 0, 0, 0) == KINE_NULL);
  CHECK(kine_crawler_place_at(crawler, 0, NAN, 0, 0) == KINE_BAD_VALUE);
  CHECK(kine_crawler_place_at(crawler, 0, -1000, 0, 0) == KINE_OK);
  CHECK(kine_crawl(crawler, terrain, 0, 0, 0, 0, pose, size) == KINE_OK);
  CHECK(kine_crawler_result(crawler, "no_ground") == 1);
  CHECK(kine_crawler_place_at(crawler, 0, 1000, 0, 0) == KINE_OK);
  CHECK(kine_crawl(crawler, terrain, 0, 0, 0, 0, pose, size) == KINE_OK);
  CHECK(kine_crawler_result(crawler, "no_ground") == 0);
  CHECK(kine_crawler_tip(crawler, kLegs, out) == -1 && kine_crawler_tip(crawler, -1, out) == -1);
  CHECK(kine_crawler_tip(crawler, 0, NULL) == -1 && kine_crawler_landing(NULL, 0, out) == -1);
  CHECK(kine_crawler_body(NULL, out) == KINE_NULL && kine_crawler_leg_count(NULL) == -1);
  CHECK(isnan(kine_crawler_result(crawler, "colour")) && isnan(kine_crawler_result(NULL, "x")));
  CHECK(kine_crawl_again(NULL, terrain, 1) == KINE_NULL && kine_crawl_again(crawler, NULL, 1) == KINE_NULL);
  const int bad[3] = {tips[0], tips[1], 999};
  CHECK(kine_crawler_create(spider, standing, size, bad, 3, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_crawler_create(spider, standing, size, tips, 2, message, sizeof message) == NULL);
  CHECK(strstr(message, "three to six legs") != NULL);
  CHECK(kine_crawler_create(spider, standing, 3, tips, kLegs, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_crawler_create(spider, standing, size, NULL, kLegs, message, sizeof message) == NULL);
  CHECK(kine_crawler_create(NULL, standing, size, tips, kLegs, NULL, 0) == NULL);
  kine_crawler_destroy(NULL);
}

int main(void) {
  static const char* const names[kLegs] = {"left_front_tip",  "left_middle_tip",  "left_hind_tip",
                                           "right_front_tip", "right_middle_tip", "right_hind_tip"};
  double standing[kMostValues];
  kine_skeleton* spider = kine_scene_build("spider", 0, NULL, 0);
  const int size = kine_skeleton_value_count(spider);
  CHECK(kine_scene_pose(spider, "spider", "standing", standing, size) == KINE_OK);
  for (int leg = 0; leg < kLegs; ++leg) tips[leg] = kine_skeleton_find(spider, names[leg], NULL, 0);
  kine_crawler* crawler = kine_crawler_create(spider, standing, size, tips, kLegs, message, sizeof message);
  CHECK(crawler != NULL && message[0] == '\0');
  test_settings(crawler);
  const char* const grounds[] = {"flat", "stairs", "hills:4"};
  for (size_t i = 0; i < sizeof grounds / sizeof *grounds; ++i) {
    kine_terrain* terrain = kine_scene_terrain(grounds[i], NULL, 0);
    test_crawl(crawler, spider, terrain, size);
    test_rewinding(crawler, terrain, size);
    kine_terrain_destroy(terrain);
  }
  kine_terrain* flat = kine_terrain_flat(0);
  test_misuse(crawler, spider, standing, flat, size);
  kine_skeleton_destroy(spider); /* the crawler keeps what it needs */
  CHECK(kine_crawl(crawler, flat, 1, 0, 0, 0.1, standing, size) == KINE_OK);
  kine_terrain_destroy(flat);
  kine_crawler_destroy(crawler);
  return failures == 0 ? 0 : 1;
}
