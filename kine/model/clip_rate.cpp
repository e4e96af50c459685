// Clips with another rate: resampled (the same speed) and retimed (another speed).
#include <cmath>
#include <cstddef>
#include <vector>

#include "kine/model/clip.h"
#include "kine/model/local_transforms.h"

namespace kine {
namespace {

/// An empty clip with the tracks of another one.
Clip like(const Skeleton& skeleton, const Clip& clip, double rate) {
  Clip out(skeleton, clip.name, rate);
  for (const Clip::Track& track : clip.translations()) out.add_translations(skeleton, track.joint);
  for (const Clip::Track& track : clip.scales()) out.add_scales(skeleton, track.joint);
  return out;
}

/// Sets Euler joints of three angles between two frames by slerp; `pose` comes with their angles set linearly, which
/// choose among the triples that show the same rotation.
class EulerSlerp {
 public:
  explicit EulerSlerp(const Skeleton& skeleton)
      : skeleton_(skeleton),
        locals_(static_cast<std::size_t>(skeleton.joint_count())),
        fitted_(static_cast<std::size_t>(skeleton.value_count())) {
    for (int i = 0; i < skeleton.joint_count(); ++i)
      if (skeleton.kind({i}) == JointKind::Euler && skeleton.value_count(JointId{i}) == 3) joints_.push_back({i});
  }

  void operator()(std::span<const double> before, std::span<const double> after, double between,
                  std::span<double> pose) {
    if (joints_.empty()) return;
    to_local_transforms(skeleton_, pose, locals_);
    for (const JointId joint : joints_) {
      const Quat from = parent_from_joint(skeleton_, before, joint).rotation;
      const Quat to = parent_from_joint(skeleton_, after, joint).rotation;
      locals_[static_cast<std::size_t>(joint.index)].rotation = slerp(from, to, between);
    }
    fitted_.assign(pose.begin(), pose.end());
    from_local_transforms(skeleton_, locals_, fitted_);
    for (const JointId joint : joints_) {
      const int first = skeleton_.first_value(joint);
      for (int k = first; k < first + 3; ++k) pose[static_cast<std::size_t>(k)] = fitted_[static_cast<std::size_t>(k)];
    }
  }

 private:
  const Skeleton& skeleton_;
  std::vector<JointId> joints_;
  std::vector<LocalTransform> locals_;
  std::vector<double> fitted_;
};

}  // namespace

Clip resampled(const Skeleton& skeleton, const Clip& clip, double rate) {
  if (clip.frame_count() < 2) return retimed(skeleton, clip, rate);
  constexpr double kOnFrame = 1e-9;  // frames: nearer than that is rounding of the time
  Clip steady = clip;
  make_continuous(skeleton, steady);
  Clip out = like(skeleton, clip, rate);
  const int last = clip.frame_count() - 1;
  const int count = static_cast<int>(std::floor(clip.duration() * rate + 0.5));
  out.reserve(count + 1);
  std::vector<double> pose(static_cast<std::size_t>(clip.value_count()));
  Shape shape(skeleton);
  EulerSlerp euler_slerp(skeleton);
  for (int i = 0; i <= count; ++i) {
    const double place = i * (clip.rate() / rate);  // in frames of the clip
    const double nearest = std::floor(place + 0.5);
    const bool on_frame = std::abs(place - nearest) < kOnFrame;
    sample(skeleton, steady, (on_frame ? nearest : place) / clip.rate(), pose, shape);
    const double whole = std::floor(place);
    if (!on_frame && place < last) {
      const int frame = static_cast<int>(whole);
      euler_slerp(steady.pose(frame), steady.pose(frame + 1), place - whole, pose);
    }
    out.append(pose, shape);
  }
  return out;
}

Clip retimed(const Skeleton& skeleton, const Clip& clip, double rate) {
  Clip out = like(skeleton, clip, rate);
  out.reserve(clip.frame_count());
  for (int frame = 0; frame < clip.frame_count(); ++frame) out.append(clip.pose(frame));
  for (std::size_t i = 0; i < clip.translations().size(); ++i)
    out.translations()[i].values = clip.translations()[i].values;
  for (std::size_t i = 0; i < clip.scales().size(); ++i) out.scales()[i].values = clip.scales()[i].values;
  return out;
}

}  // namespace kine
