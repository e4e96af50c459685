#pragma once

#include <string>

namespace kine {

/// Numbers as files want them: the same bytes on every platform and in every locale, a point before the decimals.
/// Each appends to `text`.

/// The largest number, either way, that the two functions with decimals take.
inline constexpr double kMaxFixed = 1e15;
/// The largest number that is written into texts: TextCursor reads what is less than 1e15, and rounding must not come
/// near that.
inline constexpr double kMaxWritten = 1e14;

/// With exactly this many decimals, 0 to 15, the last one rounded; no sign before a zero. |value| <= kMaxFixed.
void append_fixed(double value, int decimals, std::string& text);

/// The same without the zeros at the end: 0.5, 12, -3.25.
void append_trimmed(double value, int decimals, std::string& text);

/// The fewest digits that read back as the very same number, with an exponent where that is shorter. Finite.
void append_shortest(double value, std::string& text);

}  // namespace kine
