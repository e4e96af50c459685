#pragma once

#include <span>

#include "kine/solve/two_bone.h"

namespace kine::detail {

/// One limb of a skeleton that reaches for one point.
class TwoBoneSolver {
 public:
  /// `pose` is inside its limits. `trial` and `best` are room for two more poses.
  TwoBoneSolver(const Skeleton& skeleton, const TwoBoneJoints& joints, const TwoBone& method, std::span<double> pose,
                std::span<double> trial, std::span<double> best);

  /// Brings the point of the limb, which is below the mid joint, as near to the target (in the world) as it can. The
  /// best pose found is then in `pose`. `good` is the error in metres from which on nothing better is looked for.
  void reach(const PointOnJoint& point, const Vec3& target_in_world, double good);

  int tries() const { return tries_; }
  /// Between the point and where it was to go, metres: the target, or what of it is in reach or left by softening.
  double error() const { return error_; }
  /// The target is within reach, limits apart.
  bool in_reach() const { return in_reach_; }
  /// Adds what stood in the way.
  void name_blockers(Report& report) const;

 private:
  /// How the lower bone turns about the axis of one component of the mid joint: the tip, seen from the root joint in
  /// its frame, is upper + exp(axis angle) lower.
  struct Bend {
    int component;
    Vec3 axis, lower;               ///< in the root joint's frame; `lower` at angle zero
    double upper_size, lower_size;  ///< of the parts perpendicular to the axis
    double along;                   ///< the tip's distance along the axis, which does not change
    double straight;                ///< the angle at which the limb is straight
  };
  /// A bend that came to a limit.
  struct Stop {
    bool stopped = false;
    int component = 0;
    double at = 0, gain = 0, relax = 0;
  };

  void measure_limb();
  Bend bend_about(int component) const;
  double distance_at(const Bend& bend, double angle) const;
  bool prefers_positive(const Bend& bend) const;
  void try_bend(const Bend& bend, bool flip);
  bool try_every_way(const Vec3& bend_axis);
  Vec3 hint_for_straight() const;
  void aim_root(const Vec3& axis);
  void turn_root_hinge(const Vec3& tip);
  Quat root_rotation(const Vec3& tip, const Vec3& axis, double swivel) const;
  Vec3 mid_side(const Vec3& tip, const Vec3& axis) const;
  bool try_swivel(const Vec3& tip, const Vec3& axis, double swivel);
  void search_swivel(const Vec3& tip, const Vec3& axis);
  Vec3 trial_tip() const;
  void restore(JointId joint);
  bool keep_if_better();

  const Skeleton& skeleton_;
  const TwoBoneJoints joints_;
  const TwoBone& method_;
  std::span<double> pose_, trial_, best_;

  PointOnJoint point_{};
  Vec3 wanted_{};        // where the point is to go, in the world
  double distance_ = 0;  // from the root to there
  double good_ = 0;
  Transform root_{};        // world_from_root at the start
  Quat root_above_{};       // the same with the root's own turn taken out
  Quat root_from_mid_{};    // at the start
  Quat mid_above_{};        // the same with the mid joint's own turn taken out
  Vec3 upper_{}, lower_{};  // the bones, in the frames of root and mid
  Vec3 tip_{};              // at the start, from the root, in its frame
  double trial_error_ = 0, error_ = kInfinity;
  Stop trial_stop_{}, stop_{};
  bool root_met_ = true, best_root_met_ = true;
  bool in_reach_ = true;
  int tries_ = 0;
};

}  // namespace kine::detail
