#pragma once

/// The version of these headers. Before 1.0 a minor version may break the C++ API; docs/api_changes.md lists every
/// break.

#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : __cplusplus < 202002L
#error "kine needs C++20 or newer: compile with -std=c++20 (g++ 12, clang 15) or /std:c++20 (Visual Studio 2022)"
#endif

#define KINE_VERSION_MAJOR 0
#define KINE_VERSION_MINOR 2
#define KINE_VERSION_PATCH 0

namespace kine {

/// The version as one text, "0.2.0".
inline constexpr char kVersion[] = "0.2.0";

}  // namespace kine
