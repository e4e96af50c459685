#include "kine/model/clip.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "kine/core/assert.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"

namespace kine {

namespace {

std::size_t add_track(std::vector<Clip::Track>& tracks, JointId joint, const Vec3& rest, int frames) {
  for (std::size_t i = 0; i < tracks.size(); ++i)
    if (tracks[i].joint == joint) return i;
  tracks.push_back({joint, rest, std::vector<Vec3>(static_cast<std::size_t>(frames), rest)});
  return tracks.size() - 1;
}

/// Between two frames: frame + part of the way to the next, 0 <= part < 1. With part = 0 there may be no next frame.
struct Place {
  int frame;
  double joint;
};

Place place(const Clip& clip, double time) {
  const int last = clip.frame_count() - 1;
  if (!(time > 0)) return {0, 0};  // also where time is not a number
  const double frames = time * clip.rate();
  if (!(frames < last)) return {last, 0};
  const double whole = std::floor(frames);
  return {static_cast<int>(whole), frames - whole};
}

Vec3 value(const Clip::Track& track, const Place& at) {
  const Vec3* values = track.values.data() + at.frame;
  return at.joint == 0 ? values[0] : values[0] * (1 - at.joint) + values[1] * at.joint;
}

void sample_at(const Skeleton& skeleton, const Clip& clip, const Place& at, std::span<double> pose) {
  KINE_ASSERT(clip.value_count() == skeleton.value_count(), "a clip made for this skeleton");
  KINE_ASSERT(static_cast<int>(pose.size()) == skeleton.value_count(), "a pose has value_count() numbers");
  if (at.joint == 0) {
    std::ranges::copy(clip.pose(at.frame), pose.begin());
  } else {
    blend(skeleton, clip.pose(at.frame), clip.pose(at.frame + 1), at.joint, pose);
  }
}

/// The values that may be changed by whole turns without any joint noticing.
std::vector<int> turnable_values(const Skeleton& skeleton) {
  const std::span<const detail::ValueSource> sources = skeleton.compiled().sources;
  std::vector<char> fixed(sources.size(), 0);
  for (std::size_t v = 0; v < sources.size(); ++v) {
    const detail::ValueSource& source = sources[v];
    if (source.value == static_cast<int>(v)) continue;
    fixed[v] = 1;  // a follower is only a record
    const bool turns = std::ranges::binary_search(skeleton.compiled().angle_values, static_cast<int>(v));
    if (!turns || source.factor != std::floor(source.factor)) fixed[static_cast<std::size_t>(source.value)] = 1;
  }
  std::vector<int> turnable;
  for (const int v : skeleton.compiled().angle_values)
    if (fixed[static_cast<std::size_t>(v)] == 0) turnable.push_back(v);
  return turnable;
}

void continue_quaternion(const double* before, double* now) {
  const double along = before[0] * now[0] + before[1] * now[1] + before[2] * now[2] + before[3] * now[3];
  if (!(along < 0)) return;
  for (int i = 0; i < 4; ++i) now[i] = -now[i];
}

}  // namespace

Clip::Clip(const Skeleton& skeleton, std::string clip_name, double rate)
    : name(std::move(clip_name)), rate_(rate), value_count_(skeleton.value_count()) {
  KINE_ASSERT(rate > 0 && std::isfinite(rate), "the rate of a clip must be positive and finite");
}

std::size_t Clip::offset(int frame) const {
  KINE_ASSERT(frame >= 0 && frame < frame_count_, "a frame of this clip");
  return static_cast<std::size_t>(frame) * size();
}

void Clip::reserve(int frames) {
  KINE_ASSERT(frames >= 0, "a number of frames is not negative");
  poses_.reserve(static_cast<std::size_t>(frames) * size());
  for (Track& track : translations_) track.values.reserve(static_cast<std::size_t>(frames));
  for (Track& track : scales_) track.values.reserve(static_cast<std::size_t>(frames));
}

void Clip::append(std::span<const double> pose) {
  KINE_ASSERT(static_cast<int>(pose.size()) == value_count_, "a pose has value_count() numbers");
  // A frame of this very clip may be appended to it: it moves when the memory grows, so it is found again by its place.
  const std::less<const double*> before;
  const bool own = !before(pose.data(), poses_.data()) && before(pose.data(), poses_.data() + poses_.size());
  const std::size_t own_offset = own ? static_cast<std::size_t>(pose.data() - poses_.data()) : 0;
  poses_.resize(poses_.size() + size());
  const double* from = own ? poses_.data() + own_offset : pose.data();
  std::copy_n(from, size(), poses_.data() + (poses_.size() - size()));
  for (Track& track : translations_) track.values.push_back(track.rest);
  for (Track& track : scales_) track.values.push_back(track.rest);
  ++frame_count_;
}

void Clip::append(std::span<const double> pose, const Shape& shape) {
  append(pose);
  for (Track& track : translations_)
    track.values.back() = shape.translation[static_cast<std::size_t>(track.joint.index)];
  for (Track& track : scales_) track.values.back() = shape.scale[static_cast<std::size_t>(track.joint.index)];
}

std::size_t Clip::add_translations(const Skeleton& skeleton, JointId joint) {
  return add_track(translations_, joint, skeleton.compiled().joint(joint).rest_translation, frame_count_);
}

std::size_t Clip::add_scales(const Skeleton& skeleton, JointId joint) {
  return add_track(scales_, joint, skeleton.compiled().joint(joint).rest_scale, frame_count_);
}

void sample(const Skeleton& skeleton, const Clip& clip, double time, std::span<double> pose) {
  if (clip.frame_count() == 0) return;
  sample_at(skeleton, clip, place(clip, time), pose);
}

void sample(const Skeleton& skeleton, const Clip& clip, double time, std::span<double> pose, Shape& shape) {
  if (clip.frame_count() == 0) return;
  const Place at = place(clip, time);
  sample_at(skeleton, clip, at, pose);
  KINE_ASSERT(static_cast<int>(shape.translation.size()) == skeleton.joint_count() &&
                  static_cast<int>(shape.scale.size()) == skeleton.joint_count(),
              "a shape made for this skeleton");
  for (std::size_t i = 0; i < skeleton.compiled().joints.size(); ++i) {
    shape.translation[i] = skeleton.compiled().joints[i].rest_translation;
    shape.scale[i] = skeleton.compiled().joints[i].rest_scale;
  }
  for (const Clip::Track& track : clip.translations())
    shape.translation[static_cast<std::size_t>(track.joint.index)] = value(track, at);
  for (const Clip::Track& track : clip.scales())
    shape.scale[static_cast<std::size_t>(track.joint.index)] = value(track, at);
}

double looped(const Clip& clip, double time) {
  // The remainder by hand, of operations that IEEE 754 pins down. Its rounding is that of `time` itself.
  const double duration = clip.duration();
  if (!(duration > 0)) return 0;
  const double rest = time - duration * std::floor(time / duration);
  if (!(rest > 0)) return 0;
  return rest < duration ? rest : duration;
}

void make_continuous(const Skeleton& skeleton, Clip& clip) {
  KINE_ASSERT(clip.value_count() == skeleton.value_count(), "a clip made for this skeleton");
  const std::vector<int> turnable = turnable_values(skeleton);
  for (int frame = 1; frame < clip.frame_count(); ++frame) {
    const std::span<const double> before = clip.pose(frame - 1);
    const std::span<double> now = clip.pose(frame);
    for (const int v : turnable) {
      const auto i = static_cast<std::size_t>(v);
      now[i] = detail::nearest_turn(now[i], before[i]);
    }
    for (const detail::CompiledJoint& joint : skeleton.compiled().joints)
      if (detail::has_quaternion(joint.kind))
        continue_quaternion(before.data() + joint.first_value, now.data() + joint.first_value);
    detail::write_followers(skeleton, now);
  }
}

}  // namespace kine
