#include "kine/core/assert.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace kine {
namespace {

void print_and_abort(const char* condition, const char* sentence, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: kine assertion failed: %s (%s)\n", file, line, sentence, condition);
  std::abort();
}

std::atomic<AssertHandler> g_handler{&print_and_abort};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
  return g_handler.exchange(handler ? handler : &print_and_abort);
}

namespace detail {

void assert_failed(const char* condition, const char* sentence, const char* file, int line) {
  g_handler.load()(condition, sentence, file, line);
}

}  // namespace detail
}  // namespace kine
