#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/transform.h"

/// The commands; those on files are in file_commands.h. Each returns the exit code: 0 done, 1 the work failed and one
/// sentence about it is on standard error.
namespace kine::cli {

struct DemoSettings {
  std::string out = "kine-demo";  ///< the folder for the pictures
  bool force = false;             ///< replace files that differ
};
int demo(const DemoSettings& settings);

struct PlotSettings {
  std::string out = "kine-plots";  ///< the folder for the pictures
  std::string only{};              ///< the name of one picture; empty: all
  int problems = 100;              ///< for each picture that is a statistic
  bool untimed = false;            ///< leave out what shows times of this machine
  bool paper = false;              ///< the paper's figures and tables beside ours instead
  bool force = false;              ///< replace files that differ
};
int plots(const PlotSettings& settings);

/// Where a tip should be, and how it should be turned if that matters.
struct SolveTarget {
  Vec3 position{};
  std::optional<Quat> rotation{};
};
/// Reads `x,y,z` or `x,y,z,qx,qy,qz,qw`.
Result<SolveTarget> parse_target(std::string_view text);

struct SolveSettings {
  std::string model;  ///< the name of a scene, or a file
  std::string tip;    ///< the joint (or link) that has a target
  std::string target;
  std::string from{};                ///< the first joint that may move; empty: all may
  std::vector<std::string> locks{};  ///< joints that may not move
  std::string method = "full-body";
  std::optional<double> tolerance{};  ///< metres and radians
  bool json = false;
};
int solve(const SolveSettings& settings);

struct BenchSettings {
  std::vector<std::string> sets{};    ///< files
  std::string method{};               ///< empty: what suits the set; all: each that takes it
  std::string seeds = "both";         ///< cold, warm or both: arms only
  std::optional<double> tolerance{};  ///< empty: what suits the set
  std::string solutions{};            ///< a folder; empty: none are written
  int passes = 7;
  std::optional<double> seconds{};  ///< begin no further pass of a line after so long
  bool force = false;
  bool json = false;
  bool flops = false;  ///< print what solving costs in flops instead
};
int bench(const BenchSettings& settings);

/// Says one sentence on standard error and returns 1.
int fail(const std::string& sentence);

}  // namespace kine::cli
