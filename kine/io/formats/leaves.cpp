#include "kine/io/formats/leaves.h"

#include <array>
#include <utility>
#include <vector>

#include "kine/io/formats/gltf_document.h"

namespace kine {
namespace {

/// A node for the leaf below that of its parent. Returns its place.
int add_node(const Leaf& leaf, int parent, double metres_per_unit, json::Value& json) {
  json::Value* nodes = json.find("nodes");
  if (nodes == nullptr || parent < 0 || static_cast<std::size_t>(parent) >= nodes->size()) return -1;
  json::Value node = json::Value::object();
  node.set("name", leaf.name);
  const Vec3 at = leaf.offset * (1 / metres_per_unit);
  node.set("translation", json::Value::array_of(std::array{at.x, at.y, at.z}));
  const auto place = static_cast<int>(nodes->size());
  nodes->push(std::move(node));
  json::Value& above = nodes->items()[static_cast<std::size_t>(parent)];
  json::Value children = above["children"];
  children.push(place);
  above.set("children", std::move(children));
  return place;
}

}  // namespace

Result<Scene> with_leaves(const Scene& scene, std::span<const Leaf> leaves) {
  std::vector<Joint> joints;
  for (int i = 0; i < scene.skeleton.joint_count(); ++i) joints.push_back(scene.skeleton.description(JointId{i}));
  for (const Leaf& leaf : leaves)
    joints.push_back(fixed_joint(leaf.name, scene.skeleton.name(leaf.parent), leaf.offset));
  Result<Skeleton> skeleton = Skeleton::build(joints);
  if (!skeleton) return Error{scene.name + ": " + skeleton.error()};
  Scene out = scene;
  out.skeleton = *std::move(skeleton);
  if (scene.document) {
    auto document = std::make_shared<gltf::Document>(*scene.document);
    for (const Leaf& leaf : leaves) {
      const int parent = document->node_of_joint[static_cast<std::size_t>(leaf.parent.index)];
      document->node_of_joint.push_back(add_node(leaf, parent, document->metres_per_unit, document->json));
    }
    out.document = std::move(document);
  }
  return out;
}

}  // namespace kine
