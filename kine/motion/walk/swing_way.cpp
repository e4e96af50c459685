#include "kine/motion/walk/swing_way.h"

#include <algorithm>
#include <cmath>

#include "kine/motion/walk/edges.h"
#include "kine/motion/walk/gait_curves.h"
#include "kine/motion/walk/ground_patch.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/least_raise.h"
#include "kine/motion/walk/swing_probe.h"

namespace kine::detail {

double swing_sample(const Step& step, int index) {
  return step.double_support + swing_moment(index) * (1 - step.double_support);
}

namespace {

// By eye. Metres of a leg of Gait::kLeg:
constexpr double kLittle = 0.018;       // can be added to a swing without looking again
constexpr double kNearEnough = 0.005;   // of its margin may be missing from a usual swing on level ground
constexpr double kLowSpare = 0.004;     // so much lower than it should a foot may pass over edges as high as stairs
constexpr double kClearEnough = 0.002;  // so deep in the ground makes one look for another way
constexpr double kHurdleFrom = 0.04, kHurdleWithin = 0.05;  // missing from its curves: from none to all of a hurdle
constexpr double kAside[] = {0.015, 0.03, 0.05, 0.08};      // out of the way of what stands beside it
constexpr double kShortWay = 0.1;                           // a way that is shorter has no side
constexpr double kHighestArc = 0.3, kMostRaise = 0.35;      // no farther than a leg can lift a foot
// and shares: of a usual step, from which on a foot goes well ahead; and 1 - cosine of a normal that counts as upright.
constexpr double kWellAhead = 0.6, kLevel = 1e-12;

/// When the foot waits before it goes ahead, and rests over where it lands before the swing is over: parts of it.
struct Timing {
  double waits, rests;
};

void add_raises(const double* more, double scale, Swing& swing) {
  const double most = kMostRaise * scale;
  for (int k = 0; k < kRaises; ++k) swing.raise[k] = std::clamp<double>(swing.raise[k] + more[k], -most, most);
}

constexpr double kNone[kRaises] = {};

/// True if the foot goes well ahead.
bool strides(const Swing& swing, double scale) {
  return dot(swing.to.point - swing.from.point, rotate(swing.to.rotation, kUnitZ)) > 0.5 * scale;
}

/// How rough a swing over edges is: the bend of its curves, and what it leaves in the ground with `more` added to its
/// raises.
double roughness(const SwingProbe& probe, const double* more) {
  const Swing& swing = probe.step.swing;
  const double scale = probe.build.scale();
  constexpr int kPieces = 20;
  double rough = 0, before = 0, now = 0;
  for (int i = 0; i <= kPieces; ++i) {
    const double next = swing_height(probe.gait, swing, static_cast<double>(i) / kPieces);
    if (i > 1) rough += (before - 2 * now + next) * (before - 2 * now + next) * kPieces * kPieces * kPieces;
    before = now, now = next;
  }
  const Vec3 there = swing.to.point - swing.from.point;
  const double time = 1 - swing.waits - swing.rests;
  constexpr double kWayBend = 20;  // the integral of the square of the way's second derivative
  rough += kWayBend * (there.x * there.x + there.z * there.z) / (time * time * time);
  // By eye: bends of the way aside, metres squared beyond the leg's reach, metres in the ground, in half the margin
  // above it and too low over edges, and shares that the knee is too quick.
  constexpr double kAsideBend = 1270, kBeyond = 2e4, kDeep = 1e4, kNear = 1e3, kLow = 1e3, kHurry = 100;
  const double x = static_cast<double>(swing.aside[0]), z = static_cast<double>(swing.aside[1]);
  rough += kAsideBend * (x * x + z * z) + kBeyond * probe.overreach;
  const double deep = std::max<double>(0, probe.deepest(more, 0)), near = std::max<double>(0, probe.deepest(more, 0.5));
  return rough / (scale * scale) + (kDeep * deep + kNear * near + kLow * probe.low(more)) / scale +
         kHurry * probe.hurry(more);
}

/// Raises a swing over edges as it is timed, with so many looks at it. Returns how rough it is.
double raise_over_edges(SwingProbe& probe, int looks) {
  Swing& swing = probe.step.swing;
  double more[kRaises] = {}, bend[kRaises] = {};
  probe.look();
  note_bend(probe.gait, swing, swing.hurdle, bend);
  least_raise(probe.task(false), bend, more);
  add_raises(more, probe.build.scale(), swing);
  for (int look = 1; look < looks; ++look) {
    // Another height is another way: what it asks for besides is only added.
    const double missing = probe.look();
    for (double& raise : more) raise = 0;
    if (missing <= 0 || look + 1 == looks) break;
    least_raise(probe.task(true), kNone, more);
    add_raises(more, probe.build.scale(), swing);
  }
  probe.left_in_ground = std::max<double>(0, probe.deepest(more, 0));
  return roughness(probe, more);
}

/// Raises a swing over smooth ground.
void raise_over_slopes(SwingProbe& probe) {
  Swing& swing = probe.step.swing;
  const double scale = probe.build.scale();
  const int rounds = strides(swing, scale) ? 2 : 4;
  probe.left_in_ground = 0;
  for (int round = 0; round < rounds; ++round) {
    const double missing = probe.look();
    probe.left_in_ground = 0;
    if (missing <= 0 || (round > 0 && probe.deepest(kNone, 0.5) <= 0)) return;  // half the margin is enough then
    double more[kRaises];
    least_raise(probe.task(round > 0), kNone, more);
    probe.left_in_ground = std::max<double>(0, probe.deepest(more, 0));
    add_raises(more, scale, swing);
    // A little more height changes nothing else where the foot strides ahead: else its toes may hang from an ankle that
    // bends no farther as the leg folds.
    if (missing < kLittle * scale && strides(swing, scale)) return;
  }
}

/// Raises what is still to come of the swing as it is.
void raise_on(SwingProbe& probe) {
  for (int round = 0; round < 4; ++round) {
    probe.look();
    probe.left_in_ground = probe.deepest(kNone, 0);
    // Half the margin is enough: late in a swing more of it would take a steep way down.
    if (round == 3 || probe.deepest(kNone, 0.5) <= 0 || probe.first_raise >= kRaises) break;
    double more[kRaises];
    least_raise(probe.task(round > 0), kNone, more);
    add_raises(more, probe.build.scale(), probe.step.swing);
  }
}

}  // namespace

double steepest(const Gait& gait, const Swing& swing) {
  double most = 0, before = swing_height(gait, swing, 0);
  constexpr int kPieces = 20;
  for (int i = 1; i <= kPieces; ++i) {
    const double next = swing_height(gait, swing, static_cast<double>(i) / kPieces);
    most = std::max<double>(most, kPieces * std::abs(next - before));
    before = next;
  }
  return most;
}

bool is_clear(const BipedMeasures& build, const Gait& gait, const Ground& ground, double part, Step& step,
              bool is_smooth) {
  Swing& swing = step.swing;
  swing.hurdle = swing.waits = swing.rests = 0;
  for (double& raise : swing.raise) raise = 0;
  for (float& aside : swing.aside) aside = 0;
  const Foothold &stood = step.feet[step.swinging].plant, &other = step.feet[1 - step.swinging].plant;
  bool edges = !is_smooth && is_over_edges(build, ground, stood, swing.to, step.swinging);
  if (curves_of(gait).strides_in_arc) {
    // Its curve sets out at once, so that any edge is a hurdle, also a small one below its arc; and its toes hang from
    // a leg that may be short of it.
    clearance_of(build, gait, ground, nullptr, step, part, edges);
    swing.hurdle = edges ? 1 : 0;
    return false;
  }
  // On level ground the curves alone say it all; elsewhere the ankle's limits may let the toes hang lower.
  const auto is_level = [&](const Foothold& sole) {
    return sole.point.y == other.point.y && rotate(sole.rotation, kUnitY).y > 1 - kLevel;
  };
  const bool level = is_level(stood) && is_level(swing.to);
  if (!level && !edges) return false;
  const double plain = clearance_of(build, gait, ground, nullptr, step, part, edges);
  if (edges) swing.hurdle = std::max<double>(kLeastHurdle, ease((plain / build.scale() - kHurdleFrom) / kHurdleWithin));
  return plain <= (step.ahead > kWellAhead ? kNearEnough * build.scale() : 0) && !edges && level;
}

namespace {

/// Away from what stands beside a swing, to the side of its way.
Vec3 away_from_edges(const BipedMeasures& build, const Ground& ground, const Step& step) {
  const Swing& swing = step.swing;
  const Vec3 away =
      beside_of(build, ground, swing.from, step.swinging).away + beside_of(build, ground, swing.to, step.swinging).away;
  const Vec3 way{swing.to.point.x - swing.from.point.x, 0, swing.to.point.z - swing.from.point.z};
  const double far = std::max<double>(length(way), kShortWay * build.scale());
  return away - (dot(away, way) / (far * far)) * way;
}

/// A way over edges: when the foot goes ahead, and how far out of their way.
struct Way {
  Timing timing;
  Vec3 aside;
  double rough;
};

/// The smoothest ways that were offered, the smoothest first.
struct SmoothestWays {
  static constexpr int kMost = 3;
  Way ways[kMost];
  int count = 0;

