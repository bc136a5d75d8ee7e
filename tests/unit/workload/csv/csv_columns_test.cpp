#include "sim/workload/rows/csv_columns.hpp"

#include <gmock/gmock.h>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

std::string refusal(const std::vector<ColumnSpec>& columns,
                    const std::vector<std::string_view>& header) {
  return message_of<ScenarioError>([&] { plan_columns(columns, header, "log.csv", 3); });
}

const std::vector<std::string_view> kHeader{"job_id", "submit_time", "duration", "num_gpus"};
const std::vector<ColumnSpec> kColumns{{"submit", "submit_time", "ms"},
                                       {"run_time", "duration", "h"}};

TEST(ColumnPlan, FindsColumnsAndUnits) {
  const ColumnPlan plan = plan_columns(kColumns, kHeader, "log.csv", 1);
  EXPECT_EQ(plan[TraceField::submit].index, 1U);
  EXPECT_EQ(plan[TraceField::submit].scale, 1e-3);
  EXPECT_EQ(plan[TraceField::run_time].index, 2U);
  EXPECT_EQ(plan[TraceField::run_time].scale, 3600.0);
  EXPECT_FALSE(plan.has(TraceField::gpus));
}

TEST(ColumnPlan, NamesTheNearestColumnAndTheHeader) {
  const std::string text =
      refusal({{"submit", "submit_tme", ""}, {"run_time", "duration", ""}}, kHeader);
  EXPECT_THAT(text, HasSubstr("log.csv:3"));
  EXPECT_THAT(text, HasSubstr("no column 'submit_tme' (for 'submit') in the header"));
  EXPECT_THAT(text, HasSubstr("did you mean 'submit_time'?"));
  EXPECT_THAT(text, HasSubstr("the header has job_id, submit_time, duration, num_gpus"));
}

TEST(ColumnPlan, ReportsAllFaultsAtOnce) {
  const std::string text = refusal(
      {{"gpus", "gpu", ""}, {"colour", "job_id", ""}, {"cores", "num_gpus", "GB"}}, kHeader);
  EXPECT_THAT(text, HasSubstr("no column 'gpu'"));
  EXPECT_THAT(text, HasSubstr("'colour' is not a field of a job"));
  EXPECT_THAT(text, HasSubstr("unit 'GB' does not fit 'cores'"));
  EXPECT_THAT(text, HasSubstr("no column is given for 'submit'"));
  EXPECT_THAT(text, HasSubstr("no column is given for 'run_time'"));
}

TEST(ColumnPlan, TakesDatesAsTextOnlyWhereDatesStand) {
  EXPECT_THAT(
      refusal({{"submit", "submit_time", ""}, {"run_time", "duration", "datetime"}}, kHeader),
      HasSubstr("unit 'datetime' does not fit 'run_time'"));
}

TEST(ColumnPlan, AcceptsStartAndEndInPlaceOfARunTime) {
  EXPECT_NO_THROW(plan_columns(
      {{"submit", "job_id", ""}, {"start", "submit_time", ""}, {"end", "duration", ""}}, kHeader,
      "log.csv", 1));
  EXPECT_THAT(refusal({{"submit", "job_id", ""}, {"start", "submit_time", ""}}, kHeader),
              HasSubstr("give 'run_time', or both 'start' and 'end'"));
}

TEST(ColumnPlan, RefusesAColumnThatTheHeaderHasTwice) {
  EXPECT_THAT(refusal(kColumns, {"submit_time", "duration", "duration"}),
              HasSubstr("column 'duration' (for 'run_time') occurs 2 times"));
}

TEST(ColumnPlan, RefusesAFieldThatIsGivenTwice) {
  EXPECT_THAT(refusal({kColumns[0], kColumns[0], kColumns[1]}, kHeader),
              HasSubstr("field 'submit' is given twice"));
}

}  // namespace
}  // namespace gpuscape
