#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/file_access.h"
#include "kine/model/clip.h"
#include "kine/model/skeleton.h"

namespace kine {

namespace gltf {
struct Document;
}

struct AsfRig;

/// The axis of a file's world that points up.
enum class Up : std::uint8_t { X, Y, Z };
/// "x", "y" or "z".
char to_char(Up up);
/// The unit vector that points up.
Vec3 to_vector(Up up);

/// What a file holds, read and checked: a skeleton, the motions made for it, and what the reader had to guess or leave
/// out. Lengths are metres and angles radians, whatever the file uses; its axes are kept as they are.
struct Scene {
  std::string name;  ///< of the file, without folder and ending
  Skeleton skeleton;
  std::vector<Clip> clips{};
  double metres_per_unit = 1;      ///< what one unit of the file is, as stated or guessed
  Up up = Up::Y;                   ///< as stated or guessed
  std::vector<std::string> notes;  ///< one sentence each: what was guessed, mended or dropped

  /// Other names of joints: a URDF's links, each the name of the joint that carries it.
  struct Alias {
    std::string name;
    JointId joint;
  };
  std::vector<Alias> aliases{};

  /// glTF only: the whole document, so that write_glb writes the character again with its mesh, skin and materials.
  /// Its parts are kine's own; gltf_node_of says which node a joint was.
  std::shared_ptr<const gltf::Document> document{};

  /// ASF only: what the columns of its AMC files mean, for AsfOptions::rig.
  std::shared_ptr<const AsfRig> asf{};
};

/// What the user knows better than the file.
struct LoadOptions {
  std::optional<double> metres_per_unit{};  ///< > 0; in place of what the file says or its size suggests
  std::optional<Up> up{};
  std::optional<double> rate{};  ///< frames per second, > 0; in place of what a motion file says or is taken to mean
  bool three_dofs = false;       ///< ASF: every bone has three dofs, see forces_three_dofs
  bool free_root = false;        ///< URDF: the root link floats instead of standing in the world
  FileAccess files{};            ///< what may be read from disk, and how much
};

/// The joint of that name or alias (joints first), or a sentence that names the nearest joint or alias.
Result<JointId> find_joint(const Scene& scene, std::string_view name);

/// How high the figure stands in its rest pose: from the lowest to the highest joint along the up axis, metres.
double figure_height(const Skeleton& skeleton, Up up);

}  // namespace kine
