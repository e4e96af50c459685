#include "kine/io/number_text.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kine/core/assert.h"

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
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  (void)error;  // 40 characters are enough for any double
  text.append(buffer, static_cast<std::size_t>(end - buffer));
}

}  // namespace kine
