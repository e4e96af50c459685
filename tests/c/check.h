/* CHECK(condition): says which one failed, and the program goes on and exits 1 in the end. */
#ifndef KINE_TESTS_C_CHECK_H_
#define KINE_TESTS_C_CHECK_H_

#include <stdio.h>

static int failures = 0;

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                     \
    }                                                                 \
  } while (0)

#endif
