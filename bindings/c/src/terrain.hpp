// What a terrain's handle is. Private to the C API.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/c/src/handles.hpp"
#include "kine/model/height_grid.h"
#include "kine/motion/ground.h"

namespace kine::c_api {

/// Anything that can be cast down on.
class AnyGround {
 public:
  virtual ~AnyGround() = default;
  virtual GroundHit operator()(const Vec3& from, double max_drop) const = 0;
  virtual const HeightGrid* grid() const { return nullptr; }
};

template <class Cast>
class GroundOf final : public AnyGround {
 public:
  explicit GroundOf(Cast cast) : cast_(std::move(cast)) {}
  GroundHit operator()(const Vec3& from, double max_drop) const override { return cast_(from, max_drop); }

 private:
  Cast cast_;
};

}  // namespace kine::c_api

struct kine_terrain {
  std::unique_ptr<const kine::c_api::AnyGround> ground;
  std::vector<std::string> notes{};
};

namespace kine::c_api {

/// A terrain of anything that can be called as a ground.
template <class Cast>
kine_terrain* new_terrain(Cast cast) {
  return new kine_terrain{std::make_unique<const GroundOf<Cast>>(std::move(cast))};
}

kine_terrain* new_grid_terrain(HeightGrid grid, std::vector<std::string> notes);

}  // namespace kine::c_api
