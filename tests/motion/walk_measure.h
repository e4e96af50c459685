#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "kine/kine.h"
#include "kine/motion/walk.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"

namespace kine::testing {

/// The worst of something, and when it was.
struct Worst {
  double value = 0;
  std::string when;

  void note(double v, double time, const std::string& what) {
    if (!(v > value)) return;
    value = v;
    char text[96];
    std::snprintf(text, sizeof text, "%s at %.3f s", what.c_str(), time);
    when = text;
  }
};

/// A time in which a point stood still.
struct Plant {
  int foot = 0;
  bool toe = false;
  double start = 0, end = 0;
  Vec3 position{};
};

/// What a walk is judged by, measured on its poses by forward kinematics.
struct WalkFigures {
  Worst drift;                ///< of planted heels and toes, metres
  Worst depth;                ///< of any of twelve points of a sole below the ground, metres
  Worst joint_speed;          ///< rad/s
  Worst joint_acceleration;   ///< rad/s^2
  Worst pelvis_acceleration;  ///< m/s^2
  Worst violation;            ///< of limits, radians
  Worst knee_axis;            ///< off square to the hips' facing, degrees
  Worst position_error, angle_error;
  Worst loose;              ///< seconds: a point near the ground and slow, but not planted
  double least_knee = 1e9;  ///< degrees
  double planted_share[2] = {0, 0};
  double both_share = 0;  ///< of the time after the first 5 s, with plants of both feet
  int airborne = 0;       ///< frames without any plant
  bool finite = true;
  long iterations = 0;
  int solves = 0;
  std::vector<Plant> plants;
  std::vector<Vec3> hips;
  Vec3 end{};
};

using StickOf = std::function<Stick(double time, const WalkState& state)>;

struct WalkSetup {
  std::string terrain = "flat";
  Gait gait{};
  WalkMode mode = WalkMode::Full;
  double seconds = 8, rate = 120;
  StickOf stick = [](double, const WalkState&) { return Stick{1, 0, 0}; };
};

/// Walks and measures.
class WalkMeter {
 public:
  explicit WalkMeter(const WalkSetup& setup)
      : setup_(setup),
        skeleton_(scenes::humanoid()),
        pose_(scenes::standing_pose(skeleton_)),
        body_(*Biped::build(skeleton_, pose_.q)),
        scratch_(body_),
        frames_(skeleton_),
        terrain_(*scenes::make_terrain(setup.terrain)) {}

  WalkFigures run() {
    const int count = static_cast<int>(setup_.seconds * setup_.rate + 0.5);
    const std::size_t freedoms = static_cast<std::size_t>(skeleton_.freedom_count());
    speeds_.resize(freedoms);
    for (int k = 0; k <= count; ++k) {
      time_ = k / setup_.rate;
      const Stick stick = setup_.stick((k - 1) / setup_.rate, state_);
      report_ =
          walk(body_, setup_.gait, *terrain_, stick, k ? 1 / setup_.rate : 0, state_, pose_.q, scratch_, setup_.mode);
      forward(skeleton_, pose_.q, frames_);
      measure_frame();
    }
    for (int point = 0; point < 4; ++point) close_plant(point);
    for (double& share : figures_.planted_share) share /= count + 1;
    figures_.both_share /= std::max<double>(1, count - 5 * setup_.rate);
    figures_.end = figures_.hips.back();
    return figures_;
  }

  const WalkState& state() const { return state_; }

 private:
  void measure_frame() {
    WalkFigures& f = figures_;
    for (const double v : pose_.q) f.finite &= std::isfinite(v);
    f.violation.note(limit_violation(skeleton_, pose_.q), time_, "limits");
    f.hips.push_back(report_.plan.hips.translation);
    const std::size_t n = f.hips.size();
    if (n >= 3) {
      const Vec3 bend = f.hips[n - 1] - 2 * f.hips[n - 2] + f.hips[n - 3];
      f.pelvis_acceleration.note(length(bend) * setup_.rate * setup_.rate, time_, "pelvis");
    }
    measure_joints();
    for (int foot = 0; foot < 2; ++foot) measure_leg(foot);
    const auto down = [&](int foot) { return report_.plan.heel_down[foot] || report_.plan.toe_down[foot]; };
    if (!down(0) && !down(1)) ++f.airborne;
    if (down(0) && down(1) && time_ > 5) f.both_share += 1;
  }

  void measure_joints() {
    const std::size_t freedoms = speeds_.size();
    if (!before_.empty()) {
      std::vector<double> now(freedoms);
      difference(skeleton_, before_, pose_.q, now);
      for (std::size_t i = 6; i < freedoms; ++i) {  // after the pelvis
        const std::string& name = skeleton_.name(skeleton_.freedom(static_cast<int>(i)).joint);
        figures_.joint_speed.note(std::abs(now[i]) * setup_.rate, time_, name);
        if (frames_seen_ > 1)
          figures_.joint_acceleration.note(std::abs(now[i] - speeds_[i]) * setup_.rate * setup_.rate, time_, name);
      }
      speeds_ = now;
    }
    before_ = pose_.q;
    ++frames_seen_;
  }

