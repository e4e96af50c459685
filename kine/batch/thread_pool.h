#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "kine/batch/executor.h"

namespace kine {

/// A plain pool of threads, for callers that have none of their own. Needs the system's threads (CMake: Threads::Threads), so
/// that kine/kine.h leaves it out. One run at a time.
class ThreadPool : public Executor {
 public:
  /// So many threads, that of the caller of `run` included.
  explicit ThreadPool(int threads = static_cast<int>(std::thread::hardware_concurrency())) {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
  }
  ~ThreadPool() override {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  void run(std::size_t count, Piece piece, const void* data) override {
    {
      const std::lock_guard lock(mutex_);
      piece_ = piece;
      data_ = data;
      count_ = count;
      next_ = 0;
      busy_ = workers_.size();
      ++round_;
    }
    wake_.notify_all();
    take_pieces();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void take_pieces() {
    for (std::size_t i = next_++; i < count_; i = next_++) piece_(data_, i);
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (std::size_t seen = 0;;) {
      wake_.wait(lock, [&] { return stopping_ || round_ != seen; });
      if (stopping_) return;
      seen = round_;
      lock.unlock();
      take_pieces();
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  Piece piece_ = nullptr;
  const void* data_ = nullptr;
  std::size_t count_ = 0, busy_ = 0, round_ = 0;
  std::atomic<std::size_t> next_ = 0;
  bool stopping_ = false;
};

}  // namespace kine
