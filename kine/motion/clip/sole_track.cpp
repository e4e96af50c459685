#include "kine/motion/clip/sole_track.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/shape.h"
#include "kine/motion/clip/leg_place.h"
#include "kine/motion/clip/motion_model.h"

namespace kine::detail {
namespace {

constexpr double kSpeedWindow = 1.0 / 60;  // seconds to either side

}  // namespace

void read_shape(const Clip& clip, int frame, Shape& shape) {
  const auto i = static_cast<std::size_t>(frame);
  for (const Clip::Track& track : clip.translations())
    shape.translation[static_cast<std::size_t>(track.joint.index)] = track.values[i];
  for (const Clip::Track& track : clip.scales())
    shape.scale[static_cast<std::size_t>(track.joint.index)] = track.values[i];
}

void place_frame(const Skeleton& skeleton, const Clip& clip, int frame, Frames& frames) {
  if (clip.translations().empty() && clip.scales().empty()) return forward(skeleton, clip.pose(frame), frames);
  Shape shape(skeleton);
  read_shape(clip, frame, shape);
  forward(skeleton, clip.pose(frame), shape, frames);
}

SoleTrack track_soles(const MotionBody& body, const Clip& clip) {
  const MotionModel& model = model_of(body);
  const Skeleton& skeleton = *model.skeleton;
  Frames frames(skeleton);
  SoleTrack track;
  for (std::size_t side = 0; side < 2; ++side) track.feet[side].reserve(static_cast<std::size_t>(clip.frame_count()));
  for (int i = 0; i < clip.frame_count(); ++i) {
    place_frame(skeleton, clip, i, frames);
    for (std::size_t side = 0; side < 2; ++side) {
      const MotionLeg& leg = model.legs[side];
      track.feet[side].push_back({rotate(model.world_from_figure, frames.position(leg.heel)),
                                  rotate(model.world_from_figure, frames.position(leg.toe))});
      const PointOnJoint ahead{leg.heel.joint, leg.heel.offset + leg.heel_ahead};
      track.heel_tilt[side].push_back(dot(model.up, frames.position(ahead) - frames.position(leg.heel)));
      const double reach = length(frames.position(leg.foot) - frames.position(leg.thigh));
      track.straightest = std::max<double>(track.straightest, reach / leg_length(leg, frames));
    }
  }
  return track;
}

double sole_speed(const std::vector<FootMoment>& track, Vec3 FootMoment::* point, int frame, double rate) {
  const int count = static_cast<int>(track.size());
  const int window = std::max(1, static_cast<int>(std::floor(kSpeedWindow * rate + 0.5)));
  const int from = std::max(0, frame - window), to = std::min(count - 1, frame + window);
  if (to <= from) return 0;
  const Vec3 way = track[static_cast<std::size_t>(to)].*point - track[static_cast<std::size_t>(from)].*point;
  return length(way) * rate / (to - from);
}

}  // namespace kine::detail
