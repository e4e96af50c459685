#pragma once

#include <span>

#include "apps/cli/figures/pictures.h"

/// The pictures of docs/solvers. All but those that are timed have the same bytes on every platform.
namespace kine::cli {

/// `problems` is how many problems of each kind are solved for a picture that is a statistic.
Picture plot_of_convergence(int problems);
Picture plot_of_share(int problems);
Picture plot_of_work(int problems);
Picture plot_of_times(int problems);
Picture plot_of_step(int problems);
Picture plot_of_epsilon(int problems);
Picture plot_of_softness(int problems);
Picture plot_of_drift(int problems);
Picture picture_of_bends(int problems);
Picture picture_of_priorities(int problems);
Picture picture_of_hybrid(int problems);
Picture picture_of_families(int problems);

struct Plot {
  const char* name;  ///< of its file, without .svg
  bool timed;        ///< shows times of this machine, so that it is another picture every time
  Picture (*draw)(int problems);
};
std::span<const Plot> plots();

}  // namespace kine::cli
