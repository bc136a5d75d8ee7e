/// Planned maintenance: on the run's clock, and on that of its logs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/base/error.hpp"
#include "sim/model/check/check_maintenance.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// A log of two jobs, the first of which is submitted at 2026-05-04 08:00 UTC, and of one more
/// where a stream draws it.
class MaintenanceByDate : public testing::Test {
 protected:
  MaintenanceByDate() {
    std::ofstream(folder_.path() / "log.csv")
        << "submit,run_time,gpus\n2026-05-04 08:00:00,3600,8\n2026-05-06 08:00:00,3600,8\n";
  }
  [[nodiscard]] std::string scenario(const std::string& maintenance,
                                     const std::string& zone = "") const {
    return R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "count": 2, "gpus": 8}},
        "maintenance": {)" +
           maintenance + R"(}}, "workload": {"streams": {"log": {"trace": {"format": "csv",
        "file": "log.csv", )" +
           (zone.empty() ? "" : "\"time_zone\": \"" + zone + "\", ") +
           R"("columns": {"submit": {"from": "submit", "unit": "datetime"},
                          "run_time": "run_time", "gpus": "gpus"}}}}}})";
  }
  [[nodiscard]] CheckedScenario checked(const std::string& text) const {
    return test::checked(text, folder_.path() / "test.json");
  }
  /// What the run plans with, or why it does not run.
  std::string planned(const std::string& text) {
    try {
      const StudyResult result = test::study(checked(text));
      std::string notes;
      for (const std::string& note : result.first.policy_notes) notes += note + "\n";
      return notes;
    } catch (const ScenarioError& error) {
      return error.what();
    }
  }
  ScratchFolder folder_;
};

TEST_F(MaintenanceByDate, IsOnTheClockOfTheLog) {
  EXPECT_THAT(planned(scenario(R"("work": {"nodes": "gpu/0", "begin": "2026-05-05 08:00:00",
                                  "end": "2026-05-05 20:00:00"})")),
              HasSubstr("1 node with 8 GPUs away from 1 d for 12 h"));
  EXPECT_THAT(planned(scenario(R"("work": {"nodes": "gpu/0", "begin": "2026-05-05 10:00:00+02:00",
                                  "end": "36 h"})")),
              HasSubstr("1 node with 8 GPUs away from 1 d for 12 h"));
  EXPECT_THAT(planned(scenario(R"("work": {"nodes": "gpu/0", "begin": "2026-05-05 08:00:00",
                                  "end": "2026-05-05 20:00:00"})",
                               "Europe/Paris")),
              HasSubstr("1 node with 8 GPUs away from 1 d for 12 h"));
}

TEST_F(MaintenanceByDate, MayHaveBegunOrBeOverWhenTheRunBegins) {
  EXPECT_THAT(planned(scenario(R"("work": {"nodes": "gpu/0", "begin": "2026-05-01",
                                  "end": "2026-05-04 09:00:00"})")),
              HasSubstr("away from 0 s for 1 h"));
  EXPECT_THAT(planned(scenario(R"("work": {"nodes": "gpu/0", "begin": "2026-05-01",
                                  "end": "2026-05-02 08:00:00"})")),
              HasSubstr("maintenance \"work\" was over 2 d before the run begins"));
}

TEST_F(MaintenanceByDate, IsCheckedOnOneClock) {
  EXPECT_THAT(planned(scenario(R"("a": {"nodes": "gpu", "begin": "2026-05-05", "end": "2 d"},
                                  "b": {"nodes": "gpu/1", "begin": "1 d", "end": "3 d"})")),
              HasSubstr("gpu/1 is in maintenance \"a\" at the same time"));
  EXPECT_THAT(planned(scenario(R"("a": {"nodes": "gpu", "begin": "2026-05-06", "end": "1 d"})")),
              HasSubstr("it ends no later than it begins"));
  EXPECT_THAT(planned(scenario(R"("a": {"nodes": "gpu", "begin": "tomorrow", "end": "1 d"})")),
              HasSubstr("\"tomorrow\" is neither a date nor a time"));
}

TEST_F(MaintenanceByDate, IsTheLogsBesideJobsThatAreDrawn) {
  std::string text = scenario(R"("work": {"nodes": "gpu/0", "begin": "2026-05-05 08:00:00",
                                  "end": "36 h"})");
  const std::string streams = R"("streams": {)";
  text.insert(text.find(streams) + streams.size(), R"("drawn": {"generate": {"jobs": 1,
      "jobs_per_hour": 1, "gpus": {"1": 1}, "run_time": {"distribution": "constant",
      "value": "1 h"}}}, )");
  EXPECT_THAT(planned(text), HasSubstr("1 node with 8 GPUs away from 1 d for 12 h"));
}

// Logs of two zones: what 08:00 means has to be said.
TEST_F(MaintenanceByDate, OfLogsInTwoTimeZonesHasAnOffset) {
  const auto two_logs = [&](const std::string& begin) {
    std::string text = scenario(
        R"("work": {"nodes": "gpu/0", "begin": ")" + begin + R"(", "end": "36 h"})", "UTC");
    const std::size_t from = text.find(R"("log": {)");
    std::string other = text.substr(from, text.rfind("}}}") - from);
    other.replace(other.find("log"), 3, "two");
    other.replace(other.find("UTC"), 3, "Europe/Paris");
    text.insert(from, other + ", ");
    return text;
  };
  EXPECT_THAT(planned(two_logs("2026-05-05 08:00:00")),
              HasSubstr("the logs have different time zones"));
  EXPECT_THAT(planned(two_logs("2026-05-05 08:00:00+02:00")),
              testing::Not(HasSubstr("different time zones")));
}

TEST_F(MaintenanceByDate, NeedsALogThatKnowsDates) {
  std::ofstream(folder_.path() / "log.csv") << "submit,run_time,gpus\n0,3600,8\n10,3600,8\n";
  std::string text =
      scenario(R"("a": {"nodes": "gpu", "begin": "2026-05-06", "end": "2026-05-07"})");
  const std::string with_dates = R"({"from": "submit", "unit": "datetime"})";
  text.replace(text.find(with_dates), with_dates.size(), "\"submit\"");
  EXPECT_THAT(planned(text), HasSubstr("no date of the run is known"));
  const std::string drawn =
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "count": 2, "gpus": 8}},
          "maintenance": {"a": {"nodes": "gpu", "begin": "2026-05-06", "end": "2026-05-07"}}},
          "workload": {"streams": {"s": {"generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
          "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
  EXPECT_THAT(planned(drawn), HasSubstr("no job comes from a log"));
}

TEST(MaintenanceCheck, MayBeOfAPoolAsAWhole) {
  const auto scenario = [](const std::string& nodes) {
    return R"({"format": 1, "cluster": {"nodes": {"pool": {"type": "pool", "count": 8}},
        "maintenance": {"a": {"nodes": ")" +
           nodes + R"(", "begin": "1 d", "end": "2 d"}}},
        "workload": {"streams": {"s": {"generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
        "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
  };
  const CheckedScenario checked = test::checked(scenario("pool"));
  ASSERT_EQ(checked.outages.size(), 1U);
  EXPECT_EQ(checked.outages[0].nodes, (std::vector<OutageNode>{{0, 0}}));
  EXPECT_THROW(test::checked(scenario("pool/0")), ScenarioError);
}

}  // namespace
}  // namespace gpuscape
