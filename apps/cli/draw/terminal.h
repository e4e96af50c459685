#pragma once

#include <string>
#include <string_view>

namespace kine::cli {

/// Escape sequences for the terminal; empty strings where standard output is not one, or where NO_COLOR is set.
struct TerminalStyle {
  const char* bold;
  const char* dim;
  const char* accent;
  const char* plain;
};

const TerminalStyle& style();

/// A name from a file as it may be shown: control characters, which may upset a terminal, and bytes that are no UTF-8
/// become question marks.
std::string printable(std::string_view text);

/// Says what is being done, in a line on standard error that the next call writes over; an empty text wipes it. Does
/// nothing where standard error is no terminal.
void progress(const std::string& text);

}  // namespace kine::cli
