#include "kine/io/urdf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/formats/urdf_parts.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/sentence.h"
#include "kine/io/text/xml.h"
#include "kine/model/pose.h"

namespace kine {
namespace {

using detail::UrdfJoint;
using detail::UrdfLink;
using detail::UrdfParts;

/// Joins links and joints into a skeleton.
class Assembler {
 public:
  Assembler(UrdfParts& parts, const LoadOptions& options) : parts_(parts), options_(options) {
    scale_ = options.metres_per_unit.value_or(1);
  }

  Result<Scene> assemble() {
    if (std::string fault = connect(); !fault.empty()) return Error{std::move(fault)};
    if (std::string fault = resolve_mimics(); !fault.empty()) return Error{std::move(fault)};
    free_leaders();
    add_joints();
    Result<Skeleton> skeleton = Skeleton::build(joints_);
    if (!skeleton) return Error{parts_.name + ": " + skeleton.error()};
    Scene scene{.name = scene_name(parts_.name), .skeleton = std::move(*skeleton), .notes = std::move(parts_.notes)};
    scene.metres_per_unit = scale_;
    scene.up = options_.up.value_or(Up::Z);
    for (const UrdfLink& link : parts_.links) scene.aliases.push_back({link.name, JointId{link.carrier}});
    return scene;
  }

 private:
  std::string at(int line, std::string_view sentence) const { return detail::at_line(parts_.name, line, sentence); }

  /// Which link hangs on which joint, and that it is one tree.
  std::string connect() {
    std::unordered_map<std::string_view, int> link_of;
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      const UrdfLink& link = parts_.links[i];
      if (!link_of.emplace(link.name, static_cast<int>(i)).second)
        return at(link.line, "two links are named " + quoted(link.name));
    }
    std::unordered_map<std::string_view, int> joint_of;
    for (std::size_t i = 0; i < parts_.joints.size(); ++i) {
      UrdfJoint& joint = parts_.joints[i];
      if (!joint_of.emplace(joint.name, static_cast<int>(i)).second)
        return at(joint.line, "two joints are named " + quoted(joint.name));
      const auto parent = link_of.find(joint.parent_link);
      const auto child = link_of.find(joint.child_link);
      const bool no_parent = parent == link_of.end();
      if (no_parent || child == link_of.end())
        return at(joint.line, "joint " + quoted(joint.name) + ": its " + (no_parent ? "parent" : "child") + " link " +
                                  quoted(no_parent ? joint.parent_link : joint.child_link) + " is not there");
      UrdfLink& link = parts_.links[static_cast<std::size_t>(child->second)];
      if (link.joint >= 0)
        return at(joint.line, "link " + quoted(link.name) + " has two parents: joints " +
                                  quoted(parts_.joints[static_cast<std::size_t>(link.joint)].name) + " and " +
                                  quoted(joint.name));
      link.joint = static_cast<int>(i);
      joint.child = child->second;
      parts_.links[static_cast<std::size_t>(parent->second)].children.push_back(static_cast<int>(i));
    }
    for (UrdfJoint& joint : parts_.joints) {
      if (!joint.mimic) continue;
      const auto leader = joint_of.find(joint.mimic->joint);
      if (leader != joint_of.end()) joint.leader = leader->second;
    }
    return find_root();
  }

  std::string find_root() {
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      if (parts_.links[i].joint >= 0) continue;
      if (root_ >= 0)
        return at(parts_.links[i].line, "links " + quoted(parts_.links[static_cast<std::size_t>(root_)].name) +
                                            " and " + quoted(parts_.links[i].name) +
                                            " are both roots: every link but one must be the child of a joint");
      root_ = static_cast<int>(i);
    }
    if (root_ < 0) return at(parts_.links.front().line, "no link is a root: the joints go round in a cycle");
    // Depth first, in the file's order; a stack of our own, for chains of any length.
    std::vector<int> open{root_};
    while (!open.empty()) {
      const int link = open.back();
      open.pop_back();
      order_.push_back(link);
      const std::vector<int>& children = parts_.links[static_cast<std::size_t>(link)].children;
      for (auto joint = children.rbegin(); joint != children.rend(); ++joint)
        open.push_back(parts_.joints[static_cast<std::size_t>(*joint)].child);
    }
    if (order_.size() == parts_.links.size()) return {};
    std::vector<char> seen(parts_.links.size(), 0);
    for (const int link : order_) seen[static_cast<std::size_t>(link)] = 1;
    const auto lost = static_cast<std::size_t>(std::ranges::find(seen, 0) - seen.begin());
    return at(parts_.links[lost].line, "link " + quoted(parts_.links[lost].name) + " lies on a cycle of joints");
  }

