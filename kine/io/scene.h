#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kine/model/clip.h"
#include "kine/model/skeleton.h"

namespace kine {

namespace gltf {
struct Document;
}

/// The axis of a file's world that points up.
enum class Up : std::uint8_t { X, Y, Z };

/// What a file holds, read and checked: a skeleton, the motions made for it, and what the reader had to guess or leave
/// out. Lengths are metres and angles radians, whatever the file uses; its axes are kept as they are.
struct Scene {
  std::string name;  ///< of the file, without folder and ending
  Skeleton skeleton;
  std::vector<Clip> clips{};
  double metres_per_unit = 1;      ///< what one unit of the file is, as stated or guessed
  Up up = Up::Y;                   ///< as stated or guessed
  std::vector<std::string> notes;  ///< a sentence each: what was guessed, mended or dropped

  /// glTF only: the whole document, so that the character can be written again with its mesh, skin and materials.
  std::shared_ptr<const gltf::Document> document{};
};

/// What the user knows better than the file.
struct LoadOptions {
  std::optional<double> metres_per_unit{};  ///< > 0; in place of what the file says or its size suggests
  std::optional<Up> up{};
};

}  // namespace kine
