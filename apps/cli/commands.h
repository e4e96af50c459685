#pragma once

#include <string>

/// The commands. Each returns the exit code: 0 done, 1 the work failed and one sentence about it is on standard error.
namespace kine::cli {

struct InfoSettings {
  std::string model;  ///< the name of a scene
  bool json = false;
};
int info(const InfoSettings& settings);

struct DemoSettings {
  std::string out = "kine-demo";  ///< the folder for the pictures
  bool force = false;             ///< replace files that differ
};
int demo(const DemoSettings& settings);

/// Says one sentence on standard error and returns 1.
int fail(const std::string& sentence);

}  // namespace kine::cli
