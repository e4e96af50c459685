// Every ground, path and way to solve that a walk is judged on, one line each:
//   walk_matrix [--modes] [--when] [--paper] [--hash] [--seeds FIRST LAST] [--seconds S] [--speed M/S] [WORD…]
// Only lines whose name holds every WORD are walked: "hills:1 circle". --modes walks in all three modes, else in full
// alone; --when says where the worst was; --paper walks in Gait::paper(); --hash prints a hash of every pose instead,
// which stays the same for as long as the walk does to the bit; --seeds walks only by random sticks, of these seeds. A figure that is worse than asked for is marked with '!'.
#include <cstdint>
#include <cstdlib>

#include "kine/io/grid.h"
#include "kine/motion/walk_path.h"
#include "scenes/random_pose.h"
#include "tests/motion/walk_measure.h"

namespace kine::testing {
namespace {

/// Ground that went through a file: a grid of 0.2 m cells with waves in it, written as text and read again.
class LoadedGrid final : public scenes::Terrain {
 public:
  explicit LoadedGrid(HeightGrid grid) : grid_(std::move(grid)) {}
  GroundHit at(double x, double z) const override {
    const auto sample = grid_.sample(x, z);
    return sample ? GroundHit{true, {x, sample->height, z}, sample->normal} : GroundHit{};
  }

 private:
  HeightGrid grid_;
};

std::shared_ptr<const scenes::Terrain> loaded_grid() {
  constexpr int kSide = 401;
  const auto hills = *scenes::make_terrain("hills:17");
  std::string text;
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      const double x = 0.2 * (column - kSide / 2), z = 0.2 * (row - kSide / 2);
      char number[32];
      std::snprintf(number, sizeof number, "%.4f%c", hills->at(x, z).point.y, column + 1 < kSide ? ',' : '\n');
      text += number;
    }
  return std::make_shared<LoadedGrid>(read_csv_grid(text, "grid", {.cell_size = 0.2, .origin = {}})->grid);
}

struct Options {
  bool modes = false, when = false, hash = false;
  Gait gait{};
  double seconds = 60;
  unsigned first_seed = 1, last_seed = 3;  ///< of the random sticks
  bool only_random = false;
  std::vector<std::string> words;

