#pragma once

#include "kine/core/result.h"
#include "kine/io/formats/gltf_document.h"
#include "kine/io/gltf.h"

namespace kine::detail {

/// A document of its own for a scene that has none: nodes, a skin, a stick mesh and animations, as write_glb says.
Result<gltf::Document> make_document(const Scene& scene, const GltfOptions& options);

}  // namespace kine::detail
