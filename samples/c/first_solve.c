/* A first solve from C: an arm of two hinges reaches for a point, and what stands in the way is told in a sentence. */
#include <kine_c/kine.h>
#include <stdio.h>

int main(void) {
  char sentence[200];
  kine_builder* builder = kine_builder_create();
  kine_builder_add_joint(builder, "shoulder", "", KINE_HINGE);
  const int elbow = kine_builder_add_joint(builder, "elbow", "shoulder", KINE_HINGE);
  const int end = kine_builder_add_joint(builder, "hand", "elbow", KINE_FIXED);
  kine_builder_set_translation(builder, elbow, 0.30, 0, 0);
  kine_builder_set_limits(builder, elbow, 0, 0, 2.6);
  kine_builder_set_translation(builder, end, 0.25, 0, 0);
  kine_skeleton* arm = kine_builder_build(builder, sentence, sizeof sentence);
  kine_builder_destroy(builder);
  if (!arm) return fprintf(stderr, "%s\n", sentence), 1;

  double pose[2] = {0, 0};
  const int pose_size = 2;
  /* [solve] */
  kine_goals* goals = kine_goals_create(arm);
  const int hand = kine_goals_add(goals, KINE_REACH, kine_skeleton_find(arm, "hand", NULL, 0));
  kine_goals_set_target(goals, hand, 0.35, 0.20, 0);

  kine_solver* solver = kine_solver_create(arm, "full-body", sentence, sizeof sentence);
  kine_solver_set(solver, "max_iterations", 50);
  kine_solve(solver, goals, pose, pose_size); /* the bits of the C++ library */
  if (kine_solver_outcome(solver) != KINE_REACHED) {
    kine_explain(solver, goals, pose, pose_size); /* slow: for people */
    kine_solver_sentence(solver, sentence, sizeof sentence);
    puts(sentence); /* 31.0 mm short: elbow at its 145.0 degree limit; 6.0 degrees more reaches */
  }
  /* [/solve] */
  const int reached = kine_solver_outcome(solver) == KINE_REACHED;
  printf("shoulder %.3f rad, elbow %.3f rad\n", pose[0], pose[1]);

  kine_solver_destroy(solver);
  kine_goals_destroy(goals);
  kine_skeleton_destroy(arm);
  return reached ? 0 : 1;
}
