#pragma once

#include <string>
#include <unordered_map>

namespace kine {

/// A reader may make no more joints than that: a joint takes far more memory than the bytes that name it.
inline constexpr int kMaxFileJoints = 65536;

/// Gives every joint a name of its own, and remembers those that had to be changed.
class UniqueNames {
 public:
  /// `wanted`, or with _2, _3 ... behind it where that is taken.
  std::string take(std::string wanted);
  /// A sentence on the names that were changed so far; empty if none was.
  std::string note() const;

 private:
  std::unordered_map<std::string, int> uses_;
  int changed_ = 0;
  std::string example_;
};

}  // namespace kine
