#pragma once

#include <functional>

namespace kine::python {

/// Calls work(first, last) for pieces of 0 … count - 1 on so many threads (the calling one is one of them), without
/// Python's lock, until all is done. Control-C is heeded between pieces. Each thread asks `make_worker` for its own
/// work, which may hold memory of its own. Which thread does which piece makes no difference to what is computed.
using Work = std::function<void(long first, long last)>;
void for_each_piece(long count, int threads, const std::function<Work()>& make_worker);

/// How many threads an argument asks for: at least 1, 0 for as many as there are processors.
int thread_count(int wanted);

}  // namespace kine::python
