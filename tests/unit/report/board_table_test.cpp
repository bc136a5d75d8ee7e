/// The comparison as a row for each design, and as a table for a spreadsheet.

#include "sim/report/compare/board_table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

#include "sim/report/compare/compare_csv.hpp"
#include "sim/report/format/text_table.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Design {
  std::string name;
  double wait = 600.0;      ///< mean, s
  double stranded = 0.021;  ///< share
  double allocated = 0.64;  ///< share
};

MetricDifference difference(std::string_view key, double by) {
  MetricDifference made;
  made.metric = &metrics()[metric_index(key)];
  const double half = 0.1 * std::abs(by);
  made.difference = {by, by - half, by + half, "t"};
  made.verdict = by == 0.0  ? Verdict::no_difference_shown
                 : by > 0.0 ? Verdict::worse
                            : Verdict::better;
  return made;
}

/// The first is the baseline.
CompareResult comparison_of(const std::vector<Design>& designs) {
  CompareResult result;
  for (const Design& design : designs) {
    StudyResult study = small_study();
    study.slo.clear();
    study.estimates["queue_wait_mean_s"].value = design.wait;
    study.estimates["gpus_stranded_share"].value = design.stranded;
    study.estimates["gpus_allocated_share"].value = design.allocated;
    result.variants.push_back({design.name, {study, {}, {}}});
    if (result.variants.size() == 1) continue;
    Comparison comparison;
    comparison.variant = result.variants.size() - 1;
    comparison.metrics = {
        difference("queue_wait_mean_s", design.wait - designs.front().wait),
        difference("gpus_stranded_share", design.stranded - designs.front().stranded)};
    result.comparisons.push_back(comparison);
  }
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> names_of(const std::string& table, std::size_t designs) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= designs; ++i)
    names.push_back(lines_of(table)[i].substr(0, lines_of(table)[i].find(' ')));
  return names;
}

TEST(BoardTable, HasARowForEachDesignAndTellsOnceWhatIsTheSameInAll) {
  const std::string text =
      board_table(comparison_of({{"base"}, {"faster", 60.0}, {"slower", 1200.0}}), {});
  const std::vector<std::string> lines = lines_of(text);
  EXPECT_THAT(lines[0], AllOf(StartsWith("design "), HasSubstr("mean wait")));
  EXPECT_THAT(lines[1], StartsWith("base     10 min"));
  EXPECT_THAT(lines[2], StartsWith("faster   1 min  better (−9.9 to −8.1 min)"));
  EXPECT_THAT(lines[3], StartsWith("slower   20 min  worse (+9 to +11 min)"));
  EXPECT_THAT(text, HasSubstr("same in all      "));
  EXPECT_THAT(text, HasSubstr("stranded 2.1 %"));
}

TEST(BoardTable, SortsByAColumnTheBestFirstBelowTheBaseline) {
  const CompareResult result = comparison_of(
      {{"base"}, {"a", 900.0, 0.01}, {"b", 30.0, 0.03}, {"c", 400.0, 0.02}, {"d", 30.0, 0.5}});
  EXPECT_THAT(names_of(board_table(result, {.sort = "queue_wait_mean_s"}), 5),
              ElementsAre("base", "b", "d", "c", "a"));
  EXPECT_THAT(names_of(board_table(result, {.sort = "gpus_stranded_share"}), 5),
              ElementsAre("base", "a", "c", "b", "d"));
}

TEST(BoardTable, ADesignWithoutAValueComesLast) {
  CompareResult result = comparison_of({{"base"}, {"a", 900.0}, {"b", 30.0}});
  result.variants[2].finished = false;
  EXPECT_THAT(names_of(board_table(result, {.sort = "queue_wait_mean_s"}), 3),
              ElementsAre("base", "a", "b"));
  EXPECT_THAT(lines_of(board_table(result, {}))[3], StartsWith("b        –"));
}

TEST(BoardTable, HasTheColumnsThatAreAskedFor) {
  const std::string text =
      board_table(comparison_of({{"base"}, {"a", 900.0}}),
                  {.columns = {"gpus", "gpus_allocated_share", "queue_wait_mean_s"}});
  EXPECT_THAT(lines_of(text)[0], StartsWith("design   GPUs   GPUs allocated   mean wait"));
  EXPECT_THAT(lines_of(text)[1], StartsWith("base     4      64.0 %           10 min"));
  EXPECT_THAT(text, Not(HasSubstr("same in all")));
}

TEST(BoardTable, FitsTheTerminalAndNamesWhatDoesNot) {
  std::vector<Design> designs = {{"base"}};
  for (int i = 0; i < 49; ++i)
    designs.push_back(
        {fmt::format("design-{}", i), 600.0 + 10.0 * i, 0.02 + 0.001 * i, 0.64 + 0.001 * i});
  const CompareResult result = comparison_of(designs);
  std::size_t fewer = 0;
  for (const std::size_t width : {80U, 120U, 200U}) {
    const std::string text = board_table(result, {.width = width});
    const std::vector<std::string> lines = lines_of(text);
    for (std::size_t i = 0; i <= 50; ++i) EXPECT_LE(display_width(lines[i]), width) << lines[i];
    EXPECT_LE(lines.size(), 54U) << "fifty designs fill more than a screen at " << width;
    EXPECT_GE(display_width(lines[0]), fewer);
    fewer = display_width(lines[0]);
  }
  EXPECT_THAT(board_table(result, {.width = 40}), HasSubstr("not shown        "));
}

TEST(CompareCsv, HasValueDifferenceIntervalAndVerdictInSiUnits) {
  const std::string text = compare_csv(comparison_of({{"base"}, {"slower", 1200.0}}), {"b", "s"},
                                       {.columns = {"queue_wait_mean_s"}});
  EXPECT_EQ(text,
            "design,folder,is_baseline,finished,paired,gpus,jobs,replications,meets_slo,"
            "queue_wait_mean_s,queue_wait_mean_s_difference,queue_wait_mean_s_difference_low,"
            "queue_wait_mean_s_difference_high,queue_wait_mean_s_verdict\n"
            "base,b,true,true,,4,3,1,,600,,,,\n"
            "slower,s,false,true,false,4,3,1,,1200,600,540,660,worse\n");
}

TEST(CompareCsv, HasTheMetricsInTheOrderInWhichTheyAreAskedFor) {
  const std::string text =
      compare_csv(comparison_of({{"base"}}), {},
                  {.columns = {"gpus_stranded_share", "gpus", "queue_wait_mean_s"}});
  EXPECT_LT(text.find("gpus_stranded_share"), text.find("queue_wait_mean_s"));
}

TEST(CompareCsv, QuotesNamesAndLeadsFormulas) {
  const std::string text =
      compare_csv(comparison_of({{"a, \"b\""}, {"=1+1"}}), {}, {.columns = {"gpus"}});
  EXPECT_THAT(text, HasSubstr("\n\"a, \"\"b\"\"\",true"));
  EXPECT_THAT(text, HasSubstr("\n'=1+1,false"));
}

}  // namespace
}  // namespace gpuscape