  bool wants(const std::string& name) const {
    if (only_random && name.find(" random:") == std::string::npos) return false;
    for (const std::string& word : words)
      if (name.find(word) == std::string::npos) return false;
    return true;
  }
};

int failures = 0;

void show(const char* format, double value, bool bad) {
  std::printf(format, value);
  std::putchar(bad ? '!' : ' ');
}

void print_line(const std::string& name, const WalkFigures& f, const Options& options, bool free_stick) {
  const bool flat = name.rfind("flat", 0) == 0, stairs = name.rfind("stairs", 0) == 0;
  const double fastest = flat ? 9 : 12;
  const bool foul = f.drift.value > 1e-3 || f.depth.value > 1e-3 || f.violation.value > 0 || f.least_knee < 3 ||
                    f.knee_axis.value > 35 || f.position_error.value > 1e-4 || degrees(f.angle_error.value) > 0.1 ||
                    f.airborne > 0 || !f.finite || (stairs && (f.least_edge < 0.015 || f.least_on_ground < 0.75));
  const bool pops =
      options.gait.style == Gait::Style::Natural &&
      (f.joint_speed.value > fastest || f.joint_acceleration.value > 400 || f.pelvis_acceleration.value > 5);
  if (foul || (pops && !free_stick)) ++failures;
  std::printf("%-26s", name.c_str());
  show(" %7.2f", 1e3 * f.drift.value, f.drift.value > 1e-3);
  show(" %7.2f", 1e3 * f.depth.value, f.depth.value > 1e-3);
  show(" %7.2f", 1e3 * f.position_error.value, f.position_error.value > 1e-4);
  show(" %6.3f", degrees(f.angle_error.value), degrees(f.angle_error.value) > 0.1);
  show(" %5.1f", f.least_knee, f.least_knee < 3);
  show(" %4.0f", f.knee_axis.value, f.knee_axis.value > 35);
  show(" %6.1f", f.joint_speed.value, f.joint_speed.value > fastest);
  show(" %6.0f", f.joint_acceleration.value, f.joint_acceleration.value > 400);
  show(" %6.1f", f.pelvis_acceleration.value, f.pelvis_acceleration.value > 5);
  show(" %5.2f", f.loose.value, f.loose.value > 0.03);
  show(" %4.0f", 1e3 * f.crossing.value, f.crossing.value > 0);
  if (stairs && f.least_edge < 1)
    show(" %5.0f", 1e3 * f.least_edge, f.least_edge < 0.015);
  else
    std::printf("     - ");
  show(" %4.0f", 1e2 * f.least_on_ground, stairs && f.least_on_ground < 0.75);
  show(" %6.1f", f.way, false);
  if (f.violation.value > 0) std::printf(" LIMITS %.2g", f.violation.value);
  if (f.airborne > 0) std::printf(" AIRBORNE %d", f.airborne);
  if (!f.finite) std::printf(" NAN");
  std::printf("\n");
  if (options.when) std::printf("    %s\n", summary(f).c_str());
  std::fflush(stdout);
}

/// Walks and prints one line.
template <class Measure>
void walk_line(const std::string& name, WalkSetup& setup, const Options& options, bool free_stick,
               const Measure& measured) {
  std::uint64_t hash = scenes::kHashStart;
  if (options.hash)
    setup.watch = [&](double, const WalkReport&, const Pose& pose, const Frames&) {
      hash = scenes::hash(pose.q, hash);
    };
  const WalkFigures figures = measured(setup);
  if (!options.hash) return print_line(name, figures, options, free_stick);
  std::printf("%s%s %016llx\n", options.gait.style == Gait::Style::Paper ? "paper " : "", name.c_str(),
              static_cast<unsigned long long>(hash));
  std::fflush(stdout);
}

void print_head() {
  std::printf(
      "%-26s   drift   depth   solve     deg  knee  axis   rad/s rad/s2  m/s2 loose cross  edge  sole    way\n"
      "%-26s      mm      mm      mm           deg   deg                         s    mm    mm     %%      m\n",
      "ground path mode", "");
}

int run(const Options& options) {
  if (!options.hash) print_head();
  const auto grid = loaded_grid();
  const struct {
    const char* name;
    WalkPath path;
  } paths[] = {{"straight", WalkPath::straight()},
               {"circle", WalkPath::circle(2)},
               {"figure8", WalkPath::figure8()},
               {"square", WalkPath::square(4)}};
  const struct {
    const char* name;
    WalkMode mode;
  } modes[] = {{"full", WalkMode::Full}, {"half", WalkMode::Half}, {"hybrid", WalkMode::Hybrid}};
  for (const char* terrain : {"flat", "stairs", "ramp", "hills:1", "hills:2", "hills:3", "hills:4", "hills:5",
                              "blocks:1", "blocks:2", "blocks:3", "mesh", "grid"})
    for (const auto& path : paths)
      for (const auto& mode : modes) {
        if (mode.mode != WalkMode::Full && !options.modes) continue;
        const std::string name = std::string(terrain) + " " + path.name + " " + mode.name;
        if (!options.wants(name)) continue;
        WalkSetup setup;
        setup.terrain = terrain;
        if (setup.terrain == "grid") setup.ground = grid;
        setup.gait = options.gait;
        setup.seconds = options.seconds;
        setup.mode = mode.mode;
        walk_line(name, setup, options, false, [&](const WalkSetup& s) { return measure_along(path.path, s); });
      }
  for (const char* terrain : {"flat", "stairs", "hills:1", "blocks:1"})
    for (unsigned seed = options.first_seed; seed <= options.last_seed; ++seed) {
      const std::string name = std::string(terrain) + " random:" + std::to_string(seed) + " full";
      if (!options.wants(name)) continue;
      WalkSetup setup;
      setup.terrain = terrain;
      setup.gait = options.gait;
      setup.seconds = 10 * options.seconds;
      setup.stick = random_stick(seed);
      walk_line(name, setup, options, true, [](const WalkSetup& s) { return measure(s); });
    }
  if (!options.hash) std::printf("%d lines have a figure that is worse than asked for\n", failures);
  return failures > 0;
}

}  // namespace
}  // namespace kine::testing

int main(int count, char** arguments) {
  kine::testing::Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--modes")
      options.modes = true;
    else if (word == "--when")
      options.when = true;
    else if (word == "--seeds" && i + 2 < count) {
      options.only_random = true;
      options.first_seed = static_cast<unsigned>(std::atoi(arguments[++i]));
      options.last_seed = static_cast<unsigned>(std::atoi(arguments[++i]));
    } else if (word == "--hash")
      options.hash = true;
    else if (word == "--seconds" && i + 1 < count)
      options.seconds = std::atof(arguments[++i]);
    else if (word == "--speed" && i + 1 < count)
      options.gait.top_speed = std::atof(arguments[++i]);
    else if (word == "--paper")
      options.gait = kine::Gait::paper();
    else
      options.words.push_back(word);
  }
  return kine::testing::run(options);
}
