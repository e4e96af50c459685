#include "kine/motion/walk/step_choice.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "kine/model/limits.h"
#include "kine/motion/walk/landing.h"

namespace kine::detail {
namespace {

/// What a candidate tries.
struct Wish {
  enum class Landing : std::uint8_t {
    Anew,  ///< where the body will need the foot
    Kept,  ///< where it was meant to land
    Home,  ///< where it stood: the body stops
  };

  double go = 1, turn = 1;  ///< shares of the speeds that are asked for
  Landing landing = Landing::Anew;
  bool as_before = false;  ///< of what was asked before the stick changed
};

/// What legs that bear may lack of their room where nothing else is lacking, in the unit of Judgement::room: by eye.
constexpr double kRoomEnough = 0.05;

/// A foothold less far from another (metres of a leg of Gait::kLeg) and less turned (1 - cosine) is the same.
constexpr double kSamePlace = 1e-4, kSameTurn = 1e-8;

/// How a candidate is: what it lacks, each as a multiple of what is allowed, 0 where nothing is lacking.
struct Judgement {
  double in_ground = 0;  ///< the swing goes into it
  double landing = 0;    ///< the legs could not stand where the foot lands
  double broken = 0;     ///< legs that bear would have to go beyond a limit
  double room = 0;       ///< or come too near to it
  double sunk = 0;       ///< the pelvis sinks too far for them
  double pull = 0;       ///< the legs would pull the pelvis down faster than it can go
  double hurry = 0;      ///< the swing is too steep, or the knee too quick
  double miss = 0;       ///< of what was asked for, 0 to 2

