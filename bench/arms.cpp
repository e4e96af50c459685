// How many problems of an arm does Global solve from seeds far away and near, and how long does it take, beside Orocos KDL
// (LMA with restarts until inside the limits) on the same problems in the same run?
//
//   bench_arms [--kdl] [--cold | --warm] [--choice 0…4] [--chains N] [--targets N] [--passes N] [--seed N] [--impossible]
//              [--most JOINTS] [--first N] [--shape NAME] [--joints N] [FILE.ik | FILE.urdf …]
//
// Without files: generated chains (arm_sets.h), of one shape and so many joints or of all. --first: so many problems of a file. --impossible: targets that no pose inside the limits reaches, half of them for
// want of length.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "bench/arm_sets.h"
#include "kine/io/formats/problem_set.h"
#include "kine/io/load.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/global.h"

#ifdef KINE_HAVE_KDL
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#endif

namespace {

using namespace kine;
using bench::ArmSet;

constexpr double kTolerance = 1e-5;  // metres and radians

struct Options {
  bool kdl = false, cold = true, warm = true, impossible = false;
  Choice choice = Choice::Quick;
  int most = 15, chains = 20, targets = 500, passes = 3, first = 1 << 30, joints = 0;
  std::uint64_t seed = 1;
  std::string shape{};
  std::vector<std::string> files{};
};

/// Solves one problem from the pose; iterations, or what the solver counts.
using Solve = std::function<int(const Transform& target, std::span<double> pose)>;

struct Row {
  double solved = 0, mean = 0, median = 0, p99 = 0, most = 0, iterations = 0;
};

bool is_solved(const ArmSet& set, const Transform& target, const Pose& pose, Frames& frames) {
  if (limit_violation(set.skeleton, pose) > 0) return false;
  forward(set.skeleton, pose, frames);
  const GoalError error = measure(set.skeleton, frames, pose.q, place(set.tip, target));
  return error.position <= kTolerance && error.angle <= kTolerance;
}

/// A function of its own, so that the instructions of solves can be counted apart (tools/check/instructions).
[[gnu::noinline]] int measured_solve(const Solve& solve, const Transform& target, std::span<double> pose) {
  return solve(target, pose);
}

int solve_count = 0;

Row run(const ArmSet& set, const std::vector<Pose>& seeds, int passes, const Solve& solve) {
  std::vector<double> times(seeds.size(), 1e30);
  Frames frames(set.skeleton);
  int solved = 0;
  double iterations = 0;
  for (int pass = 0; pass < passes; ++pass)
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      Pose pose = seeds[i];
      const auto begin = std::chrono::steady_clock::now();
      ++solve_count;
      const int count = measured_solve(solve, set.targets[i], pose.q);
      const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
      times[i] = std::min(times[i], took.count());
      if (pass > 0) continue;
      iterations += count;
      solved += is_solved(set, set.targets[i], pose, frames);
    }
  std::sort(times.begin(), times.end());
  double sum = 0;
  for (const double time : times) sum += time;
  const auto n = static_cast<double>(times.size());
  return {100.0 * solved / n, sum / n,       times[times.size() / 2], times[times.size() * 99 / 100],
          times.back(),       iterations / n};
}

void print(const std::string& name, const char* method, const char* seeds, const Row& row) {
  std::printf("%-34s %-7s %-5s %8.3f %9.2f %9.2f %9.2f %9.1f %8.1f\n", name.c_str(), method, seeds, row.solved,
              row.mean, row.median, row.p99, row.most, row.iterations);
  std::fflush(stdout);
}

Solve global_solve(const ArmSet& set, Choice choice, Scratch& scratch) {
  return [&, choice](const Transform& target, std::span<double> pose) {
    const Goal goals[] = {place(set.tip, target)};
    const Global method{.tolerance = {.angle = kTolerance, .metres = kTolerance}, .choice = choice};
    return solve(set.skeleton, goals, method, pose, scratch).iterations;
  };
}

#ifdef KINE_HAVE_KDL

