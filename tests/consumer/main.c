// The leg of main.cpp through the C API. It prints the same bits (of its first line).
#include <kine_c/kine.h>
#include <stdio.h>

int main(void) {
  char message[200];
  kine_builder* builder = kine_builder_create();
  const int hip = kine_builder_add_joint(builder, "hip", "", KINE_HINGE);
  const int knee = kine_builder_add_joint(builder, "knee", "hip", KINE_HINGE);
  const int foot = kine_builder_add_joint(builder, "foot", "knee", KINE_FIXED);
  kine_builder_set_translation(builder, hip, 0, 1, 0);
  kine_builder_set_translation(builder, knee, 0.45, 0, 0);
  kine_builder_set_translation(builder, foot, 0.43, 0, 0);
  kine_skeleton* leg = kine_builder_build(builder, message, sizeof message);
  kine_builder_destroy(builder);
  if (!leg) {
    fprintf(stderr, "%s\n", message);
    return 1;
  }
  const double pose[2] = {-1.2, 0.7};
  const double toe_in_foot[3] = {0.1, 0.02, 0.03};
  double toe_in_world[3] = {0, 0, 0};
  kine_frames* frames = kine_frames_create(leg);
  const int failed = kine_forward(leg, pose, 2, frames) != KINE_OK ||
                     kine_frames_position(frames, foot, toe_in_foot, toe_in_world) != KINE_OK;
  printf("%a %a %a\n", toe_in_world[0], toe_in_world[1], toe_in_world[2]);
  kine_frames_destroy(frames);
  kine_skeleton_destroy(leg);
  return failed;
}
