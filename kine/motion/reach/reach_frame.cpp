#include "kine/motion/reach/reach_frame.h"

#include <algorithm>
#include <cmath>

#include "kine/motion/reach/reach_arm.h"
#include "kine/motion/walk/hermite.h"

namespace kine::detail {
namespace {

constexpr double kGood = 5e-5;         // metres: a hand this near holds
constexpr double kNearest = 0.36;      // of the arm's length: nearer to the shoulder nothing is held
constexpr double kFastest = 2.6;       // m/s against the chest that a hand follows,
constexpr double kQuickestTurn = 5.5;  // and radians per second about the shoulder
constexpr double kSlowing = 0.16;      // seconds in which a hand that has let go comes to rest
constexpr double kForesight = 0.8;     // seconds: a hand goes out to what will be in reach by then
constexpr double kWaiting = 0.25;      // seconds that a hand waits, stretched out, for what comes
constexpr double kDoubt = 0.3;         // of the way to what is foreseen
constexpr double kExactly = 0.1;       // of kGood: so near a hand must come in the trial before it starts

/// The room in which a hand takes a thing, and the larger one in which it keeps it: hysteresis, so that nothing that was
/// just taken is let go.
struct HandRoom {
  double off;     ///< of the arm's length: how much farther than kNearest from the shoulder it must be
  double ahead;   ///< of the way from the shoulder to it: how far ahead of the shoulder it must be,
  double back;    ///< and how much less far with an arm that is stretched
  double across;  ///< of that way: how far across the body it may be
  double beside;  ///< of the arm's length: what passes the shoulder nearer than this comes straight at it
};
constexpr HandRoom kTakes{.off = 0.08, .ahead = 0.2, .back = 0, .across = 0.65, .beside = 0.38};
constexpr HandRoom kKeeps{.off = 0, .ahead = 0.12, .back = 0.35, .across = 0.8, .beside = 0.3};
constexpr const HandRoom& hand_room(bool held) { return held ? kKeeps : kTakes; }

/// How much of an arm is with its object.
struct Weight {
  double value, rate;
};
Weight weight_of(const ReachingHand& hand, double elapsed) {
  if (hand.phase == HandPhase::Idle) return {0, 0};
  if (hand.phase == HandPhase::Holding) return {1, 0};
  if (hand.phase == HandPhase::Extending) {
    const double t = std::clamp<double>(elapsed / hand.duration, 0, 1), u = 1 - t;
    return {soft_ease(t), 30 * t * t * u * u / hand.duration};
  }
  if (elapsed >= hand.duration) return {0, 0};
  const Key start{0, hand.from, hand.rate}, end{hand.duration, 0, 0};
  return {std::clamp<double>(hermite(start, end, elapsed), 0, 1), hermite_slope(start, end, elapsed)};
}

/// Where a hand that has let go reaches for: the object's last place seen from the chest, going on and slowing down.
Vec3 slowing_target(const ReachingHand& hand) {
  const double t = std::min<double>(hand.elapsed, kSlowing);
  return hand.target + hand.velocity * (t - 0.5 * t * t / kSlowing);
}

}  // namespace

double ReachFrame::ease_time(double gap) const {
  constexpr double kPeak = 1.875;  // the most of soft_ease's slope, 15/8
  const double least = manner_.shortest_ease * std::sqrt(body_.measures().scale());
  return std::max<double>(least, kPeak * gap / manner_.turn_speed);
}

/// How far an object would be from the shoulder, against the length of the arm, once the trunk has turned as far as it
/// may: the shoulder goes on a circle about the pivot.
double ReachFrame::away_after_lean(int side, const Vec3& seen) const {
  const double arm = body_.arm(side).length();
  const Vec3 pivot = from_chest(walked_.pivot);
  const Vec3 r = shoulder_from_chest(side) - pivot, t = seen - pivot;
  const double rr = length(r), tt = length(t), away = length(t - r) / arm;
  const double wanted = share_of_arm(away);
  if (body_.spine().empty() || !(wanted < away) || !(rr * tt > 0)) return away;
  const double open = atan2(length(cross(r, t)), dot(r, t));
  const double cosine = (rr * rr + tt * tt - wanted * wanted * arm * arm) / (2 * rr * tt);
  const double enough = acos(std::clamp<double>(cosine, -1, 1));
  constexpr double kShoulderShare = 0.65;  // the trunk bends in several places, so it carries the shoulder less far
  const double turned = soft_limit(std::max<double>(open - enough, 0), kShoulderShare * lean_);
  const double left = open - turned;
  return std::sqrt(std::max<double>(rr * rr + tt * tt - 2 * rr * tt * cos(left), 0)) / arm;
}

/// How far an object is inside the room in which a hand takes it, or keeps it, which is more: within reach, not too
/// near, not behind the back and not too far across the body. Against the length of the arm; below zero outside.
double ReachFrame::reach_margin(int side, const Vec3& seen, bool held) const {
  constexpr double kBelow = 0.6;   // sine of how far below the shoulder it may be without being kept farther off
  constexpr double kRaised = 2.5;  // one over the sine of how far above an arm counts as raised
  constexpr Window kStretches{0.45, 0.3};  // of the arm's length: from when to when an arm counts as stretched
  const HandRoom& room = hand_room(held);
  const Vec3 to = seen - shoulder_from_chest(side);
  const double arm = body_.arm(side).length(), away = length(to), out = side == 0 ? to.x : -to.x;
  // A shoulder lets the hand come near to it in front, not below.
  const double below = away > 0 ? std::max<double>(-to.y / away - kBelow, 0) : 0;
  const double nearest = kNearest + 0.5 * below + room.off;
  // Far back only well away from it, and not up there.
  const double raised = away > 0 ? std::clamp<double>(kRaised * to.y / away, 0, 1) : 0;
  const double stretched = std::clamp<double>(kStretches.share(away / arm), 0, 1) * (1 - raised);
  const double beside = std::min<double>(to.z + (room.back * stretched - room.ahead) * away, out + room.across * away);
  return std::min<double>(
      {(held ? manner_.let_go : manner_.grab) - away_after_lean(side, seen), away / arm - nearest, beside / arm});
}

/// Whether a hand can stay with its object; if not, since when, and where that was seen from the chest.
bool ReachFrame::may_keep(int side, ReachingHand& hand, double& late, Vec3& seen) {
  late = dt_;
  seen = hand.target;
  if (!there(hand.object) || !wish(hand.object).reach) return false;
  const Vec3 now = from_chest(point(hand.object));
  const Vec3 shoulder = shoulder_from_chest(side);
  if (dt_ > 0) {
    const Vec3 velocity = (now - hand.target) / dt_;
    const double speed = length(velocity), away = length(now - shoulder);
    const double quickest = kFastest * std::sqrt(body_.measures().scale());
    if (speed > quickest || speed > kQuickestTurn * away) return false;
    hand.velocity = velocity;
  }
  // While the hand is on its way it counts where the object will be, give or take, when it gets there.
  const double ahead = hand.phase == HandPhase::Extending ? std::max<double>(kForesight - hand.elapsed, kWaiting) : 0;
  const Vec3 way = passing(hand.object) * ahead;
  const double before = hand.margin;
  hand.margin = reach_margin(side, now + way, true) + kDoubt * length(way) / body_.arm(side).length();
  const bool comes = hand.phase == HandPhase::Extending && comes_at_shoulder(side, hand.object, true);
  if (hand.margin >= 0 && !comes) {
    hand.target = now;
    return true;
  }
  late = since_crossing(before, hand.margin, dt_);
  seen = now - hand.velocity * late;
  return false;
}

void ReachFrame::let_go(ReachingHand& hand, const Vec3& seen, double late) {
  const Weight weight = weight_of(hand, std::max<double>(hand.elapsed - late, 0));
  hand.from = weight.value;
  hand.rate = weight.rate;
  hand.target = seen;
  hand.phase = HandPhase::Returning;
  hand.elapsed = late;
  hand.duration = ease_time(hand.gap);
}

void ReachFrame::advance_hand(int side) {
  ReachingHand& hand = state_.hands[side];
  if (hand.phase == HandPhase::Idle) return;
  hand.elapsed += dt_;
  if (hand.phase == HandPhase::Returning) {
    if (hand.elapsed >= hand.duration) hand = {};
    return;
  }
  double late = 0;
  Vec3 seen{};
  if (!may_keep(side, hand, late, seen)) return let_go(hand, seen, late);
}

/// How an object that stands still moves past the body, seen from the chest, metres per second: by the way that the body
/// goes and turns, without the swinging of the chest.
Vec3 ReachFrame::passing(int object) const {
  const Quat heading = from_axis_angle(kUnitY, plan_.heading);
  const Vec3 going = rotate(heading, Vec3{plan_.speeds.side, 0, plan_.speeds.forward});
  const Vec3 turning = cross(kUnitY * plan_.speeds.turn, point(object) - walked_.chest.translation);
  return rotate(conjugate(walked_.chest.rotation), -(going + turning));
}

/// Free hands take objects, the nearest pair first.
void ReachFrame::take_free() {
  constexpr int kTries = 4;
  double after = -1;  // pairs nearer than this have been tried
  for (int i = 0; i < kTries; ++i) {
    double nearest = kInfinity, margin_there = 0;
    int side = -1, object = -1;
    for (int s = 0; s < 2; ++s) {
      if (!body_.arm(s).valid() || state_.hands[s].phase != HandPhase::Idle) continue;
      for (int k = 0; k < static_cast<int>(objects_.size()); ++k) {
        const ReachingHand& other = state_.hands[1 - s];
        if (!there(k) || !wish(k).reach || (other.phase != HandPhase::Idle && other.object == k)) continue;
        const double distance = length(point(k) - walked_.shoulders[s]);
        if (!(distance > after && distance < nearest)) continue;
        const double spare = reach_margin(s, from_chest(point(k)) + passing(k) * kForesight, false);
        if (!(spare >= 0) || comes_at_shoulder(s, k, false)) continue;
        nearest = distance, margin_there = spare, side = s, object = k;
      }
    }
    if (side < 0) return;
    if (!try_take(side, object, margin_there)) after = nearest;
  }
}

/// What comes straight at the shoulder is not waited for: the elbow would have to fold too fast.
bool ReachFrame::comes_at_shoulder(int side, int object, bool held) const {
  constexpr double kSlow = 0.3;  // m/s: what is slower is waited for
  const Vec3 velocity = passing(object), to = from_chest(point(object)) - shoulder_from_chest(side);
  const double speed = length(velocity);
  return speed > kSlow && length(cross(to, velocity)) < hand_room(held).beside * body_.arm(side).length() * speed;
}

/// Takes an object if the whole figure, limits and balance heeded, can touch it.
bool ReachFrame::try_take(int side, int object, double margin_now) {
  ReachWishes trial = wishes();
  const Vec3 way = passing(object) * kForesight;
  trial.hands[side] = {true, walked_.chest * (from_chest(point(object)) + way), 1, 1};
  const int other = 1 - side;
  trial.hands[other].weight = trial.hands[other].coming;
  const PosedReach posed = pose_reach(body_, plan_, walked_, trial, pose_, scratch_);
  const bool comes = reach_margin(side, from_chest(point(object)), false) < 0;  // it is not within reach yet
  constexpr double kSpare = 0.01;   // of the arm's length: what is just in reach would be let go at once
  constexpr double kRoughly = 0.1;  // metres: what is foreseen is not exact
  if (!(posed.miss[side] <= (comes ? kRoughly : kExactly * kGood))) return false;
  if (!comes && posed.stretch[side] > manner_.let_go - kSpare) return false;
  if (state_.hands[other].phase == HandPhase::Holding && posed.miss[other] > kExactly * kGood) return false;
  ReachingHand& hand = state_.hands[side];
  const double before = reach_margin(side, from_chest_before(point(object)) + way, false);
  hand = {};
  hand.phase = HandPhase::Extending;
  hand.object = object;
  hand.gap = posed.gap[side];
  hand.duration = std::max<double>(ease_time(hand.gap), comes ? kForesight : 0);
  // Of the arm's length: the frame before saw the body a little otherwise, so it was at the edge then.
  constexpr double kJust = 0.01;
  hand.elapsed = before >= 0 && before < kJust && before < margin_now ? dt_ : since_crossing(before, margin_now, dt_);
  hand.margin = kInfinity;  // nothing to compare with yet
  hand.target = from_chest(point(object));
  return true;
}

ReachWishes ReachFrame::wishes() const {
  ReachWishes all;
  for (int side = 0; side < 2; ++side) {
    const ReachingHand& hand = state_.hands[side];
    if (hand.phase == HandPhase::Idle || !body_.arm(side).valid()) continue;
    const Vec3 target = hand.phase == HandPhase::Returning ? walked_.chest * slowing_target(hand) : point(hand.object);
    const double weight = weight_of(hand, hand.elapsed).value;
    all.hands[side] = {true, target, weight, hand.phase == HandPhase::Returning ? weight : 1};
  }
  const HeadGaze& look = state_.look;
  all.gaze = walked_.gaze;
  if (look.object >= 0) {
    all.seen = &point(look.object);
    all.gaze = easy_gaze_at(walked_.eye, plan_.heading, *all.seen);
    all.seen_weight = look.duration > 0 ? soft_ease(look.elapsed / look.duration) : 1;
  }
  const auto slip = [&](int k) {
    return hermite({0, look.slip[k], look.slip_rate[k]}, {look.duration, 0, 0}, look.elapsed);
  };
  if (look.elapsed < look.duration) {
    all.gaze.yaw += slip(0);
    all.gaze.pitch += slip(1);
  }
  all.lean = lean_;
  all.balance = soft_ease(state_.standing / kStandingTime);
  return all;
}

ReachReport ReachFrame::run() {
  const bool stands = is_standing();
  state_.standing = std::clamp<double>(state_.standing + (stands ? dt_ : -dt_), 0, kStandingTime);
  for (int side = 0; side < 2; ++side) advance_hand(side);
  if (state_.hands[0].phase == HandPhase::Idle || state_.hands[1].phase == HandPhase::Idle) take_free();
  advance_look();
  const ReachWishes wanted = wishes();
  const PosedReach posed = pose_reach(body_, plan_, walked_, wanted, pose_, scratch_);
  ReachReport report;
  for (int side = 0; side < 2; ++side) {
    ReachingHand& hand = state_.hands[side];
    report.hands[side] = {hand.object, hand.phase == HandPhase::Holding, wanted.hands[side].weight, posed.miss[side],
                          body_.arm(side).fault};
    if (hand.phase == HandPhase::Idle) continue;
    if (hand.phase != HandPhase::Returning) hand.gap = posed.gap[side];
    // What is touched at full stretch before it is well within reach is held a little later, or it would be lost at
    // once.
    if (hand.phase == HandPhase::Extending && hand.elapsed >= hand.duration && posed.miss[side] <= kGood &&
        reach_margin(side, hand.target, true) >= 0) {
      hand.phase = HandPhase::Holding;
      report.hands[side].holds = true;
    }
    // The trunk could not bring it there: the other hand holds it back, or the balance.
    const bool long_enough = hand.elapsed > std::max<double>(hand.duration, kForesight) + kWaiting;
    if ((hand.phase == HandPhase::Holding || (hand.phase == HandPhase::Extending && long_enough)) &&
        posed.miss[side] > kGood) {
      report.hands[side].holds = false;
      let_go(hand, hand.target, 0);
    }
  }
  HeadGaze& look = state_.look;
  const double gaze[2] = {posed.gaze.yaw, posed.gaze.pitch};
  for (int k = 0; k < 2; ++k) {
    look.rate[k] = dt_ > 0 ? (gaze[k] - look.gaze[k]) / dt_ : look.rate[k];
    look.gaze[k] = gaze[k];
  }
  report.looks_at = look.object;
  if (stands) report.margin = posed.margin;
  remember();
  return report;
}

}  // namespace kine::detail
