#pragma once

#include <string>

namespace kine::cli {

/// Escape sequences for the terminal; empty strings where standard output is not one, or where NO_COLOR is set.
struct TerminalStyle {
  const char* bold;
  const char* dim;
  const char* accent;
  const char* plain;
};

const TerminalStyle& style();

/// Says what is being done, in a line on standard error that the next call writes over; an empty text wipes it. Does
/// nothing where standard error is no terminal.
void progress(const std::string& text);

}  // namespace kine::cli
