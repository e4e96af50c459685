#pragma once

#include <string_view>

#include "kine/core/result.h"
#include "kine/io/scene.h"

namespace kine {

/// Reads a robot in ROS's Unified Robot Description Format (URDF).
///
/// Every URDF joint becomes a joint of that name whose frame is its child link's. The root link becomes a Fixed joint
/// of the link's name that stands in the world (Free with `options.free_root`). Links are aliases of the joints that
/// carry them: `find_joint(scene, "tool0")`. Where a joint is named like the root link, the root is "NAME (link)".
///
/// URDF                         | kine
/// revolute, continuous         | Hinge; a continuous one has no limits
/// prismatic                    | Slider
/// fixed                        | Fixed, its name kept
/// floating                     | Free
/// planar                       | Sliders "NAME 1" and "NAME 2" in the plane, then a Hinge NAME about its normal. The
///                              | first slides along the coordinate axis after the normal's largest part (X to Y, Y to
///                              | Z, Z to X), made perpendicular to the normal; the second along normal x first
/// mimic                        | a follower, also of a follower: the chain is resolved to the first leader
/// ball, spherical, universal   | not of URDF, yet met: Ball, and an Euler joint about x, then y; noted
/// any other type               | Fixed, noted
///
/// Limits, speeds, masses and centres of mass are kept; a limit without bounds, in the wrong order or missing is none,
/// a speed of 0 is none, and both are noted. Origins without a frame, unknown elements, meshes, package paths,
/// transmissions and simulators' tags are passed over. A robot that is not one tree is refused: a link that is missing,
/// has two parents, or lies on a cycle; two roots; names that are double. Its own axes are kept; up is Z.
Result<Scene> read_urdf(std::string_view text, std::string_view name, const LoadOptions& options = {});

}  // namespace kine
