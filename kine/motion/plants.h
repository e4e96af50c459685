#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kine/core/result.h"
#include "kine/motion/motion_body.h"

namespace kine {

/// The part of a foot that stands.
enum class FootPart : std::uint8_t { Heel, Toe };

/// A heel or the tip of the toes stands still in a clip. Frames count from 0; `to` is the first frame in which it no
/// longer stands.
struct Plant {
  int side = 0;  ///< 0: left, 1: right
  FootPart part = FootPart::Heel;
  int from = 0, to = 0;  ///< frames
  Vec3 at{};             ///< where it stands: metres in the figure's world
};

/// How plants are found. Speeds and heights are for a leg of 0.87 m; other figures go in proportion.
struct PlantSettings {
  double floor = 0;            ///< height of the clip's ground, metres: MotionBody::fit_soles
  double start_speed = 0.2;    ///< a point that is slower stands, m/s; people's heels come to rest from 2 m/s in 50 ms
  double end_speed = 0.28;     ///< and leaves when it is faster, m/s: noise of recordings does not end a plant
  double start_height = 0.04;  ///< above the ground, metres
  double end_height = 0.06;    ///< metres
  double shortest = 0.05;      ///< seconds: what lasts less long is no plant
};

/// The plants of a clip, in the order of frames. What is slow and near the ground stands, with hysteresis.
std::vector<Plant> find_plants(const MotionBody& body, const Clip& clip, const PlantSettings& settings = {});

/// Where a plant's point is on the average over its slower frames: metres in the figure's world.
Vec3 mean_place(const MotionBody& body, const Clip& clip, const Plant& plant);

/// Nothing, or a sentence that names side, part and frame: frames outside of the clip, plants of one part that overlap,
/// heel and toes farther apart than the foot is long, places that are no numbers.
Result<bool> check_plants(const MotionBody& body, const Clip& clip, std::span<const Plant> plants);

}  // namespace kine
