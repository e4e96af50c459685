// What a solver of kine_solve.h is, and its settings by name. Private to the C API.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "bindings/c/src/handles.hpp"
#include "kine/core/scratch.h"
#include "kine/solve/ccd.h"
#include "kine/solve/explain.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/freedom_mask.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"

namespace kine::c_api {

using Method = std::variant<Jacobian, TwoBone, Ccd, Fabrik, Shake, FullBody, Hybrid, Global>;

/// Its name and what it is; the index is that of Method's alternatives.
struct MethodEntry {
  const char* name;
  const char* description;
};
inline constexpr MethodEntry kMethods[] = {
    {"jacobian", "damped least squares that tunes itself: for everything"},
    {"two-bone", "closed form for arms and legs of two bones"},
    {"ccd", "cyclic coordinate descent: joint by joint"},
    {"fabrik", "forward and backward reaching, on points"},
    {"shake", "point masses held apart by distances"},
    {"full-body", "any goals at once, with priorities and hard limits"},
    {"hybrid", "analytic limbs, and the trunk only when they cannot reach"},
    {"global", "any arm from any seed, in closed form where its axes allow"},
};
inline constexpr int kMethodCount = static_cast<int>(std::variant_size_v<Method>);
static_assert(kMethodCount == sizeof kMethods / sizeof kMethods[0]);

/// The method of that index with its defaults.
Method make_method(int index);

}  // namespace kine::c_api

struct kine_solver {
  std::shared_ptr<const kine::Skeleton> model;
  kine::c_api::Method method;
  kine::FreedomMask mask;       // that the method points to once something was locked
  std::vector<double> posture;  // that a Jacobian comes back to, or Global chooses by
  std::unique_ptr<kine::Scratch> scratch;
  kine::Explanation last;  // of the last solve
  bool solved = false;
  std::unique_ptr<kine::ArmSolutions> all;  // of the last kine_solve_all
};
