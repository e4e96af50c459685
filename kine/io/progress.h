#pragma once

namespace kine {

/// Who wants to know how far a long piece of work is. `say` is called now and then with the part that is done, 0 to 1.
struct Progress {
  void (*say)(void* user, double part) = nullptr;
  void* user = nullptr;

  void operator()(double part) const {
    if (say != nullptr) say(user, part);
  }
};

}  // namespace kine
