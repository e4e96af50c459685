#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "kine/core/result.h"
#include "kine/kinematics/frames.h"
#include "kine/math/mat3.h"
#include "kine/math/quat.h"
#include "kine/math/transform.h"
#include "kine/math/vec3.h"
#include "kine/model/joint.h"
#include "kine/model/skeleton.h"
#include "kine/motion/body/biped_model.h"
#include "kine/motion/body/figure_foot.h"
#include "kine/motion/body/figure_model.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/body/standing.h"
#include "kine/motion/bone_map.h"
#include "kine/motion/walking_figure.h"

namespace kine::detail {

/// Builds the skeleton that walks beside the figure's, joint by joint, with what leads from one to the other. Private
/// to WalkingFigure::build. Refers to the figure's skeleton and map, which must outlive it.
class FigureBuilder {
 public:
  FigureBuilder(const Skeleton& skeleton, const BoneMap& map, Standing standing);

  /// Once only: what it returns is moved out.
  Result<WalkingFigure> build();

 private:
  inline static const std::string kSides[] = {"left ", "right "};

  static Mat3 inverse_of(const Mat3& m) { return {solve(m, kUnitX), solve(m, kUnitY), solve(m, kUnitZ)}; }

  // ---- the figure as it stands, in the world it walks in: figure_builder.cpp ---------------------------------------
  Vec3 place(JointId joint) const { return rotate(standing_.walk_from_figure, frames_.position(joint)); }
  Quat turn(JointId joint) const { return standing_.walk_from_figure * frames_.rotation(joint); }

  SegmentTurn segment(const BoneSegment& bones) const { return {skeleton_, standing_.pose, bones}; }

  std::string find_root();

  // ---- joints of the walking skeleton: figure_builder.cpp ----------------------------------------------------------
  /// Adds a joint whose frame is `frame` in the world when it stands, its own motion left out.
  std::string add(Joint joint, const std::string& parent, const Transform& frame, const Transform& moved);
  std::string add_upright(Joint joint, const std::string& parent, const Vec3& at) {
    return add(std::move(joint), parent, {{}, at}, {{}, at});
  }
  Transform frames_by_name(const std::string& name) const;

  static Joint named_ball(std::string name) { return ball(std::move(name), "", {}); }
  std::string name_of(std::size_t side, const char* segment) const { return "walk " + kSides[side] + segment; }

  /// A segment of the figure that takes the turn of a joint.
  int add_follower(const BoneSegment& bones, const std::string& source, double share, int parent, JointId parent_last);

  // ---- trunk and arms: figure_trunk.cpp ----------------------------------------------------------------------------
  void add_trunk();

  /// What bends between pelvis and chest, from below.
  std::vector<BoneSegment> spine_segments() const;

  void add_arm(std::size_t side);

  /// What it reaches with: its hand, or whatever the forearm ends in. Only where trunk and arm turn any way, so that
  /// the figure's own hand comes to where this one is; others look at objects and leave them.
  void add_hand(std::size_t side);

  /// What hangs on the chest, or with no spine on the pelvis or on a joint that goes with it.
  bool hangs_on_trunk(JointId joint) const;

  /// A row of hinges swings an arm by the one that carries its bone, which ends at `end`, ahead.
  void swing_only(const BoneSegment& bones, JointId end);

  /// How far an upper arm swings from the back to the front where a gait asks for its usual swing, radians.
  double arm_swing(const BoneMap::ArmBones& arm, const SegmentTurn& turns) const;

  // ---- legs: figure_leg.cpp ----------------------------------------------------------------------------------------
  void choose_ankle(std::size_t side);

  /// What a leg turns about: ahead and up it is where the axis from side to side lies, sideways where the one from back
  /// to front does. Hinges of robots do not always meet in a point.
  Vec3 find_hip(std::size_t side) const;

  double leg_length(std::size_t side) const;

  /// Where the chain of a leg has come to.
  struct Chain {
    std::string last;
    int follower = -1;
    JointId figure_last = kWorld;
  };

  /// Takes a segment's joints over as they are. Returns the last joint's name.
  std::string keep(std::size_t side, const BoneSegment& bones, Chain& chain);

  /// Finds a hinge of one hip that follows one of the other's.
  void find_shared_hip();
  bool is_shared(JointId id) const { return id.valid() && (id == shared_[0] || id == shared_[1]); }

  /// A knee bends one way, and never quite straight. Its other axes, if it has any, stay.
  void narrow_knee(std::size_t side, JointId id, Joint& joint);

  /// Makes a joint of people of a segment that turns any way.
  std::string remake(Joint joint, const BoneSegment& bones, const SegmentTurn& turns, Chain& chain);

  void add_leg(std::size_t side);
  void add_toes(std::size_t side, Chain& chain);

  /// Heel and toe as points of the figure's own joints.
  void add_points(std::size_t side);

  // ---- all together: figure_builder.cpp ----------------------------------------------------------------------------
  Result<WalkingFigure> finish();

  const Skeleton& skeleton_;
  const BoneMap& map_;
  Standing standing_;
  Frames frames_;
  FigureModel figure_;
  std::vector<Joint> joints_;
  std::vector<std::pair<std::string, Transform>> names_;  ///< where the walking skeleton's joints stand
  std::vector<std::string> sources_;                      ///< of each follower, by name
  std::vector<std::pair<JointId, std::string>> copied_;   ///< joints of the figure that are taken over, and as what
  int trunk_ = -1, head_ = -1;
  bool trunk_is_free_ = true;  ///< every joint of it turns any way
  JointId trunk_last_ = kWorld;
  std::array<JointId, 2> ankles_{};
  std::array<JointId, 2> shared_{kWorld, kWorld};  ///< hinges of the hips that move together
  std::array<Vec3, 2> hips_{};
  FigureFeet feet_{};
  BipedMarks marks_{};
  BipedNames biped_names_{.pelvis = {},
                          .spine = {},
                          .head = {},
                          .upper_arm = {},
                          .forearm = {},
                          .thigh = {},
                          .shank = {},
                          .foot = {},
                          .toes = {},
                          .heel = {},
                          .toe_tip = {}};
};

}  // namespace kine::detail
