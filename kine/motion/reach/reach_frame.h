#pragma once

#include <algorithm>

#include "kine/motion/reach/reach_memory.h"
#include "kine/motion/reach/reach_pose.h"

/// The control layer of reaching out: what the hands and the head are about.
namespace kine::detail {

/// Seconds after which the balance counts whole.
inline constexpr double kStandingTime = 0.4;

/// How long ago a value passed zero on its way from `before`, dt seconds ago.
inline double since_crossing(double before, double value, double dt) {
  if (!(before * value < 0)) return 0;
  return std::clamp<double>(dt * value / (value - before), 0, dt);
}

/// One frame.
class ReachFrame {
 public:
  ReachFrame(const BipedModel& body, const WalkPlan& plan, std::span<const ObjectInReach> objects, double dt,
             const ReachManner& manner, const WalkedBody& walked, ReachMemory& state, std::span<double> pose,
             Scratch& scratch)
      : body_(body),
        plan_(plan),
        objects_(objects),
        dt_(dt),
        manner_(manner),
        walked_(walked),
        state_(state),
        pose_(pose),
        scratch_(scratch) {
    const double effort = std::clamp<double>(plan.effort, 0, 1);
    lean_ = manner.lean_standing + effort * (manner.lean_walking - manner.lean_standing);
    if (!state.started) start();
  }

  ReachReport run();

 private:
  bool is_standing() const {
    return plan_.effort == 0 && plan_.heel_down[0] && plan_.heel_down[1] && plan_.toe_down[0] && plan_.toe_down[1];
  }
  void start() {
    state_ = ReachMemory{};
    state_.started = true;
    state_.standing = is_standing() ? kStandingTime : 0;
    remember();
    state_.look.gaze[0] = state_.look.base[0];
    state_.look.gaze[1] = state_.look.base[1];
    state_.look.wanted[0] = state_.look.base[0];
    state_.look.wanted[1] = state_.look.base[1];
  }
  void remember() {
    state_.chest_at = walked_.chest.translation;
    state_.chest_turn = walked_.chest.rotation;
    state_.heading = plan_.heading;
    state_.look.base[0] = walked_.gaze.yaw;
    state_.look.base[1] = walked_.gaze.pitch;
  }

  bool there(int object) const {
    return object >= 0 && object < static_cast<int>(objects_.size()) && is_finite(point(object));
  }
  const Vec3& point(int object) const { return objects_[static_cast<std::size_t>(object)].point; }
  const ObjectInReach& wish(int object) const { return objects_[static_cast<std::size_t>(object)]; }

  Vec3 from_chest(const Vec3& world) const { return inverse(walked_.chest) * world; }
  Vec3 from_chest_before(const Vec3& world) const {
    return inverse(Transform{state_.chest_turn, state_.chest_at}) * world;
  }
  Vec3 shoulder_from_chest(int side) const { return from_chest(walked_.shoulders[side]); }

  double away_after_lean(int side, const Vec3& seen_from_chest) const;
  double reach_margin(int side, const Vec3& seen_from_chest, bool held) const;
  bool may_keep(int side, ReachingHand& hand, double& late, Vec3& seen);
  void advance_hand(int side);
  void let_go(ReachingHand& hand, const Vec3& seen, double late);
  void take_free();
  Vec3 passing(int object) const;
  bool comes_at_shoulder(int side, int object, bool held) const;
  bool try_take(int side, int object, double margin_now);
  void advance_look();
  int choose_look() const;
  bool sees(int object, bool already) const;
  Gaze look_before(int object) const;
  double look_changed_since(int object) const;
  ReachWishes wishes() const;
  double ease_time(double gap) const;

  const BipedModel& body_;
  const WalkPlan& plan_;
  std::span<const ObjectInReach> objects_;
  double dt_;
  const ReachManner& manner_;
  const WalkedBody& walked_;
  ReachMemory& state_;
  std::span<double> pose_;
  Scratch& scratch_;
  double lean_ = 0;
};

}  // namespace kine::detail
