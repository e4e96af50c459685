/* A motion on another body from C: a walk of the person on a child, with a limp. */
#include <kine_c/kine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../person_bvh.h"

static kine_skeleton* read_person(double metres_per_unit) {
  char sentence[200];
  kine_reader* reader = kine_reader_create();
  kine_reader_add(reader, "person.bvh", kPersonBvh, strlen(kPersonBvh));
  kine_reader_set(reader, "metres_per_unit", metres_per_unit);
  kine_file* file = kine_reader_read(reader, sentence, sizeof sentence);
  if (!file) return puts(sentence), NULL;
  kine_skeleton* person = kine_file_skeleton(file);
  kine_file_destroy(file);
  kine_reader_destroy(reader);
  return person;
}

int main(void) {
  char sentence[200];
  kine_skeleton *person = read_person(0.01), *child = read_person(0.007);
  if (!person || !child) return 1;
  const int size = kine_skeleton_value_count(person);
  double *pose = calloc((size_t)size, sizeof *pose), *live = calloc((size_t)size, sizeof *live);
  kine_bones* bones = kine_bones_find(person, 0, 1, 0, NULL, NULL, 0, sentence, sizeof sentence);
  kine_walker* walker = kine_walker_create_figure(bones, sentence, sizeof sentence);
  if (!walker) return puts(sentence), 1;
  kine_terrain* flat = kine_terrain_flat(0);
  kine_clip* clip = kine_clip_create(person, "walk", 60);
  for (int frame = 0; frame < 240; ++frame) {
    kine_walk(walker, flat, 1, 0, 0, 1.0 / 60, pose, size);
    kine_clip_append(clip, pose, size, NULL);
  }

  /* [retarget] */
  kine_bones* child_bones = kine_bones_find(child, 0, 1, 0, NULL, NULL, 0, sentence, sizeof sentence); /* Y is up */
  kine_retargeter* retargeter = kine_retargeter_create(bones, child_bones, sentence, sizeof sentence);
  if (!retargeter) return puts(sentence), 1;
  kine_retargeter_set_style(retargeter, "limp");
  /* A whole clip, whose plants are found: feet that stand are locked, hands that touch still do. */
  kine_clip* walk = kine_retarget_clip(retargeter, clip, NULL, NULL, -1, sentence, sizeof sentence);
  if (!walk) return puts(sentence), 1;
  /* Or a frame at a time, by directions alone; allocates nothing. */
  kine_retarget_pose(retargeter, pose, size, NULL, live, size);
  /* [/retarget] */

  const int stands = kine_retargeter_stands(retargeter, NULL, NULL, NULL, 0);
  printf("%d plants; soles are up to %.1f mm in the ground\n", stands,
         1e3 * kine_retargeter_result(retargeter, "deepest"));
  const int frames = kine_clip_frame_count(walk);

  kine_clip_destroy(walk);
  kine_retargeter_destroy(retargeter);
  kine_bones_destroy(child_bones);
  kine_clip_destroy(clip);
  kine_terrain_destroy(flat);
  kine_walker_destroy(walker);
  kine_bones_destroy(bones);
  free(live);
  free(pose);
  kine_skeleton_destroy(child);
  kine_skeleton_destroy(person);
  return frames == 240 && stands > 4 ? 0 : 1;
}
