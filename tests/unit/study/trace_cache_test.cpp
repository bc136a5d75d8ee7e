#include "sim/study/trace_cache.hpp"

#include <gtest/gtest.h>

#include "sim/base/error.hpp"
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

}  // namespace
}  // namespace gpuscape
