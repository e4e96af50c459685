#pragma once

namespace kine::cli {

/// Escape sequences for the terminal; empty strings where standard output is not one, or where NO_COLOR is set.
struct TerminalStyle {
  const char* bold;
  const char* dim;
  const char* accent;
  const char* plain;
};

const TerminalStyle& style();

}  // namespace kine::cli
