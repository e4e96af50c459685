#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "kine/motion/biped.h"
#include "kine/motion/body/hinge_leg.h"
#include "kine/motion/body/reaching_arm.h"
#include "kine/motion/walk/walk_memory.h"

namespace kine::detail {

/// What the joints of a figure do not show, for those who know it better: see WalkingFigure. All of it as the body
/// stands, Y up and facing +Z.
struct BipedMarks {
  std::array<Vec3, 2> hips{};  ///< what the legs turn about, in the world
  std::array<Quat, 2> feet{};  ///< world_from_foot when the foot is flat and points ahead
  std::array<double, 2> toe_sign{};
  std::array<FootShape, 2> shapes{};
  double slack = 0;  ///< radians that hips and ankles can do more than is planned for
  /// Hinges of the two hips that move together, the right one by factor * left + offset; empty where there are none.
  std::array<std::string, 2> shared_hip{};
  double shared_factor = 1, shared_offset = 0;
};

/// A joint that is turned as a segment of the body.
struct BodySegment {
  JointId joint = kWorld;
  Quat standing{};         ///< world_from_joint when it stands
  Quat standing_parent{};  ///< the same of the joint it hangs on
  bool valid() const { return joint.valid(); }
};

struct BipedLeg {
  JointId thigh = kWorld, shank = kWorld, foot = kWorld, toes = kWorld;
  Quat standing_foot{};     ///< world_from_foot when it stands
  double toe_sign = 1;      ///< the toes' value for each radian that they bend up; 0: they do not bend
  int first_value = 0;      ///< of the leg's values in the pose,
  int value_count = 0;      ///< which lie side by side
  Vec3 ankle_in_shank{};    ///< where the foot's joint is, in the shank's frame
  int rotation_value = -1;  ///< the value that turns the thigh about itself; -1: none does so alone
  HingeLeg hinges{};        ///< for quick solves, if it is such a leg
};

/// Hinges of the hips that move together.
struct SharedHip {
  std::array<JointId, 2> joints{kWorld, kWorld};
  double factor = 1, offset = 0;  ///< right = factor * left + offset
  Range limits{};                 ///< of the left one, with what the right one leaves it
  bool valid() const { return joints[0].valid(); }
};

/// What a Biped knows of its skeleton. Turns are asked for in the axes of the body and carried over to the joints by
/// how they stand.
class BipedModel {
 public:
  static constexpr int kMaxSpine = 8;
  /// A leg has at most so many joint values from the hip to the toes.
  static constexpr int kMaxLegValues = WalkMemory::kMaxLegValues;

  /// See Biped::build. `marks`: what is measured here by the joints otherwise; may be null.
  static Result<Biped> build(const Skeleton& skeleton, std::span<const double> standing, const BipedNames& names,
                             const BipedMarks* marks);

  const Skeleton& skeleton() const { return *skeleton_; }
  const BipedMeasures& measures() const { return measures_; }
  std::size_t scratch_bytes() const;

  const BodySegment& pelvis() const { return pelvis_; }
  std::span<const BodySegment> spine() const { return {spine_.data(), static_cast<std::size_t>(spine_count_)}; }
  /// The last of the spine, or the pelvis: what carries head and arms.
  const BodySegment& chest() const { return spine_count_ > 0 ? spine().back() : pelvis_; }
  const BodySegment& head() const { return head_; }
  const BodySegment& upper_arm(int side) const { return upper_arm_[static_cast<std::size_t>(side)]; }
  const BodySegment& forearm(int side) const { return forearm_[static_cast<std::size_t>(side)]; }
  /// Where the legs cannot be solved one by one.
  const SharedHip& shared_hip() const { return shared_hip_; }
  /// For reaching out; its `fault` says why a figure cannot.
  const ReachingArm& arm(int side) const { return arms_[static_cast<std::size_t>(side)]; }
  const BipedLeg& leg(int side) const { return legs_[static_cast<std::size_t>(side)]; }

  std::span<const double> standing() const { return standing_; }
  /// A leg's values when it stands.
  std::span<const double> standing_leg(int side) const { return standing_legs_[static_cast<std::size_t>(side)]; }

  /// From the middle between the hips to the pelvis' origin, in the axes of the body.
  const Vec3& hips_to_pelvis() const { return hips_to_pelvis_; }

 private:
  friend class BipedBuilder;

  const Skeleton* skeleton_ = nullptr;
  BipedMeasures measures_{};
  BodySegment pelvis_{}, head_{};
  std::array<BodySegment, kMaxSpine> spine_{};
  int spine_count_ = 0;
  std::array<BodySegment, 2> upper_arm_{}, forearm_{};
  std::array<ReachingArm, 2> arms_{};
  std::array<BipedLeg, 2> legs_{};
  SharedHip shared_hip_{};
  Vec3 hips_to_pelvis_{};
  std::vector<double> standing_;
  std::array<std::array<double, kMaxLegValues>, 2> standing_legs_{};
};

}  // namespace kine::detail
