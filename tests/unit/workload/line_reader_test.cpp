#include "sim/workload/text/line_reader.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

struct OwnedLine {
  std::string text;
  std::int64_t number;
  bool too_long;
  bool operator==(const OwnedLine&) const = default;
};

std::vector<OwnedLine> lines_of(std::string text) {
  const auto stream = make_text_stream(std::move(text));
  LineReader reader(*stream);
  std::vector<OwnedLine> lines;
  for (Line line; reader.next(line);) {
    lines.push_back({std::string(line.text), line.number, line.too_long});
  }
  return lines;
}

TEST(LineReader, NumbersLinesFromOne) {
  const std::vector<OwnedLine> expected{{"a", 1, false}, {"", 2, false}, {"b", 3, false}};
  EXPECT_EQ(lines_of("a\n\nb\n"), expected);
}

TEST(LineReader, TakesALastLineWithoutAnEnd) {
  const std::vector<OwnedLine> expected{{"a", 1, false}, {"b", 2, false}};
  EXPECT_EQ(lines_of("a\nb"), expected);
  EXPECT_EQ(lines_of("a\r\nb\r"), expected);
}

TEST(LineReader, FindsNoLineInNothing) { EXPECT_TRUE(lines_of("").empty()); }

TEST(LineReader, TakesOffTheEndsOfWindowsLines) {
  const std::vector<OwnedLine> expected{{"a", 1, false}, {"b\rc", 2, false}, {"", 3, false}};
  EXPECT_EQ(lines_of("a\r\nb\rc\r\n\r\n"), expected);
}

TEST(LineReader, KeepsNulBytes) {
  const std::string text("a\0b\n", 4);
  EXPECT_EQ(lines_of(text).at(0).text, text.substr(0, 3));
}

TEST(LineReader, TakesTheLongestLineWholeAndNoLonger) {
  const std::string longest(kLongestLine, 'x');
  const auto lines = lines_of(longest + "\n" + longest + "y\nnext\n");
  EXPECT_EQ(lines.at(0), (OwnedLine{longest, 1, false}));
  EXPECT_EQ(lines.at(1), (OwnedLine{std::string(100, 'x'), 2, true}));
  EXPECT_EQ(lines.at(2), (OwnedLine{"next", 3, false}));
}

TEST(LineReader, MarksAnOverlongLastLine) {
  const auto lines = lines_of("a\n" + std::string(5 * kLongestLine, 'x'));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[1].too_long);
}

TEST(LineReader, FindsEveryLineAcrossItsBuffers) {
  std::string text;
  for (int i = 0; i < 300000; ++i) {
    text += std::to_string(i) + (i % 3 == 0 ? "\r\n" : "\n");
  }
  const auto lines = lines_of(text);
  ASSERT_EQ(lines.size(), 300000U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(lines[i].text, std::to_string(i));
  }
}

}  // namespace
}  // namespace gpuscape
