#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/model/skeleton.h"
#include "kine/motion/body/arm.h"
#include "kine/motion/body/hinge_leg.h"
#include "kine/motion/walk/walk_plan.h"

namespace kine {

/// Which joints of a skeleton are which parts of a body, by name. The defaults are those of our own figure. Of the
/// trunk, any number of joints may lie between pelvis and chest; what is named empty is not there: hands are never
/// needed, nor is a head, nor toes.
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

/// What the joints of a figure do not show, for those who know it better: see WalkingFigure. All of it as the body
/// stands, Y up and facing +Z.
struct BipedMarks {
  std::array<Vec3, 2> hips{};   ///< what the legs turn about, in the world
  std::array<Quat, 2> feet{};   ///< world_from_foot when the foot is flat and points ahead
  std::array<Vec3, 2> ankle{};  ///< what the foot's shape is told from, in the foot's frame
  std::array<double, 2> toe_sign{};
  walking::FootShape shape{};
  double slack = 0;  ///< radians that hips and ankles can do more than is planned for
  /// Hinges of the two hips that move together, the right one by factor * left + offset; empty where there are none.
  std::array<std::string, 2> shared_hip{};
  double shared_factor = 1, shared_offset = 0;
};

/// A skeleton made ready to walk: which joint is what, its lengths, and how each joint's frame is turned when the body
/// stands upright, Y up, and faces +Z. Everything is asked for in the axes of the body and carried over by those
/// turns, so the skeleton's own frames may lie as they like. Refers to its skeleton, which must outlive it.
class Biped {
 public:
  static constexpr int kMaxSpine = 8;
  /// A leg has at most so many joint values from the hip to the toes.
  static constexpr int kMaxLegValues = WalkState::kMaxLegValues;

  /// A joint that is turned as part of the body.
  struct Segment {
    JointId joint = kWorld;
    Quat standing{};         ///< world_from_joint when it stands
    Quat standing_parent{};  ///< the same of the joint it hangs on
    bool valid() const { return joint.valid(); }
  };

  struct Leg {
    JointId thigh = kWorld, shank = kWorld, foot = kWorld, toes = kWorld;
    Quat standing_foot{};        ///< world_from_foot when it stands
    double toe_sign = 1;         ///< the toes' value for each radian that they bend up; 0: they do not bend
    int first_value = 0;         ///< of the leg's values in the pose,
    int value_count = 0;         ///< which lie side by side
    Vec3 ankle_in_shank{};       ///< where the foot's joint is, in the shank's frame
    Vec3 ankle{};                ///< what the foot's shape is told from, in the foot's frame
    int rotation_value = -1;     ///< the value that turns the thigh about itself; -1: none does so alone
    walking::HingeLeg hinges{};  ///< for quick solves, if it is such a leg
  };

  /// Hinges of the hips that move together.
  struct SharedHip {
    std::array<JointId, 2> joints{kWorld, kWorld};
    double factor = 1, offset = 0;  ///< right = factor * left + offset
    Range limits{};                 ///< of the left one, with what the right one leaves it
    bool valid() const { return joints[0].valid(); }
  };

  /// `standing` is a pose in which the body stands upright, faces +Z and has its arms hanging. Refused with a sentence:
  /// names that are not there, a pelvis that is not free to move, legs that differ by more than a twentieth, that
  /// have too many values or whose joints do not lie side by side in the skeleton, limbs without length, scales.
  /// `marks`: what is measured here by the joints otherwise.
  static Result<Biped> build(const Skeleton& skeleton, std::span<const double> standing, const BipedNames& names = {},
                             const BipedMarks* marks = nullptr);

  const Skeleton& skeleton() const { return *skeleton_; }
  const walking::Build& lengths() const { return lengths_; }
  std::size_t scratch_bytes() const;

  const Segment& pelvis() const { return pelvis_; }
  std::span<const Segment> spine() const { return {spine_.data(), static_cast<std::size_t>(spine_count_)}; }
  /// The last of the spine, or the pelvis: what carries head and arms.
  const Segment& chest() const { return spine_count_ > 0 ? spine().back() : pelvis_; }
  const Segment& head() const { return head_; }
  const Segment& upper_arm(int side) const { return upper_arm_[static_cast<std::size_t>(side)]; }
  const Segment& forearm(int side) const { return forearm_[static_cast<std::size_t>(side)]; }
  /// Where the legs cannot be solved one by one.
  const SharedHip& shared_hip() const { return shared_hip_; }
  /// For reaching out; its `fault` says why a figure cannot.
  const walking::Arm& arm(int side) const { return arms_[static_cast<std::size_t>(side)]; }
  const Leg& leg(int side) const { return legs_[static_cast<std::size_t>(side)]; }

  /// The whole standing pose.
  std::span<const double> standing() const { return standing_; }
  /// A leg's values when it stands.
  std::span<const double> standing_leg(int side) const { return standing_legs_[static_cast<std::size_t>(side)]; }

  /// From the middle between the hips to the pelvis' origin, in the axes of the body.
  const Vec3& hips_to_pelvis() const { return hips_to_pelvis_; }

 private:
  Biped() = default;
  friend class BipedBuilder;

  const Skeleton* skeleton_ = nullptr;
  walking::Build lengths_{};
  Segment pelvis_{}, head_{};
  std::array<Segment, kMaxSpine> spine_{};
  int spine_count_ = 0;
  std::array<Segment, 2> upper_arm_{}, forearm_{};
  std::array<walking::Arm, 2> arms_{};
  std::array<Leg, 2> legs_{};
  SharedHip shared_hip_{};
  Vec3 hips_to_pelvis_{};
  std::vector<double> standing_;
  std::array<std::array<double, kMaxLegValues>, 2> standing_legs_{};
};

}  // namespace kine
