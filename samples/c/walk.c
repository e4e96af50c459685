/* A walk from C: a figure from a file walks over ground that the program casts at itself. */
#include <kine_c/kine.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../person_bvh.h"

/* A ramp that rises by one in eight from z = 1 m to z = 5 m. `user` would be the engine. */
static int my_ray_cast(void* user, const double* from, double max_drop, double* out) {
  (void)user;
  const double z = from[2] < 1 ? 1 : from[2] > 5 ? 5 : from[2];
  const double height = (z - 1) / 8, slope = from[2] > 1 && from[2] < 5 ? 1.0 / 8 : 0;
  if (from[1] < height || from[1] - height > max_drop) return 0;
  const double size = sqrt(1 + slope * slope);
  const double hit[6] = {from[0], height, from[2], 0, 1 / size, -slope / size}; /* the point, then the normal */
  memcpy(out, hit, sizeof hit);
  return 1;
}

int main(void) {
  char sentence[200];
  kine_reader* reader = kine_reader_create();
  kine_reader_add(reader, "person.bvh", kPersonBvh, strlen(kPersonBvh));
  kine_file* file = kine_reader_read(reader, sentence, sizeof sentence);
  if (!file) return puts(sentence), 1;
  kine_skeleton* person = kine_file_skeleton(file);
  const int size = kine_skeleton_value_count(person);
  double* pose = calloc((size_t)size, sizeof *pose);

  /* [walk] */
  kine_bones* bones = kine_bones_find(person, 0, 1, 0, NULL, NULL, 0, sentence, sizeof sentence); /* Y is up */
  kine_walker* walker = kine_walker_create_figure(bones, sentence, sizeof sentence);
  if (!walker) return puts(sentence), 1;
  kine_terrain* ground = kine_terrain_from_cast(my_ray_cast, NULL); /* or flat, grid, mesh, boxes, a file */
  for (int frame = 0; frame < 600; ++frame)
    kine_walk(walker, ground, 1, 0, 0, 1.0 / 60, pose, size); /* a full stick ahead; allocates nothing */
  /* [/walk] */

  const double z = kine_walker_result(walker, "z");
  printf("after ten seconds it is at z = %.2f m\n", z);

  kine_terrain_destroy(ground);
  kine_walker_destroy(walker);
  kine_bones_destroy(bones);
  free(pose);
  kine_skeleton_destroy(person);
  kine_file_destroy(file);
  kine_reader_destroy(reader);
  return z > 5 ? 0 : 1;
}
