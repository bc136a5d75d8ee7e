#include "sim/workload/text/json_items.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Bytes one at a time, as a slow pipe would give them.
class DrippingStream final : public ByteStream {
 public:
  explicit DrippingStream(std::string text) : text_(std::move(text)) {}
  std::size_t read(std::span<char> buffer) override {
    if (position_ == text_.size()) return 0;
    buffer[0] = text_[position_++];
    return 1;
  }

 private:
  std::string text_;
  std::size_t position_ = 0;
};

struct Items {
  std::vector<std::string> texts;
  std::vector<std::int64_t> lines;
  std::int64_t skipped = 0;
  bool found = false;
  bool ended_early = false;
  bool cut_off = false;
};

Items items_of(const std::string& text) {
  DrippingStream stream(text);
  JsonItems items(stream, "jobs", "steps");
  Items result;
  for (JsonItem item; items.next(item);) {
    result.texts.emplace_back(item.text);
    result.lines.push_back(item.line);
    result.skipped += item.skipped;
    result.cut_off = item.cut_off;
  }
  result.found = items.found();
  result.ended_early = items.ended_early();
  return result;
}

TEST(JsonItems, AreTheObjectsOfTheList) {
  const Items items = items_of("{\"meta\": {\"a\": [1]},\n\"jobs\": [{\"x\": 1},\n {\"y\": [2]}]}");
  EXPECT_THAT(items.texts, ElementsAre(R"({"x": 1})", R"({"y": [2]})"));
  EXPECT_THAT(items.lines, ElementsAre(2, 3));
  EXPECT_FALSE(items.ended_early);
}

TEST(JsonItems, DoNotMistakeTextsForBrackets) {
  EXPECT_THAT(items_of(R"({"jobs": [{"n": "a}]\"{"}, {"n": "\\"}]})").texts,
              ElementsAre(R"({"n": "a}]\"{"})", R"({"n": "\\"})"));
}

TEST(JsonItems, ComeWithoutTheListThatIsLeftOut) {
  const Items items =
      items_of(R"({"jobs": [{"steps": [{"s": [{}]}, {"s": 2}], "x": {"steps": [5]}}]})");
  EXPECT_THAT(items.texts, ElementsAre(R"({"steps": [], "x": {"steps": [5]}})"));
  EXPECT_EQ(items.skipped, 2);
}

TEST(JsonItems, OfSeveralTextsComeOneBehindTheOther) {
  EXPECT_THAT(items_of(R"({"jobs": [{"a": 1}]} {"jobs": [{"b": 2}]})").texts,
              ElementsAre(R"({"a": 1})", R"({"b": 2})"));
}

TEST(JsonItems, OfAnotherKindAreHandedOutToo) {
  EXPECT_THAT(items_of(R"({"jobs": [7, "x", [1, 2], {"a": 1}]})").texts,
              ElementsAre("7", "\"x\"", "[1, 2]", R"({"a": 1})"));
}

TEST(JsonItems, AreNoneWithoutTheList) {
  EXPECT_THAT(items_of(R"({"job": [{"a": 1}]})").texts, IsEmpty());
  EXPECT_FALSE(items_of(R"([{"jobs": [{"a": 1}]}])").found);
  EXPECT_FALSE(items_of("").found);
  EXPECT_TRUE(items_of(R"({"jobs": []})").found);
}

TEST(JsonItems, SayWhereTheTextEndsWithinOne) {
  const Items within = items_of(R"({"jobs": [{"a": 1}, {"b": )");
  EXPECT_TRUE(within.cut_off);
  EXPECT_TRUE(within.ended_early);
  const Items between = items_of(R"({"jobs": [{"a": 1},)");
  EXPECT_FALSE(between.cut_off);
  EXPECT_TRUE(between.ended_early);
}

TEST(JsonItems, SurviveBracketsThatDoNotMatch) {
  EXPECT_THAT(items_of("]]}}{\"jobs\": [{]").texts, IsEmpty());
  EXPECT_EQ(items_of(R"({"jobs": [}}}}]]]])").texts.size(), 0U);
}

}  // namespace
}  // namespace gpuscape
