#include "kine/motion/look_at.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/pose.h"
#include "kine/motion/clip/frame_input.h"
#include "kine/motion/clip/joint_turn.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/smooth_follow.h"

// A gaze is a yaw about the vertical and a pitch. The turn of a joint is
//
//   D = R_up(yaw) R_left(-pitch)
//
// where `left` is perpendicular to the animated gaze: pitching first keeps the gaze in its vertical plane, so that yaws and
// pitches of the joints above each other simply add up, and a level head stays level.

namespace kine {
namespace {

using detail::MotionModel;

enum Part { kSpine, kChest, kNeck, kHead, kParts };
constexpr int kPasses = 3;            // of the first frame: the eyes move as the trunk turns
constexpr double kBehind = 2.6;       // radians: a target farther round keeps to the side on which it was
constexpr double kBeyond = 0.6;       // radians past what all parts together can do: farther round it is let go
constexpr double kLeastTurn = 1e-12;  // radians: rounding; what turns less keeps its bits

struct Gaze {
  double yaw = 0, pitch = 0;
};

Gaze gaze_along(const Vec3& way) {
  return {atan2(way.x, way.z), atan2(way.y, std::sqrt(way.x * way.x + way.z * way.z))};
}

/// Shares a turn out, each part up to its limit; what one cannot do goes to the others.
std::array<double, kParts> share_out(double turn, const std::array<double, kParts>& shares,
                                     const std::array<double, kParts>& limits) {
  std::array<double, kParts> own{};
  double left = turn;
  for (int round = 0; round < kParts; ++round) {
    double open = 0;
    for (std::size_t i = 0; i < kParts; ++i)
      if (std::abs(own[i]) < limits[i]) open += shares[i];
    if (!(open > 0) || left == 0) break;
    const double portion = left / open;
    for (std::size_t i = 0; i < kParts; ++i) {
      if (!(std::abs(own[i]) < limits[i])) continue;
      const double before = own[i];
      own[i] = std::clamp<double>(own[i] + portion * shares[i], -limits[i], limits[i]);
      left -= own[i] - before;
    }
  }
  return own;
}

class LookFrame {
 public:
  LookFrame(const MotionModel& model, const Frames& frames, const LookAtSettings& settings, std::span<Quat> turns)
      : model_(model), frames_(frames), settings_(settings), turns_(turns) {
    std::ranges::fill(turns_, Quat{});
    const std::array<LookShare, kParts> parts{settings.spine, settings.chest, settings.neck, settings.head};
    std::array<bool, kParts> there{};
    for (const detail::LookJoint& joint : model.look) there[static_cast<std::size_t>(joint.part)] = true;
    for (std::size_t i = 0; i < kParts; ++i) {
      if (!there[i]) continue;
      shares_[i] = std::max<double>(0, parts[i].share);
      yaws_[i] = shares_[i] > 0 ? std::abs(parts[i].yaw) : 0;
      pitches_[i] = shares_[i] > 0 ? std::abs(parts[i].pitch) : 0;
      most_yaw_ += yaws_[i];
    }
    head_ = model.map.head.last;
    const Vec3 ahead = in_world(rotate(frames.rotation(model.look_base), model.ahead_in_base));
    heading_ = atan2(ahead.x, ahead.z);
    animated_ = gaze_along(in_world(rotate(frames.rotation(head_), model.ahead_in_head)));
    animated_.yaw = detail::nearest_turn(animated_.yaw, heading_);
    const SinCos side = sin_cos(animated_.yaw);
    left_ = rotate(conjugate(model.world_from_figure), Vec3{side.cos, 0, -side.sin});
  }

  LookAtReport look(const Vec3& target, double dt, LookAtState& state, std::span<const double> animated,
                    std::span<double> pose) {
    LookAtReport report;
    const int passes = state.started ? 1 : kPasses;
    for (int pass = 0; pass < passes; ++pass) {
      // From where the eyes were carried by the turn of the frame before.
      if (state.started) spread(turn_of_state(state));
      if (pass > 0) state = {};
      follow(target, eye(), dt, state, report);
    }
    spread(turn_of_state(state));
    write(animated, pose);
    const Gaze wanted = gaze_along(in_world(target) - eye());
    const Gaze done = total();
    const double yaw = detail::nearest_turn(wanted.yaw - animated_.yaw - done.yaw, 0);
    report.off = std::sqrt(yaw * yaw + square(wanted.pitch - animated_.pitch - done.pitch));
    return report;
  }

 private:
  static double square(double x) { return x * x; }
  Vec3 in_world(const Vec3& v) const { return rotate(model_.world_from_figure, v); }

  /// The target's yaw on the side of the front on which the gaze is, seen from the heading.
  double yaw_of(double yaw, const LookAtState& state) const {
    double side = detail::nearest_turn(yaw - heading_, 0);
    if (std::abs(side) > kBehind && state.started && (state.yaw - heading_) * side < 0)
      side += side > 0 ? -kTwoPi : kTwoPi;
    return heading_ + side;
  }

