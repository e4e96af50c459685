#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/core/scratch.h"
#include "kine/motion/biped.h"
#include "kine/motion/bone_map.h"

namespace kine {

namespace detail {
class FigureBuilder;
struct FigureModel;
}  // namespace detail

/// Any figure on two legs made ready to walk: from motion capture, a game or a robot, with Y or Z up, facing any way,
/// at rest in any pose. It walks on a skeleton of its own, Y up and facing +Z, and each pose is then written into the
/// figure's.
///
///   const WalkingFigure who = *WalkingFigure::build(scene.skeleton, *find_bones(scene.skeleton, up), up);
///   Scratch scratch(who);
///   walk(who.body(), gait, ground, stick, dt, state, walk_pose, scratch);
///   who.write(walk_pose, pose, scratch);
///
/// Joints of a leg that have limits, or fewer angles than three, are taken over as they are, so that what walks is what
/// the figure can do. Balls and Euler joints without limits get the limits of people; their knee is a hinge. Trunk,
/// arms and head follow as far as their joints allow. A figure whose trunk and arms have no limits can reach for
/// objects too (reach_out(body(), …) before write()): its own hands are then on them. Refers to the figure's skeleton,
/// which must outlive it. It can be moved and not copied.
class WalkingFigure {
 public:
  /// `up` is a direction in the figure's world. Refused with a sentence: legs without knees or feet, a trunk that lies
  /// or toes that point to the side at rest where no joint can right them, no joint at or above the pelvis that is free
  /// to move, and what Biped::build refuses.
  static Result<WalkingFigure> build(const Skeleton& figure, const BoneMap& map, const Vec3& up);

  WalkingFigure(WalkingFigure&&) noexcept;
  WalkingFigure& operator=(WalkingFigure&&) noexcept;
  ~WalkingFigure();

  const Skeleton& figure() const;
  /// What walks, on a skeleton of its own.
  const Biped& body() const;
  /// What a Scratch for walk(), reach_out() and write() must hold.
  std::size_t scratch_bytes() const;

  /// The figure's pose when it stands.
  std::span<const double> standing() const;

  /// Turns directions and places of the world it walks in (Y up) into the figure's.
  const Quat& figure_from_walk() const;

  /// The figure's pose for one of body()'s. Allocates nothing.
  void write(std::span<const double> walk_pose, std::span<double> pose, Scratch& scratch) const;

  /// A point of a foot that stands on the ground.
  struct FootPoint {
    std::string name;       ///< of the figure's joint, or what a joint there should be called: FOOT_heel, FOOT_toe
    JointId joint{};        ///< the figure's joint that carries it
    Vec3 offset{};          ///< in that joint's frame; zero where the joint itself is the point
    bool is_joint = false;  ///< the figure has a joint at this point
  };
  /// 0 is the left foot, 1 the right one.
  const FootPoint& heel(int side) const;
  const FootPoint& toe(int side) const;

  /// A sentence each: what is missing or was guessed.
  const std::vector<std::string>& notes() const;

 private:
  friend class detail::FigureBuilder;
  explicit WalkingFigure(std::unique_ptr<const detail::FigureModel> model);

  std::unique_ptr<const detail::FigureModel> model_;
};

}  // namespace kine
