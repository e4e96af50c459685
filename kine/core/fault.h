#pragma once

#include <string_view>

namespace kine {

/// What is wrong with what was handed in, as one sentence that a person can act on; nothing by default. The sentence is
/// a literal of the library, so a Fault costs nothing to make, to copy or to keep, also where nothing may be allocated.
/// (An `Error` of a Result owns its sentence, since it names files and joints.)
///
///   if (const Fault fault = fault_of(skeleton, goal)) std::puts(fault.sentence());
class Fault {
 public:
  constexpr Fault() = default;
  /// `sentence` must live as long as the program; nullptr: nothing is wrong.
  constexpr Fault(const char* sentence) : sentence_(sentence) {}

  /// True if something is wrong.
  constexpr explicit operator bool() const { return sentence_ != nullptr; }
  /// The sentence; empty, never nullptr, where nothing is wrong.
  constexpr const char* sentence() const { return sentence_ ? sentence_ : ""; }
  constexpr operator std::string_view() const { return sentence(); }

  template <class Stream>
  friend Stream& operator<<(Stream& out, const Fault& fault) {
    out << fault.sentence();
    return out;
  }

 private:
  const char* sentence_ = nullptr;
};

}  // namespace kine
