#include "scenes/terrains.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kine/math/trig.h"
#include "kine/motion/ground_shapes.h"

namespace kine::scenes {
namespace {

/// A number from 0 to 1 out of whole numbers, the same on every machine (the mixing of SplitMix64).
double number_from(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
  std::uint64_t x = seed * 0x9E3779B97F4A7C15u + a * 0xBF58476D1CE4E5B9u + b * 0x94D049BB133111EBu;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-53;
}

GroundHit level(double x, double y, double z) { return {true, {x, y, z}, kUnitY}; }

/// Where z lies in a pattern that starts at 2 and repeats; below 0 before it.
double in_pattern(double z, double period) {
  const double along = z - 2;
  return along < 0 ? along : along - period * std::floor(along / period);
}

class Flat final : public Terrain {
 public:
  GroundHit at(double x, double z) const override { return level(x, 0, z); }
};

class Stairs final : public Terrain {
 public:
  GroundHit at(double x, double z) const override {
    constexpr double kRiser = 0.17, kTread = 0.29, kSteps = 12, kTop = 2, kBottom = 4;
    constexpr double kFlight = kSteps * kTread;
    const double along = in_pattern(z, 2 * kFlight + kTop + kBottom);
    if (along < 0 || along >= 2 * kFlight + kTop) return level(x, 0, z);
    if (along < kFlight) return level(x, kRiser * (std::floor(along / kTread) + 1), z);
    if (along < kFlight + kTop) return level(x, kRiser * kSteps, z);
    return level(x, kRiser * (kSteps - 1 - std::floor((along - kFlight - kTop) / kTread)), z);
  }
};

class Ramp final : public Terrain {
 public:
  GroundHit at(double x, double z) const override {
    constexpr double kRun = 6, kTop = 3;
    const SinCos slope = sin_cos(radians(15.0));
    const double rise = slope.sin / slope.cos;
    const double along = in_pattern(z, 2 * kRun + kTop);
    if (along < 0) return level(x, 0, z);
    if (along < kRun) return {true, {x, along * rise, z}, {0, slope.cos, -slope.sin}};
    if (along < kRun + kTop) return level(x, kRun * rise, z);
    return {true, {x, (2 * kRun + kTop - along) * rise, z}, {0, slope.cos, slope.sin}};
  }
};

/// Waves that run in all directions.
class Hills final : public Terrain {
 public:
  explicit Hills(std::uint64_t seed) {
    for (std::size_t i = 0; i < kWaves; ++i) {
      const bool bump = i >= kLong;
      const double turn = 2 * kPi * number_from(seed, i, 0);
      const double pace = bump ? 5 + number_from(seed, i, 1) : 0.8 + 0.5 * number_from(seed, i, 1);
      const SinCos way = sin_cos(turn);
      height_[i] = bump ? 0.0075 : 0.0625;
      x_[i] = pace * way.sin;
      z_[i] = pace * way.cos;
      phase_[i] = 2 * kPi * number_from(seed, i, 2);
    }
  }

  GroundHit at(double x, double z) const override {
    double y = 0, slope_x = 0, slope_z = 0;
    std::array<double, kAngles> angles, sines, cosines;
    for (std::size_t i = 0; i < kAngles; ++i) angles[i] = x_[i] * x + z_[i] * z + phase_[i];
    sin_cos(angles, sines, cosines);
    for (std::size_t i = 0; i < kWaves; ++i) {
      y += height_[i] * sines[i];
      slope_x += height_[i] * x_[i] * cosines[i];
      slope_z += height_[i] * z_[i] * cosines[i];
    }
    return {true, {x, y, z}, normalised(Vec3{-slope_x, 1, -slope_z})};
  }

 private:
  static constexpr std::size_t kLong = 4, kWaves = 6;
  static constexpr std::size_t kAngles = 8;  ///< filled up, so that sines come in whole vectors
  std::array<double, kAngles> height_{}, x_{}, z_{}, phase_{};
};

class Blocks final : public Terrain {
 public:
  explicit Blocks(std::uint64_t seed) : seed_(seed) {}

  GroundHit at(double x, double z) const override {
    constexpr double kSide = 0.4, kHigh = 0.15, kMissing = 0.05, kClear = 0.9;
    const double column = std::floor(x / kSide), row = std::floor(z / kSide);
    const double middle_x = (column + 0.5) * kSide, middle_z = (row + 0.5) * kSide;
    if (middle_x * middle_x + middle_z * middle_z < kClear * kClear) return level(x, 0, z);
    // Far away the cells are numbered by what fits; a walk never gets there.
    const auto number = [](double cell) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(cell < -1e15 ? -1e15 : cell > 1e15 ? 1e15 : cell));
    };
    const std::uint64_t a = number(column), b = number(row);
    if (!(number_from(seed_, 2 * a, b) >= kMissing)) return {};
    return level(x, kHigh * number_from(seed_, 2 * a + 1, b), z);
  }

 private:
  std::uint64_t seed_;
};

/// Hills made of triangles.
class Mesh final : public Terrain {
 public:
  Mesh() : ground_(make()) {}
  GroundHit at(double x, double z) const override { return ground_({x, 100, z}, 200); }

 private:
  static MeshGround make() {
    constexpr int kCells = 179;
    constexpr double kCell = 0.25;
    const Hills hills(64082);
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 3>> triangles;
    for (int row = 0; row <= kCells; ++row)
      for (int column = 0; column <= kCells; ++column) {
        const double x = (column - 0.5 * kCells) * kCell, z = (row - 0.5 * kCells) * kCell;
        vertices.push_back(hills.at(x, z).point);
      }
    for (int row = 0; row < kCells; ++row)
      for (int column = 0; column < kCells; ++column) {
        const int a = row * (kCells + 1) + column, b = a + 1, c = a + kCells + 1, d = c + 1;
        triangles.push_back({a, c, b});
        triangles.push_back({b, c, d});
      }
    return *MeshGround::build(std::move(vertices), std::move(triangles));
  }
  MeshGround ground_;
};

}  // namespace

Result<std::unique_ptr<Terrain>> make_terrain(std::string_view name) {
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  std::uint64_t seed = 1;
  if (colon != std::string_view::npos) {
    const std::string_view number = name.substr(colon + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), seed);
    if (error != std::errc{} || end != number.data() + number.size() || (kind != "hills" && kind != "blocks"))
      return Error{"'" + std::string(name) + "': only hills and blocks have a seed, a whole number: hills:7"};
  }
  if (kind == "flat") return std::unique_ptr<Terrain>(new Flat);
  if (kind == "stairs") return std::unique_ptr<Terrain>(new Stairs);
  if (kind == "ramp") return std::unique_ptr<Terrain>(new Ramp);
  if (kind == "hills") return std::unique_ptr<Terrain>(new Hills(seed));
  if (kind == "blocks") return std::unique_ptr<Terrain>(new Blocks(seed));
  if (kind == "mesh") return std::unique_ptr<Terrain>(new Mesh);
  return Error{"no terrain is called '" + std::string(name) +
               "': there are flat, stairs, ramp, hills:SEED, blocks:SEED and mesh"};
}

}  // namespace kine::scenes
