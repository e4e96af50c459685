#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/formats/asf_plan.h"
#include "kine/io/formats/asf_reader.h"
#include "kine/io/formats/figure.h"
#include "kine/io/formats/unique_names.h"
#include "kine/io/text/file_name.h"

namespace kine::detail {

bool AsfReader::finish_root() {
  AsfBone& root = bones_[0];
  if (!root.dofs.empty()) return true;
  root.dofs = "XYZxyz";
  note("the root has no order: TX TY TZ RX RY RZ is taken");
  return true;
}

bool AsfReader::order_bones() {
  std::vector<int> stack{0};
  std::vector<char> seen(bones_.size(), 0);
  while (!stack.empty()) {
    const int now = stack.back();
    stack.pop_back();
    seen[static_cast<std::size_t>(now)] = 1;
    order_.push_back(now);
    const std::vector<int>& below = bone(now).children;
    stack.insert(stack.end(), below.rbegin(), below.rend());
  }
  int loose = 0;
  std::string example;
  for (std::size_t i = 1; i < bones_.size(); ++i) {
    if (seen[i] != 0) continue;
    if (bones_[i].parent >= 0 || !bones_[i].children.empty())
      return fail(cursor_.error_at(cursor_.line_at(bones_[i].mark),
                                   "the bone " + shown_word(bones_[i].name) +
                                       " does not hang on the root: the hierarchy goes in a circle "
                                       "or has a part of its own"));
    if (loose++ == 0) example = bones_[i].name;
  }
  if (loose > 0)
    note("bones that are in no hierarchy were left out: " + std::to_string(loose) + ", such as " + quoted(example));
  return true;
}

void AsfReader::settle_unit() {
  if (options_.metres_per_unit) {
    unit_ = *options_.metres_per_unit;
    return;
  }
  std::vector<Vec3> start(bones_.size()), points;
  for (const int i : order_) {
    const AsfBone& now = bone(i);
    const auto at = static_cast<std::size_t>(i);
    if (now.parent > 0) start[at] = start[static_cast<std::size_t>(now.parent)] + bone(now.parent).vector();
    points.push_back(start[at]);
    if (i != 0) points.push_back(start[at] + now.vector());
  }
  const Vec3 size = extent(points);
  const double large = std::max<double>(size.x, std::max<double>(size.y, size.z));
  // The figure's unit is an inch through `length`, which CMU's files have as 0.45. A figure that would be a giant or
  // a dwarf then has it for something else.
  const double stated = length_unit_ > 0 ? 0.0254 / length_unit_ : 0;
  if (stated * large > 0.5 && stated * large < 3) {
    unit_ = stated;
    note("the unit of length " + number_text(length_unit_) + " is taken for an inch through it: " + number_text(unit_) +
         " m");
  } else {
    std::string why;
    unit_ = guess_metres_per_unit(large, why);
    note(std::move(why));
  }
}

Quat AsfReader::axis_of(const AsfBone& now) const {
  Quat turn;
  for (const int k : now.axis_order)
    turn = from_axis_angle(kAsfAxes[static_cast<std::size_t>(k)], angle(now.axis[k])) * turn;
  return turn;
}

Range AsfReader::range(const Range& limits, const std::string& name) {
  Range out{degrees_ ? radians(limits.lower) : limits.lower, degrees_ ? radians(limits.upper) : limits.upper};
  if (out.lower == kInfinity || out.upper == -kInfinity || out.lower > out.upper) {
    std::swap(out.lower, out.upper);
    note("the limits of bone " + quoted(name) + " are the wrong way round: they were exchanged");
  }
  return out;
}

void AsfReader::add_freedoms(const AsfBone& now, const Quat& axis, Joint& joint) {
  std::vector<std::size_t> turns;
  for (std::size_t k = 0; k < now.dofs.size(); ++k)
    if (is_turn(now.dofs[k])) turns.push_back(k);
  constexpr JointKind kKinds[] = {JointKind::Fixed, JointKind::Hinge, JointKind::Euler, JointKind::Euler};
  joint.kind = kKinds[turns.size()];
  joint.euler_count = static_cast<int>(std::max<std::size_t>(turns.size(), 2));
  for (std::size_t k = 0; k < turns.size(); ++k) {
    const std::size_t place = turns.size() - 1 - k;
    const Vec3 about = rotate(axis, kAsfAxes[static_cast<std::size_t>(now.dofs[turns[k]] - 'x')]);
    joint.euler_axes[place] = about;
    joint.axis = about;
    if (turns[k] < now.limits.size()) joint.axes[place].limits = range(now.limits[turns[k]], now.name);
  }
}

void AsfReader::force_three(AsfBone& now) {
  std::vector<Range> limits(3);
  for (std::size_t k = 0; k < now.dofs.size() && k < now.limits.size(); ++k)
    if (is_turn(now.dofs[k])) limits[static_cast<std::size_t>(now.dofs[k] - 'x')] = now.limits[k];
  now.dofs = "xyz";
  now.limits = std::move(limits);
}

Result<Scene> AsfReader::build() {
  if (!(unit_ > 0 && unit_ < 1e9)) return cursor_.error_at(1, "the stated unit must be a positive length");
  auto rig = std::make_shared<AsfRig>();
  rig->degrees = degrees_;
  std::vector<Joint> joints;
  UniqueNames names;
  for (const int i : order_) names.take(bone(i).name);
  for (const int i : order_) {
    AsfBone& now = bone(i);
    if (i != 0 && three_dofs_) force_three(now);
    Joint joint;
    joint.name = now.name;
    const Quat axis = axis_of(now);
    rig->bones.push_back({{static_cast<int>(joints.size())}, axis, now.dofs});
    if (i == 0) {
      joint.kind = JointKind::Free;
      joint.rest.translation = root_position_ * unit_;
    } else {
      const AsfBone& above = bone(now.parent);
      joint.parent = above.name;
      if (now.parent != 0) joint.rest.translation = above.vector() * unit_;
      add_freedoms(now, axis, joint);
      joint.mass = std::max<double>(now.mass, 0);
      joint.centre_of_mass = now.direction * (now.centre * unit_);
    }
    joints.push_back(joint);
    if (i != 0 && now.children.empty() && now.vector() != Vec3{})
      joints.push_back(fixed_joint(names.take(now.name + "_end"), now.name, now.vector() * unit_));
  }
  Result<Skeleton> skeleton = Skeleton::build(joints);
  if (!skeleton) return cursor_.error_at(1, skeleton.error());
  Scene scene{.name = scene_name(cursor_.name()), .skeleton = *std::move(skeleton), .notes = {}};
  scene.metres_per_unit = unit_;
  scene.up = options_.up ? *options_.up : guess_up(scene.skeleton, {});
  if (!options_.up && scene.up != Up::Y) note("the figure stands along Z, so Z is taken for up");
  scene.notes = std::move(notes_);
  scene.asf = std::move(rig);
  return scene;
}

}  // namespace kine::detail
