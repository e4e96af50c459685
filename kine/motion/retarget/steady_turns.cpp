#include "kine/motion/retarget/steady_turns.h"

#include <vector>

#include "kine/model/internal/fit_angles.h"
#include "kine/model/internal/pose_values.h"
#include "kine/motion/retarget/frame_blend.h"

namespace kine::detail {
namespace {

void steady_ball(const Skeleton& skeleton, JointId joint, const Clip& before, int window, Clip& clip) {
  const int value = skeleton.first_value(joint);
  const auto turn = [&](const Clip& of, int i) { return read_quat(std::span<const double>(of.pose(i)), value); };
  std::vector<Vec3> turns;
  for (int i = 0; i < clip.frame_count(); ++i) {
    const Quat own = conjugate(turn(before, i)) * turn(clip, i);
    turns.push_back(log(own.w < 0 ? -own : own));
  }
  turns = smoothed(std::span<const Vec3>(turns), window);
  for (int i = 0; i < clip.frame_count(); ++i) {
    const Quat steady = normalised(turn(before, i) * exp(turns[static_cast<std::size_t>(i)]));
    write_quat(clamp_to_limits(skeleton.description(joint).ball, steady), value, clip.pose(i));
  }
}

void steady_value(std::size_t value, bool turns, const Range& limits, const Clip& before, int window, Clip& clip) {
  std::vector<double> differences;
  for (int i = 0; i < clip.frame_count(); ++i) {
    const double difference = clip.pose(i)[value] - before.pose(i)[value];
    differences.push_back(turns ? nearest_turn(difference, 0) : difference);
  }
  differences = smoothed(std::span<const double>(differences), window);
  for (int i = 0; i < clip.frame_count(); ++i)
    clip.pose(i)[value] = limits.clamp(before.pose(i)[value] + differences[static_cast<std::size_t>(i)]);
}

}  // namespace

void steady_turns(const Skeleton& skeleton, std::span<const JointId> joints, const Clip& before, int window,
                  Clip& clip) {
  for (const JointId joint : joints) {
    if (has_quaternion(skeleton.kind(joint))) {
      if (skeleton.kind(joint) == JointKind::Ball) steady_ball(skeleton, joint, before, window, clip);
      continue;
    }
    const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
    for (int k = 0; k < skeleton.value_count(joint); ++k) {
      const AxisSettings& axis = skeleton.description(joint).axes[static_cast<std::size_t>(k)];
      if (!axis.fixed && !axis.follows)
        steady_value(first + static_cast<std::size_t>(k), skeleton.kind(joint) != JointKind::Slider, axis.limits,
                     before, window, clip);
    }
  }
  for (int i = 0; i < clip.frame_count(); ++i) write_followers(skeleton, clip.pose(i));
}

}  // namespace kine::detail
