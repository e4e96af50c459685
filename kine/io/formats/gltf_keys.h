#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kine/io/formats/gltf_accessor.h"
#include "kine/math/quat.h"
#include "kine/math/vec3.h"

namespace kine::detail {

/// Rates that clips are made at, the likeliest first.
inline constexpr std::array kRates{30.0, 24.0, 25.0, 60.0, 50.0, 48.0, 120.0, 100.0, 72.0, 90.0, 144.0, 240.0};
/// A key lies on the grid of a rate when it is this near to a frame, in frames. Times are 32-bit floats.
inline constexpr double kOnGrid = 1e-3;

/// What is to know of a list of key times. Many channels share one, so it is found once.
struct GltfKeyTimes {
  bool good = false;     ///< finite, not negative, each later than the one before
  unsigned rates = 0;    ///< bit i: all keys lie on the grid of kRates[i]
  double even_rate = 0;  ///< keys a second where they are evenly spaced and 0 is on their grid; else 0
  double last = 0;       ///< seconds
};

/// True if all times lie on the grid of a rate.
bool on_grid(std::span<const float> times, double rate);

GltfKeyTimes examine(const GltfNumbers& numbers);

enum class GltfPath : std::uint8_t { Translation, Rotation, Scale };
enum class GltfBetween : std::uint8_t { Step, Linear, Spline };

/// What moves one property of one joint. `values` go with `times`, splines with three a key.
struct GltfChannel {
  int joint;
  GltfPath path;
  GltfBetween between;
  const GltfNumbers* times;
  const GltfNumbers* values;
};

/// The value at a time, seconds. Calls whose times go up are quick: `cursor`, 0 at first, remembers where the last one
/// was. Before the first key stands the first value, after the last key the last. Rotations have unit length.
Vec3 vector_at(const GltfChannel& channel, double time, std::size_t& cursor);
Quat rotation_at(const GltfChannel& channel, double time, std::size_t& cursor);

}  // namespace kine::detail
