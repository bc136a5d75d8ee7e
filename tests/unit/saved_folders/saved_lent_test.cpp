/// Folders of runs with jobs on lent GPUs, read back and compared.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/report/reading/saved_folder.hpp"
#include "sim/report/reading/saved_tables.hpp"
#include "sim/report/run/run_tables.hpp"
#include "tests/unit/saved_folders/written_folders.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kScenario = R"({"format": 1,
  "cluster": {
    "nodes": {"client": {"type": "dell-r730", "count": 2},
              "gpu": {"type": "dell-c4130-seed-rack", "count": 2}},
    "networks": {"compute": {"type": "single-switch", "switch": "mellanox-sx6036"}},
    "gpu_access": {"type": "api-remoting", "software": "bitfusion-optimised-ib",
                   "over": "compute", "clients": ["client"], "servers": ["gpu"]}},
  "scheduler": {"backfill": "none"},
  "workload": {"streams": {"jobs": {"application": "googlenet",
    "trace": {"format": "csv", "file": "log.csv",
              "columns": {"submit": "submit", "run_time": "run_time", "gpus": "gpus"}}}}},
  "variants": {"slow": {"cluster": {"gpu_access": {"round_trip": "10 ms"}}}}})";

class SavedLent : public ::testing::Test {
 protected:
  SavedLent() {
    write_text(folder_.path() / "s.json", kScenario);
    write_text(folder_.path() / "log.csv", "submit,run_time,gpus\n0,100,2\n1,100,6\n2,50,1\n");
  }
  [[nodiscard]] std::string scenario() const { return (folder_.path() / "s.json").string(); }
  [[nodiscard]] std::filesystem::path out() const { return folder_.path() / "out"; }

  ScratchFolder folder_;
};

std::vector<std::string> held(const RunResult& run, std::size_t job) {
  std::vector<std::string> spans;
  for (const AllocationSpan& span : run.jobs.spans(run.jobs.segments(job).back()))
    spans.push_back(fmt::format("{}:{}", run.node_name(span.node), span.gpus));
  return spans;
}

TEST_F(SavedLent, ClientsAndServersAreReadAsTheyWerePlaced) {
  const StudyOutcome written = test::write_shipped_run(out(), scenario());
  const std::string jobs = read_text(out() / "jobs.csv");
  EXPECT_THAT(jobs, HasSubstr(",client/0:0+gpu/0:2,"));
  EXPECT_THAT(jobs, HasSubstr(",gpu/1/gpu0-3+gpu/0/gpu2-3\n")) << "which GPUs, of servers alone";
  const auto read = read_saved_run(out().string());
  EXPECT_THAT(read->faults, IsEmpty());
  const RunResult& run = read->outcome.result.first;
  ASSERT_EQ(run.jobs.size(), 3U);
  EXPECT_THAT(held(run, 0), ElementsAre("client/0:0", "gpu/0:2"));
  EXPECT_THAT(held(run, 1), ElementsAre("client/1:0", "gpu/1:4", "gpu/0:2"));
  for (std::size_t job = 0; job < 3; ++job) {
    EXPECT_EQ(held(run, job), held(written.result.first, job));
    EXPECT_EQ(run.jobs.segments(job).back().end,
              written.result.first.jobs.segments(job).back().end);
    EXPECT_EQ(run.jobs.demand(job).gpus, written.result.first.jobs.demand(job).gpus);
  }
}

TEST_F(SavedLent, ComparisonsAreReadBack) {
  const CompareResult written = test::write_shipped_comparison(out(), {.files = {scenario()}});
  const auto read = read_saved_folder(out().string());
  EXPECT_THAT(read->faults, IsEmpty());
  ASSERT_EQ(read->designs.size(), 2U);
  EXPECT_EQ(read->designs[1].name, "slow");
  ASSERT_TRUE(read->designs[1].beside.has_value());
  const Comparison& beside = *read->designs[1].beside;
  ASSERT_EQ(beside.metrics.size(), written.comparisons.back().metrics.size());
  for (std::size_t i = 0; i < beside.metrics.size(); ++i)
    EXPECT_EQ(beside.metrics[i].verdict, written.comparisons.back().metrics[i].verdict);
  const JobRecords& base = read->designs[0].run->outcome.result.first.jobs;
  const JobRecords& slow = read->designs[1].run->outcome.result.first.jobs;
  for (std::size_t job = 0; job < 3; ++job)
    EXPECT_GT(slow.segments(job).back().end, base.segments(job).back().end)
        << "each waits longer for every answer";
}

}  // namespace
}  // namespace gpuscape
