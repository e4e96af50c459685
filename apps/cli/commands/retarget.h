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

/// A figure that motions are put on, read and mapped once.
struct Character {
  kine::Scene scene;
  std::unique_ptr<const MotionBody> body;  ///< of the scene's skeleton
};
/// The one that --to and --map name; what cannot be read or mapped ends the command.
std::unique_ptr<const Character> open_character(const RetargetCommand& settings);

/// What --style names: a style that comes along, or a file; an unknown one ends the command.
Style open_style(const RetargetCommand& settings);

/// One clip on a character.
struct RetargetedClip {
  Clip clip;
  RetargetReport report;
};

/// Puts the clip that `settings.from` and `settings.clip` name on it. What cannot be read or mapped ends the command.
RetargetedClip retarget_clip(const RetargetCommand& settings, const Character& character);

/// What is written for it: the motion, its events and the report, as the settings ask for.
std::vector<OutputFile> retarget_files(const RetargetedClip& done, const Character& character,
                                       const RetargetCommand& settings);

/// --all: every clip of a folder. Returns the exit code.
int retarget_all(const RetargetCommand& settings);

}  // namespace kine::cli
