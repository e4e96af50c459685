// Every ground and path that the spider is judged on, one line each:
//   crawl_matrix [SECONDS] [RATE] [WORD…]
// Only lines whose name holds every WORD are crawled: "stairs circle".
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/motion/crawl_measure.h"

int main(int argc, char** argv) {
  using namespace kine;
  using namespace kine::testing;
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60, rate = argc > 2 ? std::atof(argv[2]) : 60;
  const std::vector<std::pair<std::string, CrawlStick>> sticks = {{"straight", along(WalkPath::straight())},
                                                                  {"circle:2", along(WalkPath::circle(2))},
                                                                  {"figure8", along(WalkPath::figure8())},
                                                                  {"square", along(WalkPath::square(4))},
                                                                  {"curve", steady({1, 0.1, 0})},
                                                                  {"side", steady({0.3, 0, 1})},
                                                                  {"back", steady({-1, 0.2, 0})},
                                                                  {"turn", steady({0, 1, 0})},
                                                                  {"random:1", random_stick(1)},
                                                                  {"random:2", random_stick(2)},
                                                                  {"random:3", random_stick(3)}};
  std::printf("%-20s %7s %7s %7s %7s %8s %6s %6s %7s %6s %6s %6s %4s %5s %5s\n", "", "miss mm", "drift", "depth",
              "knee", "limits", "tip", "joint", "joint", "body", "body", "way", "down", "block", "stuck");
  std::printf("%-20s %7s %7s %7s %7s %8s %6s %6s %7s %6s %6s %6s\n", "", "", "mm", "mm", "mm", "rad", "m/s", "rad/s",
              "rad/s2", "m/s2", "rad/s2", "m");
  for (const char* terrain :
       {"flat", "hills:1", "hills:2", "hills:3", "stairs", "ramp", "blocks:1", "blocks:2", "blocks:3", "mesh"})
    for (const auto& [name, stick] : sticks) {
      const std::string line = std::string(terrain) + " " + name;
      bool wanted = true;
      for (int i = 3; i < argc; ++i) wanted &= line.find(argv[i]) != std::string::npos;
      if (!wanted) continue;
      // Random sticks stay near where they start: on the stairs and the ramp that is half-way up.
      const bool on_slope = line.find("s random") != std::string::npos || line.find("p random") != std::string::npos;
      const double start = on_slope ? 3.8 : 0;
      const CrawlFigures f =
          measure_crawl({.terrain = terrain, .seconds = seconds, .rate = rate, .stick = stick, .z = start});
      std::printf("%-20s %7.3f %7.3f %7.3f %7.3f %8.1e %6.2f %6.1f %7.0f %6.2f %6.1f %6.1f %4d %5d %5d", line.c_str(),
                  1e3 * f.miss, 1e3 * f.drift, 1e3 * f.depth, 1e3 * f.knee_depth, f.violation, f.tip_speed,
                  f.joint_speed, f.joint_acceleration, f.body_acceleration, f.body_turn_acceleration, f.way,
                  f.least_down, f.blocked, f.stuck);
      if (f.miss > 1e-4) std::printf("  leg %d at %.3f s", f.miss_leg, f.miss_time);
      std::puts(f.finite ? "" : "  not finite");
      std::fflush(stdout);
    }
}
