#include "apps/cli/methods.h"

#include "kine/core/text.h"
#include "kine/solve/ccd.h"
#include "kine/solve/distance.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/two_bone.h"

namespace kine::cli {

namespace {

template <class M>
concept HasTolerance = requires(M method) { method.tolerance = Tolerance{}; };
template <class M>
concept HasFrom = requires(M method) { method.from = JointId{}; };
template <class M, class Goals>
concept SaysItsBytes = requires(const Skeleton& skeleton, Goals goals) { kine::scratch_bytes(skeleton, goals, M{}); };

template <class M>
Report run(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings,
           std::span<double> pose, Scratch& scratch) {
  M method{};
  if constexpr (HasTolerance<M>) method.tolerance = settings.tolerance;
  if constexpr (HasFrom<M>) method.from = settings.from;
  return kine::solve(skeleton, goals, method, pose, scratch);
}

/// What the method says it needs, or plenty.
template <class M>
std::size_t bytes(const Skeleton& skeleton, std::span<const Goal> goals) {
  if constexpr (SaysItsBytes<M, std::span<const Goal>>) {
    return kine::scratch_bytes(skeleton, goals, M{});
  } else if constexpr (SaysItsBytes<M, std::size_t>) {
    return kine::scratch_bytes(skeleton, goals.size(), M{});
  } else {
    const auto joints = static_cast<std::size_t>(skeleton.joint_count());
    const auto values = static_cast<std::size_t>(skeleton.value_count());
    return (std::size_t{1} << 20) + 4096 * (joints + values + goals.size());
  }
}

template <class M>
constexpr Method entry(std::string_view name, std::string_view description) {
  return {name, description, HasFrom<M>, &run<M>, &bytes<M>};
}

/// A method is one line here.
constexpr Method kMethods[] = {
    entry<Jacobian>("jacobian", "damped least squares that tunes itself: for everything"),
    entry<TwoBone>("two-bone", "closed form for arms and legs of two bones"),
    entry<Ccd>("ccd", "cyclic coordinate descent: joint by joint"),
    entry<Fabrik>("fabrik", "forward and backward reaching, on points"),
    entry<Distance>("distance", "point masses held apart by distances"),
    entry<FullBody>("full-body", "any goals at once, with priorities and hard limits"),
};

}  // namespace

std::span<const Method> methods() { return kMethods; }

const Method* find_method(std::string_view name) {
  for (const Method& method : kMethods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

std::string no_such_method(std::string_view name) {
  std::string text = "there is no method " + kine::quoted(name) + "; there are ";
  bool first = true;
  for (const Method& method : kMethods) {
    if (!first) text += ", ";
    text += method.name;
    first = false;
  }
  return text;
}

}  // namespace kine::cli
