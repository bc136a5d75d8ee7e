/// NREL Eagle's first 1000 jobs of 2019 (Slurm; a job on several nodes holds part of each) on nodes
/// with GPUs, which four of them ask for.

#include <gtest/gtest.h>

#include "models/builtin_models.hpp"
#include "sim/model/check/check.hpp"
#include "sim/run/run.hpp"
#include "sim/scenario/load/loader.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

constexpr const char* kScenario = R"({"format": 1,
    "cluster": {"nodes": {"gpu": {"type": "custom", "count": 2100, "gpus": 2, "cores": 36}}},
    "workload": {"streams": {"jobs": {"trace": {"format": "csv", "columns": "eagle",
        "file": "sample_eagle_data.csv", "time_zone": "America/Denver"}}}},
    "scheduler": {"policy": "fifo", "backfill": "%"}})";

/// Jobs that start, of those that were read.
std::pair<std::int64_t, std::int64_t> started(const std::string& backfill,
                                              const std::filesystem::path& folder) {
  std::string text(kScenario);
  text.replace(text.find('%'), 1, backfill);
  const CheckedScenario scenario = test::checked(text, (folder / "eagle.json").string());
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  const RunResult result = run.finish();
  std::int64_t count = 0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) count += result.jobs.started(i) ? 1 : 0;
  return {count, static_cast<std::int64_t>(result.jobs.size())};
}

// Three ask for 40, 72 and 144 cores on one node.
TEST(Eagle, AllJobsStartOnNodesWithGpusThatHaveTheCoresTheyAskFor) {
  const auto folder = shared_file("data/traces/slurm_eagle_2019");
  if (!folder) return;
  for (const char* backfill : {"none", "easy"})
    EXPECT_EQ(started(backfill, *folder), (std::pair<std::int64_t, std::int64_t>(997, 1000)));
}

}  // namespace
}  // namespace gpuscape
