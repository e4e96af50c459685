#include "kine/io/text/base64.h"

#include <gtest/gtest.h>

#include <string>

namespace kine {
namespace {

TEST(Base64, GoesBothWays) {
  EXPECT_EQ(to_base64("Man"), "TWFu");
  EXPECT_EQ(to_base64("Ma"), "TWE=");
  EXPECT_EQ(to_base64("M"), "TQ==");
  EXPECT_EQ(from_base64("TWE="), "Ma");
  EXPECT_EQ(from_base64("TWE"), "Ma");
  EXPECT_EQ(from_base64(" TW\nFu"), "Man");
  EXPECT_EQ(from_base64(""), "");
  EXPECT_FALSE(from_base64("T"));
  EXPECT_FALSE(from_base64("T*=="));
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(from_base64(to_base64(all)), all);
  EXPECT_EQ(percent_decoded("a%20b%2fc%zz%2"), "a b/c%zz%2");
}

}  // namespace
}  // namespace kine
