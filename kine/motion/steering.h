#pragma once

namespace kine {

/// What the player asks for. Each number is -1 to 1 and is multiplied by the gait's top speed.
struct Stick {
  double forward = 0;  ///< + ahead, - back
  double turn = 0;     ///< + to the left
  double side = 0;     ///< + to the left
};

/// Speeds along the axes of the figure itself.
struct CourseSpeeds {
  double forward = 0;  ///< m/s, + ahead
  double side = 0;     ///< m/s, + to the left
  double turn = 0;     ///< rad/s, + to the left
  bool operator==(const CourseSpeeds&) const = default;
};

/// Where a figure is on the map, where it faces, and how it moves. The map is the world seen from above: x and z in
/// metres. A heading of 0 faces +Z with +X to the left; a growing heading turns from +Z towards +X.
struct Course {
  double x = 0, z = 0;    ///< metres, in the world
  double heading = 0;     ///< radians
  CourseSpeeds speeds{};  ///< as it moves now
};

}  // namespace kine
