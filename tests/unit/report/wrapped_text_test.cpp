#include "sim/report/format/wrapped_text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <sstream>

#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {
namespace {

/// `count` letters: a word of that many columns.
std::string word(std::size_t count) { return std::string(count, 'x'); }

TEST(WrappedText, StaysAsItIsUpToTheWidth) {
  // The label takes 17 of the 100 columns: 83 are left.
  EXPECT_EQ(line("label", word(40) + " · " + word(40)),
            "label            " + word(40) + " · " + word(40) + "\n");
  EXPECT_EQ(line("label", word(40) + " · " + word(41)),
            "label            " + word(40) + "\n                 " + word(41) + "\n");
}

TEST(WrappedText, PutsItemsBesideEachOtherWhereTheyFit) {
  EXPECT_EQ(wrapped("one · two · " + word(95) + " · three", {.column = 0, .later = 0}),
            "one · two\n" + word(95) + "\nthree");
}

TEST(WrappedText, BreaksALongItemAfterItsClausesButNotWithinBrackets) {
  EXPECT_EQ(
      wrapped("above " + word(60) + " (3; now 4); after " + word(40), {.column = 17, .later = 17}),
      "above " + word(60) + " (3; now 4);\n" + std::string(19, ' ') + "after " + word(40));
}

TEST(WrappedText, BreaksALongClauseBetweenWordsAndBeginsTheNextOnALineOfItsOwn) {
  const std::string clause = word(51) + " " + word(49) + " " + word(10);
  EXPECT_EQ(wrapped(clause + "; end", {.column = 0, .later = 0}),
            word(51) + "\n  " + word(49) + " " + word(10) + ";\n  end");
}

TEST(WrappedText, LeavesAWordThatIsTooLongWhole) {
  EXPECT_EQ(wrapped("a " + word(120) + " b", {.column = 0, .later = 0}),
            "a\n  " + word(120) + "\n  b");
}

TEST(WrappedText, KeepsLaterLinesBelowTextThatIsIndented) {
  EXPECT_EQ(plain_line("  " + word(60) + " · " + word(60)),
            "  " + word(60) + "\n    " + word(60) + "\n");
}

TEST(WrappedText, NoLineIsTooWideWhateverItsPartsAre) {
  constexpr std::array<std::string_view, 6> kBetween{" ", " · ", "; ", " (", ") ", ": "};
  std::mt19937 draw(1);  // its numbers are the same everywhere
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int part = 0; part < 40; ++part)
      text.append(word(1 + draw() % 60)).append(kBetween.at(draw() % kBetween.size()));
    std::istringstream lines(line("label", text + "end"));
    for (std::string one; std::getline(lines, one);) EXPECT_LE(display_width(one), kReportWidth);
  }
}

TEST(WrappedText, DoesNotCountColours) {
  const std::string painted = word(80) + " \x1b[1;31mno\x1b[0m";  // 83 columns
  EXPECT_EQ(line("slo", painted), "slo              " + painted + "\n");
}

}  // namespace
}  // namespace gpuscape