  /// Feet in the ground are worst, then limits.
  double lack() const {
    return 8 * in_ground + 4 * landing + 16 * broken + 2 * std::max<double>(room, sunk) + 2 * pull + hurry;
  }
  bool is_fine() const {
    return in_ground + landing + pull + hurry <= 0 && std::max<double>(room, sunk) <= kRoomEnough;
  }
  /// Better not go at all: a sole would stick in the ground, or legs could not do it.
  bool breaks_rules() const {
    constexpr double kDeep = 1, kNoStand = 1, kBroken = 0.2;  // by eye
    constexpr double kNoReach = 10;                           // farther than a pelvis sinks at the most
    return in_ground > kDeep || landing > kNoStand || broken > kBroken || sunk > kNoReach;
  }
  /// What is asked for comes last.
  double cost() const { return lack() + 0.5 * miss; }
};

struct Candidate {
  WalkMemory state;
  Judgement judged;
};

constexpr double kEnoughRoom = 0.03;       // radians that legs which bear stay from their limits
constexpr double kEnoughHeight = 0.0075;   // metres of a leg of Gait::kLeg that the pelvis could still sink for them
constexpr double kInGround = 0.003;        // metres of a leg of Gait::kLeg that count as one too deep in the ground,
constexpr double kLiftsInGround = 0.0008;  // and what may be left to do where the foot lifts

constexpr double kPull = 0.006;  // metres of such a leg that the pelvis may be pulled down

/// What is too much of a number, in units of `unit`.
double beyond(double value, double allowed, double unit) { return std::max<double>(0, value - allowed) / unit; }

/// What of it is known before the way of the foot is looked at, which takes far longer than all else.
Judgement judge_body(const StepMaker& made, const Wish& wish) {
  Judgement out;
  out.landing = beyond(-made.room_on(made.state.step.swing.to), 0, kEnoughRoom);
  const RoomAhead ahead = made.room_ahead();
  out.broken = beyond(-ahead.limits, 0, kEnoughRoom);
  out.room = beyond(-ahead.limits, -kEnoughRoom, kEnoughRoom);
  out.sunk = beyond(-ahead.height, -kEnoughHeight * made.scale(), kEnoughHeight * made.scale());
  out.pull = beyond(made.left_to_sink, kPull * made.scale(), kPull * made.scale());
  out.miss = (1 - wish.go) + (1 - wish.turn) + (wish.as_before ? 0.5 : 0);
  return out;
}

void judge_way(const StepMaker& made, double in_ground, Judgement& out) {
  out.in_ground = beyond(made.left_in_way, in_ground * made.scale(), kInGround * made.scale());
  out.hurry = beyond(made.left_to_hurry, 1, 1);
}

/// The first candidate that lacks nothing, or the one that costs least. `make` is told the least cost so far, and may
/// stop where a candidate costs more already.
template <class Make>
Candidate choose(std::span<const Wish> wishes, const Make& make) {
  Candidate best = make(wishes[0], kInfinity);
  for (const Wish& wish : wishes.subspan(1)) {
    if (best.judged.is_fine()) break;
    if (wish.turn < 1 && wish.landing != Wish::Landing::Home && best.state.intent.asked.turn == 0) continue;
    const Candidate other = make(wish, best.judged.cost());
    if (other.judged.cost() < best.judged.cost()) best = other;
  }
  return best;
}

using enum Wish::Landing;

}  // namespace

ChosenStep choose_step(const StepScene& scene, const WalkMemory& now, const StepStart& start) {
  const double ahead =
      speed_ahead(scene.build, scene.gait, scene.ground, now.course, now.step.feet[1 - start.foot].plant.point.y);
  constexpr Wish kWishes[] = {{1, 1},
                              {1, 0.6},
                              {1, 0.3},
                              {1, 0},
                              {0.6, 1},
                              {0.6, 0.5},
                              {0.6, 0},
                              {0.3, 0.5},
                              {0.3, 0},
                              {0, 0.5},
                              {0, 0},
                              {1, 1, Anew, true},
                              {0.6, 0.6, Anew, true}};
  const Candidate best = choose(kWishes, [&](const Wish& wish, double least) {
    StepMaker made{scene.build, scene.gait, scene.ground, now};
    Intent& intent = made.state.intent;
    if (wish.as_before) intent.asked = intent.asked_before;
    intent.blocked = false;
    intent.landing_cap = kNoCap;
    intent.ground_cap = ahead;
    intent.go_share = wish.go, intent.turn_share = wish.turn;
    made.begin(start.foot, start.from_rest);
    made.aim(start);
    if (made.ease_lift()) made.aim(start);
    Candidate out{made.state, judge_body(made, wish)};
    if (out.judged.cost() >= least) return out;
    if (made.take_time()) {
      made.aim(start);
      out.judged = judge_body(made, wish);
    }
    judge_way(made, kInGround, out.judged);
    out.state = made.state;
    return out;
  });
  return {best.state, best.judged.breaks_rules()};
}

namespace {

/// What the body sets out to do in a candidate.
Intent intent_of(const WalkMemory& now, const CourseSpeeds& stick, bool changed, const Wish& wish) {
  Intent intent = now.intent;
  if (wish.as_before) return intent;
  if (changed) intent.listen(stick), intent.go_share = intent.turn_share = 1;
  intent.go_share *= wish.go;
  intent.turn_share *= wish.turn;
  return intent;
}

}  // namespace

WalkMemory choose_lift(const StepScene& scene, const WalkMemory& now, const CourseSpeeds& stick) {
  const bool changed = !(now.intent.asked == stick);
  const auto make = [&](const Wish& wish, double least) {
    StepMaker made{scene.build, scene.gait, scene.ground, now};
    made.state.intent = intent_of(now, stick, changed, wish);
    Foothold& to = made.state.step.swing.to;
    if (wish.landing == Anew) made.choose_landing();
    if (wish.landing == Home) {
      to = now.step.feet[now.step.swinging].plant;
      made.state.intent.blocked = true, made.state.intent.landing_cap = 0;
    }
    // Where it was smooth on the way to the same place there is no need to look again.
    const Foothold& meant = now.step.swing.to;
    const bool same = length(to.point - meant.point) < kSamePlace * made.scale() &&
                      1 - std::abs(dot(to.rotation, meant.rotation)) < kSameTurn;
    const bool clear = made.set_way(now.step.is_smooth && same);
    Candidate out{made.state, judge_body(made, wish)};
    if (out.judged.cost() >= least) return out;
    if (!clear) made.clear_the_way();
    made.left_to_hurry = made.hurry();
    judge_way(made, kLiftsInGround, out.judged);
    out.state = made.state;
    return out;
  };
  constexpr Wish kSame[] = {{1, 1}, {1, 1, Kept}, {1, 0.4}, {0.4, 0}, {0.4, 0, Kept}, {0, 1, Home}, {0, 0, Home}};
  constexpr Wish kNew[] = {{1, 1}, {1, 0.5},           {1, 0.2},           {0.5, 0.5},   {0.5, 0},
                           {0, 0}, {1, 1, Anew, true}, {1, 1, Kept, true}, {0, 1, Home}, {0, 0, Home}};
  return (changed ? choose(kNew, make) : choose(kSame, make)).state;
}

WalkMemory choose_in_air(const StepScene& scene, const WalkMemory& now, const CourseSpeeds& stick) {
  const bool changed = !(now.intent.asked == stick);
  const auto make = [&](const Wish& wish, double least) {
    StepMaker made{scene.build, scene.gait, scene.ground, now};
    made.state.intent = intent_of(now, stick, changed, wish);
    const bool moved = wish.landing == Anew && made.retarget();
    if (!moved) {
      made.state.step.swing = now.step.swing;
      made.state.intent.blocked = now.intent.blocked, made.state.intent.landing_cap = now.intent.landing_cap;
    }
    made.sink(true);
    Candidate out{made.state, judge_body(made, wish)};
    if (wish.landing == Anew && !moved) out.judged.miss += 1;  // the same is offered as what it is
    if (out.judged.cost() >= least) return out;
    made.clear_the_way();
    made.left_to_hurry = made.hurry();
    judge_way(made, 0, out.judged);
    out.state = made.state;
    return out;
  };
  // Where nothing is new, the foot lands where it was meant to.
  if (!changed && now.intent.landing_cap == kNoCap) {
    StepMaker made{scene.build, scene.gait, scene.ground, now};
    if (made.sink(true)) made.clear_the_way();
    return made.state;
  }
  constexpr Wish kSame[] = {{1, 1}, {1, 1, Kept}, {0.4, 0.4, Kept}, {0, 0, Kept}};
  constexpr Wish kNew[] = {{1, 1}, {1, 0.5}, {1, 0.2}, {0.5, 0.5}, {0.5, 0}, {0, 0}, {1, 1, Kept, true}};
  return (changed ? choose(kNew, make) : choose(kSame, make)).state;
}

}  // namespace kine::detail
