#include "apps/cli/draw/terminal.h"

#include <cstdio>
#include <cstdlib>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace kine::cli {

namespace {

bool wants_colour() {
#ifdef _WIN32
  const bool terminal = false;  // older consoles print the sequences as they are
#else
  const bool terminal = isatty(STDOUT_FILENO) != 0;
#endif
  // Read once, before anything else could change the environment.
  const char* no_colour = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  return terminal && (no_colour == nullptr || *no_colour == '\0');
}

}  // namespace

const TerminalStyle& style() {
  static const TerminalStyle chosen =
      wants_colour() ? TerminalStyle{"\033[1m", "\033[2m", "\033[36m", "\033[0m"} : TerminalStyle{"", "", "", ""};
  return chosen;
}

void progress(const std::string& text) {
#ifndef _WIN32
  static const bool terminal = isatty(STDERR_FILENO) != 0;
  if (!terminal) return;
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
#else
  (void)text;
#endif
}

}  // namespace kine::cli
