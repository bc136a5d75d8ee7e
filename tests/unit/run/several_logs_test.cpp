/// When each of several logs begins in a run.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/run/run_workload.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kHeader = "submit,run,gpus\n";

/// Two streams of logs with these rows, and what else their traces say.
class TwoLogs {
 public:
  TwoLogs(const std::string& rows_a, const std::string& rows_b, const std::string& more_a = "",
          const std::string& more_b = "") {
    write_text(folder_.path() / "a.csv", kHeader + rows_a);
    write_text(folder_.path() / "b.csv", kHeader + rows_b);
    const auto stream = [](const char* name, const std::string& rows, const std::string& more) {
      const bool dated = rows.find('-') != std::string::npos;
      return fmt::format(
          R"("{0}": {{"trace": {{"format": "csv", "file": "{0}.csv", "time_zone": "UTC", "columns":
             {{"submit": {1}, "run_time": "run", "gpus": "gpus"}}{2}}}}})",
          name, dated ? R"({"from": "submit", "unit": "datetime"})" : R"("submit")", more);
    };
    const std::string text = fmt::format(
        R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 1, "gpus": 8}}}}}},
          "workload": {{"streams": {{{}, {}}}}}, "scheduler": {{"backfill": "none"}}}})",
        stream("a", rows_a, more_a), stream("b", rows_b, more_b));
    scenario_ = test::checked(text, (folder_.path() / "s.json").string());
    inputs_ = load_traces(scenario_->spec);
  }
  /// First submissions of both.
  [[nodiscard]] std::vector<double> begins() const {
    return {inputs_.traces[0].table->job(0).submit.value(),
            inputs_.traces[1].table->job(0).submit.value()};
  }
  [[nodiscard]] const ReadReport& report(std::size_t log) const {
    return inputs_.traces[log].report;
  }
  [[nodiscard]] std::optional<Seconds> unix_origin() const { return unix_origin_of(inputs_); }
  [[nodiscard]] RunResult result() const {
    Run run(*scenario_, inputs_);
    run.step_until(kForever, {});
    return run.finish();
  }

 private:
  ScratchFolder folder_;
  std::optional<CheckedScenario> scenario_;
  RunInputs inputs_;
};

constexpr double kDay = 86400.0;

// 2025 is two years of 365 days and the leap day of 2024 after 2023.
TEST(SeveralLogs, KeepTheDistanceOfTheirDates) {
  const TwoLogs logs("2025-01-01 00:00:00,60,8\n", "2023-01-01 00:00:00,60,8\n");
  EXPECT_THAT(logs.begins(), ElementsAre(731 * kDay, 0.0));
  EXPECT_THAT(logs.report(0).assumptions,
              testing::Contains("\"a\" begins 731 d after \"b\": logs keep the distance of their "
                                "dates"));
  EXPECT_EQ(logs.unix_origin(), Seconds(19358 * kDay)) << "2023-01-01";
}

TEST(SeveralLogs, OfYearsApartNeverMeet) {
  const RunResult result =
      TwoLogs("2025-01-01 00:00:00,3600,8\n", "2023-01-01 00:00:00,3600,8\n").result();
  EXPECT_EQ(result.jobs.wait(0), Seconds(0.0));
  EXPECT_EQ(result.jobs.wait(1), Seconds(0.0));
  EXPECT_EQ(result.jobs.submit(1) - result.jobs.submit(0), Seconds(731 * kDay));
}

TEST(SeveralLogs, SayThatHardlyAnythingIsBetweenThem) {
  EXPECT_THAT(
      TwoLogs("2023-01-01 00:00:00,60,8\n", "2025-01-01 00:00:00,60,8\n").report(1).warnings,
      ElementsAre(HasSubstr("nothing is submitted for 731 d before \"b\" begins")));
  EXPECT_THAT(
      TwoLogs("2023-01-01 00:00:00,60,8\n2023-01-09 00:00:00,60,8\n", "2023-01-10 00:00:00,60,8\n")
          .report(1)
          .warnings,
      IsEmpty());
}

// The 2 d from 2024-03-01 to 2024-03-03 lie between the windows, whenever the logs begin.
TEST(SeveralLogs, KeepTheDistanceOfTheirWindows) {
  const TwoLogs logs("2024-02-20 00:00:00,60,8\n2024-03-01 01:00:00,60,8\n",
                     "2024-01-01 00:00:00,60,8\n2024-03-03 02:00:00,60,8\n",
                     R"(, "from": "2024-03-01")", R"(, "from": "2024-03-03")");
  EXPECT_THAT(logs.begins(), ElementsAre(3600.0, 2 * kDay + 7200.0));
}

TEST(SeveralLogs, WithoutDatesKeepTheDistanceOfTheirTimes) {
  const TwoLogs logs("1000,60,8\n", "400,60,8\n");
  EXPECT_THAT(logs.begins(), ElementsAre(600.0, 0.0));
  EXPECT_THAT(logs.report(0).assumptions,
              testing::Contains(HasSubstr("logs without dates keep the distance of their times")));
  EXPECT_EQ(logs.unix_origin(), std::nullopt);
}

TEST(SeveralLogs, OfWhichOneHasNoDatesBeginTogether) {
  const TwoLogs logs("2025-01-01 00:00:00,60,8\n", "400,60,8\n");
  EXPECT_THAT(logs.begins(), ElementsAre(0.0, 0.0));
  EXPECT_THAT(logs.report(1).assumptions,
              testing::Contains("\"b\" has no dates: it is taken to begin with \"a\""));
}

TEST(SeveralLogs, BeginWhereTheScenarioPutsThem) {
  const TwoLogs logs("2025-01-01 00:00:00,60,8\n", "2023-01-01 00:00:00,60,8\n",
                     R"(, "begins_at": "1 h")");
  EXPECT_THAT(logs.begins(), ElementsAre(3600.0, 0.0));
  EXPECT_EQ(logs.unix_origin(), std::nullopt) << "they do not agree on it";
}

// Two halves of one file are one log.
TEST(SeveralLogs, OfOneFileStayWhereTheyAre) {
  const ScratchFolder folder;
  write_text(folder.path() / "a.csv", "submit,run,gpus,user\n0,60,8,ada\n500,60,8,bob\n");
  const auto stream = [](const char* user) {
    return fmt::format(
        R"("{0}": {{"trace": {{"format": "csv", "file": "a.csv", "columns": {{"submit": "submit",
           "run_time": "run", "gpus": "gpus", "user": "user"}}, "where": {{"user": "{0}"}}}}}})",
        user);
  };
  const CheckedScenario scenario = test::checked(
      fmt::format(
          R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "gpus": 8}}}}}},
            "workload": {{"streams": {{{}, {}}}}}}})",
          stream("ada"), stream("bob")),
      (folder.path() / "s.json").string());
  const RunInputs inputs = load_traces(scenario.spec);
  EXPECT_EQ(inputs.traces[1].table->job(0).submit, Seconds(500.0));
  EXPECT_THAT(inputs.traces[1].report.assumptions,
              testing::Not(testing::Contains(HasSubstr("begins"))));
}

}  // namespace
}  // namespace gpuscape
