#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "kine/core/result.h"

namespace kine {

/// Walks over the bytes of a text: words, braces, numbers and line ends, in one pass and without copies. For files that
/// can be long; TextReader is for short ones. Lines end with LF, CR LF or CR; a byte-order mark at the start is passed.
/// Which line it stands in is counted only when asked, for a sentence.
class TextCursor {
 public:
  /// `text` must outlive the cursor; `name` is what sentences call it.
  TextCursor(std::string_view text, std::string_view name);

  bool at_end() const { return at_ == end_; }
  /// Bytes not yet read.
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  /// Passes blanks within the line. True if something else follows in it.
  bool skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ != end_ && !is_line_end(*at_);
  }
  /// Passes blanks and line ends. False at the end of the text.
  bool skip_space() {
    while (at_ != end_ && (is_blank(*at_) || is_line_end(*at_))) ++at_;
    return at_ != end_;
  }
  /// Passes the rest of the line and its end. False if the text ended before.
  bool next_line();

  /// The byte that comes next; the text must not be at its end.
  char peek() const { return *at_; }
  void skip_byte() { ++at_; }

  /// The next word of this line; empty at its end. Words are apart by blanks.
  std::string_view word();
  /// The word that the cursor stands in, from its first byte on; nothing is passed.
  std::string_view whole_word() const;
  /// The next word of the text, over line ends, a brace being a word of its own; empty at the end of the text.
  std::string_view token();
  /// What is left of this line, or of what stands before `stop` in it, without the blanks at both ends.
  std::string_view rest_of_line(char stop = '\n');

  /// The next number of this line, blanks before it passed; nothing, and nothing passed but blanks, where there is
  /// none. It may be followed by anything. Finite and less than 1e15 either way.
  std::optional<double> number();
  /// True if the byte that comes next may stand after a number: a blank, a line end, or the end of the text.
  bool at_word_end() const { return at_ == end_ || is_blank(*at_) || is_line_end(*at_); }

  /// Where the word read last began, to ask for its line later.
  std::size_t mark() const { return static_cast<std::size_t>(word_ - begin_); }

  /// The line of the byte that comes next, of the word read last, or of a mark, counted from 1. Each goes through the
  /// text from its start: ask for sentences only.
  int line() const { return line_of(at_); }
  int word_line() const { return line_of(word_); }
  int line_at(std::size_t mark) const { return line_of(begin_ + mark); }

  /// `file:line: sentence`, for where the cursor is or where the word read last began.
  Error error(std::string_view sentence) const { return error_at(line(), sentence); }
  Error word_error(std::string_view sentence) const { return error_at(word_line(), sentence); }
  Error error_at(int line, std::string_view sentence) const;

  std::string_view name() const { return name_; }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0'; }
  static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

 private:
  int line_of(const char* place) const;

  const char* begin_;
  const char* at_;
  const char* end_;
  const char* word_;  // where the word read last began
  std::string_view name_;
};

/// A word as a sentence may show it: between quotation marks, not too long, nothing that would upset a terminal.
std::string shown_word(std::string_view word);

/// Equal but for the case of ASCII letters.
bool same_word(std::string_view a, std::string_view b);

}  // namespace kine
