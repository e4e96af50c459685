#pragma once

#include <string>
#include <vector>

#include "kine/core/result.h"

namespace kine::detail {

/// A sentence as it may be shown: names from files may hold line ends, signs that upset a terminal, or a whole novel.
inline std::string one_line(std::string sentence) {
  constexpr std::size_t kLongest = 600;
  if (sentence.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(sentence[end]) & 0xC0u) == 0x80u) --end;  // inside a UTF-8 character
    sentence.resize(end);
    sentence += "...";
  }
  for (char& c : sentence)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return sentence;
}

inline Error one_line(Error error) { return {one_line(std::move(error.sentence))}; }

inline void one_line(std::vector<std::string>& sentences) {
  for (std::string& sentence : sentences) sentence = one_line(std::move(sentence));
}

}  // namespace kine::detail
