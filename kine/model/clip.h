#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/vec3.h"
#include "kine/model/shape.h"
#include "kine/model/skeleton.h"

namespace kine {

/// Poses in time: one every 1 / rate seconds, the first at time 0, stored one after the other. Joints that change
/// their translation or scale as well (glTF) have tracks of their own. What a file says is kept as it is: a clip is
/// never clamped to limits.
class Clip {
 public:
  /// The translations or scales of one joint, one per frame, in the parent's frame.
  struct Track {
    JointId joint;
    Vec3 rest{};  ///< what a frame gets that is appended without it
    std::vector<Vec3> values{};
  };

  std::string name{};

  /// A clip without frames; `rate` in frames per second, positive and finite.
  Clip(const Skeleton& skeleton, std::string clip_name, double rate);

  double rate() const { return rate_; }
  int frame_count() const { return frame_count_; }
  /// From the first frame to the last, seconds: (frames - 1) / rate. 0 for a single frame and for none.
  double duration() const { return frame_count_ > 1 ? (frame_count_ - 1) / rate_ : 0; }
  /// The numbers of each pose: the skeleton's value_count().
  int value_count() const { return value_count_; }

  /// The values of one frame.
  std::span<const double> pose(int frame) const { return {poses_.data() + offset(frame), size()}; }
  std::span<double> pose(int frame) { return {poses_.data() + offset(frame), size()}; }
  /// All frames, one after the other.
  std::span<const double> poses() const { return poses_; }

  /// Makes room for this many frames, so that appending them allocates nothing more.
  void reserve(int frames);
  /// Adds a frame at the end. Tracks get their rest value, or what the shape says.
  void append(std::span<const double> pose);
  void append(std::span<const double> pose, const Shape& shape);

  /// Gives a joint a track, at rest in the frames that are there, and returns its place among them. A joint that has
  /// one keeps it. Numbers are set by `track.values[frame]`.
  std::size_t add_translations(const Skeleton& skeleton, JointId joint);
  std::size_t add_scales(const Skeleton& skeleton, JointId joint);
  std::span<Track> translations() { return translations_; }
  std::span<const Track> translations() const { return translations_; }
  std::span<Track> scales() { return scales_; }
  std::span<const Track> scales() const { return scales_; }

 private:
  std::size_t size() const { return static_cast<std::size_t>(value_count_); }
  std::size_t offset(int frame) const;

  double rate_;
  int value_count_;
  int frame_count_ = 0;
  std::vector<double> poses_;
  std::vector<Track> translations_, scales_;
};

/// The pose at any time, in seconds from the first frame. Between frames, angles and distances go linearly and
/// quaternions by the short arc at constant speed; on a frame its very bits come back. Before the start stands the
/// first frame, after the end the last one; a time that is not a number shows the first. Angles are plain numbers here:
/// see make_continuous. A clip without frames changes nothing. Allocates nothing.
void sample(const Skeleton& skeleton, const Clip& clip, double time, std::span<double> pose);

/// The same, with the translations and scales of that time, linear between frames; joints without tracks are at rest.
void sample(const Skeleton& skeleton, const Clip& clip, double time, std::span<double> pose, Shape& shape);

/// The time within the clip, 0 to its duration, that an endless repetition shows at `time`; the last frame is taken to
/// be the first one again. Times before 0 go round too. A time that is not finite, or a clip that lasts no time, gives
/// 0.
///
///   sample(skeleton, clip, looped(clip, time), pose);
double looped(const Clip& clip, double time);

/// The same motion with another number of frames per second: it goes as fast as before and lasts as long, rounded to a
/// whole number of new frames. Positions, distances and scales go linearly between the old frames, rotations by the
/// short arc at constant speed (slerp), those of Euler joints of three angles as well; Euler joints of two angles go
/// linearly in their angles. A new frame at the time of an old one shows the same pose. `rate` positive and finite.
Clip resampled(const Skeleton& skeleton, const Clip& clip, double rate);

/// The same frames played at another rate, so that the motion goes faster or slower. `rate` positive and finite.
Clip retimed(const Skeleton& skeleton, const Clip& clip, double rate);

/// Some of a clip's frames as a clip of their own: from `from` on and before `to`. Frames count from 0. Refused with a
/// sentence: a span without frames, or with some that the clip does not have.
Result<Clip> cut(const Skeleton& skeleton, const Clip& clip, int from, int to);

/// One clip after the other; the frames keep their values. Refused with a sentence: different rates.
Result<Clip> joined(const Skeleton& skeleton, const Clip& first, const Clip& second);

/// Makes neighbouring frames the nearest of those that look alike, so that sampling between them takes the short way:
/// angles of hinges and Euler joints by whole turns, quaternions by their sign. Frame 0 stays; every frame still shows
/// the same pose. Angles that others follow by a factor that is not whole are left, since a turn would move those.
void make_continuous(const Skeleton& skeleton, Clip& clip);

}  // namespace kine
