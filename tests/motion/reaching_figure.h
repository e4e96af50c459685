#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "kine/kine.h"
#include "kine/motion/body/biped_model.h"
#include "kine/motion/reach_out.h"
#include "scenes/scenes.h"

namespace kine::testing {

/// A figure that walks and reaches, and what is measured on its poses by forward kinematics.
class ReachingFigure {
 public:
  explicit ReachingFigure(const Skeleton& skeleton = scenes::humanoid(), const BipedNames& names = {})
      : skeleton_(skeleton),
        pose_(scenes::standing_pose(skeleton_)),
        body_(*Biped::build(skeleton_, pose_.q, names)),
        scratch_(body_),
        frames_(skeleton_) {}
  ReachingFigure(const ReachingFigure&) = delete;

  ReachReport step(const Stick& stick, std::span<const ObjectInReach> objects, double dt) {
    const WalkReport walked = walk(body_, Gait{}, ground_, stick, dt, state, pose_.q, scratch_);
    const ReachReport report = reach_out(body_, walked.plan, objects, dt, manner, reach, pose_.q, scratch_);
    forward(skeleton_, pose_.q, frames_);
    measure(report, objects, dt);
    return report;
  }

  ReachReport stand(std::span<const ObjectInReach> objects, double seconds, double rate = 120) {
    ReachReport report;
    for (int k = 0; k < static_cast<int>(seconds * rate + 0.5); ++k) report = step({}, objects, 1 / rate);
    return report;
  }

  const detail::ReachingArm& arm(int side) const { return detail::model_of(body_).arm(side); }
  Vec3 hand(int side) const { return frames_.position({arm(side).hand, arm(side).grip}); }
  Vec3 shoulder(int side) const { return frames_.position(arm(side).first); }
  double value(const char* joint, int component) const {
    return pose_.q[static_cast<std::size_t>(skeleton_.first_value(skeleton_.joint(joint)) + component)];
  }
  /// Between where the face points and the object, radians.
  double look_error(const Vec3& object) const {
    const Transform& head = frames_.world_from_joint(skeleton_.joint("head"));
    const Vec3 eye = head.translation + Vec3{0, 0.11, 0};
    const Vec3 face = rotate(head.rotation, kUnitZ), to = normalised(object - eye);
    return atan2(length(cross(face, to)), dot(face, to));
  }
  double margin() const {
    Frames frames(skeleton_);
    forward(skeleton_, pose_, frames);
    const Vec3 centre = centre_of_mass(skeleton_, frames);
    // The soles as boxes, and the polygon through all their corners: an oracle of its own.
    std::vector<Vec3> corners;
    for (const std::string side : {"left_", "right_"})
      for (const char* end : {"heel", "toe_tip"})
        for (const double x : {-1.0, 1.0}) {
          const Transform& foot = frames.world_from_joint(skeleton_.joint(side + "foot"));
          const Vec3 at = frames.position(skeleton_.joint(side + end));
          corners.push_back(at + rotate(foot.rotation, Vec3{x * body_.measures().legs[0].foot.half_width, 0, 0}));
        }
    // Inside by m: in every direction some corner is at least m farther out.
    double least = 1e9;
    for (int k = 0; k < 3600; ++k) {
      const double angle = kTwoPi * k / 3600;
      const Vec3 out{cos(angle), 0, sin(angle)};
      double most = -1e9;
      for (const Vec3& corner : corners) most = std::max(most, dot(corner - centre, out));
      least = std::min(least, most);
    }
    return least;
  }

  const Biped& body() const { return body_; }
  const Skeleton& skeleton() const { return skeleton_; }
  const Pose& pose() const { return pose_; }

  WalkState state{};
  ReachState reach{};
  ReachManner manner{};
  double speed = 0, acceleration = 0, violation = 0, miss = 0, least_margin = 1e9;
  std::string fastest, jerkiest;
  int changes = 0;  ///< of what either hand is about
  double held = 0;  ///< seconds, both hands
  bool finite = true;

 private:
  void measure(const ReachReport& report, std::span<const ObjectInReach> objects, double dt) {
    finite = finite && is_usable(skeleton_, pose_.q);
    violation = std::max(violation, limit_violation(skeleton_, pose_.q));
    least_margin = std::min(least_margin, report.margin);
    for (int side = 0; side < 2; ++side) {
      const ReachReport::Hand& hand_report = report.hands[side];
      if (hand_report.object != last_[side]) ++changes;
      last_[side] = hand_report.object;
      if (!hand_report.holds) continue;
      held += dt;
      miss = std::max(miss, length(hand(side) - objects[static_cast<std::size_t>(hand_report.object)].point));
    }
    now_.resize(static_cast<std::size_t>(skeleton_.freedom_count()));
    if (!before_.empty() && dt > 0) {
      difference(skeleton_, before_, pose_.q, now_);
      for (std::size_t i = 6; i < now_.size(); ++i) {
        now_[i] /= dt;
        const std::string& name = skeleton_.name(skeleton_.freedom(static_cast<int>(i)).joint);
        if (std::abs(now_[i]) > speed) speed = std::abs(now_[i]), fastest = name;
        if (speeds_.empty() || !(std::abs(now_[i] - speeds_[i]) / dt > acceleration)) continue;
        acceleration = std::abs(now_[i] - speeds_[i]) / dt;
        jerkiest = name;
      }
      speeds_ = now_;
    }
    before_ = pose_.q;
  }

  Skeleton skeleton_;
  Pose pose_;
  Biped body_;
  Scratch scratch_;
  Frames frames_;
  FlatGround ground_;
  std::vector<double> before_, now_, speeds_;
  int last_[2] = {-1, -1};
};

/// The rules of reaching: joints, smoothness, hands on what they hold, balance.
inline void expect_sound(const ReachingFigure& figure, const std::string& name) {
  SCOPED_TRACE(name + ", fastest " + figure.fastest + ", jerkiest " + figure.jerkiest);
  EXPECT_TRUE(figure.finite);
  EXPECT_EQ(figure.violation, 0);
  EXPECT_LE(figure.miss, 1e-4);
  EXPECT_LE(figure.speed, 9);
  EXPECT_LE(figure.acceleration, 400);
  EXPECT_GE(figure.least_margin, 0.02);
}

inline std::string words(const Vec3& p) {
  return "object at " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z);
}

}  // namespace kine::testing
