#include "kine/core/internal/nearest_name.h"

#include <algorithm>
#include <vector>

#include "kine/core/internal/text.h"

namespace kine {
namespace {

constexpr std::size_t kLongestTyped = 200;  // letters

/// How many letters must be added, dropped or exchanged to turn one name into the other (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

// Where more than half of the letters differ, nobody meant that name; and none is looked for where nobody typed it: that
// would take the product of both lengths for each of the names.
NearestName::NearestName(std::string_view typed)
    : typed_(typed.substr(0, kLongestTyped)), least_(typed.size() > kLongestTyped ? 0 : typed.size() / 2 + 1) {}

void NearestName::offer(std::string_view name) {
  const std::size_t longer = std::max(name.size(), typed_.size()), shorter = std::min(name.size(), typed_.size());
  if (longer - shorter >= least_) return;  // so many letters at the least
  const std::size_t distance = edit_distance(typed_, name);
  if (distance >= least_) return;
  least_ = distance;
  nearest_ = name;
}

std::string NearestName::question() const {
  return nearest_.empty() ? std::string() : "; did you mean " + quoted(nearest_) + "?";
}

}  // namespace kine
