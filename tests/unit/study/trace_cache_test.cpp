#include "sim/study/trace_cache.hpp"

#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

class Cached : public ::testing::Test {
 protected:
  Cached() { write("t,d,g\n0,60,1\n10,60,1\n"); }
  void write(const std::string& text) { write_text(folder_.path() / "log.csv", text); }
  [[nodiscard]] CheckedScenario scenario(const Design& design = {},
                                         const std::string& more = "") const {
    return test::checked(load_scenario_text(
        R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8}}},
            "workload": {"streams": {"log": {"trace": {"format": "csv", "file": "log.csv",
            "columns": {"submit": "t", "run_time": "d", "gpus": "g"}}}}})" +
            more + "}",
        (folder_.path() / "s.json").string(), design));
  }

  ScratchFolder folder_;
  TraceCache cache_;
};

TEST_F(Cached, IsReadOnceForDesignsOfOneWorkload) {
  const RunInputs one = cache_.inputs(scenario().spec, {});
  const RunInputs two = cache_.inputs(scenario({.sets = {"/cluster/nodes/gpu/count=3"}}).spec, {});
  EXPECT_EQ(cache_.reads(), 1U);
  EXPECT_EQ(one.traces[0].table, two.traces[0].table);
}

TEST_F(Cached, IsReadAgainForAnotherWorkload) {
  cache_.inputs(scenario().spec, {});
  cache_.inputs(scenario({.sets = {"/workload/streams/log/trace/from=5 s"}}).spec, {});
  EXPECT_EQ(cache_.reads(), 2U);
}

TEST_F(Cached, IsReadAgainWhereTheFileHasChanged) {
  EXPECT_EQ(cache_.inputs(scenario().spec, {}).traces[0].table->size(), 2U);
  write("t,d,g\n0,60,1\n10,60,1\n20,60,1\n");
  EXPECT_EQ(cache_.inputs(scenario().spec, {}).traces[0].table->size(), 3U);
  EXPECT_EQ(cache_.reads(), 2U);
}

TEST_F(Cached, IsReadAgainOnceNobodyReadItAnyMore) {
  const CheckedScenario one = scenario();
  cache_.inputs(one.spec, {});
  cache_.keep_only(std::vector{&one.spec});
  cache_.inputs(one.spec, {});
  EXPECT_EQ(cache_.reads(), 1U);
  cache_.keep_only({});
  cache_.inputs(one.spec, {});
  EXPECT_EQ(cache_.reads(), 2U);
}

TEST_F(Cached, RefusesAnObjectiveOfEachDesignThatNoJobCanMeet) {
  cache_.inputs(scenario().spec, {});
  const CheckedScenario other = scenario({}, R"(, "slo": {"wait": {"metric": "queue_wait",
      "quantile": 0.5, "at_most": "1 h", "where": {"account": "physics"}}})");
  EXPECT_THROW(cache_.inputs(other.spec, {}), ScenarioError);
}

/// A log that takes long enough to read for a stop to be looked at.
std::string long_log() {
  std::string text = "t,d,g\n";
  for (int row = 0; row < 200'000; ++row) text += std::to_string(row) + ",60,1\n";
  return text;
}

TEST_F(Cached, AStopWhileAVariedDesignIsReadLeavesWhatIsDoneByThen) {
  write(long_log());
  std::stop_source stopped;
  stopped.request_stop();
  StudyOptions options;
  options.stop = stopped.get_token();
  EXPECT_THROW(cache_.inputs(scenario().spec, options.stop), Interrupted);
  std::vector<VariedDesign> varied;
  varied.push_back({"load", "1", scenario()});
  EXPECT_TRUE(vary_cost(varied, cache_, options).empty());
}

}  // namespace
}  // namespace gpuscape