  /// Makes every mimic joint follow the first leader of its chain, and what follows nothing that moves stand still.
  std::string resolve_mimics() {
    for (UrdfJoint& joint : parts_.joints) {
      if (!joint.mimic || !joint.one_axis()) continue;
      double factor = joint.mimic->factor, offset = joint.mimic->offset;
      if (joint.leader == static_cast<int>(&joint - parts_.joints.data()))
        return at(joint.line, "joint " + quoted(joint.name) + " mimics itself");
      const UrdfJoint* leader = joint.leader < 0 ? nullptr : &parts_.joints[static_cast<std::size_t>(joint.leader)];
      for (std::size_t steps = 0; leader != nullptr && leader->mimic && leader->one_axis() && leader->leader >= 0;) {
        if (++steps > parts_.joints.size())
          return at(joint.line, "joint " + quoted(joint.name) + " mimics itself, by way of others");
        // Of a chain that another joint resolved already the first leader stands here: steps stay few.
        offset += factor * leader->mimic->offset;
        factor *= leader->mimic->factor;
        leader = &parts_.joints[static_cast<std::size_t>(leader->leader)];
      }
      if (leader == nullptr || (!leader->one_axis() && leader->kind != UrdfJoint::Kind::Fixed)) {
        parts_.note("Joint " + quoted(joint.name) + " mimics " + quoted(joint.mimic->joint) +
                    (leader == nullptr ? ", which is not there" : ", which has more than one value") +
                    ": it moves on its own.");
        joint.mimic.reset();
      } else if (factor == 0 || leader->kind == UrdfJoint::Kind::Fixed) {
        stand_still(joint, offset);
      } else if (!std::isfinite(factor) || !std::isfinite(offset)) {
        return at(joint.line, "joint " + quoted(joint.name) + ": its mimic chain overflows");
      } else {
        joint.mimic = UrdfJoint::Mimic{leader->name, factor, offset};
        joint.leader = static_cast<int>(leader - parts_.joints.data());
      }
    }
    return {};
  }

  void stand_still(UrdfJoint& joint, double value) {
    parts_.note("Joint " + quoted(joint.name) + " mimics " + quoted(joint.mimic->joint) +
                " without moving: it stands at " + number_text(value) + ".");
    joint.mimic.reset();
    joint.limits = {value, value};
    joint.stands = true;
  }

