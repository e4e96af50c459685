// The C++ side of bench/python/arms.py: the same problems in a plain loop on one core.
//   many_targets MODEL.urdf TIP TARGETS SEEDS   files of doubles: rows of x y z qx qy qz qw, and of joint values
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "kine/io.h"
#include "kine/kine.h"

using namespace kine;

namespace {

std::vector<double> read_doubles(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<double> numbers;
  for (double number; file.read(reinterpret_cast<char*>(&number), sizeof number);) numbers.push_back(number);
  return numbers;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::string paths[] = {argv[1]};
  const Result<Scene> scene = load_scene(paths);
  if (!scene) return std::fprintf(stderr, "%s\n", scene.error().c_str()), 1;
  const Skeleton& arm = scene->skeleton;
  const JointId tip = arm.joint(argv[2]);
  const std::vector<double> targets = read_doubles(argv[3]), seeds = read_doubles(argv[4]);
  const std::size_t width = arm.rest_pose().size(), count = seeds.size() / width;
  Scratch scratch(arm);
  Pose pose = arm.rest_pose();
  double best = kInfinity;
  constexpr int kRepeats = 7;  // the quickest counts: others were disturbed
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    int reached = 0;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) {
      const double* t = targets.data() + 7 * i;
      const Goal goals[] = {place(tip, {{t[3], t[4], t[5], t[6]}, {t[0], t[1], t[2]}})};
      std::copy_n(seeds.data() + width * i, width, pose.begin());
      reached += solve(arm, goals, Jacobian{}, pose, scratch).reached() ? 1 : 0;
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count());
    if (repeat + 1 == kRepeats) std::printf("%.9f %d\n", best / static_cast<double>(count), reached);
  }
}
