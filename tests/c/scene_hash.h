/* What scene.c computes, as one number. tests/web/scene.test.mjs reads it from here: every compiler and WebAssembly
   must come to the same bits. Change it only when results are meant to change, and say so in CHANGELOG.md. */
#ifndef KINE_TESTS_C_SCENE_HASH_H_
#define KINE_TESTS_C_SCENE_HASH_H_

#define KINE_SCENE_HASH "0774fac76fefe416"

#endif
