#pragma once

/// KINE_ASSERT(condition, "sentence"): guards against misuse by the programmer (a wrong index, a span of the wrong
/// size). It is on unless NDEBUG is defined; define KINE_ASSERTS to 0 or 1 to decide otherwise. Bad data (files, names,
/// settings) is never an assertion: that is what Result is for (kine/core/result.h).

#ifndef KINE_ASSERTS
#ifdef NDEBUG
#define KINE_ASSERTS 0
#else
#define KINE_ASSERTS 1
#endif
#endif

namespace kine {

/// Called with a failed assertion. If it returns, the program goes on as if the assertion were not there.
using AssertHandler = void (*)(const char* condition, const char* sentence, const char* file, int line);

/// Sets what happens on a failed assertion and returns the handler that was there before.
/// The default writes one line to standard error and aborts. `nullptr` restores the default.
/// Set it once at the start of the program: it is the library's only global state.
AssertHandler set_assert_handler(AssertHandler handler);

namespace detail {
void assert_failed(const char* condition, const char* sentence, const char* file, int line);
}

}  // namespace kine

#if KINE_ASSERTS
#define KINE_ASSERT(condition, sentence) \
  ((condition) ? void(0) : ::kine::detail::assert_failed(#condition, sentence, __FILE__, __LINE__))
#else
#define KINE_ASSERT(condition, sentence) ((void)sizeof(!(condition)))
#endif