/// KDL's segments carry the joint first and the frame behind it, so each takes the rest of the joint after it.
KDL::Chain to_kdl(const ArmSet& set) {
  const auto vector = [](const Vec3& v) { return KDL::Vector(v.x, v.y, v.z); };
  std::vector<JointId> path;
  for (JointId id = set.tip; id.valid(); id = set.skeleton.parent(id)) path.insert(path.begin(), id);
  KDL::Chain chain;
  for (const JointId id : path) {
    const Joint& joint = set.skeleton.description(id);
    const Quat& q = joint.rest.rotation;
    const KDL::Frame rest(KDL::Rotation::Quaternion(q.x, q.y, q.z, q.w), vector(joint.rest.translation));
    const auto kind = joint.kind == JointKind::Hinge ? KDL::Joint::RotAxis : KDL::Joint::TransAxis;
    const KDL::Joint motion = joint.kind == JointKind::Fixed ? KDL::Joint(KDL::Joint::Fixed)
                                                             : KDL::Joint(rest.p, rest.M * vector(joint.axis), kind);
    chain.addSegment(KDL::Segment(motion, rest));
  }
  return chain;
}

/// LMA, restarted evenly inside the limits until its solution, with whole turns taken off, lies inside them: 5 ms a target.
class KdlSolver {
 public:
  explicit KdlSolver(const ArmSet& set)
      : chain_(to_kdl(set)),
        solver_(chain_, Eigen::Matrix<double, 6, 1>::Ones(), 1e-6),
        seed_(chain_.getNrOfJoints()),
        found_(chain_.getNrOfJoints()) {
    for (JointId id = set.tip; id.valid(); id = set.skeleton.parent(id))
      if (set.skeleton.value_count(id) == 1) {
        values_.insert(values_.begin(), set.skeleton.first_value(id));
        limits_.insert(limits_.begin(), set.skeleton.freedom(set.skeleton.freedom_of(id)).limits);
        turns_.insert(turns_.begin(), !set.skeleton.slides(id));
      }
  }

  int solve(const Transform& target, std::span<double> pose) {
    using Clock = std::chrono::steady_clock;
    const Quat& q = target.rotation;
    const Vec3& p = target.translation;
    const KDL::Frame frame(KDL::Rotation::Quaternion(q.x, q.y, q.z, q.w), KDL::Vector(p.x, p.y, p.z));
    scenes::Random random(1);
    const Clock::time_point end = Clock::now() + std::chrono::milliseconds(5);
    int starts = 0;
    for (std::size_t k = 0; k < values_.size(); ++k) seed_(static_cast<unsigned>(k)) = pose[index(values_[k])];
    do {
      ++starts;
      if (solver_.CartToJnt(seed_, frame, found_) >= 0 && inside()) {
        for (std::size_t k = 0; k < values_.size(); ++k) pose[index(values_[k])] = found_(static_cast<unsigned>(k));
        return starts;
      }
      for (std::size_t k = 0; k < values_.size(); ++k)
        seed_(static_cast<unsigned>(k)) =
            random.between(std::max(limits_[k].lower, -kPi), std::min(limits_[k].upper, kPi));
    } while (Clock::now() < end);
    return starts;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  bool inside() {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      double& value = found_(static_cast<unsigned>(k));
      if (turns_[k]) {
        while (value > limits_[k].upper) value -= kTwoPi;
        while (value < limits_[k].lower) value += kTwoPi;
      }
      if (value > limits_[k].upper || value < limits_[k].lower) return false;
    }
    return true;
  }

  KDL::Chain chain_;
  KDL::ChainIkSolverPos_LMA solver_;
  KDL::JntArray seed_, found_;
  std::vector<int> values_{};
  std::vector<Range> limits_{};
  std::vector<bool> turns_{};
};

#endif

/// How solves of targets that have no solution end.
struct Endings {
  int unreachable = 0, limits_named = 0, not_found = 0;
};

/// The arm with hinges that turn all the way.
Skeleton without_limits(const Skeleton& skeleton) {
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    joints.push_back(skeleton.description({i}));
    if (joints.back().kind == JointKind::Hinge) joints.back().axes[0].limits = {-kPi, kPi};
  }
  return Skeleton::build(joints).value();
}

