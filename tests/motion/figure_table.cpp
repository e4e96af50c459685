// How other figures walk, a line each, as docs/walking.md has it:
//   figure_table [--seconds S] FILE…
//   figure_table [--seconds S] --ground NAME [--ground NAME…] FILE…
// A full stick straight on, on the flat and on hills:1 to 3 (the worst of them), or on the grounds that are named, a line
// each, by forward kinematics of the figure's own poses at 60 Hz. A figure that breaks a rule is marked with '!', one that
// cannot walk says why.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "kine/io/load.h"
#include "kine/motion/gait_fit.h"
#include "tests/motion/figure_measure.h"

namespace kine::testing {
namespace {

std::string name_of(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

int refused(const std::string& path, const std::string& why) {
  std::printf("| %s | cannot walk: %s |\n", name_of(path).c_str(), why.c_str());
  return 1;
}

bool keeps_rules(const FigureWalk& walk) {
  return walk.drift <= 1e-3 && walk.depth <= 1e-3 && walk.residual <= 1e-4 && walk.violation <= 0;
}

/// Millimetres.
void print_feet(const FigureWalk& walk) {
  std::printf(" %.2f | %.2f | %.3f |", 1e3 * walk.drift, 1e3 * walk.depth, 1e3 * walk.residual);
}

/// A line for each ground: how far it comes, and its feet. Returns how many of them break a rule.
int print_grounds(const std::string& path, const WalkingFigure& who, const Gait& gait,
                  const std::vector<std::string>& grounds, double seconds) {
  int bad = 0;
  for (const std::string& ground : grounds) {
    const FigureWalk walk = walk_figure(who, {.terrain = ground, .gait = gait, .seconds = seconds});
    const bool good = keeps_rules(walk);
    std::printf("| %s | %s | %.2f | %.1f |", name_of(path).c_str(), ground.c_str(), who.body().measures().leg(),
                walk.way);
    print_feet(walk);
    std::printf("%s%s%s\n", good ? "" : " ! ", walk.when.c_str(), walk.blocked ? " blocked" : "");
    std::fflush(stdout);
    bad += good ? 0 : 1;
  }
  return bad;
}

/// Returns 1 if it breaks a rule of feet or limits, or cannot walk; with `grounds` on how many of them it does.
int print_line(const std::string& path, const std::vector<std::string>& grounds, double seconds) {
  const std::string paths[] = {path};
  LoadOptions options;
  options.free_root = true;  // a robot that walks does not stand bolted to the world
  const Result<Scene> scene = load_scene(paths, options);
  if (!scene) return refused(path, scene.error());
  const Vec3 up = to_vector(scene->up);
  const Result<BoneMap> map = find_bones(scene->skeleton, up);
  if (!map) return refused(path, map.error());
  const Result<WalkingFigure> who = WalkingFigure::build(scene->skeleton, *map, up);
  if (!who) return refused(path, who.error());
  const Result<GaitFit> fit = fit_gait(who->body(), Gait{});
  if (!fit) return refused(path, fit.error());
  if (!grounds.empty()) return print_grounds(path, *who, fit->gait, grounds, seconds);
  FigureWalk flat, hills;
  for (const char* terrain : {"flat", "hills:1", "hills:2", "hills:3"}) {
    const FigureWalk walk = walk_figure(*who, {.terrain = terrain, .gait = fit->gait, .seconds = seconds});
    FigureWalk& worst = std::strcmp(terrain, "flat") == 0 ? flat : hills;
    if (&worst == &flat) worst.step = walk.step, worst.speed = walk.speed;
    for (double FigureWalk::* const value :
         {&FigureWalk::drift, &FigureWalk::depth, &FigureWalk::residual, &FigureWalk::violation})
      worst.*value = std::max<double>(worst.*value, walk.*value);
  }
  const bool good = keeps_rules(flat) && keeps_rules(hills);
  std::printf("| %s | %.2f | %.2f | %.2f |", name_of(path).c_str(), who->body().measures().leg(), flat.step,
              flat.speed);
  for (const FigureWalk* walk : {&flat, &hills}) print_feet(*walk);
  std::printf("%s%s\n", good ? "" : " !", fit->note.empty() ? "" : (" " + fit->note).c_str());
  std::fflush(stdout);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace kine::testing

int main(int argc, char** argv) {
  double seconds = 60;
  std::vector<std::string> paths, grounds;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
      seconds = std::atof(argv[++i]);
    else if (std::strcmp(argv[i], "--ground") == 0 && i + 1 < argc)
      grounds.emplace_back(argv[++i]);
    else
      paths.emplace_back(argv[i]);
  }
  std::printf(grounds.empty()
                  ? "| figure | leg m | step m | m/s | flat: drift | depth | solve | hills: drift | depth | solve |\n"
                    "|---|---|---|---|---|---|---|---|---|---|\n"
                  : "| figure | ground | leg m | way m | drift | depth | solve |\n|---|---|---|---|---|---|---|\n");
  int bad = 0;
  for (const std::string& path : paths) bad += kine::testing::print_line(path, grounds, seconds);
  return bad > 0 ? 1 : 0;
}
