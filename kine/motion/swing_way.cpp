#include "kine/motion/swing_way.h"

#include <algorithm>
#include <cmath>

#include "kine/motion/edges.h"
#include "kine/motion/hermite.h"
#include "kine/motion/least_raise.h"
#include "kine/motion/paper_gait.h"
#include "kine/motion/sole_points.h"

namespace kine::walking {

double swing_sample(const WalkState& state, int index) {
  return state.double_support + swing_moment(index) * (1 - state.double_support);
}

namespace {

/// The foot at one moment of a swing: as its curves have it, or with `hips` as the body lets it be.
FootPose swinging_foot(const Build& build, const Gait& gait, WalkState& state, double part, const Transform* hips) {
  state.part = part;
  if (hips) return foot_in_swing(build, gait, state, *hips);
  if (gait.style == Gait::Style::Paper) return paper_foot(build, gait, state);
  const double s = swing_part(state);
  FootPose pose =
      roll_in_air(build.foot, swing_sole(gait, state.swing, s), pitch_of(gait, state, state.swinging, part), 1);
  pose.toe_bend *= toe_hold(state.swing, s);
  return pose;
}

/// How near the foot may come to the ground at part s of its swing. Near its ends that is as near as it stands there,
/// and as it comes down whatever it has got over.
double margin_at(const Gait& gait, double s, double hurdle, double scale) {
  const double lifts = std::min<double>(1, 3 * s), lands = std::min<double>(1, 2.4 * (1 - s));
  const double over = (gait.style == Gait::Style::Paper ? 0.024 : 0.029) * hurdle * std::min<double>(1, 2 * lands);
  return scale * std::min<double>(lifts, lands) * (0.018 + over);
}

/// The first moment that is still to come.
int first_to_come(const WalkState& state) {
  int first = 0;
  while (first < kSwingSamples && swing_sample(state, first) <= state.part) ++first;
  return first;
}

/// Over edges a sole counts as this much longer and wider, which is less than footholds leave around it: metres of a
/// leg of 0.87 m.
constexpr double kSpareRoom = 0.004;

/// How much higher a swing must be in one arc to clear the ground on its way.
double clearance_of(const Build& build, const Gait& gait, const Ground& ground, const Transform* hips, WalkState& state,
                    bool& edges) {
  const double scale = build.scale();
  const double spare = state.swing.hurdle > 0 ? kSpareRoom * scale : 0;
  double more = 0;
  SolePoints before;
  for (int i = first_to_come(state); i < kSwingSamples; ++i) {
    const FootPose pose = swinging_foot(build, gait, state, swing_sample(state, i), hips ? &hips[i] : nullptr);
    const double s = swing_part(state);
    const SolePoints points = points_of(build.foot, pose, spare);
    Below below = ground_below(points, ground, scale);
    if (spare > 0 && before.rows > 0)
      below.missing = std::max<double>(below.missing, missing_between(before, points, ground, 0.5, scale));
    before = points;
    const double missing = below.missing + margin_at(gait, s, state.swing.hurdle, scale);
    edges = edges || below.edges;
    more = std::max<double>(more, missing / std::max<double>(0.35, clearing(gait, s)));
  }
  return more;
}

/// How high it should pass over edges as high as stairs, in the same way.
constexpr double kOverEdges = 0.02;

/// What can be added to a swing without looking again, in the same way.
constexpr double kLittle = 0.018;

/// On level ground a usual swing may miss this much of its margin: metres of a leg of 0.87 m.
constexpr double kNearEnough = 0.005;

/// Rather another way than one on which the knee bends faster than this, rad/s in the same way.
constexpr double kSwiftKnee = 9;

/// How far the knee is from straight, but for a constant.
double knee_at(const Build& build, const Transform& hips, const FootPose& pose, int foot) {
  const double thigh = build.thigh, shank = build.shank;
  const Vec3 away = pose.ankle - hips * Vec3{(foot == 0 ? 1 : -1) * build.hip_half, 0, 0};
  const double cosine = (thigh * thigh + shank * shank - dot(away, away)) / (2 * thigh * shank);
  return acos(std::clamp<double>(cosine, -1, 1));
}

/// A swing as it will be, looked at moment by moment.
struct Look {
  const Build& build;
  const Gait& gait;
  const Ground& ground;
  WalkState state;   ///< the swing that is looked at
  int first_sample;  ///< of those that are still to come,
  int first_raise;   ///< and of the raises that change nothing before that
  Transform hips[kSwingSamples];
  double missing[kSwingSamples]{};  ///< how much higher the foot should be,
  double margin[kSwingSamples]{};   ///< of which this is only for safety
  double wanted[kSwingSamples]{};   ///< what of it can be asked of the raises
  double left_in_ground = 0;        ///< how far the raised foot would still go into it
  double overreach = 0;             ///< the sum of the squares of how far the foot is asked to go beyond the leg
  FootPose poses[kSwingSamples];    ///< and how it is then,
  double over[kSwingSamples]{};     ///< how high above edges as high as stairs