/// Puts targets that nothing inside the limits reaches in place of those of the set: planted beyond the limits, or with the
/// tip moved on by half its distance. `solutions` says that there is none.
void make_impossible(ArmSet& set, scenes::Random& random) {
  const Skeleton wide = without_limits(set.skeleton);
  Frames frames(wide);
  ArmSolutions all(set.skeleton, 1);
  const Goal any[] = {place(set.tip, Transform{})};
  Scratch scratch(solutions_scratch_bytes(set.skeleton, any, Global{}));
  std::size_t kept = 0;
  for (int tried = 0; kept < set.targets.size() && tried < 100 * static_cast<int>(set.targets.size()); ++tried) {
    forward(wide, scenes::random_pose(wide, random), frames);
    Transform target = frames.world_from_joint(set.tip);
    if (kept % 2 == 1) target.translation = target.translation * 1.5;
    const Goal goals[] = {place(set.tip, target)};
    if (solutions(set.skeleton, goals, Global{}, set.cold[kept].q, all, scratch).reached()) continue;
    set.targets[kept++] = target;
  }
  set.targets.resize(kept);
  set.cold.resize(kept);
  set.warm.resize(kept);
}

void measure_impossible(ArmSet set, const Options& options) {
  scenes::Random random(options.seed);
  make_impossible(set, random);
  if (set.targets.empty()) return;
  Scratch scratch(set.skeleton);
  Endings ends;
  const Row row = run(set, set.cold, options.passes, [&](const Transform& target, std::span<double> pose) {
    const Goal goals[] = {place(set.tip, target)};
    const Report report = solve(set.skeleton, goals, Global{.choice = options.choice}, pose, scratch);
    ends.unreachable += report.status == Status::Unreachable;
    ends.limits_named += report.status == Status::NotFound && report.blocker_count > 0;
    ends.not_found += report.status == Status::NotFound && report.blocker_count == 0;
    return report.iterations;
  });
  print(set.name, "global", "none", row);
  const double share = 100.0 / (options.passes * static_cast<double>(set.targets.size()));
  std::printf("%-34s unreachable %.0f %%, limits named %.0f %%, nothing said %.0f %%\n", "", share * ends.unreachable,
              share * ends.limits_named, share * ends.not_found);
}

void measure_set(const ArmSet& set, const Options& options) {
  if (options.impossible) return measure_impossible(set, options);
  Scratch scratch(set.skeleton);
  for (const bool warm : {false, true}) {
    if (!(warm ? options.warm : options.cold)) continue;
    const std::vector<Pose>& seeds = warm ? set.warm : set.cold;
    const char* kind = warm ? "warm" : "cold";
    const Row ours = run(set, seeds, options.passes, global_solve(set, options.choice, scratch));
    print(set.name, "global", kind, ours);
#ifdef KINE_HAVE_KDL
    if (!options.kdl) continue;
    KdlSolver kdl(set);
    const Row theirs = run(set, seeds, options.passes,
                           [&](const Transform& target, std::span<double> pose) { return kdl.solve(target, pose); });
    print(set.name, "KDL", kind, theirs);
    std::printf("%-34s %.1f times faster\n", "", theirs.mean / ours.mean);
#endif
  }
}

// ---- the sets -------------------------------------------------------------------------------------------------------

ArmSet read_set(const std::string& path, int first) {
  const ProblemSet problems = read_problem_set(path).value();
  ArmSet set{path.substr(path.rfind('/') + 1), problems.skeleton.front(), problems.tips.front()};
  for (std::size_t i = 0; i < std::min(problems.count, static_cast<std::size_t>(first)); ++i) {
    set.targets.push_back(problems.targets_of(i).front());
    const auto cold = problems.start_of(i), warm = problems.warm_start_of(i);
    set.cold.push_back({{cold.begin(), cold.end()}});
    set.warm.push_back({{warm.begin(), warm.end()}});
  }
  return set;
}

/// How many freedoms carry a joint; 0 if others than hinges and sliders do.
int freedoms_above(const Skeleton& skeleton, JointId joint) {
  int count = 0;
  for (; joint.valid(); joint = skeleton.parent(joint)) {
    const JointKind kind = skeleton.kind(joint);
    if (kind != JointKind::Fixed && kind != JointKind::Hinge && kind != JointKind::Slider) return 0;
    count += skeleton.axis_count(joint);
  }
  return count;
}

