// Debian's WebAssembly compiler-rt and libc are compiled with stack protection but define neither of these two symbols.
#include <stdint.h>

uintptr_t __stack_chk_guard = 0x5bd1e995u;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