  Look(const Build& b, const Gait& g, const Ground& gr, std::span<const Course> courses, const WalkState& now)
      : build(b), gait(g), ground(gr), state(now) {
    const double from = swing_part(now);
    first_sample = first_to_come(now);
    first_raise = 0;
    while (first_raise < kRaises && 0.1 * first_raise < from - 1e-9) ++first_raise;
    WalkState then = now;
    for (int i = first_sample; i < kSwingSamples; ++i) {
      then.part = swing_sample(now, i);
      then.course = courses[static_cast<std::size_t>(i)];
      hips[i] = hips_in_swing(build, gait, then).hips;
    }
  }

  /// `again`: where a sole is still deep in what stands beside it and what was added before has hardly helped, there is
  /// no use in adding more.
  RaiseTask task(bool again) {
    const double deep = 0.03 * build.scale();
    for (int i = first_sample; i < kSwingSamples; ++i) {
      const bool in_vain = again && missing[i] - margin[i] > deep && missing[i] > 0.7 * wanted[i];
      wanted[i] = in_vain ? 0 : missing[i];
    }
    return {first_sample, first_raise, wanted, 2e-4 * build.scale()};
  }

  /// Returns the most that is missing.
  double look() {
    const bool edges = state.swing.hurdle > 0;
    for (int i = first_sample; i < kSwingSamples; ++i)
      poses[i] = swinging_foot(build, gait, state, swing_sample(state, i), &hips[i]);
    overreach = 0;
    for (int i = first_sample; i < kSwingSamples && edges; ++i) {
      const Vec3 hip = hips[i] * Vec3{(state.swinging == 0 ? 1 : -1) * build.hip_half, 0, 0};
      const Vec3 meant = swinging_foot(build, gait, state, swing_sample(state, i), nullptr).ankle;
      const double over = length(meant - hip) - 0.98 * build.leg;
      if (over > 0) overreach += over * over;
    }
    const double scale = build.scale();
    SolePoints points[kSwingSamples];
    for (int i = first_sample; i < kSwingSamples; ++i) {
      points[i] = points_of(build.foot, poses[i], edges ? kSpareRoom * scale : 0);
      margin[i] = margin_at(gait, swing_moment(i), state.swing.hurdle, scale);
      missing[i] = ground_below(points[i], ground, scale).missing + margin[i];
    }
    for (int i = first_sample; i + 1 < kSwingSamples && edges; ++i)
      for (const double share : {0.25, 0.5, 0.75}) {
        const double between = missing_between(points[i], points[i + 1], ground, share, scale);
        const int nearer = share <= 0.5 ? i : i + 1;
        missing[nearer] = std::max<double>(missing[nearer], between + margin[nearer]);
      }
    for (int i = first_sample; i < kSwingSamples && edges; ++i)
      over[i] = height_over_edges(points[i], build.foot, state.swing.from, state.swing.to, ground, scale);
    double most = -1e9;
    for (int i = first_sample; i < kSwingSamples; ++i) most = std::max<double>(most, missing[i]);
    return most;
  }