  JointId part(int foot, const char* name) const {
    return skeleton_.joint(std::string(foot == 0 ? "left_" : "right_") + name);
  }

  void measure_leg(int foot) {
    WalkFigures& f = figures_;
    const walking::LegReport& leg = report_.legs[foot];
    const std::string side = foot == 0 ? "left" : "right";
    f.position_error.note(leg.position_error, time_, side);
    f.angle_error.note(leg.angle_error, time_, side);
    f.iterations += leg.iterations;
    ++f.solves;
    const JointId shank = part(foot, "shank");
    f.least_knee =
        std::min<double>(f.least_knee, degrees(pose_[static_cast<std::size_t>(skeleton_.first_value(shank))]));
    const Vec3 left = rotate(from_axis_angle(kUnitY, report_.plan.heading), kUnitX);
    const double square = std::clamp<double>(dot(rotate(frames_.rotation(shank), kUnitX), left), -1, 1);
    f.knee_axis.note(degrees(std::acos(square)), time_, side);
    const Transform sole = frames_.world_from_joint(part(foot, "foot"));
    const Transform toes = frames_.world_from_joint(part(foot, "toes"));
    for (const double x : {-0.04, 0.0, 0.04}) {
      for (const double z : {-0.06, 0.035, 0.13}) note_depth(sole * Vec3{x, -0.07, z}, side);
      note_depth(toes * Vec3{x, -0.02, 0.075}, side);
    }
    const bool heel = report_.plan.heel_down[foot], toe = report_.plan.toe_down[foot];
    if (heel || toe) f.planted_share[foot] += 1;
    measure_point(foot, false, heel, frames_.position(part(foot, "heel")));
    measure_point(foot, true, toe, frames_.position(part(foot, "toe_tip")));
  }

  void note_depth(const Vec3& point, const std::string& side) {
    const GroundHit hit = terrain_->at(point.x, point.z);
    if (hit.hit) figures_.depth.note(hit.point.y - point.y, time_, side);
  }

  void measure_point(int foot, bool toe, bool planted, const Vec3& at) {
    const int index = 2 * foot + (toe ? 1 : 0);
    const auto i = static_cast<std::size_t>(index);
    if (planted && !open_[i]) {
      open_[i] = true;
      plants_[i] = {foot, toe, time_, time_, at};
    }
    if (planted) {
      plants_[i].end = time_;
      figures_.drift.note(length(at - plants_[i].position), time_,
                          (foot == 0 ? "left " : "right ") + std::string(toe ? "toe" : "heel"));
    } else {
      close_plant(index);
    }
    // Slow and near the ground, but not planted.
    if (frames_seen_ > 1) {
      const GroundHit hit = terrain_->at(at.x, at.z);
      const bool slow = length(at - points_[i]) * setup_.rate < 0.05;
      const bool near = hit.hit && at.y - hit.point.y < 0.003;
      loose_for_[i] = slow && near && !planted ? loose_for_[i] + 1 / setup_.rate : 0;
      figures_.loose.note(loose_for_[i], time_, (foot == 0 ? "left " : "right ") + std::string(toe ? "toe" : "heel"));
    }
    points_[i] = at;
  }

  void close_plant(int index) {
    const auto i = static_cast<std::size_t>(index);
    if (open_[i]) figures_.plants.push_back(plants_[i]);
    open_[i] = false;
  }

  WalkSetup setup_;
  Skeleton skeleton_;
  Pose pose_;
  Biped body_;
  Scratch scratch_;
  Frames frames_;
  std::unique_ptr<scenes::Terrain> terrain_;
  WalkState state_{};
  WalkReport report_{};
  WalkFigures figures_{};
  std::vector<double> before_, speeds_;
  std::array<Plant, 4> plants_{};
  std::array<bool, 4> open_{};
  std::array<Vec3, 4> points_{};
  std::array<double, 4> loose_for_{};
  double time_ = 0;
  int frames_seen_ = 0;
};

inline WalkFigures measure(const WalkSetup& setup) { return WalkMeter(setup).run(); }

/// One line with everything.
inline std::string summary(const WalkFigures& f) {
  char text[700];
  std::snprintf(
      text, sizeof text,
      "drift %.2g mm (%s) | depth %.2g mm (%s) | speed %.1f (%s) | acc %.0f (%s) | pelvis %.1f (%s) | limits "
      "%.2g | knee %.1f axis %.0f | ik %.2g mm %.2g deg (%s) | loose %.3f s (%s) | airborne %d | planted %.2f | z %.2f",
      1e3 * f.drift.value, f.drift.when.c_str(), 1e3 * f.depth.value, f.depth.when.c_str(), f.joint_speed.value,
      f.joint_speed.when.c_str(), f.joint_acceleration.value, f.joint_acceleration.when.c_str(),
      f.pelvis_acceleration.value, f.pelvis_acceleration.when.c_str(), f.violation.value, f.least_knee,
      f.knee_axis.value, 1e3 * f.position_error.value, degrees(f.angle_error.value), f.position_error.when.c_str(),
      f.loose.value, f.loose.when.c_str(), f.airborne, f.planted_share[0], f.end.z);
  return text;
}

}  // namespace kine::testing
