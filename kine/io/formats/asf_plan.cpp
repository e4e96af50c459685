#include "kine/io/formats/asf_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/formats/unique_names.h"
#include "kine/math/mat3.h"
#include "kine/model/internal/compiled_skeleton.h"

namespace kine {
namespace {

constexpr double kSquare = 1e-9;  // a cosine this small is rounding

/// The joint's axes in the world at rest, outermost first.
std::vector<Vec3> world_axes(const Joint& joint, const Quat& turn) {
  std::vector<Vec3> axes;
  if (joint.kind == JointKind::Hinge) axes.push_back(rotate(turn, joint.axis));
  if (joint.kind == JointKind::Euler)
    for (int k = 0; k < joint.euler_count; ++k)
      axes.push_back(rotate(turn, joint.euler_axes[static_cast<std::size_t>(k)]));
  return axes;
}

/// C and letters for axes perpendicular to each other, the outermost first: that choice of letters for which C turns least.
/// Nothing where they are not square or, as three, show a mirror image.
struct Choice {
  Quat axis;
  std::string dofs;
};

std::optional<Choice> choose(const std::vector<Vec3>& axes) {
  std::optional<Choice> best;
  const auto consider = [&](const Quat& axis, const std::string& dofs) {
    if (!best || std::abs(axis.w) > std::abs(best->axis.w) + 1e-12) best = {axis, dofs};
  };
  if (axes.size() == 1) {
    for (std::size_t k = 0; k < 3; ++k)
      consider(shortest_arc(kAsfAxes[k], axes[0]), std::string(1, static_cast<char>('x' + static_cast<int>(k))));
    return best;
  }
  if (std::abs(dot(axes[0], axes[1])) > kSquare) return best;
  const bool three = axes.size() == 3;
  if (three && (std::abs(dot(axes[1], axes[2])) > kSquare || std::abs(dot(axes[0], axes[2])) > kSquare)) return best;
  for (std::size_t p = 0; p < 3; ++p) {
    for (std::size_t q = 0; q < 3; ++q) {
      if (p == q) continue;
      const std::size_t r = 3 - p - q;
      // The third axis is what makes a right-handed frame of letters p, q, r.
      const Vec3 third = cross(axes[0], axes[1]) * (q == (p + 1) % 3 ? 1.0 : -1.0);
      if (three && dot(third, axes[2]) < 0) continue;
      std::array<Vec3, 3> columns;
      columns[p] = axes[0];
      columns[q] = axes[1];
      columns[r] = three ? axes[2] : third;
      std::string dofs;
      if (three) dofs += static_cast<char>('x' + static_cast<int>(r));
      dofs += static_cast<char>('x' + static_cast<int>(q));
      dofs += static_cast<char>('x' + static_cast<int>(p));
      consider(to_quat(Mat3{columns[0], columns[1], columns[2]}), dofs);
    }
  }
  return best;
}

bool has_free_root(const Skeleton& skeleton) {
  int roots = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) roots += skeleton.parent({i}).valid() ? 0 : 1;
  return roots == 1 && skeleton.kind({0}) == JointKind::Free;
}

AsfRig make_rig(const Skeleton& skeleton, const std::vector<Quat>& turns) {
  AsfRig rig;
  const bool own_root = has_free_root(skeleton);
  rig.bones.push_back({own_root ? JointId{0} : kWorld, {}, "XYZxyz"});
  for (int i = own_root ? 1 : 0; i < skeleton.joint_count(); ++i) {
    const Joint& joint = skeleton.description({i});
    AsfRig::Bone bone{{i}};
    const std::vector<Vec3> axes = world_axes(joint, turns[static_cast<std::size_t>(i)]);
    if (!axes.empty() || joint.kind == JointKind::Ball) {
      const std::optional<Choice> choice = axes.empty() ? std::nullopt : choose(axes);
      bone.axis = choice ? choice->axis : Quat{};
      bone.dofs = choice ? choice->dofs : "xyz";
    }
    rig.bones.push_back(std::move(bone));
  }
  return rig;
}

/// A name that the readers of both files take for nothing else.
std::string bone_name(std::string name) {
  for (char& c : name)
    if ((c >= 0 && c <= ' ') || c == '\x7f') c = '_';
  const bool number = name.find_first_not_of("0123456789") == std::string::npos;
  const bool special = name[0] == ':' || name[0] == '#' || name[0] == '(' || name == "begin" || name == "end";
  return number || special ? "_" + name : name;
}

class Planner {
 public:
  Planner(const Skeleton& skeleton, const AsfRig& rig, RestFrames rest)
      : skeleton_(skeleton), rig_(rig), children_(children_of(skeleton)) {
    plan_.rest = std::move(rest);
    names_.take("root");
  }