  /// How deep it goes into the ground, or into a share of the margin above it, with this much added to the raises.
  double deepest(const double* more, double share_of_margin) const {
    double deep = -1e9;
    for (int i = first_sample; i < kSwingSamples; ++i) {
      const double left = missing[i] - (1 - share_of_margin) * margin[i] - added(more, i);
      deep = std::max<double>(deep, left);
    }
    return deep;
  }

  /// How much that adds at one of the moments.
  double added(const double* more, int i) const {
    double higher = 0;
    for (int k = first_raise; k < kRaises; ++k) higher += more[k] * kRaiseShares.at[i][k];
    return higher;
  }

  /// How much lower than it should the foot passes over edges with that added.
  double low(const double* more) const {
    double most = 0;
    for (int i = first_sample; i < kSwingSamples; ++i)
      most = std::max<double>(most, kOverEdges * build.scale() - over[i] - added(more, i));
    return most;
  }

  /// How much faster than it should the knee bends or stretches with that added, as a share of that.
  double hurry(const double* more) const {
    const double time = (1 - state.double_support) * state.duration / std::sqrt(build.scale());
    double most = 0, before = 0;
    for (int i = first_sample; i < kSwingSamples; ++i) {
      FootPose pose = poses[i];
      pose.ankle.y += added(more, i);
      const double knee = knee_at(build, hips[i], pose, state.swinging);
      if (i > first_sample) most = std::max<double>(most, std::abs(knee - before));
      before = knee;
    }
    return std::max<double>(0, most * (kSwingSamples + 1) / (time * kSwiftKnee) - 1);
  }
};

/// When the foot waits before it goes ahead, and rests over where it lands before the swing is over: parts of it.
struct Timing {
  double waits, rests;
};

/// No farther than a leg can lift a foot.
void add_raises(const double* more, double scale, WalkState::Swing& swing) {
  const double most = 0.35 * scale;
  for (int k = 0; k < kRaises; ++k) swing.raise[k] = std::clamp<double>(swing.raise[k] + more[k], -most, most);
}

constexpr double kNone[kRaises] = {};

/// True if the foot goes well ahead.
bool strides(const WalkState::Swing& swing, double scale) {
  return dot(swing.to.point - swing.from.point, rotate(swing.to.rotation, kUnitZ)) > 0.5 * scale;
}

/// Raises the swing as it is timed. Returns how rough it is: the bend of its curves, and what it leaves in the ground.
double raise_swing(Look& look, int rounds) {
  WalkState::Swing& swing = look.state.swing;
  double deep = 0, near = 0, more[kRaises] = {};
  for (int round = 0; round < rounds; ++round) {
    const double missing = look.look();
    deep = near = 0;
    const bool first = round == 0 && swing.hurdle > 0;
    if (missing <= 0 && !first) break;
    if (swing.hurdle <= 0 && round > 0 && look.deepest(kNone, 0.5) <= 0) break;  // half the margin is enough
    // Another height is another way: what it asks for besides is only added.
    double bend[kRaises] = {};
    if (first) note_bend(look.gait, swing, swing.hurdle, bend);
    least_raise(look.task(round > 0), bend, more);
    deep = std::max<double>(0, look.deepest(more, 0));
    if (swing.hurdle > 0) near = std::max<double>(0, look.deepest(more, 0.5));
    add_raises(more, look.build.scale(), swing);
    // On smooth ground a little more height changes nothing else where the foot strides ahead: else its toes may hang
    // from an ankle that bends no farther as the leg folds.
    if (swing.hurdle <= 0 && missing < kLittle * look.build.scale() && strides(swing, look.build.scale())) break;
  }
  if (swing.hurdle <= 0) {
    look.left_in_ground = deep;
    return 0;
  }
  if (rounds > 1) {
    // What was added may have moved the foot otherwise, too.
    look.look();
    for (double& raise : more) raise = 0;
    deep = std::max<double>(0, look.deepest(more, 0));
    near = std::max<double>(0, look.deepest(more, 0.5));
  }
  look.left_in_ground = deep;
  constexpr int kPieces = 20;
  double rough = 0, before = 0, now = 0;
  for (int i = 0; i <= kPieces; ++i) {
    const double next = swing_sole(look.gait, swing, static_cast<double>(i) / kPieces).point.y;
    if (i > 1) rough += (before - 2 * now + next) * (before - 2 * now + next) * kPieces * kPieces * kPieces;
    before = now, now = next;
  }
  const Vec3 there = swing.to.point - swing.from.point;
  const double time = 1 - swing.waits - swing.rests, scale = look.build.scale();
  constexpr double kWayBend = 20;  // the integral of the square of the way's second derivative
  rough += kWayBend * (there.x * there.x + there.z * there.z) / (time * time * time);
  constexpr double kAsideBend = 1270, kHurry = 100;
  const double x = static_cast<double>(swing.aside[0]), z = static_cast<double>(swing.aside[1]);
  rough += kAsideBend * (x * x + z * z) + 2e4 * look.overreach;
  return rough / (scale * scale) + (1e4 * deep + 1e3 * near + 1e3 * look.low(more)) / scale + kHurry * look.hurry(more);
}

}  // namespace

double steepest(const Gait& gait, const WalkState::Swing& swing) {
  double most = 0, before = swing_sole(gait, swing, 0).point.y;
  constexpr int kPieces = 20;
  for (int i = 1; i <= kPieces; ++i) {
    const double next = swing_sole(gait, swing, static_cast<double>(i) / kPieces).point.y;
    most = std::max<double>(most, kPieces * std::abs(next - before));
    before = next;
  }
  return most;
}

double fastest_knee(const Build& build, const Gait& gait, std::span<const Course> courses, const WalkState& state) {
  WalkState then = state;
  double most = 0, before = 0;
  const int first = first_to_come(state);
  for (int i = first; i < kSwingSamples; ++i) {
    then.part = swing_sample(state, i);
    then.course = courses[static_cast<std::size_t>(i)];
    const Transform hips = hips_in_swing(build, gait, then).hips;
    const double knee = knee_at(build, hips, foot_in_swing(build, gait, then, hips), state.swinging);
    if (i > first) most = std::max<double>(most, (kSwingSamples + 1) * std::abs(knee - before));
    before = knee;
  }
  return most;
}

bool is_clear(const Build& build, const Gait& gait, const Ground& ground, WalkState& state, bool is_smooth) {
  WalkState::Swing& swing = state.swing;
  swing.hurdle = swing.waits = swing.rests = 0;
  for (double& raise : swing.raise) raise = 0;
  for (float& aside : swing.aside) aside = 0;
  // On level ground the curves alone say it all; elsewhere the ankle's limits may let the toes hang lower.
  const Sole& other = state.feet[1 - state.swinging].plant;
  const auto is_level = [&](const Sole& sole) {
    return sole.point.y == other.point.y && rotate(sole.rotation, kUnitY).y > 1 - 1e-12;
  };
  const bool level = is_level(swing.from) && is_level(swing.to);
  bool edges = !is_smooth && is_over_edges(build, ground, state.feet[state.swinging].plant, swing.to);
  const bool paper = gait.style == Gait::Style::Paper;
  if (!level && !edges && !paper) return false;
  WalkState then = state;
  const double plain = clearance_of(build, gait, ground, nullptr, then, edges);
  // The paper's curve sets out at once, so that any edge is one for it.
  if (edges) swing.hurdle = paper ? 1 : std::max<double>(kLeastHurdle, ease((plain / build.scale() - 0.04) / 0.05));
  const bool usual = !paper && state.ahead > 0.6;
  return plain <= (usual ? kNearEnough * build.scale() : 0) && !edges && level;
}

namespace {

/// Away from what stands beside a swing, to the side of its way.
Vec3 away_from_edges(const Build& build, const Ground& ground, const WalkState::Swing& swing) {
  const Vec3 away = beside_of(build, ground, swing.from).away + beside_of(build, ground, swing.to).away;
  const Vec3 way{swing.to.point.x - swing.from.point.x, 0, swing.to.point.z - swing.from.point.z};
  const double far = std::max<double>(length(way), 0.1 * build.scale());
  return away - (dot(away, way) / (far * far)) * way;
}

}  // namespace

double set_clearance(const Build& build, const Gait& gait, const Ground& ground, std::span<const Course> courses,
                     WalkState& state) {
  WalkState::Swing& swing = state.swing;
  Look look(build, gait, ground, courses, state);
  if (gait.style == Gait::Style::Paper) {
    // A higher arc goes another way, so look again. Edges may need more than an arc can do.
    for (int round = 0; round < 4 && swing.hurdle <= 0; ++round) {
      bool edges = false;
      WalkState then = state;
      const double more = clearance_of(build, gait, ground, look.hips, then, edges);
      swing.lift = std::min<double>(swing.lift + more, 0.3 * build.scale());
    }
    return add_clearance(build, gait, ground, courses, state);
  }
  if (swing.hurdle <= 0) {
    raise_swing(look, strides(swing, build.scale()) ? 2 : 4);
    swing = look.state.swing;
    return look.left_in_ground;
  }
  Vec3 aside{};
  const auto timed = [&](const Timing& timing, int rounds) {
    look.state.swing = swing;
    look.state.swing.aside[0] = static_cast<float>(aside.x);
    look.state.swing.aside[1] = static_cast<float>(aside.z);
    look.state.swing.waits = timing.waits;
    look.state.swing.rests = timing.rests;
    return raise_swing(look, rounds);
  };
  constexpr Timing kTimings[] = {{0.1, 0},     {0, 0.15},    {0.16, 0.06}, {0.08, 0.15}, {0.06, 0.3},
                                 {0.16, 0.24}, {0.26, 0.06}, {0.26, 0.2},  {0.16, 0.12}, {0, 0.3}};
  const Vec3 away = away_from_edges(build, ground, swing);
  Timing best{};
  const auto search = [&](int rounds) {
    aside = {};
    best = {};
    double least = timed(best, rounds);
    for (const Timing& timing : kTimings) {
      const double rough = timed(timing, rounds);
      if (rough < least) least = rough, best = timing;
    }
    // Rather out of the way of what stands beside it than high up over it.
    if (length(away) <= 0.5) return;
    Vec3 best_aside{};
    for (const double far : {0.015, 0.03, 0.05, 0.08}) {
      aside = (far * build.scale()) * normalised(away);
      for (const Timing& timing : {best, Timing{}, Timing{0.1, 0}, Timing{0, 0.15}}) {
        const double rough = timed(timing, rounds);
        if (rough < least) least = rough, best = timing, best_aside = aside;
      }
    }
    aside = best_aside;
  };
  search(1);
  timed(best, 5);
  if (look.left_in_ground > 0.002 * build.scale()) {
    // That looked better than it is: once more, as the foot will really go.
    search(3);
    timed(best, 5);
  }
  swing = look.state.swing;
  return look.left_in_ground;
}

double add_clearance(const Build& build, const Gait& gait, const Ground& ground, std::span<const Course> courses,
                     WalkState& state) {
  Look look(build, gait, ground, courses, state);
  for (int round = 0; round < 4; ++round) {
    look.look();
    look.left_in_ground = look.deepest(kNone, 0);
    // Half the margin is enough: late in a swing more of it would take a steep way down.
    if (round == 3 || look.deepest(kNone, 0.5) <= 0 || look.first_raise >= kRaises) break;
    double more[kRaises];
    least_raise(look.task(round > 0), kNone, more);
    add_raises(more, build.scale(), look.state.swing);
  }
  state.swing = look.state.swing;
  return look.left_in_ground;
}

}  // namespace kine::walking
