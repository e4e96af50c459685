#include "bindings/python/src/parallel.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "bindings/python/src/convert.h"

namespace kine::python {

namespace {

constexpr int kMostThreads = 256;
constexpr long kPiece = 32;  // rows: small enough to share out evenly, large enough to cost nothing
constexpr std::chrono::milliseconds kSignalPause{50};  // between two looks for Control-C

struct Job {
  long count;
  std::atomic<long> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex{};
  std::exception_ptr failure{};

  // Takes pieces until there are none; false after the last one.
  bool take_piece(const Work& work) {
    const long first = next.fetch_add(kPiece);
    if (first >= count || stop) return false;
    work(first, std::min(count, first + kPiece));
    return true;
  }
  void run(const std::function<Work()>& make_worker) {
    try {
      const Work work = make_worker();
      while (take_piece(work)) {
      }
    } catch (...) {
      fail();
    }
  }
  void fail() {
    stop = true;
    const std::lock_guard lock(mutex);
    if (!failure) failure = std::current_exception();
  }
};

// The calling thread's share: as Job::run, and a look now and then whether the user wants to stop.
void run_here(Job& job, const std::function<Work()>& make_worker) {
  try {
    const Work work = make_worker();
    auto looked = std::chrono::steady_clock::now();
    while (job.take_piece(work)) {
      const auto now = std::chrono::steady_clock::now();
      if (now - looked < kSignalPause) continue;
      looked = now;
      const py::gil_scoped_acquire lock;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
  } catch (...) {
    job.fail();
  }
}

}  // namespace

int thread_count(int wanted) {
  if (wanted < 0) refuse("threads: a number of threads was expected, 0 for as many as there are processors");
  const int there = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::min(wanted == 0 ? there : wanted, kMostThreads);
}

void for_each_piece(long count, int threads, const std::function<Work()>& make_worker) {
  if (count <= 1) {  // not worth giving the lock away
    if (count == 1) make_worker()(0, 1);
    return;
  }
  Job job{.count = count};
  {
    const py::gil_scoped_release unlocked;
    std::vector<std::thread> others;
    const long pieces = (count + kPiece - 1) / kPiece;
    for (int i = 1; i < threads && i < pieces; ++i) {
      try {
        others.emplace_back([&] { job.run(make_worker); });
      } catch (const std::system_error&) {
        break;  // no more threads to be had: those that are there do it
      }
    }
    run_here(job, make_worker);
    for (std::thread& other : others) other.join();
  }
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace kine::python