  Result<AsfPlan> make() {
    AsfBone root;
    root.name = "root";
    root.joint = rig_.bones[0].joint;
    root.axis = rig_.bones[0].axis;
    root.dofs = rig_.bones[0].dofs;
    plan_.bones.push_back(root);
    rig_bone_.assign(static_cast<std::size_t>(skeleton_.joint_count()), nullptr);
    for (const AsfRig::Bone& bone : rig_.bones)
      if (bone.joint.valid()) rig_bone_[static_cast<std::size_t>(bone.joint.index)] = &bone;
    // The bone of each joint, and where in the world's axes that bone ends, seen from the joint.
    std::vector<int> bone_of(static_cast<std::size_t>(skeleton_.joint_count()), -1);
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      const JointKind kind = skeleton_.kind({i});
      if (JointId{i} == root.joint) {
        bone_of[static_cast<std::size_t>(i)] = 0;
        continue;
      }
      if (kind == JointKind::Slider || kind == JointKind::Free)
        return Error{"joint " + quoted(skeleton_.name({i})) + " slides, which a bone of an ASF file cannot"};
      if (is_end(i)) continue;
      const JointId parent = skeleton_.parent({i});
      const int above = parent.valid() ? bone_of[static_cast<std::size_t>(parent.index)] : 0;
      bone_of[static_cast<std::size_t>(i)] = add(i, above);
    }
    return std::move(plan_);
  }

 private:
  /// A fixed leaf "..._end" that is all that hangs on its bone: the bone's end.
  bool is_end(int i) const {
    const JointId parent = skeleton_.parent({i});
    return skeleton_.kind({i}) == JointKind::Fixed && children_[static_cast<std::size_t>(i)].empty() &&
           parent.valid() && parent != rig_.bones[0].joint &&
           children_[static_cast<std::size_t>(parent.index)].size() == 1 && skeleton_.name({i}).ends_with("_end");
  }

  int add(int i, int above) {
    const Vec3 gap = plan_.rest.offset[static_cast<std::size_t>(i)] -
                     (above == 0 ? Vec3{} : plan_.bones[static_cast<std::size_t>(above)].vector);
    const std::string name = bone_name(skeleton_.name({i}));
    if (length(gap) > 1e-9 * plan_.rest.size) {
      AsfBone link;
      link.name = names_.take(name + "_link");
      link.parent = above;
      link.vector = gap;
      plan_.bones.push_back(std::move(link));
      above = static_cast<int>(plan_.bones.size()) - 1;
    }
    AsfBone bone;
    bone.name = names_.take(name);
    bone.parent = above;
    bone.joint = {i};
    const std::vector<int>& below = children_[static_cast<std::size_t>(i)];
    if (!below.empty()) bone.vector = plan_.rest.offset[static_cast<std::size_t>(below[0])];
    if (const AsfRig::Bone* known = rig_bone_[static_cast<std::size_t>(i)]) {
      bone.axis = known->axis;
      bone.dofs = known->dofs;
    }
    const JointKind kind = skeleton_.kind({i});
    const auto turns = static_cast<int>(std::ranges::count_if(bone.dofs, is_turn));
    bone.direct = turns == skeleton_.value_count({i}) && kind != JointKind::Ball && turns_alike({i}, bone);
    plan_.bones.push_back(std::move(bone));
    return static_cast<int>(plan_.bones.size()) - 1;
  }

  /// The dofs turn about the joint's own axes.
  bool turns_alike(JointId joint, const AsfBone& bone) const {
    const std::vector<Vec3> axes =
        world_axes(skeleton_.description(joint), plan_.rest.turn[static_cast<std::size_t>(joint.index)]);
    std::size_t left = axes.size();  // the last dof is outermost, and the outermost axis comes first
    for (const char dof : bone.dofs) {
      if (!is_turn(dof)) continue;
      if (left == 0) return false;
      --left;
      if (length(axes[left] - rotate(bone.axis, kAsfAxes[axis_of(dof)])) > 1e-7) return false;
    }
    return left == 0;
  }

  const Skeleton& skeleton_;
  const AsfRig& rig_;
  std::vector<std::vector<int>> children_;
  std::vector<const AsfRig::Bone*> rig_bone_;
  UniqueNames names_;
  AsfPlan plan_;
};

}  // namespace

AsfRig asf_rig(const Skeleton& skeleton) {
  std::vector<Quat> turns;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId parent = skeleton.parent({i});
    const Quat above = parent.valid() ? turns[static_cast<std::size_t>(parent.index)] : Quat{};
    turns.push_back(normalised(above * skeleton.compiled().joint(i).rest_rotation));
  }
  return make_rig(skeleton, turns);
}

Result<AsfPlan> asf_plan(const Skeleton& skeleton, const AsfOptions& options) {
  if (!(options.metres_per_unit > 1e-9 && options.metres_per_unit < 1e9))
    return Error{"the unit of an ASF file must be a positive length"};
  Result<RestFrames> rest = rest_frames(skeleton);
  if (!rest) return Error{rest.error()};
  if (options.rig &&
      (options.rig->bones.empty() || std::ranges::any_of(options.rig->bones, [&](const AsfRig::Bone& bone) {
         return bone.joint.index >= skeleton.joint_count();
       })))
    return Error{"the columns belong to another skeleton"};
  const AsfRig rig = options.rig ? *options.rig : make_rig(skeleton, rest->turn);
  Result<AsfPlan> plan = Planner(skeleton, rig, *std::move(rest)).make();
  if (plan) plan->unit = options.metres_per_unit;
  return plan;
}

}  // namespace kine