  /// A follower's limits narrow its leader's. Where nothing would be left of those, the follower has none.
  void free_leaders() {
    std::vector<Range> left(parts_.joints.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = parts_.joints[i].limits;
    for (UrdfJoint& joint : parts_.joints) {
      if (!joint.mimic || !joint.one_axis()) continue;
      Range& range = left[static_cast<std::size_t>(joint.leader)];
      const double a = (joint.limits.lower - joint.mimic->offset) / joint.mimic->factor;
      const double b = (joint.limits.upper - joint.mimic->offset) / joint.mimic->factor;
      const Range both{std::max<double>(range.lower, std::min<double>(a, b)),
                       std::min<double>(range.upper, std::max<double>(a, b))};
      if (both.lower <= both.upper) {
        range = both;
        continue;
      }
      parts_.note("Joint " + quoted(joint.name) + ": its limits would leave " + quoted(joint.mimic->joint) +
                  ", which it mimics, no value; they are left out.");
      joint.limits = {};
    }
  }

  void add_joints() {
    std::string root_name = parts_.links[static_cast<std::size_t>(root_)].name;
    const auto taken = [&] {
      return std::ranges::any_of(parts_.joints, [&](const UrdfJoint& joint) { return joint.name == root_name; });
    };
    while (taken()) root_name += " (link)";
    for (const int index : order_) {
      UrdfLink& link = parts_.links[static_cast<std::size_t>(index)];
      if (link.joint < 0) {
        Joint root = options_.free_root ? free_joint(root_name) : fixed_joint(root_name, {}, {});
        push(std::move(root), link);
      } else {
        add_joint(parts_.joints[static_cast<std::size_t>(link.joint)], link);
      }
      for (const int child : link.children) parts_.joints[static_cast<std::size_t>(child)].parent_joint = link.carrier;
    }
  }

  /// Adds the joint that carries a link.
  void push(Joint joint, UrdfLink& link) {
    joint.mass = link.mass;
    joint.centre_of_mass = link.centre_of_mass * scale_;
    link.carrier = static_cast<int>(joints_.size());
    joints_.push_back(std::move(joint));
  }

  void add_joint(const UrdfJoint& urdf, UrdfLink& link) {
    Joint joint;
    joint.name = urdf.name;
    joint.parent = joints_[static_cast<std::size_t>(urdf.parent_joint)].name;
    joint.rest.translation = urdf.translation * scale_;
    joint.rest.rotation = urdf.rotation;
    joint.axis = urdf.axis;
    switch (urdf.kind) {
      case UrdfJoint::Kind::Fixed:
        break;
      case UrdfJoint::Kind::Hinge:
        joint.kind = JointKind::Hinge;
        set_axis(urdf, 1, joint.axes[0]);
        break;
      case UrdfJoint::Kind::Slider:
        joint.kind = JointKind::Slider;
        set_axis(urdf, scale_, joint.axes[0]);
        break;
      case UrdfJoint::Kind::Floating:
        joint.kind = JointKind::Free;
        break;
      case UrdfJoint::Kind::Ball:
        joint.kind = JointKind::Ball;
        break;
      case UrdfJoint::Kind::Universal:
        joint.kind = JointKind::Euler;
        joint.euler_axes = {kUnitX, kUnitY, kUnitZ};
        joint.euler_count = 2;
        break;
      case UrdfJoint::Kind::Planar:
        add_plane(urdf, joint);
        break;
    }
    push(std::move(joint), link);
  }

  void set_axis(const UrdfJoint& urdf, double unit, AxisSettings& axis) const {
    axis.limits = {urdf.limits.lower * unit, urdf.limits.upper * unit};
    axis.max_speed = urdf.max_speed * unit;
    axis.fixed = urdf.stands;
    if (!urdf.mimic) return;
    const UrdfJoint& leader = parts_.joints[static_cast<std::size_t>(urdf.leader)];
    const double leader_unit = leader.kind == UrdfJoint::Kind::Slider ? scale_ : 1;
    axis.follows = Follow{urdf.mimic->joint, 0, urdf.mimic->factor * unit / leader_unit, urdf.mimic->offset * unit};
  }

  /// The two sliders of a planar joint; `joint` becomes the hinge that hangs on them.
  void add_plane(const UrdfJoint& urdf, Joint& joint) {
    const Vec3 normal = normalised(urdf.axis);
    int largest = 0;
    for (int i = 1; i < 3; ++i)
      if (std::abs(normal[i]) > std::abs(normal[largest])) largest = i;
    Vec3 first{};
    first[(largest + 1) % 3] = 1;
    first = normalised(first - normal * dot(normal, first));
    const std::array<Vec3, 2> directions{first, cross(normal, first)};
    for (std::size_t i = 0; i < directions.size(); ++i) {
      Joint slide = slider(unused(urdf.name + (i == 0 ? " 1" : " 2")), joint.parent, {}, directions[i]);
      slide.rest = joint.rest;
      joint.rest = {};
      joint.parent = slide.name;
      joints_.push_back(std::move(slide));
    }
    joint.kind = JointKind::Hinge;
    joint.axis = normal;
  }

  /// A name that no joint has; names of planes are few, so they may be looked for one by one.
  std::string unused(std::string name) const {
    while (joints_.front().name == name ||
           std::ranges::any_of(parts_.joints, [&](const UrdfJoint& joint) { return joint.name == name; }))
      name += "'";
    return name;
  }

  UrdfParts& parts_;
  const LoadOptions& options_;
  double scale_ = 1;
  int root_ = -1;
  std::vector<int> order_;  // of links, parents first
  std::vector<Joint> joints_;
};

}  // namespace

Result<Scene> read_urdf(std::string_view text, std::string_view name, const LoadOptions& options) {
  const Result<xml::Element> root = xml::parse(text, name);
  if (!root) return Error{root.error()};
  Result<UrdfParts> parts = detail::read_urdf_parts(*root, name);
  if (!parts) return detail::one_line(Error{parts.error()});
  Result<Scene> scene = Assembler(*parts, options).assemble();
  if (!scene) return detail::one_line(Error{scene.error()});
  detail::one_line(scene->notes);
  return scene;
}

}  // namespace kine
