#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/scene.h"

namespace kine {

/// A file that a .gltf refers to, and what it holds.
struct SideFile {
  std::string uri;  ///< as the glTF names it, %20 and the like resolved
  std::string bytes;
};

/// The files that a .gltf or .glb needs beside itself: those of its buffers, then (not needed, but kept with it when
/// they are at hand) those of its images. Each is named once; more than kMaxSideFiles of either are refused.
inline constexpr std::size_t kMaxSideFiles = 4096;
struct SideFileNames {
  std::vector<std::string> buffers, images;
};
Result<SideFileNames> gltf_side_files(std::string_view bytes, std::string_view name);

/// Reads a glTF 2.0 asset, .gltf or .glb (told apart by their first bytes).
///
/// *Joints.* With skins: the joints of all skins, what lies above them, and what hangs on them, except meshes that a
/// skin moves. The uppermost joint of a skin is Free, the others are Balls without limits; a node that is no skin's
/// joint is Fixed unless an animation turns it. Without skins: every node of the scene, roots Free, the others Balls.
/// Rest transforms, scale included, are the nodes'; node names that are empty or double get a number. So forward
/// kinematics gives the nodes' own matrices. A matrix is split into shift, turn and scale; one that mirrors has a
/// negative scale, one that shears loses its shear, and both are noted.
///
/// *Clips.* One an animation, sampled from time 0 to the last key at a steady rate: options.rate, or the one of 30, 24,
/// 25, 60, 50, 48, 120, 100 ... that all keys lie on, or that of evenly spaced keys, or else 60 (30 and up where
/// splines are). Every frame is exact; between frames a clip goes straight, which LINEAR keys on the grid do as well,
/// while STEP and CUBICSPLINE and keys off the grid are met at the frames only; a note says so. Morph weights, and
/// channels of nodes that are no joints, stay in the document.
///
/// *The document* is kept whole in Scene::document, for write_glb. Refused with a sentence: broken JSON, another
/// version than 2, a buffer whose file is missing, nodes that are no tree. A channel that is broken is left out with a
/// note.
Result<Scene> read_gltf(std::string_view bytes, std::string_view name, std::span<const SideFile> side_files = {},
                        const LoadOptions& options = {});

/// The glTF node that a joint was read from, its place in the file's list of nodes; -1 where the scene was not read
/// from glTF or has no such joint.
int gltf_node_of(const Scene& scene, JointId joint);

/// How a glTF is written.
struct GltfOptions {
  /// Without a document: adds a skinned mesh of one slim octahedron a bone, so that viewers show the figure.
  bool stick_mesh = true;
};

/// Writes a scene as a GLB; .gltf with everything embedded is `write_gltf`. Both pass Khronos' validator.
///
/// A scene that was read from glTF keeps its document: meshes, skins, materials, cameras and what else is in it. Clips
/// as they were read keep their channels to the bit. Changed and new clips are written frame by frame (LINEAR keys, as
/// 32-bit floats); a changed one that still has its animation's name takes that one's place and keeps its channels that
/// the skeleton does not show. Animations whose clips were taken out are gone.
///
/// Any other scene becomes nodes, one per joint, a skin over them, a stick mesh and an animation a clip, Y up: a figure
/// with another up axis hangs on a node that turns it. Limits, weights and masses have no place in glTF.
Result<std::string> write_glb(const Scene& scene, const GltfOptions& options = {});
Result<std::string> write_gltf(const Scene& scene, const GltfOptions& options = {});

/// Scene::document as bytes, unchanged but for blanks and for buffers in files of their own, which are embedded.
Result<std::string> write_glb(const gltf::Document& document);
Result<std::string> write_gltf(const gltf::Document& document);

}  // namespace kine
