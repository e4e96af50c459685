#pragma once

/// Batches in the threads of oneTBB (Debian: libtbb-dev), where its headers are. A header of its own: kine needs no oneTBB.
#if __has_include(<oneapi/tbb/parallel_for.h>)

#include <oneapi/tbb/parallel_for.h>

#include <cstddef>

#include "kine/batch/executor.h"

namespace kine {

class TbbExecutor : public Executor {
 public:
  void run(std::size_t count, Piece piece, const void* data) override {
    oneapi::tbb::parallel_for(std::size_t{0}, count, [=](std::size_t i) { piece(data, i); });
  }
};

}  // namespace kine

#endif
