/// Crawling on three to six legs by inverse kinematics alone (the spider of Meredith & Maddock), driven by a stick.
/// Part of <kine_c/kine.h>.
///
///   kine_crawler* crawler = kine_crawler_create(spider, standing, size, tips, 6, sentence, sizeof sentence);
///   for (;;) {
///     kine_crawl(crawler, terrain, forward, turn, side, 1.0 / 60, pose, size);
///     draw(pose);
///   }
#ifndef KINE_C_KINE_CRAWL_H_
#define KINE_C_KINE_CRAWL_H_

#include "kine.h"
#include "kine_terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kine_crawler kine_crawler;  ///< a body on many legs: how it crawls, and where it has come to

/// `standing` is a pose in which it stands upright, Y up, and faces +Z; its root is free and is the body. `tips` are
/// the joints at the ends of its legs: those at even places in the list step together, and the others do. NULL and a
/// sentence for a figure that cannot crawl. Keeps what it needs of the skeleton.
kine_crawler* kine_crawler_create(const kine_skeleton* skeleton, const double* standing, int standing_size,
                                  const int* tips, int tip_count, char* message, size_t message_size);
void kine_crawler_destroy(kine_crawler* crawler);

/// Sets a number by name, at any time:
///   speed, back_speed, side_speed (at a full stick, m/s), turn_speed (rad/s), acceleration, braking (m/s^2),
///   turn_acceleration (rad/s^2); step (the way in one step, metres), least_time, most_time (of a step, seconds), lift
///   (how high a tip goes, metres), clearance (over what is on its way), most_rise (up or down from the other legs),
///   lean (how much of the slope below its legs the body takes on)
/// KINE_BAD_INDEX for another name, KINE_BAD_VALUE for a number that will not do: below 0, endless, a step, a time or a
/// rate of 0, a least time above the most.
kine_status kine_crawler_set(kine_crawler* crawler, const char* setting, double value);
/// A setting, read: NaN for misuse. How many settings there are (-1 for NULL), and their names (NULL for misuse).
double kine_crawler_get(const kine_crawler* crawler, const char* setting);
int kine_crawler_setting_count(const kine_crawler* crawler);
const char* kine_crawler_setting_name(const kine_crawler* crawler, int setting);

/// Starts again: the next frame puts it on the ground there, standing. `heading` turns from +z to +x, radians. The
/// first one looks for the highest ground; with a height `y` (metres) it is the highest ground that is not more than
/// the height of its body above y, for places with ground above ground. Where there is none, the result "no_ground"
/// is 1.
kine_status kine_crawler_place(kine_crawler* crawler, double x, double z, double heading);
kine_status kine_crawler_place_at(kine_crawler* crawler, double x, double y, double z, double heading);

/// One frame: moves on by dt seconds as the stick asks (forward; turn and side + to the left; -1 to 1, times the
/// speeds) and writes body and legs into the pose; other joints stay as they are. The same state, stick and dt give the
/// same bits. A stick or time that is not a number counts as none. Allocates nothing.
kine_status kine_crawl(kine_crawler* crawler, const kine_terrain* terrain, double forward, double turn, double side,
                       double dt, double* pose, int pose_size);

// ---- how the last frame went ---------------------------------------------------------------------------------------

/// A number by name; NaN for misuse and before the first frame.
///   blocked (1: no foothold ahead, it stops), no_ground (1: no ground where it should start; the pose is as it was),
///   stepping (1: legs are on their way, 0: it stands), x, z, heading (of the body on the map), speed (ahead),
///   position_error (of the worst leg, metres), iterations (of all legs together)
double kine_crawler_result(const kine_crawler* crawler, const char* name);
/// out[7]: where the body was put: translation, and rotation x, y, z, w. KINE_BAD_VALUE before the first frame.
kine_status kine_crawler_body(const kine_crawler* crawler, double* out);
/// How many legs it has; -1 for NULL.
int kine_crawler_leg_count(const kine_crawler* crawler);
/// out[3]: where the tip of a leg was asked to be. 1 if it stands there, 0 if it is in the air, -1 for misuse and
/// before the first frame.
int kine_crawler_tip(const kine_crawler* crawler, int leg, double* out);
/// out[3]: where a leg that steps will come down: 1; 0 where it stands; -1 for misuse and before the first frame.
int kine_crawler_landing(const kine_crawler* crawler, int leg, double* out);

// ---- rewinding ---------------------------------------------------------------------------------------------------

/// All that a crawl remembers, as bytes: copy them to rewind. They suit a crawler of the same skeleton and library;
/// other bytes are refused (KINE_BAD_VALUE). `size` is kine_crawler_state_size().
size_t kine_crawler_state_size(void);
kine_status kine_crawler_get_state(const kine_crawler* crawler, void* bytes, size_t size);
kine_status kine_crawler_set_state(kine_crawler* crawler, const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_CRAWL_H_
