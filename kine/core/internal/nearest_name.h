#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kine {

/// Finds the name that was most likely meant by one that is not there: the one that the fewest letters added, dropped
/// or exchanged turn into it. Of several that are equally near, the first that was offered.
class NearestName {
 public:
  explicit NearestName(std::string_view typed);

  void offer(std::string_view name);
  /// The nearest name that was offered; empty where none is near enough to be a slip of the pen.
  const std::string& name() const { return nearest_; }
  /// `; did you mean "chest"?` to end a sentence with; empty where no name is near.
  std::string question() const;

 private:
  std::string typed_;
  std::string nearest_;
  std::size_t least_;  // the fewest letters so far
};

}  // namespace kine
