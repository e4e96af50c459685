#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/file_access.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"

namespace kine {

/// What a problem set is about. Each is a plain text: `#` starts a comment line, numbers are apart by blanks.
///
/// kind    | first line   | then
/// Arm     | IKSET 1      | `robot NAME joints n problems N ...`; one line per joint, base to tip: `joint NAME R|P x y z
///         |              | qx qy qz qw  ax ay az  lower upper`; `tip x y z qx qy qz qw`; one line per problem: `p x y z
///         |              | qx qy qz qw  q_cold[n]  q_warm[n]`
/// TwoBone | TWOBONESET 1 | `problems K`; one line per problem: `reachable  p(3) q(4)  l1 l2  beta  target(3)  pole(3)`
/// Chain   | CHAINSET 1   | `links N problems K`; one line per problem: `target(3)`, then a rotation vector a link
/// Track   | TRACKSET 1   | `links N frames K`; `start`, then a rotation vector a link; one line per frame: `target(3)`
/// Body    | BODYSET 1    | `segments S effectors E problems K`; one line per segment: `segment NAME parent x y z`;
///         |              | `effectors NAME...`; one line per problem: a target for each effector
enum class ProblemKind : std::uint8_t { Arm, TwoBone, Chain, Track, Body };

/// A limb of two bones, each along its joint's +X, and where its end should be.
struct TwoBoneProblem {
  bool reachable = true;
  Transform world_from_root{};  ///< where the root joint is and how it starts
  double upper = 0, lower = 0;  ///< bone lengths
  double bend = 0;              ///< the mid joint's start: a turn about its +Z
  Vec3 target{};                ///< in the world
  Vec3 pole{};                  ///< the direction in the world that the mid joint must point to, unit
};

/// Problems to solve, ready for use.
///
/// Arm: a hinge or slider a joint, and the tip as a fixed joint. Chain and Track: `link_0` ... each a ball along +X,
/// 1/N long, and a fixed `tip`. Body: a ball a segment, and a fixed joint `NAME end` at the far end of each effector.
struct ProblemSet {
  ProblemKind kind = ProblemKind::Chain;
  std::size_t count = 0;                    ///< how many problems (or frames)
  std::vector<Skeleton> skeleton{};         ///< one; none for TwoBone, whose bones differ: see two_bone_skeleton
  std::vector<JointId> tips{};              ///< what has a target: one joint, or one per effector
  std::vector<Transform> targets{};         ///< problem after problem, one per tip; turned only for Arm
  std::vector<double> starts{};             ///< poses, problem after problem, or one for all. Arm: the cold seeds
  std::vector<double> warm_starts{};        ///< Arm: the warm seeds
  std::vector<TwoBoneProblem> two_bones{};  ///< TwoBone only

  std::span<const Transform> targets_of(std::size_t problem) const {
    return std::span(targets).subspan(problem * tips.size(), tips.size());
  }
  std::span<const double> start_of(std::size_t problem) const { return pose_of(starts, problem); }
  std::span<const double> warm_start_of(std::size_t problem) const { return pose_of(warm_starts, problem); }

 private:
  std::span<const double> pose_of(std::span<const double> poses, std::size_t problem) const {
    const auto size = static_cast<std::size_t>(skeleton.front().value_count());
    return poses.subspan(poses.size() == size ? 0 : problem * size, size);
  }
};

/// No set may ask for more joints, links or segments than that: a short file must not fill the memory.
inline constexpr int kMaxProblemJoints = 10000;

/// Reads a set from its text. Any bytes are safe; a set that is not right is refused whole, with a sentence that names
/// `name` and the line. Rotations and axes are normalised.
Result<ProblemSet> parse_problem_set(std::string_view text, std::string_view name);

/// The same from a file.
Result<ProblemSet> read_problem_set(const std::string& path, const FileAccess& access = {});

/// The limb of a two-bone problem: balls `root` and `mid`, and a fixed `end`. Its pose is the root's rotation in the
/// world, then the mid joint's relative to it.
Result<Skeleton> two_bone_skeleton(const TwoBoneProblem& problem);

}  // namespace kine
