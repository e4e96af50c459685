#pragma once

#include <cstddef>

namespace kine::detail {

/// A part of a batch.
struct Part {
  std::size_t first, end;
};

/// Does one problem of a batch alone.
struct AloneCall {
  void (*call)(const void* data, std::size_t i);
  const void* data;
  void operator()(std::size_t i) const { call(data, i); }
};

}  // namespace kine::detail
