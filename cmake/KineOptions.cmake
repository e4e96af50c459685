# Compile options: what every user of kine must share, and what only our own builds use.

if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  set(KINE_WASM ON)
  set(CMAKE_EXECUTABLE_SUFFIX .wasm)
endif()

# Results are bit-identical on every platform only if nobody contracts a*b+c into a fused multiply-add. Much of kine is
# inline functions and templates, which are compiled in the user's own files (and the linker may keep the user's copy for
# the whole program), so the flag has to travel with the target. g++ contracts by default wherever the instruction set has
# FMA (-march=native, x86-64-v3, every aarch64); clang does so within an expression. -ffast-math breaks the promise
# whatever we say here. A user who does not need identical bits may have his FMAs back:
#   set_target_properties(my_game PROPERTIES KINE_ALLOW_CONTRACTION ON)
# g++ 12 needs one flag more: its straight-line vectoriser fuses the mixed sums and differences of a quaternion product
# (vfmaddsub) even with -ffp-contract=off.
set(KINE_GNU_LIKE "$<CXX_COMPILER_ID:GNU,Clang,AppleClang>")
set(KINE_PUBLIC_OPTIONS
    "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>,$<NOT:$<BOOL:$<TARGET_PROPERTY:KINE_ALLOW_CONTRACTION>>>>:-ffp-contract=off>"
    "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<NOT:$<BOOL:$<TARGET_PROPERTY:KINE_ALLOW_CONTRACTION>>>>:-fno-tree-slp-vectorize>"
    "$<$<COMPILE_LANG_AND_ID:CXX,MSVC>:/fp:precise>")

set(KINE_WARNINGS "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wall;-Wextra;-Wpedantic>"
                  "$<$<COMPILE_LANG_AND_ID:C,GNU,Clang,AppleClang>:-Wall;-Wextra;-Wpedantic>"
                  "$<$<COMPILE_LANG_AND_ID:CXX,MSVC>:/W4>")
# g++ 12 sees an overlap that is not there in "text" + std::string (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND KINE_WARNINGS "$<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>")
endif()

# The language level and the warnings of a target of this repository.
function(kine_own_target target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF C_STANDARD 11 C_EXTENSIONS OFF)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE ${KINE_WARNINGS})
  endif()
  if(KINE_WERROR)
    target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Werror>"
                                             "$<$<CXX_COMPILER_ID:MSVC>:/WX>")
  endif()
endfunction()

# The same for a library that throws nothing and needs no run-time type information.
function(kine_library_target target)
  kine_own_target(${target})
  target_compile_options(${target} PRIVATE "$<${KINE_GNU_LIKE}:-fno-exceptions;-fno-rtti>")
  target_compile_options(${target} PUBLIC ${KINE_PUBLIC_OPTIONS})
  if(KINE_WASM)
    # libc++'s headers include many others that they do not need, for programs that count on it. Ours do not, and compile in
    # three quarters of the time.
    target_compile_definitions(${target} PRIVATE _LIBCPP_REMOVE_TRANSITIVE_INCLUDES)
  else()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

# A page has to fetch kine.wasm: there, what does not run in every frame is small code rather than the fastest. The bits of
# the results stay the same.
function(kine_small_in_wasm target)
  if(KINE_WASM)
    target_compile_options(${target} PRIVATE -Oz)
  endif()
endfunction()

# kine_precompile(TARGET HEADER...): these foreign headers are compiled once for the whole target, where KINE_PRECOMPILE
# is on (the test presets). Other builds, among them the WebAssembly one, show that every file includes what it needs.
option(KINE_PRECOMPILE "Precompile the standard library's and the test frameworks' headers" OFF)
mark_as_advanced(KINE_PRECOMPILE)
function(kine_precompile target)
  if(KINE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # g++ 12 sees more overlaps and overflows that are not there (its bug 105329) once std::string comes precompiled.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
    endif()
  endif()
endfunction()

# ccache makes the many small builds of the tests cheap; it is used when it is there.
if(PROJECT_IS_TOP_LEVEL)
  find_program(KINE_CCACHE ccache)
  mark_as_advanced(KINE_CCACHE)
  foreach(language C CXX)
    if(KINE_CCACHE AND NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER "${KINE_CCACHE}")
    endif()
  endforeach()
endif()
