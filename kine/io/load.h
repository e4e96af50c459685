#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/scene.h"

namespace kine {

/// What a file is, by its ending (either case) or, where that says nothing, by its first bytes.
enum class FileFormat : std::uint8_t { Unknown, Bvh, Asf, Amc, Gltf, Urdf };
FileFormat file_format(std::string_view name, std::string_view bytes = {});

/// A file that is in memory: a browser has no other.
struct NamedFile {
  std::string name;  ///< its path, which sentences call it by
  std::string bytes;
};

/// Reads files that make one scene together: a BVH, glTF, URDF or ASF file; an ASF file and AMC motions for it; several
/// BVH files with the same joints (the first gives the skeleton). Files that a .gltf names are found among `files` too.
/// Refused with a sentence: none that is known, motions without a skeleton, skeletons that differ.
Result<Scene> load_scene(std::span<const NamedFile> files, const LoadOptions& options = {});

/// The same from disk, with the side files that a .gltf names, as far as `options.files` allows: a buffer outside is
/// refused, an image outside is left out with a note. An AMC file alone takes the ASF file beside it whose
/// name is the same, or is what its own begins with up to an underscore: 09.asf for 09_06.amc.
Result<Scene> load_scene(std::span<const std::string> paths, const LoadOptions& options = {});

}  // namespace kine
