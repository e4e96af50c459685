#pragma once

namespace kine {

/// A function that is told how far a long piece of work has come. `say` is called now and then, from the thread that
/// does the work, with the share that is done, 0 to 1; `user` is handed to it as it is. No function: nothing is told.
struct Progress {
  void (*say)(void* user, double done) = nullptr;
  void* user = nullptr;

  void operator()(double done) const {
    if (say != nullptr) say(user, done);
  }
};

}  // namespace kine
