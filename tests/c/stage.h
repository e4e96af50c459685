/* A scene, goals on it and a pose, for tests of solvers. */
#ifndef KINE_TESTS_C_STAGE_H_
#define KINE_TESTS_C_STAGE_H_

#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <string.h>

#include "check.h"

enum { kMost = 200 };

static inline int has(const char* message, const char* part) { return strstr(message, part) != NULL; }

static inline double length3(const double* v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
static inline double distance3(const double* a, const double* b) {
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return length3(d);
}

/* A skeleton, a pose of it and where its joints are. */
typedef struct stage {
  kine_skeleton* skeleton;
  kine_frames* frames;
  kine_goals* goals;
  double pose[kMost];
  int values;
} stage;

static inline stage open_stage(const char* scene, int links, const char* pose) {
  char message[200];
  stage s;
  s.skeleton = kine_scene_build(scene, links, message, sizeof message);
  CHECK(s.skeleton != NULL && message[0] == '\0');
  s.frames = kine_frames_create(s.skeleton);
  s.goals = kine_goals_create(s.skeleton);
  s.values = kine_skeleton_value_count(s.skeleton);
  CHECK(s.values <= kMost);
  CHECK(kine_scene_pose(s.skeleton, scene, pose, s.pose, s.values) == KINE_OK);
  return s;
}

static inline void close_stage(stage* s) {
  kine_goals_destroy(s->goals);
  kine_frames_destroy(s->frames);
  kine_skeleton_destroy(s->skeleton);
}

static inline int joint(const stage* s, const char* name) { return kine_skeleton_find(s->skeleton, name, NULL, 0); }

static inline void where(stage* s, const char* name, double* out) {
  CHECK(kine_forward(s->skeleton, s->pose, s->values, s->frames) == KINE_OK);
  CHECK(kine_frames_position(s->frames, joint(s, name), NULL, out) == KINE_OK);
}

/* Solves the stage's goals from its pose by a method with its defaults; gives the outcome. */
static inline int solve_by(stage* s, const char* method, char* sentence, size_t size) {
  kine_solver* solver = kine_solver_create(s->skeleton, method, NULL, 0);
  CHECK(kine_solve(solver, s->goals, s->pose, s->values) == KINE_OK);
  const int outcome = kine_solver_outcome(solver);
  if (sentence) CHECK(kine_solver_sentence(solver, sentence, size) == KINE_OK);
  kine_solver_destroy(solver);
  return outcome;
}

#endif
