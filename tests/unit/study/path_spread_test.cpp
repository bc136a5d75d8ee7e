/// Hashed paths are a sample: drawn anew in every replication, and over again for a replay.

#include "sim/study/path_spread.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "sim/scenario/load/loader.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

/// Sixteen nodes below four leaves, on which jobs of six nodes cross leaves; two at once.
class HashedPaths : public ::testing::Test {
 protected:
  HashedPaths() {
    std::ofstream log(folder_.path() / "log.csv");
    log << "t,d,g\n";
    for (int job = 0; job < 40; ++job) log << job * 1000 << ",1800,6\n";
  }
  [[nodiscard]] CheckedScenario scenario(const std::string& path, const std::string& stream,
                                         const std::string& more = "") const {
    return test::checked(
        R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 1, "count": 16}},
          "networks": {"compute": {"type": "leaf-spine", "link": "10 GB/s", "latency": "0 s",
            "hosts_per_leaf": 4, "path": ")" +
            path + R"("}}}, "workload": {"streams": {"log": {)" + stream +
            R"(, "application": {"step_time": "500 ms", "bytes_per_step": "5 GB"}}}},
          "scheduler": {"placement": "spread"})" +
            more + "}",
        (folder_.path() / "s.json").string());
  }
  [[nodiscard]] CheckedScenario replay(const std::string& path) const {
    return scenario(path, R"("trace": {"format": "csv", "file": "log.csv", "columns":
                              {"submit": "t", "run_time": "d", "gpus": "g"}})");
  }
  [[nodiscard]] CheckedScenario generated(const std::string& path) const {
    return scenario(path,
                    R"("generate": {"jobs": 60, "load": 0.9, "gpus": {"3": 1}, "run_time":
                        {"distribution": "constant", "value": "1 h"}})",
                    R"(, "run": {"replications": 3})");
  }
  static StudyResult study(const CheckedScenario& scenario, unsigned threads = 1) {
    StudyOptions options;
    options.threads = threads;
    return test::study(scenario, options);
  }
  static std::vector<double> slowdowns(const CheckedScenario& scenario, const RunInputs& inputs) {
    gpuscape::Run run(scenario, inputs);
    run.step_until(kForever, {});
    std::vector<double> all;
    const RunResult result = run.finish();
    for (const TrafficRecord& job : result.traffic->jobs) all.push_back(job.slowdown);
    return all;
  }

 private:
  ScratchFolder folder_;
};

TEST_F(HashedPaths, AreSpreadOverTenDrawsOfAReplay) {
  const StudyResult result = study(replay("hash"));
  ASSERT_TRUE(result.path_spread);
  EXPECT_EQ(result.path_spread->draws, 10);
  const PathSpread::Range& p95 = result.path_spread->job_slowdown_p95;
  EXPECT_LT(p95.least, p95.most) << "draws differ";
  EXPECT_LE(p95.least, result.metrics["job_slowdown_p95"]);
  EXPECT_GE(p95.most, result.metrics["job_slowdown_p95"]) << "the replay itself is one of them";
}

TEST_F(HashedPaths, HaveASpreadOfTheRunsThatTheirDrawsAre) {
  const CheckedScenario spec = replay("hash");
  const StudyResult result = study(spec);
  RunInputs inputs = load_traces(spec.spec);
  double sum = 0.0;
  for (inputs.path_draw = 0; *inputs.path_draw < 10; ++*inputs.path_draw) {
    const std::vector<double> all = slowdowns(spec, inputs);
    for (const double slowdown : all) sum += slowdown / static_cast<double>(all.size());
  }
  EXPECT_NEAR(result.path_spread->job_slowdown_mean.mean, sum / 10.0, 1e-12);
}

TEST_F(HashedPaths, GiveTheSameSpreadOnEveryNumberOfThreads) {
  const PathSpread one = study(replay("hash"), 1).path_spread.value();
  const PathSpread four = study(replay("hash"), 4).path_spread.value();
  EXPECT_EQ(one.job_slowdown_mean.mean, four.job_slowdown_mean.mean);
  EXPECT_EQ(one.job_slowdown_p95.most, four.job_slowdown_p95.most);
  EXPECT_EQ(one.queue_wait_mean.mean, four.queue_wait_mean.mean);
}

TEST_F(HashedPaths, AreTheOnlyOnesThatSpread) {
  EXPECT_FALSE(study(replay("adaptive")).path_spread);
  EXPECT_FALSE(study(replay("dst-mod-k")).path_spread);
  EXPECT_FALSE(study(generated("hash")).path_spread) << "replications show it";
}

TEST_F(HashedPaths, AreDrawnAnewInEveryReplication) {
  const CheckedScenario spec = generated("hash");
  RunInputs inputs = load_traces(spec.spec);
  inputs.replication = 1;
  const std::vector<double> own = slowdowns(spec, inputs);
  inputs.path_draw = 1;
  EXPECT_EQ(slowdowns(spec, inputs), own);
  inputs.path_draw = 0;
  EXPECT_NE(slowdowns(spec, inputs), own) << "the same jobs over the paths of replication 0";
}

TEST_F(HashedPaths, LeaveAdaptiveRunsAlone) {
  const CheckedScenario spec = generated("adaptive");
  RunInputs inputs = load_traces(spec.spec);
  const std::vector<double> own = slowdowns(spec, inputs);
  inputs.path_draw = 7;
  EXPECT_EQ(slowdowns(spec, inputs), own);
}

}  // namespace
}  // namespace gpuscape