  /// Moves the state on towards the target.
  void follow(const Vec3& target, const Vec3& eye, double dt, LookAtState& state, LookAtReport& report) const {
    if (state.started) state.yaw = detail::nearest_turn(state.yaw, heading_);
    const Gaze seen = gaze_along(in_world(target) - eye);
    const double yaw = yaw_of(seen.yaw, state);
    report.out_of_reach = std::abs(yaw - heading_) > most_yaw_ + kBeyond;
    const double weight = report.out_of_reach ? 0 : std::clamp<double>(settings_.weight, 0, 1);
    constexpr double kAnyRate = 1e9;
    if (!state.started) {
      state = {true, weight, 0, yaw, 0, seen.pitch, 0, yaw, seen.pitch};
      return;
    }
    state.held_yaw = detail::nearest_turn(state.held_yaw, yaw);
    const double off = std::sqrt(square(yaw - state.held_yaw) + square(seen.pitch - state.held_pitch));
    if (off > settings_.dead_zone) {
      const double share = 1 - settings_.dead_zone / off;  // up to the edge of the zone
      state.held_yaw += (yaw - state.held_yaw) * share;
      state.held_pitch += (seen.pitch - state.held_pitch) * share;
    }
    if (!report.out_of_reach) {
      detail::smooth_follow(state.held_yaw, settings_.ease, settings_.fastest, dt, state.yaw, state.yaw_rate);
      detail::smooth_follow(state.held_pitch, settings_.ease, settings_.fastest, dt, state.pitch, state.pitch_rate);
    }
    detail::smooth_follow(weight, settings_.blend, kAnyRate, dt, state.weight, state.weight_rate);
  }

  Gaze turn_of_state(const LookAtState& state) const {
    const double yaw = state.weight * (detail::nearest_turn(state.yaw, heading_) - animated_.yaw);
    return {std::clamp<double>(yaw, -most_yaw_, most_yaw_), state.weight * (state.pitch - animated_.pitch)};
  }

  /// Shares a turn out among the parts; `turns_` is then how each joint is turned in the figure's world, all below it
  /// included.
  void spread(const Gaze& turn) {
    yaw_ = share_out(turn.yaw, shares_, yaws_);
    pitch_ = share_out(turn.pitch, shares_, pitches_);
    Gaze sum;
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      const detail::LookJoint& joint = model_.look[i];
      const auto part = static_cast<std::size_t>(joint.part);
      sum.yaw += yaw_[part] * joint.share;
      sum.pitch += pitch_[part] * joint.share;
      turns_[i] = from_axis_angle(model_.up, sum.yaw) * from_axis_angle(left_, -sum.pitch);
    }
  }

  Gaze total() const {
    Gaze sum;
    for (std::size_t i = 0; i < kParts; ++i) sum.yaw += yaw_[i], sum.pitch += pitch_[i];
    return sum;
  }

  /// Where the eyes are with the turns as they are spread now; in the world.
  Vec3 eye() const {
    Vec3 from = frames_.position(model_.look.front().joint), moved = from;
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      const bool last = i + 1 == turns_.size();
      const Vec3 to = last ? frames_.position({head_, settings_.eyes}) : frames_.position(model_.look[i + 1].joint);
      moved += rotate(turns_[i], to - from);
      from = to;
    }
    return in_world(moved);
  }

  void write(std::span<const double> animated, std::span<double> pose) const {
    const Gaze all = total();
    if (std::abs(all.yaw) + std::abs(all.pitch) < kLeastTurn) return;
    const Skeleton& skeleton = *model_.skeleton;
    Quat below{};
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      const JointId joint = model_.look[i].joint;
      detail::turn_in_world(skeleton, joint, below, turns_[i], frames_, animated, pose);
      below = turns_[i];
    }
  }

  const MotionModel& model_;
  const Frames& frames_;
  const LookAtSettings& settings_;
  std::span<Quat> turns_;  ///< of the joints of model_.look
  Vec3 left_{};            ///< of the animated gaze, in the figure's world
  std::array<double, kParts> shares_{}, yaws_{}, pitches_{}, yaw_{}, pitch_{};
  double most_yaw_ = 0, heading_ = 0;
  JointId head_ = kWorld;
  Gaze animated_{};
};

}  // namespace

LookAtReport look_at(const MotionBody& body, std::span<const double> animated, const Vec3& target,
                     const LookAtSettings& settings, double dt, LookAtState& state, std::span<double> pose,
                     Scratch& scratch) {
  const MotionModel& model = detail::model_of(body);
  LookAtReport report;
  report.bad_input = !detail::begin_frame(model, animated, dt, pose) || !is_finite(target);
  if (report.bad_input || model.look.empty()) return report;
  const Scratch::Scope scope(scratch);
  Frames frames(*model.skeleton, scratch);
  forward(*model.skeleton, model.look_chain.front(), animated, frames);
  const std::span<Quat> turns = scratch.take<Quat>(model.look.size());
  return LookFrame(model, frames, settings, turns).look(target, dt, state, animated, pose);
}

}  // namespace kine
