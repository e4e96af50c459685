#include "kine/solve/jacobian.h"

#include <gtest/gtest.h>

#include "tests/solve/degenerate.h"

namespace kine {
namespace {

TEST(Jacobian, D0) { test::run_degenerate_list(Jacobian{}); }
TEST(Jacobian, D1) { test::run_degenerate_list(Jacobian{.inverse = Inverse::Paper}); }
TEST(Jacobian, D2) { test::run_degenerate_list(Jacobian{.inverse = Inverse::Transpose}); }
TEST(Jacobian, D3) { test::run_degenerate_list(Jacobian{.inverse = Inverse::SelectivelyDamped}); }

}  // namespace
}  // namespace kine
