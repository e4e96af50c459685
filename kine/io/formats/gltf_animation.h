#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kine/io/formats/gltf_document.h"
#include "kine/io/formats/gltf_nodes.h"
#include "kine/io/gltf.h"
#include "kine/model/clip.h"

namespace kine::detail {

/// Samples the animations of a document, one clip each, as read_gltf says. `document.read_animations` remembers them.
std::vector<Clip> read_gltf_clips(const GltfNodes& nodes, const Skeleton& skeleton, const LoadOptions& options,
                                  gltf::Document& document, std::vector<std::string>& notes);

/// A hash of all that a clip shows; its name left out.
std::uint64_t hash_of(const Clip& clip);

}  // namespace kine::detail
