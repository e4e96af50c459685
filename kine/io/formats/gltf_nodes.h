#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/formats/gltf_document.h"
#include "kine/math/transform.h"
#include "kine/model/joint.h"

namespace kine::detail {

struct GltfNode {
  LocalTransform local{};  ///< parent_from_node at rest
  int parent = -1;
  std::vector<int> children{};
  bool skin_joint = false;
  bool skinned_mesh = false;  ///< it carries a mesh that a skin moves
  bool turned = false;        ///< an animation turns it
  int joint = -1;             ///< the skeleton's joint that it became; -1: none
};

/// The nodes of a document, and the joints that are made of them.
struct GltfNodes {
  std::vector<GltfNode> nodes;
  std::vector<Joint> joints;       ///< parents first
  std::vector<int> node_of_joint;  ///< for each joint
};

/// Reads nodes and skins and makes joints of them as read_gltf says; sentences go to `notes`.
Result<GltfNodes> read_gltf_nodes(const gltf::Document& document, std::string_view name,
                                  std::vector<std::string>& notes);

}  // namespace kine::detail
