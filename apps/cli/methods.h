#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/global.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

/// The methods of the library by the names that the command line gives them.
namespace kine::cli {

/// What can be set of any method; the rest are the method's own defaults.
struct MethodSettings {
  Tolerance tolerance{};
  JointId from = kWorld;                ///< the first joint that may move, where the method knows such a thing
  std::span<const bool> movable{};      ///< a flag a freedom, false for what may not move; empty: all may
  Choice choice = Choice::Quick;        ///< where the method knows such a thing
  std::span<const double> posture{};    ///< of that choice
  bool turns = false;                   ///< all poses: those whole turns apart count each
  int restarts = 0;                     ///< other poses to start from, where the method knows such a thing
  std::optional<int> max_iterations{};  ///< where the method iterates; empty: as many as it takes by itself
};

struct Method {
  std::string_view name;
  std::string_view description;
  bool takes_from;  ///< `from` means something to it
  bool takes_many;  ///< several goals at once, of joints anywhere
  Report (*solve)(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings,
                  std::span<double> pose, Scratch& scratch);
  std::size_t (*scratch_bytes)(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings);
};

std::span<const Method> methods();

/// The method of that name, or nullptr.
const Method* find_method(std::string_view name);

/// Nothing for a method that there is, else "there is no method "x"; there are ...": checks an option.
std::string check_method(const std::string& name);

/// The methods, a line each, for help texts.
std::string list_of_methods();

}  // namespace kine::cli
