#pragma once

#include <string>

#include "tests/torture/case.h"

namespace kine::torture {

/// A sentence without its numbers: what kind of promise was broken.
std::string kind_of_breach(const std::string& sentence);

/// The smallest case found that breaks the same promise: joints and goals are taken out and fields set to what they are
/// by default as long as it is still broken.
Case shrunk(Case broken);

/// The case as a test in C++, to be pasted into a file of tests/torture.
std::string as_cpp_test(const Case& one, const std::string& name, const std::string& sentence);

}  // namespace kine::torture