  void offer(const Way& way) {
    int place = count;
    while (place > 0 && way.rough < ways[place - 1].rough) --place;
    if (place == kMost) return;
    count = std::min(count + 1, kMost);
    for (int i = count - 1; i > place; --i) ways[i] = ways[i - 1];
    ways[place] = way;
  }
};

/// Finds when the foot goes ahead over edges, how far out of their way, and how high. `away`: from those beside it.
/// Ways are compared by one look each; the smoothest are then raised as the foot will really go, until one is clear.
/// Returns how far it would still go into the ground, or too low over edges.
double clear_edges(SwingProbe& probe, const Vec3& away, Swing& swing) {
  const double scale = probe.build.scale();
  const Swing plain = swing;
  const auto rough_of = [&](const Timing& timing, const Vec3& aside, int looks) {
    probe.step.swing = plain;
    probe.step.swing.aside[0] = static_cast<float>(aside.x);
    probe.step.swing.aside[1] = static_cast<float>(aside.z);
    probe.step.swing.waits = timing.waits;
    probe.step.swing.rests = timing.rests;
    return raise_over_edges(probe, looks);
  };
  constexpr int kMostLooks = 6;
  SmoothestWays best;
  const auto offer = [&](const Timing& timing, const Vec3& aside) {
    best.offer({timing, aside, rough_of(timing, aside, 1)});
  };
  constexpr Timing kTimings[] = {{0, 0},       {0.1, 0},     {0, 0.15},   {0.16, 0.06}, {0.08, 0.15}, {0.06, 0.3},
                                 {0.16, 0.24}, {0.26, 0.06}, {0.26, 0.2}, {0.16, 0.12}, {0, 0.3}};
  for (const Timing& timing : kTimings) offer(timing, {});
  // Rather out of the way of what stands beside it than high up over it.
  if (length(away) > 0.5) {
    const Timing smoothest = best.ways[0].timing;
    for (const double far : kAside)
      for (const Timing& timing : {smoothest, kTimings[0], kTimings[1], kTimings[2]})
        offer(timing, (far * scale) * normalised(away));
  }
  double least = kInfinity, left = 0;
  for (int i = 0; i < best.count; ++i) {
    const double rough = rough_of(best.ways[i].timing, best.ways[i].aside, kMostLooks);
    if (rough >= least) continue;
    least = rough, left = std::max<double>(probe.left_in_ground, probe.low(kNone) - kLowSpare * scale);
    swing = probe.step.swing;
    if (left <= kClearEnough * scale) break;
  }
  return left;
}

}  // namespace

double set_clearance(const BipedMeasures& build, const Gait& gait, const Ground& ground,
                     std::span<const Course> courses, double part, Step& step) {
  Swing& swing = step.swing;
  if (swing.hurdle > 0 && !curves_of(gait).strides_in_arc) {
    // It is looked at many times from here on.
    const double scale = build.scale();
    const Vec3 middle = 0.5 * (swing.from.point + swing.to.point);
    const GroundPatch patch(ground, middle, scale,
                            0.5 * std::abs(swing.to.point.y - swing.from.point.y) + kLookFrom * scale,
                            kLookDown * scale);
    const Ground sampled(patch);
    SwingProbe probe(build, gait, sampled, courses, step, part);
    return clear_edges(probe, away_from_edges(build, ground, step), swing);
  }
  SwingProbe probe(build, gait, ground, courses, step, part);
  if (curves_of(gait).strides_in_arc) {
    // A higher arc goes another way, so look again. Edges may need more than an arc can do.
    for (int round = 0; round < 4 && swing.hurdle <= 0; ++round) {
      bool edges = false;
      const double more = clearance_of(build, gait, ground, probe.hips, step, part, edges);
      swing.lift = std::min<double>(swing.lift + more, kHighestArc * build.scale());
    }
    probe.step.swing = swing;
    raise_on(probe);
    swing = probe.step.swing;
    return probe.left_in_ground;
  }
  raise_over_slopes(probe);
  swing = probe.step.swing;
  return probe.left_in_ground;
}

double add_clearance(const BipedMeasures& build, const Gait& gait, const Ground& ground,
                     std::span<const Course> courses, double part, Step& step) {
  SwingProbe probe(build, gait, ground, courses, step, part);
  raise_on(probe);
  step.swing = probe.step.swing;
  return probe.left_in_ground;
}

}  // namespace kine::detail
