#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/torture/case.h"

namespace kine::torture {

/// What a solve did: all that the promises are checked on.
struct Outcome {
  Status status = Status::BadInput;
  int iterations = 0;
  double seconds = 0;
  std::vector<double> pose{};     ///< where it ended
  bool built = false;             ///< false: the description was no skeleton, and nothing was solved
  std::string broken_promise{};   ///< a sentence that says which; empty: all were kept
  std::vector<double> witness{};  ///< where it says Unreachable and another method meets the goals: the other's pose
};

/// What the scratch memory of a solve holds before it.
enum class ScratchMemory : std::uint8_t {
  Filled,
  Unfilled,  ///< it is left as it comes, for valgrind to see what is read before it is written
};

/// Solves each case twice at the same time, in two threads on one skeleton, with scratch memory that holds other bytes,
/// and checks all that is promised (docs/reliability.md lists it). The cases are one problem for several methods: where
/// one of them meets the goals, none may have proved that they are out of reach.
std::vector<Outcome> solve_and_check(const std::vector<Case>& cases, ScratchMemory memory = ScratchMemory::Filled);

/// The same for one case; empty: all promises were kept.
std::string broken_promise_of(const Case& one);

/// Makes failed assertions of the library broken promises, instead of ending the program.
void catch_assertions();

}  // namespace kine::torture
