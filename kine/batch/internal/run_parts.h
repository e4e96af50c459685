#pragma once

#include <algorithm>
#include <cstddef>

#include "kine/batch/executor.h"
#include "kine/batch/internal/lane_kernels.h"

namespace kine::detail {

/// How many problems a piece of work has at least: enough that handing it out costs nothing beside it.
inline constexpr std::size_t kPieceSize = 256;

/// Calls work(part) for all of a batch, in pieces if there is an executor. Where a piece ends does not depend on the executor.
template <class Work>
void run_parts(const BatchRun& run, std::size_t size, const Work& work) {
  const std::size_t pieces = (size + kPieceSize - 1) / kPieceSize;
  if (!run.executor || pieces <= 1) return work(Part{0, size});
  struct Job {
    const Work& work;
    std::size_t size;
  };
  const Job job{work, size};
  run.executor->run(
      pieces,
      [](const void* data, std::size_t index) {
        const Job& its = *static_cast<const Job*>(data);
        its.work(Part{index * kPieceSize, std::min(its.size, (index + 1) * kPieceSize)});
      },
      &job);
}

}  // namespace kine::detail
