#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/base/json/json.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<Issue> issues_of(std::string_view text) {
  try {
    parse_json(text, "a.json");
  } catch (const ScenarioError& error) {
    return error.issues();
  }
  return {};
}

struct Fault {
  std::string_view text;
  std::string_view message;  ///< a part of it
  int line;
  int column;
};

class JsonFault : public ::testing::TestWithParam<Fault> {};

TEST_P(JsonFault, IsReportedOnceWithItsPlace) {
  const auto issues = issues_of(GetParam().text);
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_THAT(issues[0].message, HasSubstr(std::string(GetParam().message)));
  EXPECT_EQ(issues[0].line, GetParam().line);
  EXPECT_EQ(issues[0].column, GetParam().column);
  EXPECT_EQ(issues[0].file, "a.json");
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, JsonFault,
    ::testing::Values(
        Fault{"", "the file is empty", 1, 1}, Fault{" \n// nothing\n", "the file is empty", 3, 1},
        Fault{"{\"a\": [1, 2", "opened at 1:7 is not closed", 1, 12},
        Fault{"[1, 2,]", "unexpected comma before ]", 1, 7},
        Fault{"{\"a\": 1,\n}", "unexpected comma before }", 2, 1},
        Fault{"{\"a\" 1}", "expected a colon after the key, found 1", 1, 6},
        Fault{"{\"a\": 1 \"b\": 2}", "expected a comma or }", 1, 9},
        Fault{"{a: 1}", "unexpected a", 1, 2}, Fault{"['x']", "unexpected '", 1, 2},
        Fault{"{} x", "unexpected x", 1, 4}, Fault{"{} {}", "after the end of the document", 1, 4},
        Fault{"[NaN]", "NaN is not a number", 1, 2},
        Fault{"[-Infinity]", "-Infinity is not a number", 1, 2},
        Fault{"[inf]", "inf is not a number", 1, 2}, Fault{"[1e999]", "1e999 is too large", 1, 2},
        Fault{"[01]", "expected a comma or ], found 1", 1, 3},
        Fault{"[1.]", "\"1.\" is not a number", 1, 2}, Fault{"[True]", "unexpected True", 1, 2},
        Fault{"[\"abc", "no closing quote", 1, 2}, Fault{"[\"a\nb\"]", "line break", 1, 4},
        Fault{"[\"\\q\"]", "escape", 1, 4}, Fault{"[\"a\xFF\"]", "not valid UTF-8", 1, 4},
        Fault{"[\xC3\x28]", "unexpected", 1, 2},
        Fault{std::string_view("{}\0{}", 5), "zero byte", 1, 3},
        Fault{"\xFF\xFE{\0}\0", "UTF-16", 1, 1}));

TEST(JsonFault, NamesBothPlacesOfEveryDuplicateKey) {
  const auto issues = issues_of("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 3}");
  ASSERT_THAT(issues, SizeIs(2));
  EXPECT_EQ(issues[0].line, 2);
  EXPECT_THAT(issues[0].message, HasSubstr("\"c\" is duplicated in this object; first at 2:8"));
  EXPECT_EQ(issues[1].line, 3);
  EXPECT_THAT(issues[1].message, HasSubstr("first at 1:2"));
}

TEST(JsonFault, AllowsTheDeepestNestingAndRefusesOneLevelMore) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_THAT(issues_of(nested(kMaxJsonDepth)), SizeIs(0));
  ASSERT_THAT(issues_of(nested(kMaxJsonDepth + 1)), SizeIs(1));
  EXPECT_THAT(issues_of(nested(100'000))[0].message, HasSubstr("deeper than 200 levels"));
}

TEST(JsonFault, DeepObjectsAreRefusedToo) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "{\"a\":";
  EXPECT_THAT(issues_of(text)[0].message, HasSubstr("deeper than 200 levels"));
}

TEST(JsonFault, ShowsOnlyTheBeginningOfALongLine) {
  const auto issues = issues_of("[" + std::string(10'000'000, 'x') + "]");
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_LT(issues[0].message.size(), 400U);
}

}  // namespace
}  // namespace gpuscape
