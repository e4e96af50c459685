#pragma once

#include <string>
#include <string_view>

#include "kine/core/result.h"
#include "kine/io/progress.h"
#include "kine/io/scene.h"
#include "kine/model/clip.h"
#include "kine/model/skeleton.h"

namespace kine {

/// Biovision's motion files: a hierarchy of joints with offsets and channels, and a row of numbers a frame.
///
/// in the file                         | in the scene
/// a root with position channels       | Free, at its OFFSET; the position is added to it (as the format's description
///                                     | and other programs have it)
/// 3 or 2 rotation channels            | Euler, in the order of the channels, the first outermost
/// 1 rotation channel, none            | Hinge, Fixed
/// position channels on another joint  | a translation track: OFFSET plus position
/// End Site                            | Fixed, named after its joint: "Hand_end"
///
/// Read without complaint: any order of channels, several roots, keywords in either case, LF, CR LF and CR, a
/// byte-order mark, exponents, names with blanks and colons. Read with a note: a number of frames that is not true (all
/// whole rows are read), a last row that is cut short, numbers run together ("1.5-2"), names that are not unique, a
/// Frame Time that is missing or no time, no MOTION. Everything else that is wrong is refused with a sentence that
/// names the line, and so is nesting deeper than 256.
///
/// The format has no unit: it is guessed from the size of the figure, which a note says; options can state it. Angles
/// are kept as they are, with all their turns: see make_continuous.
Result<Scene> read_bvh(std::string_view text, std::string_view name, const LoadOptions& options = {});

/// How a BVH file is written.
struct BvhOptions {
  double metres_per_unit = 0.01;  ///< > 0; centimetres are what most programs expect
  std::string order{};  ///< of the rotation channels of every joint, such as "ZXY", the first outermost; empty: each
                        ///< joint's own where it has one, else that of the first joint that has one, else ZXY
  int decimals = 6;     ///< at least 6, at most 12; more are written where the figure is small in the file's unit
  Progress progress{};
};

/// Writes a skeleton and one clip of it. Every kind of joint can be written: the joints of the file are unturned at
/// rest, so where the skeleton has turned frames its rotations are seen from there, and the positions of all joints are
/// the same. Joints that slide, and those with translation tracks (or below scale tracks), get position channels. A
/// fixed leaf named "..._end" becomes an End Site; a leaf that moves gets one of no length. Blanks in names become
/// underscores.
///
/// Angles go on from frame to frame: of all triples that show the same rotation, the one nearest to the frame before is
/// written, so none jumps by a turn, and none by half a turn at gimbal lock. A clip without frames is written as one
/// row, the rest pose. Refused: scales that differ by axis (by more than 1e-6 of themselves; see bake_scale), numbers
/// that are not finite, an order that is none.
Result<std::string> write_bvh(const Skeleton& skeleton, const Clip& clip, const BvhOptions& options = {});

}  // namespace kine
