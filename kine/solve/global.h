#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Which pose is wanted where there are several.
enum class Choice : std::uint8_t {
  Quick,          ///< the first that is found, looking outwards from the seed
  Nearest,        ///< the one nearest to the seed (see distance of ArmSolution)
  Posture,        ///< the one nearest to Global::posture
  FarFromLimits,  ///< the one whose worst joint is farthest from its limits, as a part of its range
  Manipulable,    ///< the one with the largest Yoshikawa manipulability, sqrt(det(J J^T))
};

/// One arm from any seed: a pose inside the limits wherever there is one, however far from where the solve starts.
///
/// Takes one place (6 rows), one reach (3 rows), or a reach and an aim of the same point, whose target then says where the
/// axis points while the tool may spin about it (5 rows). Moves hinges, sliders and Euler joints, with followers and
/// locks. Refused with a sentence: other goals, bounds, fades, balls that may move, scales, and frames that are not above the
/// goal's joint.
///
/// Arms of six or seven hinges whose axes lie well (docs/solvers/global.md) are solved in closed form. Of seven, one is
/// searched: choices other than Quick then look at values 0.35 rad apart and between them around the best. All other
/// arms are solved by descents from many starts, of which a choice takes the best.
struct Global {
  static constexpr int kMostStarts = 1'000'000;  ///< nothing else would bound the time

  Tolerance tolerance{};
  Choice choice = Choice::Quick;
  int max_starts = 400;   ///< descents from other poses, at the most, 0 to kMostStarts
  JointId from = kWorld;  ///< the first joint that may move; kWorld: all may
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
  std::span<const double> posture{};  ///< Choice::Posture: a pose of the skeleton; the caller keeps it alive
  /// solutions(): poses that are whole turns apart count each, as far as limits hold them; joints without limits are left
  /// as they are. Else only the one nearest to the seed counts.
  bool turns = false;
};

/// One of all poses of an arm.
struct ArmSolution {
  int branch = -1;  ///< which roots of the closed form were taken; -1 without structure
  Range
      interval{};  ///< of the locked joint (ArmStructure): this branch reaches with all values between; else all numbers
  double distance = 0;  ///< to the seed: sqrt(sum of change^2 / weight), radians, and reaches for sliders
};

/// All poses of an arm, nearest to the seed first. Its memory is made once.
class ArmSolutions {
 public:
  ArmSolutions(const Skeleton& skeleton, int most);

  int count() const { return count_; }
  int capacity() const { return static_cast<int>(solutions_.size()); }
  const ArmSolution& operator[](int i) const { return solutions_[static_cast<std::size_t>(i)]; }
  /// A pose of the skeleton; what the arm does not move is as in the seed.
  std::span<const double> pose(int i) const {
    return std::span(values_).subspan(static_cast<std::size_t>(i) * width_, width_);
  }
  /// True if these are proved to be all: six hinges with exact structure, or seven, whose locked joint is looked at 0.01 rad
  /// apart and between where a branch comes near its limits. False too where there is no room for more.
  bool complete() const { return complete_; }
  /// True if the arm can move through some of these poses while its tip stays: then they are samples of infinitely many, or,
  /// of seven joints with structure, one for each interval.
  bool redundant() const { return redundant_; }

  void clear();
  /// Adds a pose where its distance puts it, unless it is full or has it within 1e-6 rad.
  void add(const ArmSolution& solution, std::span<const double> pose);
  void set_redundant() { redundant_ = true; }
  void set_complete(bool complete) { complete_ = complete && !overflowed_; }
  /// Says that there are more than were added.
  void set_overflowed() { overflowed_ = true; }

 private:
  std::vector<ArmSolution> solutions_;
  std::vector<double> values_;
  std::size_t width_;
  int count_ = 0;
  bool complete_ = false, overflowed_ = false, redundant_ = false;
};

/// What closed form there is for the arm that carries a joint.
struct ArmStructure {
  enum class Family : std::uint8_t {
    None,      ///< descents only
    Wrist,     ///< three axes meet at one end
    Parallel,  ///< three axes in the middle are parallel
  };
  Family family = Family::None;
  bool exact = false;       ///< within 1e-6, radians or of the arm's size; else good for poses to start from (1 %)
  bool at_base = false;     ///< it lies at the other end: seen from the tip
  bool quartic = false;     ///< roots of a quartic, else square roots
  JointId locked = kWorld;  ///< of seven joints: the one that is searched
};

/// The structure as words: "three axes meet at the tip; joint7 is searched".
std::string sentence(const Skeleton& skeleton, const ArmStructure& structure);

/// A branch (ArmSolution::branch) as words: "shoulder 1, elbow 2, wrist 1". Branches of one number differ where the others
/// do not; which of two is the upper one depends on the arm and on where it stands. Empty without structure.
std::string branch_name(const ArmStructure& structure, int branch);

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method);
/// The most that a solve takes with any goals of so many rows: for goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Global& method);

/// Solves from the given pose and writes the best one seen, inside its limits. Bounded, deterministic, no allocation.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method, std::span<double> pose,
             Scratch& scratch);

/// Finds all poses inside the limits and puts them into `all`: each once however many whole turns it could be apart, unless
/// `turns` is asked for. The choice does not count. Without structure they are what `max_starts` descents find. The report is that of the first
/// one, or of the best pose there is. Nothing is allocated.
Report solutions(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method,
                 std::span<const double> seed, ArmSolutions& all, Scratch& scratch);

/// The bytes of scratch that it takes: with less, it is BadInput.
std::size_t solutions_scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method);

/// What Global sees in the arm that carries a joint; allocates.
ArmStructure arm_structure(const Skeleton& skeleton, JointId tip, const Global& method = {});

}  // namespace kine
