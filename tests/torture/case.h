#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kine/model/joint.h"
#include "kine/model/skeleton.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/goal.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"
#include "kine/solve/velocity.h"

/// One solve as plain values: what it is made of can be drawn at random, made smaller and printed.
namespace kine::torture {

/// A joint with all that belongs to it, so that it can be taken out as a whole.
struct CaseJoint {
  Joint joint{};
  std::array<double, 7> start{};    ///< its values in the pose that the solve starts from
  std::array<double, 7> witness{};  ///< its values in a pose that meets the goals, if there is one (Case::has_witness)
  std::array<double, 7> posture{};  ///< its values in the posture of hold goals and of Jacobian::posture
  std::array<double, 6> hold_weights{1, 1, 1, 1, 1, 1};  ///< a weight an axis, see Case::weighs_holds
  std::array<double, 6> speeds{};                        ///< Velocity: what fixed axes move at
  std::array<bool, 6> locked{};                          ///< an axis that the settings of the method do not let move
};

using Method = std::variant<Jacobian, FullBody, Hybrid, Ccd, Fabrik, Shake, TwoBone, Velocity, Global>;

struct Case {
  std::vector<CaseJoint> joints{};
  std::vector<Goal> goals{};                      ///< their spans are empty: Problem fills them
  std::vector<VelocityConstraint> constraints{};  ///< Velocity takes these instead
  Method method{};                                ///< its spans are empty: Problem fills them
  bool has_witness = false;
  bool weighs_holds = false;  ///< hold goals have a weight a freedom
  bool is_masked = false;     ///< the method gets `locked` as its `movable` (Velocity: as its `fixed`)
  bool near_posture = false;  ///< Jacobian: with a posture
};

/// How many values and axes a joint of this description has.
int value_count_of(const Joint& joint);
int axis_count_of(const Joint& joint);

std::string_view name_of(const Method& method);

/// None: Velocity.
const Tolerance* tolerance_of(const Method& method);

/// A case made ready for a call of the library: the skeleton, and memory behind every span.
class Problem {
 public:
  /// Fails where the description is no skeleton.
  static std::optional<Problem> make(const Case& source);

  const Skeleton& skeleton() const { return *skeleton_; }
  const std::vector<Goal>& goals() const { return goals_; }
  const Method& method() const { return method_; }
  const std::vector<VelocityConstraint>& constraints() const { return constraints_; }
  const std::vector<double>& start() const { return start_; }
  const std::vector<double>& speeds() const { return speeds_; }

 private:
  std::optional<Skeleton> skeleton_;
  std::vector<double> start_, posture_, hold_weights_, speeds_;
  std::unique_ptr<bool[]> movable_;
  std::vector<int> fixed_;
  std::vector<Goal> goals_;
  std::vector<VelocityConstraint> constraints_;
  Method method_{};
};

/// Which numbers are drawn.
enum class Numbers : std::uint8_t {
  Ordinary,
  Absurd,  ///< now and then 1e-300 … 1e300, zero, NaN, infinite, INT_MAX
};

/// Case `number` of a seed: a skeleton with goals, once for each method. Always the same for the same arguments.
std::vector<Case> random_cases(std::uint64_t seed, std::uint64_t number, Numbers numbers);

/// The same of arms with structure (kine/solve/global.h), for Global and one other method.
std::vector<Case> random_arms(std::uint64_t seed, std::uint64_t number, Numbers numbers);

}  // namespace kine::torture
