#include "bindings/python/src/methods.h"

#include <algorithm>

#include "bindings/python/src/module.h"
#include "bindings/python/src/settings.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"

namespace kine::python {

/// What every method has.
template <class F>
void each_setting(Method& m, F& f) {
  f("lock", m.lock);
  f("movable", m.movable);
}

namespace {

/// A method's settings as Python hands them over: joints by name, arrays of its own.
template <class S>
struct MethodOf : Method {
  S settings{};
  JointRef from{}, root{}, mid{};
  std::vector<double> posture{};
  Ref<MethodOf<FullBody>> body{};  // Hybrid's
  Ref<MethodOf<TwoBone>> limb{};

  MethodOf();
  std::unique_ptr<ReadyMethod> ready(const NamedSkeleton& skeleton) const override;
};

template <class S>
MethodOf<S>::MethodOf() = default;
template <>
MethodOf<Hybrid>::MethodOf()
    : body(std::make_shared<MethodOf<FullBody>>()), limb(std::make_shared<MethodOf<TwoBone>>()) {}

template <class S>
struct ReadyMethodOf final : ReadyMethod {
  S settings{};
  std::unique_ptr<bool[]> flags{};
  std::vector<double> posture{};

  std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals) const override {
    return kine::scratch_bytes(skeleton, goals, settings);
  }
  Report solve(const Skeleton& skeleton, std::span<const Goal> goals, std::span<double> pose,
               Scratch& scratch) const override {
    return kine::solve(skeleton, goals, settings, pose, scratch);
  }
  bool solve(const Skeleton& skeleton, const BatchGoal& goal, Batch& poses, std::span<BatchReport> reports,
             BatchScratch& scratch) const override {
    if constexpr (requires { kine::solve(skeleton, goal, settings, poses, reports, scratch); }) {
      kine::solve(skeleton, goal, settings, poses, reports, scratch);
      return true;
    }
    return false;
  }
  const Tolerance& tolerance() const override {
    if constexpr (requires { settings.body; })
      return settings.body.tolerance;
    else
      return settings.tolerance;
  }
  JointId from() const override {
    if constexpr (requires { settings.from; })
      return settings.from;
    else if constexpr (requires { settings.body; })
      return settings.body.from;
    else
      return kWorld;
  }
  std::span<const bool> movable() const override { return settings.movable; }
  const Global* global() const override {
    if constexpr (std::is_same_v<S, Global>)
      return &settings;
    else
      return nullptr;
  }
};

// The settings with the joints of this skeleton.
template <class S>
S with_joints(const MethodOf<S>& method, const NamedSkeleton& skeleton) {
  S settings = method.settings;
  if constexpr (requires { settings.from; }) settings.from = id_of(skeleton, method.from);
  if constexpr (requires { settings.root; }) {
    settings.root = id_of(skeleton, method.root);
    settings.mid = id_of(skeleton, method.mid);
  }
  if constexpr (requires { settings.body; }) {
    if (!method.body->lock.empty() || !method.limb->lock.empty() || !method.body->movable.empty() ||
        !method.limb->movable.empty())
      refuse("Hybrid: give lock and movable to Hybrid itself, not to its body or limb");
    settings.body = with_joints(*method.body, skeleton);
    settings.limb = with_joints(*method.limb, skeleton);
  }
  return settings;
}

void lock_joint(const NamedSkeleton& skeleton, const JointRef& joint, bool* flags) {
  const JointId id = id_of(skeleton, joint);
  if (!id.valid()) refuse("lock: the name or the index of a joint was expected, this is None");
  for (int k = 0; k < skeleton.axis_count(id); ++k) flags[skeleton.freedom_of(id, k)] = false;
}

template <class S>
std::unique_ptr<ReadyMethod> MethodOf<S>::ready(const NamedSkeleton& skeleton) const {
  auto made = std::make_unique<ReadyMethodOf<S>>();
  made->settings = with_joints(*this, skeleton);
  const auto count = static_cast<std::size_t>(skeleton.freedom_count());
  if (!lock.empty() || !movable.empty()) {
    if (!movable.empty() && movable.size() != count)
      refuse("movable: flags of shape (" + std::to_string(count) + ",) were expected, one a freedom");
    made->flags.reset(new bool[count]);
    for (std::size_t i = 0; i < count; ++i) made->flags[i] = movable.empty() || movable[i] != 0;
    for (const JointRef& joint : lock) lock_joint(skeleton, joint, made->flags.get());
    made->settings.movable = {made->flags.get(), count};
  }
  if constexpr (requires { settings.posture; }) {
    const auto size = static_cast<std::size_t>(skeleton.value_count());
    if (!posture.empty() && posture.size() != size)
      refuse("posture: the shape (" + std::to_string(size) + ",) was expected, this one is (" +
             std::to_string(posture.size()) + ",)");
    made->posture = posture;
    made->settings.posture = made->posture;
  }
  return made;
}

template <class F>
void each_own_setting(MethodOf<TwoBone>& m, F& f) {
  TwoBone& s = m.settings;
  f("root", m.root);
  f("mid", m.mid);
  f("pole", s.pole);
  f("bend_axis", s.bend_axis);
  f("twist", s.twist);
  f("softness", s.softness);
  f("fade", s.fade);
  f("on_unreachable", Words{s.on_unreachable, {"nearest", "keep"}});
}

template <class F>
void each_own_setting(MethodOf<Ccd>& m, F& f) {
  Ccd& s = m.settings;
  f("max_iterations", s.max_iterations);
  f("max_turn", s.max_turn);
  f("order", Words{s.order, {"root-first", "tip-first"}});
  f("shakes", s.shakes);
}

template <class F>
void each_own_setting(MethodOf<Fabrik>& m, F& f) {
  Fabrik& s = m.settings;  // f writes to it. NOLINT(misc-const-correctness)
  f("max_iterations", s.max_iterations);
  f("shakes", s.shakes);
}

template <class F>
void each_own_setting(MethodOf<Shake>& m, F& f) {
  Shake& s = m.settings;  // f writes to it. NOLINT(misc-const-correctness)
  f("max_iterations", s.max_iterations);
  f("cycle", s.cycle);
  f("bone_tolerance", s.bone_tolerance);
  f("shakes", s.shakes);
}

template <class F>
void each_own_setting(MethodOf<Jacobian>& m, F& f) {
  Jacobian& s = m.settings;
  f("inverse", Words{s.inverse, {"damped", "paper", "transpose", "selectively-damped"}});
  f("max_iterations", s.max_iterations);
  f("step", s.step);
  f("from_", m.from);
  f("penultimate", s.penultimate);
  f("max_change", s.max_change);
  f("posture", m.posture);
  f("ease", s.ease);
  f("inner_limit", s.inner_limit);
  f("inverse_error", s.inverse_error);
}

template <class F>
void each_own_setting(MethodOf<FullBody>& m, F& f) {
  FullBody& s = m.settings;  // f writes to it. NOLINT(misc-const-correctness)
  f("max_iterations", s.max_iterations);
  f("from_", m.from);
  f("try_again", s.try_again);
  f("restarts", s.restarts);
  f("seed", s.seed);
}

template <class F>
void each_own_setting(MethodOf<Hybrid>& m, F& f) {
  f("body", m.body);
  f("limb", m.limb);
  f("stretch", m.settings.stretch);
}

template <class F>
void each_own_setting(MethodOf<Global>& m, F& f) {
  Global& s = m.settings;
  f("choice", Words{s.choice, {"quick", "nearest", "posture", "far-from-limits", "manipulable"}});
  f("max_starts", s.max_starts);
  f("from_", m.from);
  f("posture", m.posture);
  f("turns", s.turns);
}

template <class S, class F>
void each_setting(MethodOf<S>& m, F& f) {
  if constexpr (requires { m.settings.tolerance; }) f("tolerance", m.settings.tolerance);
  each_own_setting(m, f);
  each_setting(static_cast<Method&>(m), f);
}

template <class S>
void bind_method(py::module_& m, const char* name) {
  py::class_<MethodOf<S>, Method, std::shared_ptr<MethodOf<S>>> bound(m, name, doc(name));
  bind_settings<MethodOf<S>>(bound, name);
}

}  // namespace

void bind_methods(py::module_& m) {
  bind_settings_class<Tolerance>(m, "Tolerance");
  py::class_<Method, std::shared_ptr<Method>> base(m, "Method", doc("Method"));
  for (const char* name : {"lock", "movable"}) bind_attribute<Method>(base, "Method", name);
  bind_method<TwoBone>(m, "TwoBone");
  bind_method<Ccd>(m, "Ccd");
  bind_method<Fabrik>(m, "Fabrik");
  bind_method<Shake>(m, "Shake");
  bind_method<Jacobian>(m, "Jacobian");
  bind_method<FullBody>(m, "FullBody");
  bind_method<Hybrid>(m, "Hybrid");
  bind_method<Global>(m, "Global");
}

}  // namespace kine::python
