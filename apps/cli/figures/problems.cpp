#include "apps/cli/figures/problems.h"

#include <algorithm>

#include "apps/cli/draw/draw.h"
#include "kine/kinematics/forward.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

/// Evenly distributed: points of the cube until one lies in the ball.
Vec3 random_direction(scenes::Random& random) {
  for (;;) {
    const double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
    const Vec3 v{x, y, z};
    const double size = length(v);
    if (size > 0.1 && size < 1) return v / size;
  }
}

}  // namespace

PlotSet chain_problems(int links, int count, std::uint64_t seed) {
  PlotSet set{scenes::ball_chain(links), 1, {}};
  scenes::Random random(seed);
  const JointId tip = set.skeleton.joint("tip");
  const auto freedoms = static_cast<std::size_t>(set.skeleton.freedom_count());
  std::vector<double> turns(freedoms);
  for (int i = 0; i < count; ++i) {
    for (std::size_t f = 0; f < freedoms; f += 3) {
      const Vec3 turn = random_direction(random) * random.between(0, radians(30.0));
      turns[f] = turn.x;
      turns[f + 1] = turn.y;
      turns[f + 2] = turn.z;
    }
    Pose start = set.skeleton.rest_pose();
    integrate(set.skeleton, turns, 1, start);
    const Vec3 target = random_direction(random) * random.between(0.2, 0.95);
    set.problems.push_back({std::move(start), kine::reach(tip, target)});
  }
  return set;
}

PlotSet arm_problems(int count, std::uint64_t seed, bool turned) {
  PlotSet set{scenes::seven_hinge_arm(), 0, {}};
  const JointId tip = set.skeleton.joint("tip");
  for (JointId id = tip; set.skeleton.parent(id).valid(); id = set.skeleton.parent(id)) {
    set.reach += length(set.skeleton.description(id).rest.translation);
  }
  scenes::Random random(seed);
  Frames frames(set.skeleton);
  std::vector<double> turns(static_cast<std::size_t>(set.skeleton.freedom_count()));
  for (int i = 0; i < count; ++i) {
    Pose pose = scenes::random_pose(set.skeleton, random);
    forward(set.skeleton, pose, frames);
    const Transform target = frames.world_from_joint(tip);
    for (double& turn : turns) turn = random.between(-0.5, 0.5);
    integrate(set.skeleton, turns, 1, pose);
    clamp_to_limits(set.skeleton, pose);
    set.problems.push_back({std::move(pose), turned ? place(tip, target) : kine::reach(tip, target.translation)});
  }
  return set;
}

std::span<const Contender> contenders() {
  static const Contender kAll[] = {
      {"Jacobian (Damped)", "jacobian", {colour::kLeft, Mark::Disc}},
      {"Jacobian, Paper", "paper", {colour::kRight, Mark::Square}},
      {"Jacobian, SelectivelyDamped", "selective", {"#b79bff", Mark::Diamond}},
      {"Jacobian, Transpose", "transpose", {colour::kMuted, Mark::Ring}},
      {"Ccd", "ccd", {colour::kPink, Mark::Triangle}},
      {"Fabrik", "fabrik", {colour::kTeal, Mark::Square}},
      {"Shake", "shake", {colour::kYellow, Mark::Diamond}},
      {"FullBody", "full-body", {"#a5e65f", Mark::Triangle, "6 6"}},
      {"Velocity, β = 1", "velocity", {colour::kText, Mark::Ring, "5 4"}},
  };
  return kAll;
}

const Contender& contender(std::string_view method) {
  return *std::ranges::find_if(contenders(), [&](const Contender& c) { return c.method == method; });
}

Scratch scratch_for(const PlotSet& set) {
  std::size_t most = 0;
  const std::span<const Goal> goals(&set.problems.front().goal, 1);
  for (const Method& method : methods()) most = std::max(most, method.scratch_bytes(set.skeleton, goals, {}));
  return Scratch(most);
}

double error_of(const Report& report, const PlotSet& set) {
  return std::max(report.position_error / set.reach, report.angle_error);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace kine::cli
