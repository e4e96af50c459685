#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kine/io/text/json.h"

namespace kine {

namespace gltf {

/// A glTF 2.0 asset as it was read: its JSON, unknown parts included, and its bytes.
struct Document {
  json::Value json;
  /// The bytes of each buffer; nothing for one that says only how long it would be. Where there are bytes, the JSON has
  /// no uri any more.
  std::vector<std::optional<std::string>> buffers;
  std::vector<int> node_of_joint;  ///< for each joint of the scene's skeleton: its node
  double metres_per_unit = 1;      ///< what the scene's lengths were multiplied by

  /// An animation that became a clip, and a hash of that clip as it was read: a clip that still has it is written with
  /// its own channels, to the bit.
  struct ReadAnimation {
    int animation;
    std::uint64_t clip_hash;
  };
  std::vector<ReadAnimation> read_animations;
};

}  // namespace gltf

}  // namespace kine
