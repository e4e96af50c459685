#include "kine/io/formats/unique_names.h"

#include <cstddef>
#include <utility>

#include "kine/core/internal/text.h"

namespace kine {

std::string UniqueNames::take(std::string wanted) {
  const auto [found, is_new] = uses_.emplace(wanted, 1);
  if (is_new) return wanted;
  std::string name;
  do {
    name = wanted + '_' + std::to_string(++found->second);
  } while (uses_.contains(name));
  uses_.emplace(name, 1);
  if (changed_++ == 0) example_ = wanted + '\n' + name;
  return name;
}

std::string UniqueNames::note() const {
  if (changed_ == 0) return {};
  const std::size_t split = example_.rfind('\n');
  std::string text = std::to_string(changed_);
  text += changed_ == 1 ? " joint has" : " joints have";
  text += " a name that is taken and got another one: the second " + quoted(example_.substr(0, split)) + " is " +
          quoted(example_.substr(split + 1));
  return text;
}

}  // namespace kine
