#include "kine/io/text/json.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>

namespace kine::json {
namespace {

std::string error_of(std::string_view text) {
  const Result<Value> value = parse(text, "a.json");
  return value.ok() ? "" : value.error();
}

TEST(Json, WritesBackWhatItRead) {
  // Order, double keys, number spellings and unknown parts stay.
  const std::string text =
      R"({"z":1.0,"a":[-0,1e3,1E+2,0.10,12345678901234567890],"":null,"t":true,"f":false,"s":"ä\"\\/","z":2,"o":{}})";
  const Result<Value> value = parse(text, "a.json");
  ASSERT_TRUE(value.ok()) << value.error();
  EXPECT_EQ(write(*value), text);
  EXPECT_EQ((*value)["z"].number_or(0), 1);
  EXPECT_EQ((*value)["a"].size(), 5u);
  EXPECT_EQ((*value)["a"].at(1).number(), 1000);
  EXPECT_EQ((*value)["a"].at(9).kind(), Kind::Null);
  EXPECT_EQ((*value)["nothing"].kind(), Kind::Null);
  EXPECT_TRUE((*value)["t"].truth_or(false));
}

TEST(Json, DecodesEscapes) {
  const Result<Value> value = parse(R"(["\u0041\n\t\/\ud83d\ude00", "\ud800x", "\u00e9"])", "a.json");
  ASSERT_TRUE(value.ok()) << value.error();
  EXPECT_EQ(value->at(0).text(), "A\n\t/\xf0\x9f\x98\x80");
  EXPECT_EQ(value->at(1).text(), "\xef\xbf\xbdx");
  EXPECT_EQ(value->at(2).text(), "\xc3\xa9");
  EXPECT_EQ(write(Value(std::string("a\n\x01"))), R"("a\u000a\u0001")");
}

TEST(Json, NamesLineAndColumnOfTheFirstFault) {
  EXPECT_EQ(error_of("{\n  \"a\": 1,\n  \"b\" 2}"), "a.json:3:7: a colon should stand here");
  EXPECT_EQ(error_of("[1, 2"), "a.json:1:6: the text ends too soon: a comma or ] should stand here");
  EXPECT_EQ(error_of("[1,]"), "a.json:1:4: a value should stand here");
  EXPECT_EQ(error_of(""), "a.json:1:1: the text ends too soon: a value should stand here");
  EXPECT_EQ(error_of("{\"a\":1} x"), "a.json:1:9: the text should end here");
  for (const char* bad :
       {"01", "-", "1.", ".5", "+1", "1e", "nul", "[\"\\x\"]", "\"\n\"", "{a:1}", "[1 2]", "\"abc", "NaN"})
    EXPECT_NE(error_of(bad), "") << bad;
}

TEST(Json, ReadsMarksAndTrailingNuls) {
  EXPECT_EQ(error_of("\xef\xbb\xbf{}"), "");
  EXPECT_EQ(error_of(std::string_view("{}  \0\0 ", 7)), "");
}

TEST(Json, RefusesDeepNestingBeforeItDescends) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_EQ(error_of(nested(kMaxDepth)), "");
  EXPECT_NE(error_of(nested(kMaxDepth + 1)).find("deeper than 256"), std::string::npos);
  EXPECT_NE(error_of(std::string(1000000, '[')).find("deeper than 256"), std::string::npos);
}

TEST(Json, IndicesAreWholeNumbersOnly) {
  const auto index = [](std::string_view text) { return parse(text, "a")->index(); };
  EXPECT_EQ(index("7"), 7u);
  EXPECT_EQ(index("7.0"), 7u);
  EXPECT_EQ(index("7e1"), 70u);
  for (const char* none : {"-1", "7.5", "1e300", "\"7\"", "null"}) EXPECT_FALSE(index(none)) << none;
}

TEST(Json, IsBuiltByHand) {
  Value value = Value::object();
  value.set("b", 1).set("inner", Value::array_of(std::vector<double>{1, 0.1}));
  value.set("a", Value::array()).push("x");
  value.set("n", std::nan(""));
  EXPECT_EQ(write(value), R"({"b":{"inner":[1,0.1]},"a":["x"],"n":0})");
  value.erase("b");
  value.erase("nothing");
  EXPECT_EQ(write(value), R"({"a":["x"],"n":0})");
}

RC_GTEST_PROP(Json, NumbersAndStringsSurvive, (double number, const std::string& text)) {
  RC_PRE(std::isfinite(number));
  Value value = Value::array();
  value.push(number);
  value.push(text);
  const Result<Value> again = parse(write(value), "a");
  RC_ASSERT(again.ok());
  RC_ASSERT(again->at(0).number() == number);
  RC_ASSERT(again->at(1).text() == text);
}

}  // namespace
}  // namespace kine::json
