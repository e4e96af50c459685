#include "apps/cli/draw/terminal.h"

#include <algorithm>
#include <cstddef>
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

/// A character of two to four bytes that is none to look at: terminals take U+0080 to U+009F for the beginnings of
/// escapes, and others end the line (U+2028, U+2029) or turn the direction of all that follows (U+202A to U+202E,
/// U+2066 to U+2069).
bool is_control(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
  if (sequence.size() != 3 || byte(0) != 0xE2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE) ||
         (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);
}

}  // namespace

const TerminalStyle& style() {
  static const TerminalStyle chosen =
      wants_colour() ? TerminalStyle{"\033[1m", "\033[2m", "\033[36m", "\033[0m"} : TerminalStyle{"", "", "", ""};
  return chosen;
}

std::string printable(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const unsigned first = byte(i), second = byte(i + 1);
    // By the table of well-formed sequences in Unicode, 3.9: what the second byte may be depends on the first.
    std::size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (size > 1 && !(second >= least && second <= most)) size = 0;
    for (std::size_t k = 2; k < size; ++k)
      if ((byte(i + k) & 0xC0u) != 0x80u) size = 0;
    const bool good = size > 1 ? !is_control(text.substr(i, size)) : size == 1 && first >= ' ' && first != 0x7F;
    if (good) {
      shown += text.substr(i, size);
    } else {
      shown += '?';
    }
    i += std::max<std::size_t>(size, 1);
  }
  return shown;
}

void progress(const std::string& text) {
#ifndef _WIN32
  static const bool terminal = isatty(STDERR_FILENO) != 0;
  if (!terminal) return;
  std::fprintf(stderr, "\r\033[K%s", printable(text).c_str());
  std::fflush(stderr);
#else
  (void)text;
#endif
}

}  // namespace kine::cli
