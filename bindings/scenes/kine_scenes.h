/// The skeletons of scenes/ through the flat C API, and frames again for benchmarks: for the page and for tests. Not
/// part of the library.
#ifndef KINE_SCENES_KINE_SCENES_H_
#define KINE_SCENES_KINE_SCENES_H_

#include <kine_c/kine.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How many scenes there are; the name and a line about each (NULL where there is none), and which way is up in it:
/// 'x', 'y' or 'z' (0 where there is none).
int kine_scene_count(void);
const char* kine_scene_name(int scene);
const char* kine_scene_description(int scene);
int kine_scene_up(int scene);

/// The skeleton of a scene, such as "humanoid"; yours to destroy. `links` is for "ball-chain": 1 to 10000, or 0 for as
/// many as it has by itself. NULL and a sentence where there is no such scene.
kine_skeleton* kine_scene_build(const char* scene, int links, char* message, size_t message_size);

/// A pose that belongs to a scene: "rest" for all, "ready" for "seven-hinge-arm", "standing", "stride" and "reach" for
/// "humanoid", "standing" for "spider". KINE_BAD_INDEX where the scene has none of that name; KINE_BAD_SIZE where the
/// skeleton is of another one.
kine_status kine_scene_pose(const kine_skeleton* skeleton, const char* scene, const char* name, double* pose,
                            int pose_size);

/// Ground by its name: "flat", "stairs", "ramp", "hills:SEED", "blocks:SEED", "mesh"; yours to destroy. NULL and a
/// sentence where there is no such terrain. How many kinds there are; the name (with SEED where it has one) and a line
/// about each (NULL where there is none).
kine_terrain* kine_scene_terrain(const char* name, char* message, size_t message_size);
int kine_scene_terrain_count(void);
const char* kine_scene_terrain_name(int terrain);
const char* kine_scene_terrain_description(int terrain);

/// For benchmarks: the last frame of a walker again, `repeats` times; the same for the solves of its two legs alone;
/// and the last frame of a crawler. Nothing changes. KINE_BAD_VALUE before the first frame.
kine_status kine_walk_again(kine_walker* walker, const kine_terrain* terrain, int repeats);
kine_status kine_walk_solve_again(kine_walker* walker, int repeats);
kine_status kine_crawl_again(kine_crawler* crawler, const kine_terrain* terrain, int repeats);

#ifdef __cplusplus
}
#endif

#endif  // KINE_SCENES_KINE_SCENES_H_
