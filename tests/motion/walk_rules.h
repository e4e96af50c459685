#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/motion/walk_measure.h"

/// The rules that every walk is held to, whatever gait, ground and stick.
namespace kine::testing {

/// Of feet and joints.
inline void expect_sound(const WalkFigures& f, const std::string& name) {
  SCOPED_TRACE(name + ": " + summary(f));
  EXPECT_TRUE(f.finite);
  EXPECT_LE(f.drift.value, 1e-3);
  EXPECT_LE(f.depth.value, 1e-3);
  EXPECT_EQ(f.violation.value, 0);
  EXPECT_GE(f.least_knee, 3);
  EXPECT_LE(f.knee_axis.value, 35);
  EXPECT_LE(f.position_error.value, 1e-4);
  EXPECT_LE(degrees(f.angle_error.value), 0.1);
  EXPECT_EQ(f.airborne, 0);
}

/// Of frame rates: with a stick that changes at multiples of a sixth of a second the hips are at the same place there.
inline void expect_same_at_every_rate(WalkSetup setup) {
  setup.stick = [](double t, const WalkState&) {
    const int sixth = static_cast<int>(std::floor(t * 6 + 1e-6));
    return Stick{sixth % 17 < 13 ? 1.0 : 0.2, sixth % 11 > 6 ? 0.6 : -0.2, sixth % 7 == 0 ? 0.5 : 0.0};
  };
  std::vector<std::vector<Vec3>> at;  // the hips every sixth of a second
  for (const int rate : {30, 60, 120, 144}) {
    setup.rate = rate;
    const WalkFigures f = measure(setup);
    std::vector<Vec3> every;
    for (std::size_t k = 0; k < f.hips.size(); k += static_cast<std::size_t>(rate) / 6) every.push_back(f.hips[k]);
    at.push_back(every);
  }
  double worst = 0;
  for (std::size_t r = 1; r < at.size(); ++r)
    for (std::size_t k = 0; k < at[0].size(); ++k) worst = std::max<double>(worst, length(at[r][k] - at[0][k]));
  EXPECT_LE(worst, 2e-3);
}

}  // namespace kine::testing
