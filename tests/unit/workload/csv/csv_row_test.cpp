#include "sim/base/csv_row.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using testing::ElementsAre;

TEST(CsvRow, SplitsAtTheDelimiter) {
  CsvRow row(',');
  ASSERT_TRUE(row.parse("a,b c,,d"));
  EXPECT_THAT(row.fields(), ElementsAre("a", "b c", "", "d"));
}

TEST(CsvRow, CountsEmptyFieldsAtBothEnds) {
  CsvRow row('|');
  ASSERT_TRUE(row.parse("|a|"));
  EXPECT_THAT(row.fields(), ElementsAre("", "a", ""));
  ASSERT_TRUE(row.parse(""));
  EXPECT_THAT(row.fields(), ElementsAre(""));
}

TEST(CsvRow, KeepsDelimitersInsideQuotes) {
  CsvRow row(',');
  ASSERT_TRUE(row.parse(R"("a,b",c,"")"));
  EXPECT_THAT(row.fields(), ElementsAre("a,b", "c", ""));
}

TEST(CsvRow, MakesDoubledQuotesSingle) {
  CsvRow row(',');
  ASSERT_TRUE(row.parse(R"("say ""hi""","""""""","x")"));
  EXPECT_THAT(row.fields(), ElementsAre(R"(say "hi")", R"(""")", "x"));
}

TEST(CsvRow, TakesAQuoteInsideAPlainFieldAsALetter) {
  CsvRow row(',');
  ASSERT_TRUE(row.parse(R"(5" disk,b)"));
  EXPECT_THAT(row.fields(), ElementsAre(R"(5" disk)", "b"));
}

TEST(CsvRow, RefusesQuotesThatDoNotClose) {
  CsvRow row(',');
  EXPECT_FALSE(row.parse(R"(a,"b)"));
  EXPECT_FALSE(row.parse(R"(a,"b"")"));
  EXPECT_FALSE(row.parse(R"(")"));
}

TEST(CsvRow, RefusesTextBehindAClosingQuote) {
  CsvRow row(',');
  EXPECT_FALSE(row.parse(R"("a"b,c)"));
}

TEST(CsvRow, IsGoodAgainAfterABrokenRow) {
  CsvRow row(',');
  EXPECT_FALSE(row.parse(R"("a)"));
  ASSERT_TRUE(row.parse("a,b"));
  EXPECT_THAT(row.fields(), ElementsAre("a", "b"));
}

}  // namespace
}  // namespace gpuscape
