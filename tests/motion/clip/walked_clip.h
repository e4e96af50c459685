#pragma once

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/motion/bone_map.h"
#include "kine/motion/ground_feet.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk.h"
#include "kine/motion/walking_figure.h"

/// Clips whose plants are known: figures that walk by walk(), and what was done to them.
namespace kine::testing {

constexpr double kClipRate = 60;

/// A figure's walk on level ground, with the plants that the walk was planned with.
struct WalkedClip {
  explicit WalkedClip(const Skeleton& skeleton, const Vec3& up = kUnitY, double seconds = 5)
      : map(*find_bones(skeleton, up)), body(*MotionBody::build(skeleton, map, up)), clip(skeleton, "walk", kClipRate) {
    Result<WalkingFigure> who = WalkingFigure::build(skeleton, map, up);
    EXPECT_TRUE(who.ok()) << who.error();
    Scratch scratch(*who);
    WalkState state;
    const FlatGround flat;
    std::vector<double> walked(who->body().standing().begin(), who->body().standing().end()),
        pose(who->standing().begin(), who->standing().end());
    const int frames = static_cast<int>(seconds * kClipRate);
    for (int i = 0; i < frames; ++i) {
      const WalkReport report =
          walk(who->body(), Gait{}, Ground(flat), {.forward = 1}, 1 / kClipRate, state, walked, scratch);
      who->write(walked, pose, scratch);
      clip.append(pose);
      for (int side = 0; side < 2; ++side) {
        down[0][side].push_back(report.plan.heel_down[side]);
        down[1][side].push_back(report.plan.toe_down[side]);
      }
    }
  }

  BoneMap map;
  MotionBody body;
  Clip clip;
  std::array<std::vector<bool>, 2> down[2];  ///< heel, toe; by side and frame
};

/// Where heel and toe are in a frame: in the world with Y up.
inline FootMoment sole_of(const MotionBody& body, const Clip& clip, int frame, int side) {
  Frames frames(body.skeleton());
  forward(body.skeleton(), clip.pose(frame), frames);
  return {rotate(body.world_from_figure(), frames.position(body.heel(side))),
          rotate(body.world_from_figure(), frames.position(body.toe(side)))};
}

/// How far planted points go from where they come down, and how deep soles are in the ground: the most, metres.
struct SoleFaults {
  double drift = 0, depth = 0;
};
inline SoleFaults faults_of(const MotionBody& body, const Clip& clip, const std::vector<Plant>& plants,
                            const Ground& ground) {
  constexpr int kSettling = 4;  // frames in which a foot that has landed comes to rest
  SoleFaults faults;
  std::array<std::vector<FootMoment>, 2> soles;
  for (int i = 0; i < clip.frame_count(); ++i)
    for (int side = 0; side < 2; ++side) {
      const FootMoment sole = sole_of(body, clip, i, side);
      soles[static_cast<std::size_t>(side)].push_back(sole);
      for (const double share : {0.0, 0.5, 1.0}) {
        const Vec3 at = sole.heel + (sole.toe - sole.heel) * share;
        const GroundHit hit = ground({at.x, at.y + 1, at.z}, 3);
        if (hit.hit) faults.depth = std::max(faults.depth, hit.point.y - at.y);
      }
    }
  for (const Plant& plant : plants) {
    const auto point = plant.part == FootPart::Heel ? &FootMoment::heel : &FootMoment::toe;
    const auto& track = soles[static_cast<std::size_t>(plant.side)];
    for (int i = plant.from + kSettling; i < plant.to; ++i)
      faults.drift = std::max(faults.drift, length(track[static_cast<std::size_t>(i)].*point -
                                                   track[static_cast<std::size_t>(plant.to - 1)].*point));
  }
  return faults;
}

}  // namespace kine::testing
