#pragma once

#include <cstddef>

namespace kine {

/// Does pieces of work, in any order, in as many threads as it likes: what a caller hands to a batch so that it runs in the
/// caller's threads. kine starts none of its own.
class Executor {
 public:
  /// One piece of work: piece(data, index).
  using Piece = void (*)(const void* data, std::size_t index);

  virtual ~Executor() = default;
  /// Calls piece(data, i) once for each i below `count` and returns when all are done.
  virtual void run(std::size_t count, Piece piece, const void* data) = 0;
};

/// How a batch is run. None of it changes a bit of the results.
struct BatchRun {
  Executor* executor = nullptr;  ///< none: in the calling thread
  int most_lanes = 8;            ///< problems side by side, at the most: 8 with AVX-512, 4 with AVX2, else 2
};

}  // namespace kine
