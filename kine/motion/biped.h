#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/model/skeleton.h"
#include "kine/motion/foot.h"
#include "kine/motion/gait.h"

namespace kine {

class Biped;
namespace detail {
class BipedModel;
const BipedModel& model_of(const Biped& body);
}  // namespace detail

/// The names of the joints that make a body. The defaults are those of our own figure. Any number of joints may lie
/// between pelvis and chest. An empty name means that the figure has no such joint: hands are never needed, nor is a
/// head, nor toes.
struct BipedNames {
  std::string pelvis = "pelvis";
  std::vector<std::string> spine = {"abdomen", "chest"};  ///< from the pelvis up; the last one carries the arms
  std::string head = "head";
  std::array<std::string, 2> upper_arm = {"left_upper_arm", "right_upper_arm"};
  std::array<std::string, 2> forearm = {"left_forearm", "right_forearm"};
  std::array<std::string, 2> thigh = {"left_thigh", "right_thigh"};
  std::array<std::string, 2> shank = {"left_shank", "right_shank"};
  std::array<std::string, 2> foot = {"left_foot", "right_foot"};
  std::array<std::string, 2> toes = {"left_toes", "right_toes"};
  std::array<std::string, 2> heel = {"left_heel", "right_heel"};
  std::array<std::string, 2> toe_tip = {"left_toe_tip", "right_toe_tip"};
};

/// A leg as a walk is planned by it: its lengths and how far it can move. Angles are measured from the standing pose.
struct LegMeasures {
  double length = 0.87;      ///< hip to ankle with a straight knee, metres
  double thigh = 0.44;       ///< metres
  double shank = 0.43;       ///< metres
  double least = 0.28;       ///< hip to ankle with the knee bent as far as it goes, metres
  double ankle_down = 0.87;  ///< how far the foot bends down against the shank, radians
  double ankle_up = 0.349;   ///< how far it bends up, radians
  double ankle_side = 0.43;  ///< how far it tilts to either side, radians
  double hip_back = 0.349;   ///< how far the thigh goes back, radians
  double hip_in = 0.52;      ///< inwards, radians
  double hip_out = 0.78;     ///< outwards, radians
  double hip_turn = 0.78;    ///< and how far it turns about itself, radians
  FootShape foot{};
};

/// What a walk is planned by. Legs go by side: 0 is the left one, 1 the right one.
struct BipedMeasures {
  LegMeasures legs[2]{};
  double hip_half = 0.09;  ///< from the middle of the pelvis to a hip, metres
  double oblique = 0;  ///< how the pelvis stands, radians: + the left hip higher, so that its longer leg bends alike

  /// How long its shorter leg is, metres.
  double leg() const { return legs[1].length < legs[0].length ? legs[1].length : legs[0].length; }
  /// How large the body is against the one that gaits are written for.
  double scale() const { return leg() / Gait::kLeg; }
};

/// The joints of a leg. `toes` is kWorld where there are none.
struct BipedLegJoints {
  JointId thigh = kWorld, shank = kWorld, foot = kWorld, toes = kWorld;
};

/// A skeleton made ready to walk: which joint is what, its lengths, and how each joint's frame is turned when the body
/// stands upright, Y up, and faces +Z. The frames of the skeleton itself may be turned in any way. Refers to its
/// skeleton, which must outlive it. It can be moved and not copied.
class Biped {
 public:
  /// `standing` is a pose in which the body stands upright, faces +Z and has its arms hanging. Refused with a sentence:
  /// names that are not there, a pelvis that is not free to move, legs that differ in length by more than a twentieth,
  /// that have too many values or whose joints do not lie side by side in the skeleton, limbs without length, scales.
  static Result<Biped> build(const Skeleton& skeleton, std::span<const double> standing, const BipedNames& names = {});

  Biped(Biped&&) noexcept;
  Biped& operator=(Biped&&) noexcept;
  ~Biped();

  const Skeleton& skeleton() const;
  const BipedMeasures& measures() const;
  /// The whole standing pose.
  std::span<const double> standing() const;
  JointId pelvis() const;
  /// 0 is the left leg, 1 the right one.
  BipedLegJoints leg(int side) const;
  /// What a Scratch for walk() and reach_out() must hold.
  std::size_t scratch_bytes() const;

 private:
  friend class detail::BipedModel;
  friend const detail::BipedModel& detail::model_of(const Biped& body);
  explicit Biped(std::unique_ptr<const detail::BipedModel> model);

  std::unique_ptr<const detail::BipedModel> model_;
};

}  // namespace kine
