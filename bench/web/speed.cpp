// How long solves take natively: the same problems as problems.mjs has for WebAssembly. Prints "NAME MICROSECONDS
// CHECK" lines; CHECK is the sum of the errors, which must be the same in both, to the last bit.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include "kine/kine.h"
#include "scenes/scenes.h"

using namespace kine;

namespace {

constexpr int kProblems = 40, kPasses = 15;
constexpr double kBatch = 300;  // microseconds in one go: short enough to be undisturbed now and then

/// The same numbers as in problems.mjs.
class Random {
 public:
  double next(double low, double high) {
    state_ = state_ * 1664525u + 1013904223u;
    return low + (high - low) * (static_cast<double>(state_) / 4294967296.0);
  }
  Vec3 point(double x0, double x1, double y0, double y1, double z0, double z1) {
    const double x = next(x0, x1), y = next(y0, y1);
    return {x, y, next(z0, z1)};
  }

 private:
  std::uint32_t state_ = 1;
};

struct Problem {
  std::vector<Goal> goals;
  Pose start;
};

using Clock = std::chrono::steady_clock;

/// Microseconds of one solve, which is done so often.
template <class Method>
double time(const Skeleton& skeleton, const Problem& problem, const Method& method, int repeats, Pose& pose,
            Scratch& scratch) {
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < repeats; ++i) {
    pose = problem.start;
    solve(skeleton, problem.goals, method, pose, scratch);
  }
  const std::chrono::duration<double, std::micro> elapsed = Clock::now() - start;
  return elapsed.count() / repeats;
}

/// Of each problem the best of the passes, then the mean.
template <class Method>
void measure(const char* name, const Skeleton& skeleton, const std::vector<Problem>& problems, const Method& method) {
  Scratch scratch(skeleton);
  Pose pose = skeleton.rest_pose();
  std::vector<double> best(problems.size(), 1e300);
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const int repeats = pass == 0 ? 20 : static_cast<int>(kBatch / best[i]) + 1;
      best[i] = std::min<double>(best[i], time(skeleton, problems[i], method, repeats, pose, scratch));
    }
  }
  double total = 0, check = 0;
  for (const double microseconds : best) total += microseconds;
  for (const Problem& problem : problems) {
    pose = problem.start;
    check += solve(skeleton, problem.goals, method, pose, scratch).position_error;
  }
  std::printf("%s %.4f %.17g\n", name, total / static_cast<double>(problems.size()), check);
}

std::vector<Problem> chain_problems(const Skeleton& chain) {
  Random random;
  std::vector<Problem> problems;
  for (int i = 0; i < kProblems; ++i)
    problems.push_back({{reach(chain.joint("tip"), random.point(-0.5, 0.5, -0.5, 0.5, 0.1, 0.6))}, chain.rest_pose()});
  return problems;
}

std::vector<Problem> arm_problems(const Skeleton& arm) {
  Random random;
  std::vector<Problem> problems;
  const Pose ready = scenes::ready_pose(arm);
  Frames frames(arm);
  forward(arm, ready, frames);
  const JointId tip = arm.joint("tip");
  for (int i = 0; i < kProblems; ++i) {
    const Vec3 shift = random.point(-0.08, 0.08, -0.08, 0.08, -0.08, 0.08);
    problems.push_back({{place(tip, {frames.rotation(tip), frames.position(tip) + shift})}, ready});
  }
  return problems;
}

std::vector<Problem> body_problems(const Skeleton& body) {
  Random random;
  std::vector<Problem> problems;
  const Pose standing = scenes::standing_pose(body);
  Frames frames(body);
  forward(body, standing, frames);
  for (int i = 0; i < kProblems; ++i) {
    Problem problem{{}, standing};
    for (const char* name : {"left_foot", "right_foot"})
      problem.goals.push_back(reach(body.joint(name), frames.position(body.joint(name))));
    for (const char* name : {"left_hand", "right_hand"}) {
      const JointId hand = body.joint(name);
      const Vec3 shift = random.point(-0.1, 0.1, 0, 0.3, 0, 0.3);
      problem.goals.push_back(reach(hand, frames.position(hand) + shift, {.priority = 1}));
    }
    problems.push_back(problem);
  }
  return problems;
}

}  // namespace

int main() {
  const Skeleton ten = scenes::ball_chain(10), fifty = scenes::ball_chain(50);
  const Skeleton arm = scenes::seven_hinge_arm(), body = scenes::humanoid();
  measure("jacobian-chain-10", ten, chain_problems(ten), Jacobian{});
  measure("jacobian-chain-50", fifty, chain_problems(fifty), Jacobian{});
  measure("ccd-chain-10", ten, chain_problems(ten), Ccd{});
  measure("fabrik-chain-10", ten, chain_problems(ten), Fabrik{});
  measure("jacobian-arm", arm, arm_problems(arm), Jacobian{});
  measure("full-body-arm", arm, arm_problems(arm), FullBody{});
  measure("full-body-person", body, body_problems(body), FullBody{});
}
