#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands/walk.h"
#include "kine/motion/reach_out.h"

/// kine walk --reach: what the figure looks at and reaches for on its way.
namespace kine::cli {

/// An object that stays, or that moves from place to place in time.
struct WalkObject {
  struct Place {
    double time = 0;
    Vec3 point{};
  };
  std::string name;           ///< as the user knows it
  std::vector<Place> places;  ///< one or more; times rise

  /// On the straight line between two of its places; before the first and after the last it stays.
  Vec3 at(double time) const;
};

/// What `--reach` asks for: X,Y,Z each, or CSV files: of x,y,z an object a row, of t,x,y,z one that moves.
std::vector<WalkObject> load_objects(std::span<const std::string> wishes, const FileAccess& access);

/// Notes what hands hold, and what was looked at.
class HoldKeeper {
 public:
  /// `file_from_walk` turns places into the axes of the character.
  HoldKeeper(WalkRecord& record, std::span<const WalkObject> objects, const Quat& file_from_walk);
  void frame(const ReachReport& report, std::span<const ObjectInReach> objects, double time);

 private:
  WalkRecord& record_;
  Quat file_from_walk_;
  std::array<int, 2> open_{-1, -1};
};

/// A line for each object: who held it and when.
std::string reach_lines(const WalkRecord& record);

}  // namespace kine::cli
