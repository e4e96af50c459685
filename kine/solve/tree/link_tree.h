#pragma once

#include <cstdint>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/quat.h"
#include "kine/model/limits.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"
#include "kine/solve/tree/progress.h"

namespace kine::detail {

/// How a link of a tree moves. Euler joints become hinges at one point, free joints three slides and a ball. An End is
/// the point of a goal: it does not move by itself.
enum class Motion : std::uint8_t { Ball, Hinge, Slide, End };

/// One moving part of a tree, with all that the heuristic methods need of it. Joints that do not move are folded into
/// the offset and rest of what hangs on them.
struct TreeLink {
  Quat value{};                      ///< its turn from rest; of a hinge, made from `amount`
  Quat world{};                      ///< how it is turned now
  Vec3 at{};                         ///< where it is now
  Vec3 offset{};                     ///< where it sits at rest, in the frame of the link above (the world, on top)
  Quat rest{};                       ///< above_from_link with its value at zero
  Vec3 axis{};                       ///< Hinge, Slide: in its own frame
  Vec3 share{1, 1, 1};               ///< how much of a turn it takes (0 to 1, by weight); a ball for each own axis
  double amount = 0;                 ///< Hinge, Slide: angle or distance
  Range limits{};                    ///< Hinge, Slide
  const BallLimits* ball = nullptr;  ///< Ball: its limits, if it has any
  double safe_swing = 0;             ///< Ball: inside its limits for sure if the cosine of half the swing is above this
  double safe_twist = 0;             ///< and the tangent of half the twist below this
  Quat kept{};                       ///< the best value so far
  double kept_amount = 0;
  int above = -1;                  ///< the link it hangs on; -1: the world
  int end = 0;                     ///< the links below it are those after it, up to this one
  int first_tip = 0, end_tip = 0;  ///< the tips below it
  int place = 0;                   ///< the first of its values in the pose
  int leader = -1;                 ///< the link whose amount it follows
  double factor = 1, addend = 0;   ///< amount = factor * leader's + addend
  Motion motion = Motion::Ball;
  bool plain_rest = false;  ///< the rest rotation is none
  bool whole = true;        ///< its share is one all round
  bool leads = false;       ///< another link follows it
  bool checked = false;     ///< Hinge, Slide: has limits

  /// Where it sits in the frame of the link above, its slide included.
  Vec3 seat() const { return motion == Motion::Slide ? offset + rotate(rest, axis * amount) : offset; }
};

/// A point that a goal is about.
struct TreeTip {
  const Goal* goal = nullptr;
  int number = 0;  ///< of its goal
  int link = 0;    ///< its End
  Vec3 wanted{};   ///< in the world
  Quat wanted_turn{};
  Vec3 aim{};  ///< where a round brings it: `wanted`, or beyond
  Vec3 at{};   ///< where it is now
  Quat turn{};
  double weight = 1;   ///< of its goal against the heaviest
  double reach = 0;    ///< the sum of the bone lengths that carry it
  Allowed allowed{};   ///< how far it may be missed
  ReachRange range{};  ///< where the bones that carry it let it be, seen from their base
  Vec3 base{};
  double distance = 0;       ///< of `wanted` from that base
  bool has_position = true;  ///< reach, place
  bool has_turn = false;     ///< place, orient

  /// Proved: `wanted` is beyond its reach.
  bool too_far() const { return range.too_far(distance, rounding()); }
  /// Proved: `wanted` is beyond its reach, or in the hollow that its longest bone leaves.
  bool hopeless() const { return range.excludes(distance, rounding()); }

 private:
  double rounding() const { return 1e-12 * reach; }  // what adding up bones may be off by, metres
};

/// The links that move the points of some goals, a parent always before its children and a subtree without gaps.
struct LinkTree {
  std::span<TreeLink> links{};
  std::span<TreeTip> tips{};
  std::span<bool> movable{};     ///< a flag a freedom: some link moves by it (internal/movable.h)
  double reach = 0;              ///< the longest of any tip
  bool has_followers = false;    ///< some link follows another one of the tree
  bool holds_followers = false;  ///< some joint is held that follows one which is not in the tree
  bool has_shares = false;       ///< some weight is less than the largest
  bool one_chain = false;        ///< a single tip
};

/// What a method can be asked for.
struct Abilities {
  bool place = false;
  bool orient = false;
  const char* refuses_kind;  ///< a sentence for a kind of goal that it cannot take
};

/// The bytes of scratch that a tree takes at the most.
std::size_t tree_bytes(const Skeleton& skeleton, const GoalSizes& sizes);

/// Why a problem cannot be taken, if it cannot.
Fault fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance, int max_iterations,
               std::span<const bool> movable, std::span<const double> pose, const Abilities& abilities);

/// Makes the tree, its values inside their limits and its frames made. `movable`: as in the methods' settings.
LinkTree make_tree(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance,
                   std::span<const bool> movable, std::span<const double> pose, Scratch& scratch);

/// Forward kinematics of all links, from the world down.
void place_links(LinkTree& tree);

/// Where one link is, from the link above it.
inline void place_link(std::span<const TreeLink> links, TreeLink& link) {
  static constexpr Quat kNoTurn{};
  static constexpr Vec3 kOrigin{};
  const bool top = link.above < 0;
  const TreeLink* above = top ? nullptr : &links[static_cast<std::size_t>(link.above)];
  const Quat& turn = top ? kNoTurn : above->world;
  const Vec3& at = top ? kOrigin : above->at;
  link.at = at + rotate(turn, link.seat());
  link.world = link.plain_rest ? turn * link.value : turn * (link.rest * link.value);
}

/// The shortest and longest distance of a link from the link above; they differ for slides only.
struct BoneLength {
  double least, most;
};
BoneLength bone_length(const TreeLink& link);

/// Makes every follower's amount from its leader's.
void follow_leaders(LinkTree& tree);

/// How far the goals are missed, in one number: weighted squares, lengths in reaches. Tips are read from their Ends.
double merit(LinkTree& tree);

/// True if every tip is where it should be, within tolerance.
bool all_reached(const LinkTree& tree);

void keep_values(LinkTree& tree);
void restore_values(LinkTree& tree);

/// Shakes the links: a small turn of each, by numbers that depend on `round` alone.
void shake(LinkTree& tree, int round, double size);

/// Starts to judge the rounds of a method; the values at the start are kept as the best ones.
Progress start(LinkTree& tree, int max_iterations, int shakes);

/// After a round, with all links placed: keeps the values if they are the best, and shakes them if that is due.
/// True if all goals are met.
bool judge(LinkTree& tree, Progress& progress);

/// Writes the links' values into the pose, makes it proper (internal/movable.h) and reports on it by forward
/// kinematics.
Report finish(const Skeleton& skeleton, LinkTree& tree, std::span<double> pose);

/// Moves a ball's value inside its limits; the trigonometry is left out where it is inside for sure.
/// True if it was moved.
bool clamp_ball(TreeLink& link);

}  // namespace kine::detail
