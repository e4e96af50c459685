#include "apps/cli/methods.h"

#include "apps/cli/commands/velocity_method.h"
#include "kine/core/internal/nearest_name.h"
#include "kine/core/internal/text.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"

namespace kine::cli {

namespace {

template <class M>
concept HasTolerance = requires(M method) { method.tolerance = Tolerance{}; };
template <class M>
concept HasFrom = requires(M method) { method.from = JointId{}; };
template <class M>
concept HasRestarts = requires(M method) { method.restarts = 1; };
template <class M>
concept HasMaxIterations = requires(M method) { method.max_iterations = 1; };

template <class M>
concept HasChoice = requires(M method) { method.choice = Choice::Quick; };

template <class M>
void apply(const MethodSettings& settings, M& method) {
  if constexpr (HasTolerance<M>) method.tolerance = settings.tolerance;
  if constexpr (HasFrom<M>) method.from = settings.from;
  method.movable = settings.movable;
  if constexpr (HasChoice<M>) {
    method.choice = settings.choice;
    method.posture = settings.posture;
  }
  if constexpr (HasRestarts<M>) method.restarts = settings.restarts;
  if constexpr (HasMaxIterations<M>) method.max_iterations = settings.max_iterations.value_or(method.max_iterations);
}
template <>
void apply(const MethodSettings& settings, Hybrid& method) {
  apply(settings, method.body);
  apply(settings, method.limb);
  method.movable = settings.movable;
  method.body.movable = method.limb.movable = {};  // one mask for both
}

template <class M>
M method_with(const MethodSettings& settings, M method = {}) {
  apply(settings, method);
  return method;
}

template <class M>
Report run(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings,
           std::span<double> pose, Scratch& scratch) {
  return kine::solve(skeleton, goals, method_with<M>(settings), pose, scratch);
}

template <Inverse kInverse>
Report run_inverse(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings,
                   std::span<double> pose, Scratch& scratch) {
  return kine::solve(skeleton, goals, method_with<Jacobian>(settings, {.inverse = kInverse}), pose, scratch);
}

/// What the method says it needs.
template <class M>
std::size_t bytes(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings) {
  return kine::scratch_bytes(skeleton, goals, method_with<M>(settings));
}

template <Inverse kInverse>
std::size_t bytes_of_inverse(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings) {
  return kine::scratch_bytes(skeleton, goals, method_with<Jacobian>(settings, {.inverse = kInverse}));
}

template <class M>
constexpr Method entry(std::string_view name, std::string_view description, bool takes_many = false) {
  return {name, description, HasFrom<M>, takes_many, &run<M>, &bytes<M>};
}

template <Inverse kInverse>
constexpr Method jacobian_entry(std::string_view name, std::string_view description) {
  return {name, description, true, true, &run_inverse<kInverse>, &bytes_of_inverse<kInverse>};
}

/// A method is one line here.
constexpr Method kMethods[] = {
    entry<Jacobian>("jacobian", "damped least squares that tunes itself: for everything", true),
    entry<TwoBone>("two-bone", "closed form for arms and legs of two bones"),
    entry<Ccd>("ccd", "cyclic coordinate descent: joint by joint"),
    entry<Fabrik>("fabrik", "forward and backward reaching, on points"),
    entry<Shake>("shake", "point masses held apart by distances"),
    entry<FullBody>("full-body", "any goals at once, with priorities and hard limits", true),
    entry<Hybrid>("hybrid", "limbs of two bones in closed form, the trunk by full-body", true),
    entry<Global>("global", "any arm from any seed, in closed form where its axes allow"),
    jacobian_entry<Inverse::Paper>("paper", "jacobian with the paper's pseudo-inverse"),
    jacobian_entry<Inverse::Transpose>("transpose", "jacobian with the transpose"),
    jacobian_entry<Inverse::SelectivelyDamped>("selective", "jacobian, selectively damped"),
    {"velocity", "steps of speeds, each to be there at its end", false, true, &solve_by_velocity, &velocity_bytes},
};

}  // namespace

std::span<const Method> methods() { return kMethods; }

const Method* find_method(std::string_view name) {
  if (name == "distance") name = "shake";  // as it was called in 0.1
  for (const Method& method : kMethods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

std::string check_method(const std::string& name) {
  if (find_method(name) != nullptr) return "";
  NearestName nearest(name);
  std::string names;
  for (const Method& method : kMethods) {
    nearest.offer(method.name);
    names.append(names.empty() ? "" : ", ").append(method.name);
  }
  return "there is no method " + kine::quoted(name) + "; there are " + names + nearest.question();
}

std::string list_of_methods() {
  std::string text = "Methods:\n";
  for (const Method& method : methods()) {
    std::string line = "  ";
    line += method.name;
    line.resize(12, ' ');
    line += method.description;
    text += line + '\n';
  }
  return text;
}

}  // namespace kine::cli
