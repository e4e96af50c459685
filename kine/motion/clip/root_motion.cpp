#include "kine/motion/root_motion.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/motion/clip/root_joint.h"
#include "kine/motion/clip/sole_track.h"

namespace kine {
namespace {

/// Where a figure is on the ground, and which way it has turned.
struct Spot {
  Vec3 at{};       ///< level
  double yaw = 0;  ///< about up, radians, continuous
};

/// The turn about `up` of a rotation; what is upside down turns as it did before.
double yaw_of(const Quat& turn, const Vec3& up, double near) {
  constexpr double kUpsideDown = 1e-6;
  const double along = turn.x * up.x + turn.y * up.y + turn.z * up.z;
  if (along * along + turn.w * turn.w < kUpsideDown) return near;
  return detail::nearest_turn(2 * atan2(along, turn.w), near);
}

std::vector<Spot> spots_of(const Skeleton& skeleton, const detail::RootJoint& root, const Vec3& up, const Clip& clip) {
  Frames frames(skeleton);
  std::vector<Spot> spots;
  Quat first;
  for (int i = 0; i < clip.frame_count(); ++i) {
    detail::place_frame(skeleton, clip, i, frames);
    const Transform& place = frames.world_from_joint(root.joint);
    if (i == 0) first = place.rotation;
    const double before = spots.empty() ? 0 : spots.back().yaw;
    const double yaw = yaw_of(place.rotation * conjugate(first), up, before);
    spots.push_back({place.translation - up * dot(up, place.translation), yaw});
  }
  return spots;
}

/// A spot beyond an end is the one that mirrors it in that end, so that a straight way stays straight.
Spot beyond(const std::vector<Spot>& spots, int i) {
  const int last = static_cast<int>(spots.size()) - 1, end = i < 0 ? 0 : last;
  if (i >= 0 && i <= last) return spots[static_cast<std::size_t>(i)];
  const Spot& turning = spots[static_cast<std::size_t>(end)];
  const Spot& image = spots[static_cast<std::size_t>(std::clamp(2 * end - i, 0, last))];
  return {turning.at * 2 - image.at, 2 * turning.yaw - image.yaw};
}

/// The mean of the spots around each; a window of one cycle leaves nothing of what the cycle does.
std::vector<Spot> smoothed(const std::vector<Spot>& spots, double frames) {
  const auto most = static_cast<double>(spots.size());
  const int half = frames > 0 ? static_cast<int>(std::floor(0.5 * std::min<double>(frames, most))) : 0;
  if (half < 1) return spots;
  std::vector<Spot> means;
  for (int i = 0; i < static_cast<int>(spots.size()); ++i) {
    Spot sum;
    double weights = 0;
    for (int k = -half; k <= half; ++k) {
      const double weight = k == -half || k == half ? 0.5 : 1;  // a whole number of frames long
      const Spot each = beyond(spots, i + k);
      sum.at += each.at * weight;
      sum.yaw += each.yaw * weight;
      weights += weight;
    }
    means.push_back({sum.at / weights, sum.yaw / weights});
  }
  return means;
}

Result<Clip> moved(const Skeleton& skeleton, const Clip& clip, const RootMotion& motion, bool back) {
  const std::optional<detail::RootJoint> root = detail::find_root(skeleton);
  if (!root) return Error{"no joint is free to move about"};
  const auto count = static_cast<std::size_t>(clip.frame_count());
  if (motion.world_from_start.size() != count || motion.rate != clip.rate())
    return Error{"the way has " + std::to_string(motion.world_from_start.size()) + " frames at " +
                 std::to_string(motion.rate) + " a second, the clip " + std::to_string(count) + " at " +
                 std::to_string(clip.rate())};
  Clip result = clip;
  Frames frames(skeleton);
  for (int i = 0; i < clip.frame_count(); ++i) {
    detail::place_frame(skeleton, clip, i, frames);
    const Transform& way = motion.world_from_start[static_cast<std::size_t>(i)];
    detail::move_root(skeleton, *root, back ? way : inverse(way), frames.world_from_joint(root->joint), result.pose(i));
  }
  return result;
}

}  // namespace

Result<RootMotion> root_motion(const Skeleton& skeleton, const Vec3& up, const Clip& clip,
                               const RootSettings& settings) {
  const std::optional<detail::RootJoint> root = detail::find_root(skeleton);
  if (!root) return Error{"no joint is free to move about"};
  RootMotion motion{clip.rate(), normalised(up), {}};
  const std::vector<Spot> spots = smoothed(spots_of(skeleton, *root, motion.up, clip), settings.smooth * clip.rate());
  for (const Spot& spot : spots) {
    const double yaw = settings.turn ? spot.yaw - spots.front().yaw : 0;
    const Quat turn = from_axis_angle(motion.up, yaw);
    motion.world_from_start.push_back({turn, spot.at - rotate(turn, spots.front().at)});
  }
  return motion;
}

Result<Clip> put_in_place(const Skeleton& skeleton, const Clip& clip, const RootMotion& motion) {
  return moved(skeleton, clip, motion, false);
}

Result<Clip> put_back(const Skeleton& skeleton, const Clip& clip, const RootMotion& motion) {
  return moved(skeleton, clip, motion, true);
}

}  // namespace kine
