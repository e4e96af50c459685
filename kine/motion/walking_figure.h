#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kine/core/scratch.h"
#include "kine/motion/biped.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/bone_map.h"

namespace kine {

/// Any figure on two legs made ready to walk: from mocap, a game or a robot, with Y or Z up, facing any way, at rest in
/// any pose. It walks on a skeleton of its own, Y up and facing +Z, and each pose is then written into the figure's.
///
///   const WalkingFigure who = *WalkingFigure::build(scene.skeleton, *find_bones(scene.skeleton, up), up);
///   Scratch scratch(who);
///   walk(who.body(), gait, ground, stick, dt, state, walk_pose, scratch);
///   who.write(walk_pose, pose, scratch);
///
/// Joints of a leg that have limits, or fewer angles than three, are taken over as they are, so that what walks is what
/// the figure can do. Balls and Euler joints without limits get those of people: a knee is a hinge. Trunk, arms and
/// head follow as far as their joints allow. Where trunk and arms turn any way, it reaches for objects too
/// (reach_out(body(), …) before write()), and its own hands are then on them. Refers to the figure's skeleton, which
/// must outlive it.
class WalkingFigure {
 public:
  /// `up` is a direction in the figure's world. Refused with a sentence: legs without knees or feet, no joint at or
  /// above the pelvis that is free to move, and what Biped::build refuses.
  static Result<WalkingFigure> build(const Skeleton& figure, const BoneMap& map, const Vec3& up);

  const Skeleton& figure() const { return *figure_; }
  /// What walks, on a skeleton of its own.
  const Biped& body() const { return *body_; }
  std::size_t scratch_bytes() const;

  /// The figure's pose when it stands.
  std::span<const double> standing() const { return standing_; }

  /// Turns directions and places of the world it walks in (Y up) into the figure's.
  const Quat& figure_from_walk() const { return figure_from_walk_; }

  /// The figure's pose for one of body()'s. Allocates nothing.
  void write(std::span<const double> walk_pose, std::span<double> pose, Scratch& scratch) const;

  /// A point of a foot that stands on the ground.
  struct FootPoint {
    std::string name;       ///< of the figure's joint, or what a joint there should be called: FOOT_heel, FOOT_toe
    JointId joint{};        ///< of the figure, that carries it
    Vec3 offset{};          ///< in that joint's frame; none where the joint is there itself
    bool is_joint = false;  ///< the figure has a joint there
  };
  const FootPoint& heel(int side) const { return heels_[static_cast<std::size_t>(side)]; }
  const FootPoint& toe(int side) const { return toes_[static_cast<std::size_t>(side)]; }

  /// A sentence each: what is missing or was guessed.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  friend class FigureBuilder;
  WalkingFigure() = default;

  /// A part of the figure that follows one of the walking skeleton's joints.
  struct Part {
    SegmentTurn turn{};
    JointId source = kWorld;  ///< whose turn it takes
    double share = 1;         ///< how much of it, from the pelvis' on
    int parent = -1;          ///< the part it hangs on; -1: the pelvis
    Quat base{};              ///< from that part's last joint to what this one hangs on
    Quat standing{};          ///< world_from_joint when it stands
    bool is_copied = false;   ///< `source` is the same joint: its values are copied
  };
  /// Values that are the same in both.
  struct Copied {
    int from = 0, to = 0, count = 0;
  };

  void write_root(const Transform& pelvis, std::span<double> pose) const;

  const Skeleton* figure_ = nullptr;
  std::unique_ptr<Skeleton> walker_;
  std::unique_ptr<Biped> body_;
  std::vector<double> standing_;
  Quat figure_from_walk_{};
  std::vector<Part> parts_;
  std::vector<Copied> copied_;
  Quat standing_pelvis_{};
  JointId pelvis_ = kWorld, root_ = kWorld;
  Transform pelvis_from_root_{};
  Transform above_root_{};  ///< what the root hangs on, and its rest
  Mat3 shift_from_world_{};
  std::array<FootPoint, 2> heels_{}, toes_{};
  std::vector<std::string> notes_;
};

}  // namespace kine
