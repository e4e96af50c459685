#pragma once

#include <string_view>
#include <vector>

#include "apps/cli/draw/svg.h"
#include "kine/kinematics/frames.h"
#include "kine/model/pose.h"
#include "kine/model/skeleton.h"

/// What the pictures share: colours and figures.
namespace kine::cli {

namespace colour {
inline constexpr std::string_view kText = "#e8eefb";
inline constexpr std::string_view kMuted = "#98a7c4";
inline constexpr std::string_view kGrid = "#2b3a5c";
inline constexpr std::string_view kFlesh = "#3b4d78";
inline constexpr std::string_view kEdge = "#1a2540";
inline constexpr std::string_view kBone = "#dbe5f8";
inline constexpr std::string_view kLeft = "#58b4ff";
inline constexpr std::string_view kRight = "#ffa94d";
inline constexpr std::string_view kTeal = "#3ddbc3";
inline constexpr std::string_view kYellow = "#ffd54f";
inline constexpr std::string_view kPink = "#ff7a9e";
}  // namespace colour

/// The colour of the bone that ends at each joint: blue on the left, orange on the right, by the joints' names. Empty:
/// no bone, as of roots and of sensors and the like.
std::vector<std::string_view> bone_colours(const Skeleton& skeleton);

/// The humanoid of the scenes: a body, its bones (left blue, right orange) and its centre of mass.
void draw_humanoid(const Skeleton& humanoid, const Frames& frames, const Camera& camera, Svg& svg);

/// Any skeleton without side branches that count: a bone from each joint to its child.
void draw_arm(const Skeleton& arm, const Frames& frames, const Camera& camera, double thickness, Svg& svg);

/// The ellipsoid that a tip's speed can reach when all joint speeds together have length one, drawn `scale` times as
/// large, with its three half-axes.
void draw_speed_ellipsoid(const Skeleton& arm, const Frames& frames, JointId tip, double scale, const Camera& camera,
                          Svg& svg);

/// A floor of squares, `size` metres wide on each side of the centre, at height 0.
void draw_floor(const Vec3& centre, const Vec3& right, const Vec3& forward, double size, double step,
                const Camera& camera, Svg& svg);

}  // namespace kine::cli
