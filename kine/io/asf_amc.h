#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/progress.h"
#include "kine/io/scene.h"
#include "kine/model/clip.h"
#include "kine/model/skeleton.h"

namespace kine {

/// Acclaim's motion capture: a skeleton (ASF) and its motions (AMC), as the CMU collection has them.
///
/// in the file                | in the scene
/// the root                   | Free, named "root", at its `position`
/// a bone of 3 or 2 rotations | Euler; 1: Hinge; none: Fixed. Its joint is where the bone starts
/// a bone that nothing hangs on | also a Fixed joint at its end: "ltoes_end"
/// limits                     | those of the joint's axes; clips are never clamped to them
///
/// A bone turns by R = C M C^-1. C is its `axis`: of letters XYZ, C = Rz Ry Rx. M turns by its dofs in the order of
/// their columns, the first innermost: of `dof rx ry rz`, M = Rz Ry Rx. So C's axes are the joint's, outermost last in
/// the file and first in the joint, and no frame is turned at rest.

/// Reads a skeleton. Read with a note: no unit that makes sense, an order or axis that is missing, a direction of no
/// length, limits that are missing or the wrong way round, bones that are in no hierarchy, dofs that shift. Refused
/// with a sentence that names the line: no hierarchy, cycles, two parents, unknown bones, names that are not unique,
/// numbers that are none.
Result<Scene> read_asf(std::string_view text, std::string_view name, const LoadOptions& options = {});

/// Reads a motion for a skeleton that read_asf gave, or any other by the names of its joints. Frames are kept in the
/// order of the file, whatever their numbers. Read with a note: a bone that the skeleton does not have (left out), a
/// bone missing from a frame (it stays), zeros for a bone without dofs (passed over), a last frame that is cut short
/// (left out), no word on degrees or radians. The rate is 120 frames per second unless options or `:SAMPLES-PER-SECOND`
/// say otherwise.
Result<Clip> read_amc(std::string_view text, std::string_view name, const Scene& scene, const LoadOptions& options,
                      std::vector<std::string>& notes);

/// True if an AMC or ASF text has the line `:FORCE-ALL-JOINTS-BE-3DOF`: every bone then has three columns, and the ASF
/// is to be read with LoadOptions::three_dofs.
bool forces_three_dofs(std::string_view text);

/// CMU's unit in metres: its ASF files say `length 0.45`, and an inch through that is one unit.
inline constexpr double kCmuUnit = 0.0254 / 0.45;

/// How ASF and AMC files are written.
struct AsfOptions {
  double metres_per_unit = kCmuUnit;    ///< > 0; written as the `length` that means it
  std::shared_ptr<const AsfRig> rig{};  ///< the columns of the file that was read, Scene::asf; none: such as suit it
  Progress progress{};
  std::vector<std::string>* notes = nullptr;  ///< gets a sentence each for what the file cannot hold
};

/// Writes a skeleton. Children that do not start where their parent's bone ends hang on bones without dofs, named
/// "..._link". A fixed leaf named "..._end" is the end of its bone. Limits beyond 1e14 degrees become none, with a note
/// in `options.notes`. Refused: joints that slide, scales that differ by
/// axis (by more than 1e-6 of themselves; see bake_scale).
Result<std::string> write_asf(const Skeleton& skeleton, const AsfOptions& options = {});

/// Writes a clip for the ASF file that write_asf writes with the same options. Angles of bones are kept as they are;
/// those of the root and of balls go on from frame to frame. Refused also: translation and scale tracks.
Result<std::string> write_amc(const Skeleton& skeleton, const Clip& clip, const AsfOptions& options = {});

}  // namespace kine
