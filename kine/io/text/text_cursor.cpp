#include "kine/io/text/text_cursor.h"

#include <fast_float/fast_float.h>

#include <cmath>

#include "kine/core/internal/text.h"

namespace kine {

TextCursor::TextCursor(std::string_view text, std::string_view name) : name_(name) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  begin_ = at_ = word_ = text.data();
  end_ = begin_ + text.size();
}

bool TextCursor::next_line() {
  while (at_ != end_ && !is_line_end(*at_)) ++at_;
  if (at_ == end_) return false;
  const bool pair = *at_ == '\r' && at_ + 1 != end_ && at_[1] == '\n';
  at_ += pair ? 2 : 1;
  return true;
}

std::string_view TextCursor::word() {
  skip_blanks();
  word_ = at_;
  while (!at_word_end()) ++at_;
  return {word_, static_cast<std::size_t>(at_ - word_)};
}

std::string_view TextCursor::whole_word() const {
  const auto ends = [](char c) { return is_blank(c) || is_line_end(c); };
  const char* first = at_;
  const char* last = at_;
  while (first != begin_ && !ends(first[-1])) --first;
  while (last != end_ && !ends(*last)) ++last;
  return {first, static_cast<std::size_t>(last - first)};
}

std::string_view TextCursor::token() {
  skip_space();
  word_ = at_;
  const auto is_brace = [](char c) { return c == '{' || c == '}'; };
  if (at_ != end_ && is_brace(*at_)) {
    ++at_;
  } else {
    while (!at_word_end() && !is_brace(*at_)) ++at_;
  }
  return {word_, static_cast<std::size_t>(at_ - word_)};
}

std::string_view TextCursor::rest_of_line(char stop) {
  skip_blanks();
  word_ = at_;
  while (at_ != end_ && !is_line_end(*at_) && *at_ != stop) ++at_;
  const char* last = at_;
  while (last != word_ && is_blank(last[-1])) --last;
  return {word_, static_cast<std::size_t>(last - word_)};
}

std::optional<double> TextCursor::number() {
  if (!skip_blanks()) return std::nullopt;
  constexpr double kLargest = 1e15;
  const char* start = at_;
  if (*start == '+' && start + 1 != end_ && start[1] != '-') ++start;
  double value = 0;
  const fast_float::from_chars_result read = fast_float::from_chars(start, end_, value);
  if (read.ec == std::errc::invalid_argument || !(std::abs(value) < kLargest)) return std::nullopt;
  word_ = at_;
  at_ = read.ptr;
  return value;
}

int TextCursor::line_of(const char* place) const {
  int line = 1;
  for (const char* c = begin_; c != place; ++c) {
    const bool second_of_pair = *c == '\n' && c != begin_ && c[-1] == '\r';
    if (is_line_end(*c) && !second_of_pair) ++line;
  }
  return line;
}

Error TextCursor::error_at(int line, std::string_view sentence) const {
  std::string text(name_);
  text += ':';
  text += std::to_string(line);
  text += ": ";
  text += sentence;
  return {std::move(text)};
}

std::string shown_word(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  std::string text;
  for (const char c : word.substr(0, kLongest)) text += c >= ' ' && c < '\x7f' ? c : '?';
  if (word.size() > kLongest) text += "...";
  return quoted(text);
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

}  // namespace kine
