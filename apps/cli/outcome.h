#pragma once

#include <cstdint>
#include <string>

#include "kine/core/result.h"

/// How commands end: an exit code, and where something went wrong one sentence on standard error.
namespace kine::cli {

enum class ExitCode : std::uint8_t {
  Done = 0,
  Failed = 1,   ///< the work itself: a target that was not reached, a figure that cannot walk
  Usage = 2,    ///< what was asked makes no sense: an unknown option, joint or method
  BadFile = 3,  ///< a file cannot be read or written, or does not hold what it should
};

/// Ends a command early. Thrown by whatever finds out, shown by main.
struct Stop {
  ExitCode code = ExitCode::Failed;
  std::string sentence;
};

[[noreturn]] void stop_usage(std::string sentence);
[[noreturn]] void stop_bad_file(std::string sentence);

/// The value of a result; where there is none, the command ends as these say, with `before` (an option: "--tip: ")
/// before its sentence.
template <class T>
T value_or_usage(Result<T> result, const std::string& before = {}) {
  if (!result) stop_usage(before + result.error());
  return *std::move(result);
}
template <class T>
T value_or_bad_file(Result<T> result, const std::string& before = {}) {
  if (!result) stop_bad_file(before + result.error());
  return *std::move(result);
}

/// Writes out what was printed. Where standard output could not take it all (a full disk), says so: the exit code is then
/// BadFile instead of `code`.
int finish_output(int code);

/// From now on a lack of memory ends the program with a sentence and exit code Failed.
void say_when_memory_ends();

/// Says one sentence on standard error and returns the exit code.
int fail(const std::string& sentence, ExitCode code = ExitCode::Failed);

}  // namespace kine::cli
