#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/parse_text.h"
#include "kine/core/result.h"
#include "kine/io/scene.h"

/// Options that several commands have, and how their texts are read.
namespace kine::cli {

/// What runs when the command line has been read.
using Run = std::function<int()>;

/// Adds a command whose settings live as long as it may run. `chosen` becomes `run` with these settings when the
/// command is the one that was given.
template <class Settings>
CLI::App* add_command(CLI::App& app, const char* name, const char* description, Settings*& settings, Run& chosen,
                      int (*run)(const Settings&)) {
  const auto own = std::make_shared<Settings>();
  settings = own.get();
  CLI::App* command = app.add_subcommand(name, description);
  command->callback([own, &chosen, run] { chosen = [own, run] { return run(*own); }; });
  return command;
}

void add_json(CLI::App& command, bool& json);
/// `what` is what may be replaced: "the picture".
void add_force(CLI::App& command, bool& force, const char* what);

/// Refuses what `check` has something against: it gives a sentence, or nothing where all is well.
CLI::Validator checked(std::function<std::string(const std::string&)> check);

/// Nothing, or why the text is no positive number.
std::string check_positive(const std::string& text);

/// Nothing, or why the text is no unit.
std::string check_unit(const std::string& text);

/// What is said of files beside their names.
struct FileSettings {
  std::string unit{};              ///< of the files, see parse_unit; empty: as they say, or guessed
  std::string up{};                ///< x, y or z; empty: as they say, or guessed
  std::optional<double> retime{};  ///< frames per second in place of what the motions say
  FileAccess access{};
};
/// --allow-dir and --max-file-size, for every command that loads models.
void add_file_access(CLI::App& command, FileAccess& access);
/// --max-file-size alone, for commands whose files name no others.
void add_max_file_size(CLI::App& command, FileAccess& access);
/// --unit, --up, --allow-dir and --max-file-size.
void add_file_options(CLI::App& command, FileSettings& settings);
/// --retime, for commands about motions. With `old_name` also as --rate, which it was called in version 0.1.
void add_retime(CLI::App& command, FileSettings& settings, bool old_name);

/// The model that names and files make, read as the settings (checked already) say.
Result<kine::Scene> read_model(std::span<const std::string> names, const FileSettings& settings);
/// The same, with a word at the terminal; what cannot be read ends the command.
kine::Scene open_model(std::span<const std::string> names, const FileSettings& settings);

/// The joint or link that an option names; an unknown one ends the command.
JointId joint_named(const kine::Scene& scene, std::string_view name, const std::string& option);

/// The clip that was asked for by its name or number (from 1), or the first; the rest pose as a clip where there is
/// none. An unknown one ends the command.
Clip choose_clip(const kine::Scene& scene, const std::string& wanted);

}  // namespace kine::cli
