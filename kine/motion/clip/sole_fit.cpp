// Where soles and ground are in a clip: see MotionBody::fit_soles.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/gait.h"
#include "kine/motion/motion_body.h"

namespace kine {
namespace {

constexpr Vec3 FootMoment::* kPoints[] = {&FootMoment::heel, &FootMoment::toe};

double share_below(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// How high a point is where it stands lowest: the least of the middle heights of the times in which it is slow, and of
/// nearly all frames. `found` counts frames in which it is slow.
double standing_height(const std::vector<FootMoment>& track, Vec3 FootMoment::* point, double rate, double scale,
                       int& found) {
  constexpr double kSlow = 0.3;        // m/s for a leg of 0.87 m: a foot that moves less stands or nearly so
  constexpr double kLeastTime = 0.15;  // seconds: what lasts less long is a glitch
  constexpr double kLowest = 0.03;     // the share of frames that may lie lower: spikes, and poses before a take begins
  std::vector<double> all, slow;
  double lowest = kInfinity;
  const auto close = [&] {
    if (static_cast<double>(slow.size()) >= kLeastTime * rate) {
      found += static_cast<int>(slow.size());
      lowest = std::min<double>(lowest, share_below(slow, 0.5));
    }
    slow.clear();
  };
  for (int i = 0; i < static_cast<int>(track.size()); ++i) {
    const double height = (track[static_cast<std::size_t>(i)].*point).y;
    all.push_back(height);
    if (detail::sole_speed(track, point, i, rate) < kSlow * scale)
      slow.push_back(height);
    else
      close();
  }
  close();
  return std::min<double>(lowest, share_below(all, kLowest));
}

/// How far a guessed heel has to be moved ahead, so that it is not driven into the ground as the foot comes down on it.
double heel_shift(const detail::SoleTrack& track, std::size_t side, double standing, double leg) {
  constexpr double kStep = 0.005;  // of the leg
  constexpr int kSteps = 12;
  constexpr double kDeepest = 0.003;  // metres
  constexpr double kSpikes = 0.02;    // the share of frames that are not looked at
  for (int step = 0; step < kSteps; ++step) {
    const double shift = kStep * step;
    std::vector<double> heights;
    for (std::size_t i = 0; i < track.feet[side].size(); ++i)
      heights.push_back(track.feet[side][i].heel.y + shift * leg * track.heel_tilt[side][i]);
    if (share_below(heights, kSpikes) > standing - kDeepest) return shift * leg;
  }
  return kStep * kSteps * leg;
}

}  // namespace

SoleFit MotionBody::fit_soles(const Clip& clip) {
  constexpr double kSmallFloor =
      0.06;  // of the leg: soles that seem to be off by less are measured wrongly, not lifted
  constexpr double kStraightest = 0.995, kNearlyStraight = 0.9999;  // shares of a leg's length
  SoleFit fit;
  if (clip.frame_count() == 0) return fit;
  const double leg_length = model_->leg, scale = leg_length / Gait::kLeg;
  for (std::size_t side = 0; side < 2; ++side) {
    detail::MotionLeg& leg = model_->legs[side];
    if (leg.heel_is_joint) continue;
    const detail::SoleTrack track = detail::track_soles(*this, clip);
    int frames = 0;
    const double low = standing_height(track.feet[side], &FootMoment::heel, clip.rate(), scale, frames);
    leg.heel.offset += leg.heel_ahead * heel_shift(track, side, low, leg_length);
  }
  const detail::SoleTrack track = detail::track_soles(*this, clip);
  fit.straightest = std::clamp<double>(track.straightest, kStraightest, kNearlyStraight);
  double lowest[2][2]{};
  double floor = kInfinity, farthest = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t part = 0; part < 2; ++part) {
      const double low = lowest[side][part] =
          standing_height(track.feet[side], kPoints[part], clip.rate(), scale, fit.frames);
      floor = std::min<double>(floor, low);
      farthest = std::max<double>(farthest, std::abs(low));
    }
  }
  fit.floor = farthest < kSmallFloor * leg_length ? 0 : floor;
  for (std::size_t side = 0; side < 2; ++side) {
    detail::MotionLeg& leg = model_->legs[side];
    leg.heel.offset += leg.heel_rise * (fit.floor - lowest[side][0]);
    leg.toe.offset += leg.toe_rise * (fit.floor - lowest[side][1]);
  }
  return fit;
}

}  // namespace kine
