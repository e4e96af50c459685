#pragma once

#include <string>

#include "kine/model/joint.h"

/// Joints of people, for figures whose own have no limits. In the frame of a figure that stands upright and looks along
/// +Z; `out` is 1 on the left and -1 on the right.
namespace kine::detail {

/// They get this much more than is planned for, degrees: legs are not quite alike.
constexpr double kHumanSlack = 5;
/// Toes bend so much less in a walk than they could, radians (10 degrees) …
constexpr double kToeRoom = 0.17;
/// … and never more, radians: people's at push-off.
constexpr double kMostToeBend = 0.9;

Joint human_hip(std::string name, double out);
Joint human_ankle(std::string name, double out);
Joint human_toes(std::string name);

}  // namespace kine::detail
