#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/transform.h"
#include "kine/model/joint.h"

namespace kine {

/// A joint of a skeleton, by its place in it. Parents always have smaller indices than their children.
struct JointId {
  int index = -1;
  constexpr bool valid() const { return index >= 0; }
  friend constexpr bool operator==(JointId, JointId) = default;
};

/// No joint: the parent of a root, and the frame "world".
inline constexpr JointId kWorld{};

struct Pose;

namespace detail {
struct CompiledSkeleton;
}

/// What can move: a tree (or several) of joints, immutable after `build`. A robot arm is a skeleton too.
///
/// Three things are counted apart. *Values* are the numbers of a pose (a ball has four). *Axes* are the single motions
/// of all joints (a ball has three). *Freedoms* are what can be chosen independently: an axis whose value follows
/// another one shares that one's freedom. Speeds, Jacobian columns, weights and limits go by freedoms.
class Skeleton {
 public:
  /// Checks the description and makes a skeleton of it; the joints keep their order. Refused with a sentence: names
  /// that are empty or double, parents that are unknown or come later, numbers that are not finite, axes of length
  /// zero, scales of zero, limits in the wrong order, weights and speeds that are not positive, followers of followers;
  /// and numbers that are too large for their squares: joints more than 1e100 metres away, masses and limits beyond 1e100,
  /// scales that make 1e50 times as large together, factors of followers beyond 1e50 or below 1e-50.
  /// Axes are normalised, rest rotations too.
  static Result<Skeleton> build(std::span<const Joint> joints);

  int joint_count() const { return joint_count_; }
  int value_count() const { return value_count_; }
  int axis_count() const { return axis_count_; }
  int freedom_count() const { return static_cast<int>(freedoms_.size()); }

  /// The joint of that name. A name that is not there is a programmer's error; use `find` for names from outside.
  JointId joint(std::string_view name) const;
  /// The joint of that name, or a sentence that names the nearest one.
  Result<JointId> find(std::string_view name) const;

  const std::string& name(JointId id) const { return description(id).name; }
  JointKind kind(JointId id) const;
  JointId parent(JointId id) const;
  /// The joint as it was described (axes and rotations normalised).
  const Joint& description(JointId id) const;

  /// Where a joint's values start in a pose, and how many they are.
  int first_value(JointId id) const;
  int value_count(JointId id) const;
  /// Where a joint's axes start, and how many they are.
  int first_axis(JointId id) const;
  int axis_count(JointId id) const;
  /// True if an axis of a joint slides (metres), false if it turns (radians).
  bool slides(JointId id, int component = 0) const;

  /// True if `ancestor` is `id` or above it.
  bool is_above(JointId ancestor, JointId id) const;

  /// One independent motion, with the limits that its followers leave it.
  struct Freedom {
    JointId joint;      ///< whose axis it is
    int component = 0;  ///< which of that joint's axes
    int value = -1;     ///< its value in the pose; -1 for the axes of a ball and the turns of a free joint
    Range limits{};     ///< of that value; endless for the axes of a ball
    double max_speed = kInfinity;
    double weight = 1;
    bool fixed = false;
  };
  const Freedom& freedom(int index) const { return freedoms_[static_cast<std::size_t>(index)]; }
  std::span<const Freedom> freedoms() const { return freedoms_; }
  /// The freedom that moves an axis of a joint, its own or the one it follows.
  int freedom_of(JointId id, int component = 0) const;

  /// Every joint at rest: values 0 where the limits allow it, else the nearest limit; followers at their due; ball and
  /// free joints unturned or at the nearest allowed turn.
  Pose rest_pose() const;

  /// The bytes of scratch that any solve on this skeleton needs with up to 64 rows of goals, or six rows per joint if
  /// that is less (a reach has 3 rows, a place 6, a hold one per freedom; with FullBody and Hybrid a hold has none): the
  /// largest scratch_bytes_for_rows of all methods and settings. For `Scratch scratch(skeleton)`; where memory counts,
  /// or goals have more rows, ask the method: `Scratch scratch(scratch_bytes(skeleton, goals, method))`.
  std::size_t scratch_bytes() const;

  /// True if any rest transform has a scale other than 1.
  bool has_scale() const { return has_scale_; }
  /// True if any value follows another.
  bool has_followers() const { return has_followers_; }
  /// True if any value has a limit, or any ball.
  bool has_limits() const { return has_limits_; }
  /// True if any ball has a limit.
  bool has_limited_balls() const { return has_limited_balls_; }
  /// True if there is no scale and no follower, and the three turns of each ball and free joint share one weight and
  /// are all free or all fixed: what the quickest kernels ask for.
  bool is_simple() const { return is_simple_; }
  /// The longest way from a root to a joint along the bones at rest, metres: how large the figure is.
  double size() const { return size_; }
  /// The sum of all masses, kilograms.
  double mass() const { return mass_; }

  /// The form that kine's own loops read (kine/model/internal/compiled_skeleton.h); it says nothing to users.
  const detail::CompiledSkeleton& compiled() const { return *compiled_; }

 private:
  friend class SkeletonBuilder;
  Skeleton() = default;

  std::shared_ptr<const detail::CompiledSkeleton> compiled_;
  std::vector<Freedom> freedoms_;
  std::vector<Joint> descriptions_;
  struct Names;
  std::shared_ptr<const Names> names_;
  int joint_count_ = 0;
  int value_count_ = 0;
  int axis_count_ = 0;
  double mass_ = 0;
  double size_ = 0;
  bool has_scale_ = false;
  bool has_followers_ = false;
  bool has_limits_ = false;
  bool has_limited_balls_ = false;
  bool is_simple_ = true;
};

}  // namespace kine
