#include <algorithm>
#include <cmath>

#include "kine/motion/reach/reach_frame.h"

namespace kine::detail {
namespace {

constexpr double kFirstYaw = 1.4;  // radians aside: what is farther round is not looked at anew,
constexpr double kLastYaw = 1.75;  // nor any longer
constexpr double kFarther = 1.1;   // times look_within: what is looked at already is looked at up to there

}  // namespace

Gaze ReachFrame::look_before(int object) const {
  if (object < 0) return {state_.look.base[0], state_.look.base[1]};
  const Vec3 eye = state_.chest_at + rotate(state_.chest_turn, from_chest(walked_.eye));
  return easy_gaze_at(eye, state_.heading, point(object));
}

bool ReachFrame::sees(int object, bool already) const {
  if (!there(object) || !wish(object).look) return false;
  const double farthest = manner_.look_within * body_.measures().scale() * (already ? kFarther : 1);
  const Gaze gaze = gaze_at(walked_.eye, plan_.heading, point(object));
  return length(point(object) - walked_.eye) <= farthest && std::abs(gaze.yaw) < (already ? kLastYaw : kFirstYaw);
}

/// What a hand is about first, the one that began last; then what it looks at already; then what is nearest.
int ReachFrame::choose_look() const {
  int held = -1;
  double latest = kInfinity;
  for (const ReachingHand& hand : state_.hands) {
    if (hand.phase != HandPhase::Extending && hand.phase != HandPhase::Holding) continue;
    const double since = hand.elapsed;
    if (since < latest && sees(hand.object, true)) held = hand.object, latest = since;
  }
  if (held >= 0) return held;
  if (sees(state_.look.object, true)) return state_.look.object;
  int nearest = -1;
  double least = kInfinity;
  for (int k = 0; k < static_cast<int>(objects_.size()); ++k) {
    if (!sees(k, false)) continue;
    const double away = length(point(k) - walked_.eye);
    if (away < least) nearest = k, least = away;
  }
  return nearest;
}

/// How long ago, within this frame, the reason came to look at another object.
double ReachFrame::look_changed_since(int object) const {
  for (const ReachingHand& hand : state_.hands)
    if (object >= 0 && hand.object == object && hand.phase == HandPhase::Extending && hand.elapsed < dt_)
      return hand.elapsed;
  const int old = state_.look.object;
  const Vec3 eye = state_.chest_at + rotate(state_.chest_turn, from_chest(walked_.eye));
  if (there(old)) {  // out of sight, to the side or too far
    const double yaw = std::abs(gaze_at(walked_.eye, plan_.heading, point(old)).yaw);
    const double yaw_before = std::abs(gaze_at(eye, state_.heading, point(old)).yaw);
    return since_crossing(yaw_before - kLastYaw, yaw - kLastYaw, dt_);
  }
  if (object < 0) return 0;
  const double farthest = manner_.look_within * body_.measures().scale();
  return since_crossing(length(point(object) - eye) - farthest, length(point(object) - walked_.eye) - farthest, dt_);
}

void ReachFrame::advance_look() {
  HeadGaze& look = state_.look;
  look.elapsed += dt_;
  const int object = choose_look();
  const Gaze now = object < 0 ? walked_.gaze : easy_gaze_at(walked_.eye, plan_.heading, point(object));
  const Gaze before = look_before(object);
  const double wanted[2] = {now.yaw, now.pitch}, wanted_before[2] = {before.yaw, before.pitch};
  constexpr double kQuickest = 5;  // rad/s: what moves faster has jumped
  const double moved = std::max<double>(std::abs(now.yaw - look.wanted[0]), std::abs(now.pitch - look.wanted[1]));
  look.wanted[0] = now.yaw;
  look.wanted[1] = now.pitch;
  if (object == look.object && !(moved > kQuickest * dt_)) return;
  // Where the head is now goes on from here and fades.
  const double late = look_changed_since(object);
  double most = 0;
  for (int k = 0; k < 2; ++k) {
    const double rate = dt_ > 0 ? (wanted[k] - wanted_before[k]) / dt_ : 0;
    look.slip[k] = look.gaze[k] + look.rate[k] * (dt_ - late) - (wanted[k] - rate * late);
    look.slip_rate[k] = look.rate[k] - rate;
    most = std::max<double>(most, std::abs(look.slip[k]));
  }
  constexpr double kPeak = 1.5;       // the most of an ease's slope
  constexpr double kUsual = 3;        // rad/s that the head turns,
  constexpr double kShortest = 0.35;  // and not in less than so many seconds for a leg of Gait::kLeg
  look.duration = std::max<double>(kShortest * std::sqrt(body_.measures().scale()), kPeak * most / kUsual);
  look.elapsed = late;
  look.object = object;
}

}  // namespace kine::detail
