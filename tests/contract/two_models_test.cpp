/// Public logs on clusters with several GPU models: who asks for one gets it, and no GPU is held
/// twice.

#include <gtest/gtest.h>

#include <array>

#include "models/builtin_models.hpp"
#include "sim/run/run.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/oracles/gpu_books.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

std::string decompressed(const std::string& file) {
  const std::unique_ptr<ByteStream> stream = open_file(file);
  std::string text;
  std::array<char, 65536> chunk{};
  while (const std::size_t count = stream->read(chunk)) text.append(chunk.data(), count);
  return text;
}

/// Runs the scenario under the eyes of books on its GPUs.
RunResult run_watched(const CheckedScenario& scenario) {
  const RunInputs inputs = load_traces(scenario.spec);
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < inputs.traces[0].table->size(); ++i)
    jobs.push_back(inputs.traces[0].table->job(i));
  test::GpuBooks books(scenario.cluster->platform().groups(), jobs, inputs.origins->asks());
  Run run(scenario, inputs);
  run.observe(books);
  run.step_until(kForever, {});
  EXPECT_TRUE(books.all_free());
  return run.finish();
}

// 33 % of the pods with GPUs ask for a model; 6 203 GPUs of 8 models in 1 213 nodes with GPUs.
TEST(TwoModels, PodsOfOpenbRunOnTheModelsThatTheyAskFor) {
  const auto folder = shared_file("data/traces/alibaba_openb_2023");
  if (!folder) return;
  LoadOptions options = test::builtin_options();
  options.read_text = decompressed;
  const CheckedScenario scenario = test::checked(load_scenario_text(
      R"({"format": 1, "cluster": {"from": "openb_node_list_all_node.csv.gz"},
          "workload": {"streams": {"pods": {"trace": {
              "format": "openb", "file": "openb_pod_list_gpuspec33.csv.gz"}}}},
          "scheduler": {"policy": "fifo", "backfill": "easy", "placement": "best-fit"}})",
      (*folder / "openb.json").string(), {}, options));
  const RunResult result = run_watched(scenario);
  std::int64_t asking = 0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    asking += result.jobs.demand(i).asks != 0 && result.jobs.started(i) ? 1 : 0;
  EXPECT_GT(asking, 2000);
  EXPECT_TRUE(result.unserved_asks.empty());
}

TEST(TwoModels, PhillyRunsOnTwoKindsOfNodesWithoutHoldingAGpuTwice) {
  const auto folder = shared_file("data/traces/philly");
  if (!folder) return;
  const CheckedScenario scenario = test::checked(
      R"({"format": 1, "cluster": {"nodes": {"new": {"type": "dgx1-v100", "count": 180},
                                             "old": {"type": "dell-c4130-k", "count": 271}}},
          "workload": {"streams": {"jobs": {"trace": {"format": "philly-csv",
              "file": "philly_2017-09-18_2017-11-19.csv.gz"}}}},
          "scheduler": {"policy": "fifo", "backfill": "easy", "placement": "best-fit"}})",
      (*folder / "philly.json").string());
  const RunResult result = run_watched(scenario);
  EXPECT_EQ(result.jobs.size(), 68'043U);
}

/// Sixty jobs as `sacct --parsable2` writes them: by turns for an A100, an H100, or any GPU.
std::string dump_of_two_types() {
  std::string text = "JobID|Submit|Start|End|State|NNodes|NCPUS|AllocTRES|ReqTRES\n";
  const char* types[] = {":a100", ":h100", ""};
  for (int i = 0; i < 60; ++i) {
    const std::string tres = "cpu=4,gres/gpu=2,node=1";
    const std::string asked = "cpu=4,gres/gpu" + std::string(types[i % 3]) + "=2,node=1";
    text += std::to_string(i + 1) + "|2026-05-04T08:00:" + std::to_string(10 + i % 50) +
            "|2026-05-04T09:00:00|2026-05-04T10:00:00|COMPLETED|1|4|" + tres + "|" + asked + "\n";
  }
  return text;
}

TEST(TwoModels, ADumpOfSlurmWithTwoTypesRunsOnThem) {
  const ScratchFolder folder;
  write_text(folder.path() / "jobs.psv", dump_of_two_types());
  const CheckedScenario scenario = test::checked(
      R"({"format": 1, "cluster": {"nodes": {"a": {"type": "dgx-a100-80gb", "count": 1},
                                             "h": {"type": "dgx-h100", "count": 1}}},
          "workload": {"streams": {"jobs": {"trace": {"format": "sacct", "file": "jobs.psv"}}}},
          "scheduler": {"policy": "fifo", "backfill": "none"}})",
      (folder.path() / "two.json").string());
  const RunResult result = run_watched(scenario);
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    const auto spans = result.jobs.spans(result.jobs.segments(i).back());
    const auto type = static_cast<std::uint32_t>((result.jobs.id(i) - 1) % 3);
    EXPECT_TRUE(type == 2 || spans.front().node == type) << "job " << result.jobs.id(i);
  }
}

}  // namespace
}  // namespace gpuscape
