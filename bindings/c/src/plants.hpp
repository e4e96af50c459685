// Plants as arrays of numbers: of each 4 whole numbers (foot, point, first frame, the frame after the last) and 3 numbers (where).
// Private to the C API.
#pragma once

#include <vector>

#include "bindings/c/src/numbers.hpp"
#include "kine/motion/plants.h"

namespace kine::c_api {

inline kine_status read_plants(const int* spans, const double* places, int count, std::vector<Plant>& out) {
  if (count > 0 && (!spans || !places)) return KINE_NULL;
  for (int i = 0; i < count; ++i, spans += 4, places += 3) {
    if ((spans[0] != 0 && spans[0] != 1) || (spans[1] != 0 && spans[1] != 1)) return KINE_BAD_INDEX;
    out.push_back({spans[0], static_cast<FootPart>(spans[1]), spans[2], spans[3], vec3(places)});
  }
  return KINE_OK;
}

/// The i-th of an array; NULL leaves it out.
inline void write_plant(const Plant& plant, int i, int* spans, double* places) {
  if (spans) {
    spans += 4 * i;
    *spans++ = plant.side;
    *spans++ = static_cast<int>(plant.part);
    *spans++ = plant.from;
    *spans = plant.to;
  }
  if (places) write(plant.at, places + 3 * i);
}

}  // namespace kine::c_api
