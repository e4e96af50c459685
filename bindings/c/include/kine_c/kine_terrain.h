/// Ground to walk on. Part of <kine_c/kine.h>. Terrains from files are in kine_file.h.
#ifndef KINE_C_KINE_TERRAIN_H_
#define KINE_C_KINE_TERRAIN_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Level ground without end.
kine_terrain* kine_terrain_flat(double height);

/// Heights on a grid: columns along +x, rows along +z, metres above y; NaN is a hole. The first lies at x, z. Between
/// them the ground is bilinear, outside there is none. NULL and a sentence for fewer than two columns or rows, more
/// than 2^25 heights, cells that are not positive, heights that are infinite.
kine_terrain* kine_terrain_grid(int columns, int rows, double cell_x, double cell_z, double x, double y, double z,
                                const float* heights, char* message, size_t message_size);

/// The upper sides of triangles: x, y, z of each vertex, and three indices of each triangle. NULL and a sentence for an
/// index that is out of range or a vertex that is not finite.
kine_terrain* kine_terrain_mesh(const double* vertices, int vertex_count, const int* triangles, int triangle_count,
                                char* message, size_t message_size);

/// The tops of boxes along the axes, gaps between them: the lowest x, y, z and the highest of each. NULL for NULL.
kine_terrain* kine_terrain_boxes(const double* boxes, int box_count);

/// A cast of the caller's own, such as an engine's ray cast: what is met on the way down from `from` within max_drop
/// metres. 1, and out[6] gets the point and the normal, which points away from the ground and has unit length; 0: nothing.
/// It must answer the same to the same question while a figure walks there. Numbers that are not finite are a gap.
typedef int (*kine_cast)(void* user, const double* from, double max_drop, double* out);
kine_terrain* kine_terrain_from_cast(kine_cast cast, void* user);

void kine_terrain_destroy(kine_terrain* terrain);

/// What a cast meets: 1 and out[6] as above, 0 for nothing, -1 for NULL.
int kine_terrain_cast(const kine_terrain* terrain, double x, double y, double z, double max_drop, double* out);

/// Heights on a grid, to draw it: rows along +z of `columns` samples along +x, `cell` apart, the first at x, z; NaN is
/// a gap. The highest ground below 1e5 m is meant. out_size is columns * rows.
kine_status kine_terrain_heights(const kine_terrain* terrain, double x, double z, double cell, int columns, int rows,
                                 float* out, int out_size);

/// A grid: 1, and out[6] gets the least and the most x, the least and the most z, columns and rows. 0 for other ground,
/// -1 for NULL.
int kine_terrain_area(const kine_terrain* terrain, double* out);

/// What was taken for granted when it was read, one sentence each: how many (-1 for NULL), and each (NULL for misuse).
int kine_terrain_note_count(const kine_terrain* terrain);
const char* kine_terrain_note(const kine_terrain* terrain, int note);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_TERRAIN_H_
