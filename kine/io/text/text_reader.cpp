#include "kine/io/text/text_reader.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "kine/core/internal/text.h"

namespace kine {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

/// A word as a sentence may show it: not too long, and nothing that would upset a terminal.
std::string shown(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  std::string text;
  for (const char c : word.substr(0, kLongest)) text += c > ' ' && c < '\x7f' ? c : '?';
  if (word.size() > kLongest) text += "...";
  return quoted(text);
}

}  // namespace

std::optional<double> parse_number(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const char* const begin = word.data();
  const char* const end = begin + word.size();
  double value = 0;
  const fast_float::from_chars_result read = fast_float::from_chars(begin, end, value);
  if (read.ec == std::errc::invalid_argument || read.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

TextReader::TextReader(std::string_view text, std::string_view name) : rest_(text), name_(name) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

bool TextReader::next_line() {
  while (ok() && !rest_.empty()) {
    const std::size_t length = rest_.find('\n');
    words_ = rest_.substr(0, length);
    rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length + 1);
    ++line_;
    const std::size_t first = words_.find_first_not_of(kBlanks);
    if (first != std::string_view::npos && words_[first] != '#') return true;
  }
  words_ = {};
  return false;
}

void TextReader::need_line(std::string_view what) {
  if (ok() && !next_line()) fail("the file ends where " + std::string(what) + " should be");
}

std::string_view TextReader::next_word() {
  const std::size_t first = ok() ? words_.find_first_not_of(kBlanks) : std::string_view::npos;
  if (first == std::string_view::npos) {
    words_ = {};
    return {};
  }
  const std::size_t end = std::min(words_.find_first_of(kBlanks, first), words_.size());
  const std::string_view word = words_.substr(first, end - first);
  words_.remove_prefix(end);
  return word;
}

std::string_view TextReader::need_word(std::string_view what) {
  const std::string_view word = next_word();
  if (word.empty()) fail("the line ends where " + std::string(what) + " should be");
  return word;
}

void TextReader::expect(std::string_view word) {
  const std::string_view found = need_word(quoted(word));
  if (ok() && found != word) fail(shown(found) + " stands where " + quoted(word) + " should be");
}

void TextReader::expect_end() {
  const std::string_view word = next_word();
  if (!word.empty()) fail(shown(word) + " is more than the line should have");
}

double TextReader::number(std::string_view what) {
  double value = 0;
  numbers({&value, 1}, what);
  return value;
}

void TextReader::numbers(std::span<double> out, std::string_view what) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = 0;
    if (!ok()) continue;
    const std::string_view word = next_word();
    const std::optional<double> value = parse_number(word);
    if (value) {
      out[i] = *value;
    } else if (!word.empty()) {
      fail(shown(word) + " is not a finite number");
    } else if (out.size() == 1) {
      fail("the line ends where " + std::string(what) + " should be");
    } else {
      fail(std::string(what) + " should be " + std::to_string(out.size()) + " numbers, found " + std::to_string(i));
    }
  }
}

int TextReader::whole_number(std::string_view what, int lowest, int highest) {
  const std::string_view word = need_word(what);
  if (!ok()) return lowest;
  int value = 0;
  const char* const begin = word.data();
  const auto [end, error] = std::from_chars(begin, begin + word.size(), value);
  if (error == std::errc{} && end == begin + word.size() && lowest <= value && value <= highest) return value;
  fail(std::string(what) + " should be a whole number from " + std::to_string(lowest) + " to " +
       std::to_string(highest) + ", not " + shown(word));
  return lowest;
}

void TextReader::fail(std::string_view sentence) {
  if (failed_) return;
  failed_ = true;
  error_.sentence = std::string(name_) + ":" + std::to_string(line_ > 0 ? line_ : 1) + ": " + std::string(sentence);
}

}  // namespace kine
