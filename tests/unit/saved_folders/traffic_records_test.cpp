/// A job that saves in between exchanges several times, and has one record.

#include <gmock/gmock.h>

#include "tests/unit/saved_folders/written_folders.hpp"

namespace gpuscape {
namespace {

constexpr const char* kSaving = R"({"format": 1,
  "cluster": {"nodes": {"host": {"type": "cpu-2s-2024"}, "box": {"type": "pcie-8gpu-4u"}},
    "networks": {"compute": {"type": "single-switch", "switch": "tor-10g-48"}},
    "gpu_access": {"type": "api-remoting", "over": "compute", "clients": ["host"],
                   "servers": ["box"], "software": "rcuda-tcp"},
    "storage": {"scratch": {"write_bandwidth": "40 GB/s"}}},
  "workload": {
    "applications": {"net": {"type": "resnet-50", "batch_per_gpu": 16,
                             "checkpoint": {"every": "10 min", "to": "scratch"}}},
    "streams": {"jobs": {"application": "net", "generate": {"jobs": 6, "load": 0.7,
      "gpus": {"8": 1}, "run_time": {"distribution": "constant", "value": "2 h"}}}}},
  "run": {"replications": 1}})";

TEST(TrafficRecords, AreOneForEachJobThatSaves) {
  const CheckedScenario scenario =
      open_scenario({.file = "saving.json", .text = kSaving}, {}, test::builtin_models());
  TraceCache traces;
  const StudyOutcome outcome = run_study(scenario, traces, {});
  const RunResult& run = outcome.result.first;
  ASSERT_TRUE(run.traffic);
  ASSERT_EQ(run.traffic->jobs.size(), run.jobs.size());
  for (std::uint32_t i = 0; i < run.traffic->jobs.size(); ++i) {
    EXPECT_EQ(run.traffic->jobs[i].job, i);
    EXPECT_GT(run.traffic->jobs[i].slowdown, 1.0);
  }
  // What slows them is named once: the parts are all that slows them.
  double parts = 0.0;
  for (const char* key : {"slowed_by_network_share", "slowed_by_calls_share",
                          "slowed_by_copies_share", "slowed_by_attaching_share"})
    parts += outcome.result.estimates[key].value;
  EXPECT_NEAR(parts, outcome.result.estimates["slowed_share"].value, 1e-3);
}

}  // namespace
}  // namespace gpuscape
