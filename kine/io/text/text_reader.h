#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kine/core/result.h"

namespace kine {

/// The whole word as a number, the same bits on every platform; nothing where it is none. Decimal only; "inf" and "nan"
/// are no numbers here, and neither is what is too large for a double. A leading + is allowed.
std::optional<double> parse_number(std::string_view word);

/// Reads a text line by line and word by word. Words are apart by blanks; lines that are empty or start with # are
/// passed over. Any bytes will do: nothing is trusted, and nothing is copied.
///
/// The first thing that is wrong is kept as a sentence with file and line, `arm.ik:12: "abc" is not a number`, and from
/// then on every call does nothing: a parser may read a whole line and ask `ok()` once.
class TextReader {
 public:
  /// `text` must outlive the reader; `name` is what sentences call it.
  TextReader(std::string_view text, std::string_view name);

  /// Moves to the next line that has words. False at the end of the text, and after a failure.
  bool next_line();
  /// The same, where the text may not end yet: `what` is missing then.
  void need_line(std::string_view what);

  /// The next word of the line; empty at its end.
  std::string_view next_word();
  /// The next word, which must be there; `what` says what it should be.
  std::string_view need_word(std::string_view what);
  /// The next word must be this one.
  void expect(std::string_view word);
  /// The line must be at its end.
  void expect_end();

  /// A finite number; 0 after a failure.
  double number(std::string_view what);
  /// As many finite numbers as fit; zeros after a failure.
  void numbers(std::span<double> out, std::string_view what);
  /// A whole number between two bounds, both included; `lowest` after a failure.
  int whole_number(std::string_view what, int lowest, int highest);

  /// The line read last, counted from 1.
  int line() const { return line_; }

  bool ok() const { return !failed_; }
  /// Keeps the first failure, with file and line before the sentence.
  void fail(std::string_view sentence);
  const Error& error() const { return error_; }

 private:
  std::string_view rest_;   // of the text
  std::string_view words_;  // of the line
  std::string_view name_;
  int line_ = 0;
  bool failed_ = false;
  Error error_;
};

}  // namespace kine
