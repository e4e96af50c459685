#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/cli/commands/clip_motion.h"
#include "kine/motion/retarget.h"

/// kine retarget: a motion on another body.
namespace kine::cli {

struct RetargetCommand {
  std::vector<std::string> from{};  ///< the motion, or a skeleton and its motion
  std::string to{};                 ///< the character
  std::string out{};
  std::string clip{};
  std::string map_file{}, from_map_file{};  ///< .json: bones of the target, of the source
  std::string plants{};                     ///< .json; empty: they are found
  std::string rest = "auto";                ///< bind, auto or frame:N
  std::string mode = "hybrid";
  std::string style{};  ///< a name or a .json file
  std::string events{}, report{};
  std::string all{};  ///< a folder of clips, in place of `from`
  int jobs = 0;       ///< clips at once; 0: one for each processor
  bool no_plants = false, no_contacts = false, no_limits = false, soles = false, force = false;
  FileSettings in{};
};

/// One clip on one character: what is written, and how it went.
struct RetargetedClip {
  ClipMotion source, target;
  std::unique_ptr<MotionBody> body;  ///< the target's
  Clip clip;
  RetargetReport report;
};

/// Does it. What cannot be read or mapped ends the command.
std::unique_ptr<RetargetedClip> retarget_clip(const RetargetCommand& settings);

/// What is written for it: the motion, its events and the report, as the settings ask for.
std::vector<OutputFile> retarget_files(const RetargetedClip& done, const RetargetCommand& settings);

/// --all: every clip of a folder. Returns the exit code.
int retarget_all(const RetargetCommand& settings);

}  // namespace kine::cli
