#pragma once

#include <string>
#include <vector>

namespace kine::cli {

/// A picture of the demo: its file name and the whole SVG file.
struct Picture {
  std::string file;
  std::string svg;
  std::string caption;  ///< what it shows, for the terminal
};

Picture picture_of_planar_arm();
Picture picture_of_ball_joint();
Picture picture_of_robot_arm();
Picture picture_of_humanoid();
Picture picture_of_reaching();
Picture picture_for_readme();

/// All of them. The same bytes on every platform.
std::vector<Picture> pictures();

}  // namespace kine::cli
