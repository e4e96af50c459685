#include "kine/io/text/number_text.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "kine/core/assert.h"
#include "kine/io/text/text_reader.h"

namespace kine {
namespace {

constexpr std::uint64_t kPowers[] = {1,
                                     10,
                                     100,
                                     1'000,
                                     10'000,
                                     100'000,
                                     1'000'000,
                                     10'000'000,
                                     100'000'000,
                                     1'000'000'000,
                                     10'000'000'000,
                                     100'000'000'000,
                                     1'000'000'000'000,
                                     10'000'000'000'000,
                                     100'000'000'000'000,
                                     1'000'000'000'000'000};
constexpr int kMostDecimals = static_cast<int>(std::size(kPowers)) - 1;

#ifdef __wasm__

// std::to_chars brings 115 kB of tables and code, far too much for a page. printf is there anyway and rounds exactly. A
// text of up to 15 digits comes back as it was and 17 digits always suffice: so the first of 15, 16 and 17 that reads
// back has, less its zeros, the fewest digits.
struct Digits {
  std::string digits;  ///< without a point
  int exponent = 0;    ///< of the first digit
};

Digits shortest_digits(double size) {
  char buffer[40];
  const bool subnormal = size < 0x1p-1022;  // these have fewer
  for (int count = subnormal ? 1 : 15; count <= 17; ++count) {
    std::snprintf(buffer, sizeof buffer, "%.*e", count - 1, size);
    if (parse_number(buffer) == size) break;
  }
  const std::string_view text = buffer;
  const std::size_t e = text.find('e');
  Digits found{std::string(text.substr(0, e)), 0};
  found.digits.erase(1, 1);
  while (found.digits.size() > 1 && found.digits.back() == '0') found.digits.pop_back();
  const std::size_t first = e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(text.data() + first, text.data() + text.size(), found.exponent);
  return found;
}

/// As std::to_chars has it: with an exponent where that is shorter.
void append_digits(double size, std::string& text) {
  const auto [digits, exponent] = shortest_digits(size);
  const int count = static_cast<int>(digits.size());
  const int most = exponent < 0 ? -exponent : exponent;
  const int with_exponent = count + (count > 1 ? 1 : 0) + (most > 99 ? 5 : 4);
  const int without = exponent >= count - 1 ? exponent + 1 : exponent >= 0 ? count + 1 : count + 1 - exponent;
  char buffer[40];
  if (without > with_exponent) {
    std::snprintf(buffer, sizeof buffer, "e%c%02d", exponent < 0 ? '-' : '+', most);
    text += digits[0];
    if (count > 1) text += '.' + digits.substr(1);
    text += buffer;
  } else if (exponent >= count - 1) {
    std::snprintf(buffer, sizeof buffer, "%.0f", size);  // a whole number, to its last digit
    text += buffer;
  } else if (exponent >= 0) {
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    text += digits.substr(0, whole) + '.' + digits.substr(whole);
  } else {
    text += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
}

#else

void append_digits(double size, std::string& text) {
  char buffer[40];  // enough for any double
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, size);
  (void)error;
  text.append(buffer, static_cast<std::size_t>(end - buffer));
}

#endif

}  // namespace

void append_fixed(double value, int decimals, std::string& text) {
  KINE_ASSERT(decimals >= 0 && decimals <= kMostDecimals, "0 to 15 decimals");
  KINE_ASSERT(std::abs(value) <= kMaxFixed, "a finite number of at most 1e15");
  const std::uint64_t scale = kPowers[decimals];
  const double size = std::abs(value);
  // The whole part and the rest are exact; only the product with the power of ten is rounded.
  const double whole_part = std::floor(size);
  auto whole = static_cast<std::uint64_t>(whole_part);
  auto rest = static_cast<std::uint64_t>(std::floor((size - whole_part) * static_cast<double>(scale) + 0.5));
  if (rest >= scale) {
    rest -= scale;
    ++whole;
  }
  char buffer[40];
  char* const end = buffer + sizeof buffer;
  char* at = end;
  for (int i = 0; i < decimals; ++i, rest /= 10) *--at = static_cast<char>('0' + rest % 10);
  if (decimals > 0) *--at = '.';
  const char* const point = at;
  do {
    *--at = static_cast<char>('0' + whole % 10);
    whole /= 10;
  } while (whole > 0);
  if (value < 0) {
    bool zero = true;
    for (const char* digit = at; digit != end && zero; ++digit) zero = *digit == '0' || digit == point;
    if (!zero) *--at = '-';
  }
  text.append(at, static_cast<std::size_t>(end - at));
}

void append_trimmed(double value, int decimals, std::string& text) {
  append_fixed(value, decimals, text);
  if (decimals == 0) return;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
}

void append_shortest(double value, std::string& text) {
  KINE_ASSERT(std::isfinite(value), "a finite number");
  if (std::signbit(value)) text += '-';
  append_digits(std::abs(value), text);
}

}  // namespace kine