bool is_leaf(const Skeleton& skeleton, JointId joint) {
  for (int i = 0; i < skeleton.joint_count(); ++i)
    if (skeleton.parent({i}) == joint) return false;
  return true;
}

/// The last of the joints that carry a leaf by so many freedoms: one tip for each way down.
void measure_robot(const std::string& path, const Options& options) {
  const Result<Scene> scene = load_scene(std::vector<std::string>{path});
  if (!scene) return static_cast<void>(std::fprintf(stderr, "%s\n", scene.error().c_str()));
  const Skeleton& skeleton = scene->skeleton;
  std::vector<int> seen;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const int freedoms = freedoms_above(skeleton, {i});
    if (!is_leaf(skeleton, {i}) || freedoms < 6 || freedoms > 15 || freedoms > options.most) continue;
    JointId last{i};
    while (skeleton.axis_count(last) == 0) last = skeleton.parent(last);
    if (std::find(seen.begin(), seen.end(), last.index) != seen.end()) continue;
    seen.push_back(last.index);
    scenes::Random random(options.seed);
    const std::string name =
        path.substr(path.rfind('/') + 1) + " " + skeleton.name({i}) + " " + std::to_string(freedoms);
    measure_set(bench::planted(name.substr(0, 34), skeleton, {i}, options.targets, random), options);
  }
}

void measure_generated(const Options& options) {
  using bench::ChainShape;
  scenes::Random random(options.seed);
  for (const ChainShape shape : {ChainShape::Free, ChainShape::Limited, ChainShape::SphericalWrist,
                                 ChainShape::ParallelTriple, ChainShape::MeetingPairs})
    for (const int count : {6, 7, 8}) {
      if (!options.shape.empty() && options.shape != to_string(shape)) continue;
      if (options.joints > 0 && options.joints != count) continue;
      Row sum;
      double least = 100;
      for (int i = 0; i < options.chains; ++i) {
        Skeleton skeleton = bench::generated_chain(shape, count, random);
        const JointId tip = skeleton.joint("tip");
        const ArmSet set = bench::planted("", std::move(skeleton), tip, options.targets, random);
        Scratch scratch(set.skeleton);
        const Row row = run(set, set.cold, std::min(options.passes, 2), global_solve(set, options.choice, scratch));
        const double share = 1.0 / options.chains;
        if (row.solved < 99.9) std::printf("%s %d: chain %d solves %.2f %%\n", to_string(shape), count, i, row.solved);
        least = std::min(least, row.solved);
        sum = {sum.solved + share * row.solved, sum.mean + share * row.mean,  sum.median + share * row.median,
               sum.p99 + share * row.p99,       std::max(sum.most, row.most), sum.iterations + share * row.iterations};
      }
      char name[64];
      std::snprintf(name, sizeof name, "%s %d (worst %.2f %%)", to_string(shape), count, least);
      print(name, "global", "cold", sum);
    }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] { return i + 1 < argc ? std::atoi(argv[++i]) : 0; };
    if (word == "--kdl")
      options.kdl = true;
    else if (word == "--cold")
      options.warm = false;
    else if (word == "--warm")
      options.cold = false;
    else if (word == "--impossible")
      options.impossible = true;
    else if (word == "--choice")
      options.choice = static_cast<Choice>(number());
    else if (word == "--most")
      options.most = number();
    else if (word == "--chains")
      options.chains = number();
    else if (word == "--targets")
      options.targets = number();
    else if (word == "--first")
      options.first = number();
    else if (word == "--joints")
      options.joints = number();
    else if (word == "--shape")
      options.shape = i + 1 < argc ? argv[++i] : "";
    else if (word == "--passes")
      options.passes = number();
    else if (word == "--seed")
      options.seed = static_cast<std::uint64_t>(number());
    else if (word[0] != '-')
      options.files.push_back(word);
  }
  std::printf("%-34s %-7s %-5s %8s %9s %9s %9s %9s %8s\n", "set", "method", "seeds", "solved %", "mean us", "median",
              "p99", "most", "steps");
  for (const std::string& file : options.files)
    file.ends_with(".ik") ? measure_set(read_set(file, options.first), options) : measure_robot(file, options);
  if (options.files.empty()) measure_generated(options);
  std::printf("solves %d\n", solve_count);
  return 0;
}
