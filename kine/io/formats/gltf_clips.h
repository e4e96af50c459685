#pragma once

#include <span>
#include <string>

#include "kine/io/formats/gltf_document.h"
#include "kine/model/clip.h"

namespace kine::detail {

/// Writes clips into a document as write_glb says: clips that are as they were read keep their animations, others are
/// added or take the place of the animation that has their name. `document.node_of_joint` says which nodes move.
/// False where 32 bits are too few for a number or for the times of the frames: the document is then not to be written.
bool put_clips(const Skeleton& skeleton, std::span<const Clip> clips, gltf::Document& document);

}  // namespace kine::detail
