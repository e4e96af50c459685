#include "kine/motion/clean.h"

#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/ground_shapes.h"

namespace kine {
namespace {

/// Single frames in which a joint jumps away and comes back.
class SpikeMender {
 public:
  SpikeMender(const Skeleton& skeleton, const CleanSettings& settings, CleanReport& report)
      : skeleton_(skeleton), settings_(settings), report_(report) {}

  void mend(Clip& clip) {
    const Clip before = clip;
    std::vector<double> middle(static_cast<std::size_t>(clip.value_count()));
    for (int j = 0; j < skeleton_.joint_count(); ++j) {
      const JointId joint{j};
      if (skeleton_.value_count(joint) == 0) continue;
      for (int i = 1; i + 1 < clip.frame_count(); ++i) {
        CleanReport::Spike spike{joint, i, 0, 0};
        if (!is_spike(before, spike)) continue;
        blend(skeleton_, before.pose(i - 1), before.pose(i + 1), 0.5, middle);
        const auto first = static_cast<std::size_t>(skeleton_.first_value(joint));
        const auto count = static_cast<std::size_t>(skeleton_.value_count(joint));
        std::copy_n(middle.begin() + static_cast<std::ptrdiff_t>(first), count,
                    clip.pose(i).begin() + static_cast<std::ptrdiff_t>(first));
        report_.spikes.push_back(spike);
      }
    }
    std::ranges::stable_sort(report_.spikes, {}, &CleanReport::Spike::frame);
  }

 private:
  double angle(const Clip& clip, JointId joint, int a, int b) const {
    if (a < 0 || b >= clip.frame_count()) return 0;
    return angle_of(conjugate(detail::motion_of(skeleton_, joint, clip.pose(a))) *
                    detail::motion_of(skeleton_, joint, clip.pose(b)));
  }
  double distance(const Clip& clip, JointId joint, int a, int b) const {
    if (skeleton_.kind(joint) != JointKind::Free || a < 0 || b >= clip.frame_count()) return 0;
    return length(joint_translation(skeleton_, clip.pose(b), joint) -
                  joint_translation(skeleton_, clip.pose(a), joint));
  }

  /// True if the frame lies away from both beside it, which lie near each other.
  template <class Apart>
  bool stands_out(int i, double least, const Apart& apart, double& jump) const {
    jump = std::min<double>(apart(i - 1, i), apart(i, i + 1));
    if (!(jump > least)) return false;
    const double around = std::max<double>({apart(i - 1, i + 1), apart(i - 2, i - 1), apart(i + 1, i + 2)});
    return jump > settings_.spike_factor * around;
  }

  bool is_spike(const Clip& clip, CleanReport::Spike& spike) const {
    const JointId joint = spike.joint;
    const auto turned = [&](int a, int b) { return angle(clip, joint, a, b); };
    const auto moved = [&](int a, int b) { return distance(clip, joint, a, b); };
    const bool turns = stands_out(spike.frame, settings_.spike_angle, turned, spike.angle);
    const bool moves = stands_out(spike.frame, settings_.spike_distance, moved, spike.distance);
    if (!turns && !moves) return false;
    // Angles that stand for the same turn may be a whole turn apart: midway between them is somewhere else.
    const auto first = static_cast<std::size_t>(skeleton_.first_value(joint));
    if (skeleton_.kind(joint) == JointKind::Euler || skeleton_.kind(joint) == JointKind::Hinge)
      for (std::size_t k = first; k < first + static_cast<std::size_t>(skeleton_.value_count(joint)); ++k)
        if (std::abs(clip.pose(spike.frame + 1)[k] - clip.pose(spike.frame - 1)[k]) > kHalfTurn) return false;
    return true;
  }

  static constexpr double kHalfTurn = 3.1;  // radians
  const Skeleton& skeleton_;
  const CleanSettings& settings_;
  CleanReport& report_;
};

/// How far a planted point goes from where it came down.
double skate_of(const detail::SoleTrack& track, const Plant& plant) {
  const auto point = plant.part == FootPart::Heel ? &FootMoment::heel : &FootMoment::toe;
  const std::vector<FootMoment>& foot = track.feet[static_cast<std::size_t>(plant.side)];
  double most = 0;
  for (int i = plant.from; i < plant.to; ++i)
    most = std::max<double>(
        most, length(foot[static_cast<std::size_t>(i)].*point - foot[static_cast<std::size_t>(plant.from)].*point));
  return most;
}

double deepest_of(const detail::SoleTrack& track, double floor) {
  double deepest = 0;
  for (const std::vector<FootMoment>& foot : track.feet)
    for (const FootMoment& sole : foot)
      deepest = std::max<double>(deepest, floor - std::min<double>(sole.heel.y, sole.toe.y));
  return deepest;
}

}  // namespace

Clip clean_clip(MotionBody& body, const Clip& clip, const CleanSettings& settings, CleanReport& report) {
  Clip result = clip;
  report = {};
  if (settings.spikes) SpikeMender(body.skeleton(), settings, report).mend(result);
  const SoleFit soles = body.fit_soles(result);
  report.floor = soles.floor;
  if (!settings.feet) return result;
  // A clip knows where its feet will stand, so there is less to settle than frame by frame.
  constexpr double kSettle = 0.03;  // seconds; by eye: with 0.06 plants drift farther, and joints are no slower
  GroundFeetSettings feet{.straightest = soles.straightest, .settle = kSettle};
  feet.plants.floor = soles.floor;
  const std::vector<Plant> plants = find_plants(body, result, feet.plants);
  const detail::SoleTrack before = detail::track_soles(body, result);
  const FlatGround ground{soles.floor};
  // Found plants do not contradict each other.
  if (Result<Clip> laid = ground_clip(body, result, plants, ground, feet)) result = *std::move(laid);
  const detail::SoleTrack after = detail::track_soles(body, result);
  for (const Plant& plant : plants) report.skates.push_back({plant, skate_of(before, plant), skate_of(after, plant)});
  report.deepest_before = deepest_of(before, soles.floor);
  report.deepest_after = deepest_of(after, soles.floor);
  return result;
}

}  // namespace kine
