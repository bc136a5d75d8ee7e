#include "sim/base/json/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gpuscape {
namespace {

JsonValue parsed(std::string_view text) { return parse_json(text, "a.json"); }

TEST(Json, ReadsEveryKindOfValue) {
  const JsonValue value = parsed(R"([null, true, 3, 0.5, "x", [], {}])");
  ASSERT_EQ(value.items().size(), 7U);
  EXPECT_TRUE(value.items()[0].is_null());
  EXPECT_TRUE(value.items()[1].boolean());
  EXPECT_EQ(value.items()[2].integer(), 3);
  EXPECT_EQ(value.items()[3].number(), 0.5);
  EXPECT_EQ(value.items()[4].text(), "x");
  EXPECT_TRUE(value.items()[5].is_array());
  EXPECT_TRUE(value.items()[6].is_object());
}

TEST(Json, KnowsLineAndColumnOfEveryKeyAndValue) {
  const JsonValue value = parsed("{\n  \"a\": 1, // first\n  \"b\" : [10,\n 20]}");
  EXPECT_EQ(value.members()[0].key_place.line, 2);
  EXPECT_EQ(value.members()[0].key_place.column, 3);
  EXPECT_EQ(value.find("a")->place().column, 8);
  EXPECT_EQ(value.find("b")->place().line, 3);
  EXPECT_EQ(value.find("b")->items()[1].place().line, 4);
  EXPECT_EQ(value.find("b")->items()[1].place().column, 2);
  EXPECT_EQ(*value.find("a")->place().file, "a.json");
}

TEST(Json, FindsPlacesBehindTextsThatLookLikeJson) {
  const JsonValue value = parsed(R"({"\"}{\\": "// , : ]", /* } */ "z": 7})");
  EXPECT_EQ(value.find("z")->place().column, 37);
}

TEST(Json, AllowsLineComments) { EXPECT_EQ(parsed("// one\n5 // two").integer(), 5); }

TEST(Json, SkipsAByteOrderMark) { EXPECT_EQ(parsed("\xEF\xBB\xBF[1]").place().column, 1); }

TEST(Json, KeepsTheOrderOfKeys) {
  EXPECT_EQ(write_json(parsed(R"({"z":1,"a":2})"), -1), R"({"z":1,"a":2})");
}

TEST(Json, ReadsTheLargestIntegerAndTheNextAsANumber) {
  EXPECT_EQ(parsed("9223372036854775807").integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parsed("9223372036854775808").kind(), JsonValue::Kind::number);
  EXPECT_EQ(parsed("9223372036854775808").number(), 9223372036854775808.0);
}

TEST(Json, SetReplacesOrAppends) {
  JsonValue value = parsed(R"({"a":1})");
  value.set("a", JsonValue::make_integer(2));
  value.set("b", JsonValue::make_text("x"));
  EXPECT_EQ(write_json(value, -1), R"({"a":2,"b":"x"})");
  value.erase("a");
  EXPECT_EQ(write_json(value, -1), R"({"b":"x"})");
}

TEST(JsonWrite, IndentsByTwo) {
  EXPECT_EQ(write_json(parsed(R"({"a":[1,{}],"b":[]})")),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
}

TEST(JsonWrite, PacksWhatFitsOnALine) {
  const JsonValue value = parsed(R"({"a": [1, 2], "b": {"long": "0123456789", "c": []}})");
  EXPECT_EQ(write_packed_json(value), R"({"a": [1, 2], "b": {"long": "0123456789", "c": []}})"
                                      "\n");
  EXPECT_EQ(write_packed_json(value, 30),
            "{\n \"a\": [1, 2],\n \"b\": {\n  \"long\": \"0123456789\",\n  \"c\": []\n }\n}\n");
}

TEST(Json, HasTheSameContentWhereverItStands) {
  EXPECT_TRUE(same_content(parsed(R"({"a": [1, null, true, 0.5, "x"]})"),
                           parse_json("\n{\"a\":\n[1, null, true, 0.5, \"x\"]}", "b.json")));
  const std::vector<std::string> different = {"null",
                                              "false",
                                              "true",
                                              "1",
                                              "1.0",
                                              "2",
                                              R"("x")",
                                              R"("y")",
                                              "[]",
                                              "[1]",
                                              "[2]",
                                              R"({"a": 1})",
                                              R"({"a": 2})",
                                              R"({"b": 1})",
                                              R"({"a": 1, "b": 1})",
                                              R"({"b": 1, "a": 1})"};
  for (const std::string& one : different)
    for (const std::string& other : different)
      EXPECT_EQ(same_content(parsed(one), parsed(other)), one == other) << one << " " << other;
}

TEST(JsonWrite, WritesTheShortestNumberThatReadsBackEqual) {
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(parsed(json_number(1.7976931348623157e308)).number(), 1.7976931348623157e308);
  EXPECT_EQ(parsed(json_number(5e-324)).number(), 5e-324);
}

TEST(JsonWrite, WritesNullForWhatJsonCannotHold) {
  EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
}

TEST(JsonWrite, EscapesAndReplacesBrokenUtf8) {
  EXPECT_EQ(json_quoted("a\"\\\n\x01ä\xFF"), "\"a\\\"\\\\\\n\\u0001ä\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace gpuscape
