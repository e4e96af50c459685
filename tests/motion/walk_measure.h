#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kine/kine.h"
#include "kine/motion/walk.h"
#include "kine/motion/walk_path.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"

namespace kine::testing {

/// The worst of something, and when it was.
struct Worst {
  double value = 0;
  double time = 0;
  std::string what;

  void note(double v, double at, const char* name) {
    if (!(v > value)) return;
    value = v;
    time = at;
    what = name;
  }
  std::string when() const {
    char text[96];
    std::snprintf(text, sizeof text, "%s at %.3f s", what.c_str(), time);
    return text;
  }
};

/// A time in which a point stood still.
struct Plant {
  int foot = 0;
  bool toe = false;
  double start = 0, end = 0;
  Vec3 position{};
};

/// A foot put down: the whole time from its first planted point to its last.
struct Footfall {
  int foot = 0;
  double start = 0;
  Foothold sole{};
  double on_ground = 1;  ///< the share of the sole with ground right below it
};

/// What a walk is judged by, measured on its poses by forward kinematics.
struct WalkFigures {
  Worst drift;                ///< of planted heels and toes, metres
  Worst depth;                ///< of any of twelve points of a sole below the ground, metres
  Worst joint_speed;          ///< rad/s
  Worst joint_acceleration;   ///< rad/s^2
  Worst pelvis_acceleration;  ///< m/s^2
  Worst violation;            ///< of limits, radians
  Worst knee_axis;            ///< off perpendicular to the hips' facing, degrees
  Worst position_error, angle_error;
  Worst loose;              ///< seconds: a point near the ground and slow, but not planted
  Worst crossing;           ///< how far a landed foot stands on the wrong side of the other one, metres
  double least_knee = 1e9;  ///< degrees
  double least_edge = 1e9;  ///< on stairs: how high a swinging sole goes over an edge, metres
  double least_on_ground = 1;
  double planted_share[2] = {0, 0};
  double both_share = 0;  ///< of the time after the first 5 s, with plants of both feet
  int airborne = 0;       ///< frames without any plant
  int blocked = 0;        ///< frames in which there was no foothold ahead
  bool finite = true;
  long iterations = 0;
  int solves = 0;
  std::vector<Plant> plants;
  std::vector<Footfall> footfalls;
  std::vector<Vec3> hips;
  Vec3 end{};
  double way = 0;       ///< metres that the hips went
  bool stands = false;  ///< at the end
};

using StickOf = std::function<Stick(double time, const WalkState& state)>;

struct WalkSetup {
  std::string terrain = "flat";
  Gait gait{};
  WalkMode mode = WalkMode::Full;
  double seconds = 8, rate = 120;
  StickOf stick = [](double, const WalkState&) { return Stick{1, 0, 0}; };
  std::shared_ptr<const scenes::Terrain> ground{};  ///< in place of the terrain of that name
  std::function<void(double time, const WalkReport&, const Pose&, const Frames&)> watch{};  ///< sees every frame
};

/// Walks and measures.
class WalkMeter {
 public:
  explicit WalkMeter(const WalkSetup& setup)
      : setup_(setup),
        skeleton_(scenes::humanoid()),
        pose_(scenes::standing_pose(skeleton_)),
        body_(*Biped::build(skeleton_, pose_.q)),
        scratch_(body_),
        frames_(skeleton_),
        terrain_(setup.ground ? setup.ground : *scenes::make_terrain(setup.terrain)),
        legs_{leg("left_"), leg("right_")} {}

  WalkFigures run();
  const WalkState& state() const { return state_; }
  const Skeleton& skeleton() const { return skeleton_; }

 private:
  void measure_frame();
  void measure_joints();
  void measure_leg(int foot);
  void measure_point(int foot, bool toe, bool planted, const Vec3& at);
  void measure_footfall(int foot, bool down);
  void measure_edges(int foot, const Transform& sole, const Transform& toes);
  void note_depth(const Vec3& point, const char* side);
  void close_plant(int index);

  struct Leg {
    JointId thigh, shank, foot, toes, heel, tip;
  };
  Leg leg(const std::string& side) const {
    const auto joint = [&](const char* name) { return skeleton_.joint(side + name); };
    return {joint("thigh"), joint("shank"), joint("foot"), joint("toes"), joint("heel"), joint("toe_tip")};
  }

  WalkSetup setup_;
  Skeleton skeleton_;
  Pose pose_;
  Biped body_;
  Scratch scratch_;
  Frames frames_;
  std::shared_ptr<const scenes::Terrain> terrain_;
  std::array<Leg, 2> legs_;
  WalkState state_{};
  WalkReport report_{};
  WalkFigures figures_{};
  std::vector<double> before_, speeds_, now_;
  std::array<Plant, 4> plants_{};
  std::array<bool, 4> open_{};
  std::array<Vec3, 4> points_{};
  std::array<double, 4> loose_for_{};
  std::array<bool, 2> down_{};
  double time_ = 0;
  int frames_seen_ = 0;
};

inline WalkFigures measure(const WalkSetup& setup) { return WalkMeter(setup).run(); }

/// Walks along a path.
inline WalkFigures measure_along(const WalkPath& path, WalkSetup setup) {
  double along = 0;
  setup.stick = [&](double, const WalkState& state) { return follow(path, setup.gait, state.course, along); };
  return measure(setup);
}
inline WalkFigures measure_along(const WalkPath& path, const std::string& terrain, double seconds) {
  WalkSetup setup;
  setup.terrain = terrain;
  setup.seconds = seconds;
  return measure_along(path, setup);
}

/// A stick that changes at random twice a second, the same everywhere.
StickOf random_stick(unsigned seed);

/// One line with everything.
std::string summary(const WalkFigures& f);

}  // namespace kine::testing
