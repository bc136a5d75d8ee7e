/// What jobs on lent GPUs pay for calls and copies, against the formulas of
/// docs/explanation/remote-gpus.md.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

struct Remote {
  std::string software = R"({"per_call_overhead": "10 us"})";
  std::string more = R"(, "round_trip": "1 ms")";
  std::string application = R"("batch_per_gpu": 100, "calls_per_step": 1000,
      "synchronous_calls_per_step": 10)";
  std::string gpus = "1";
  std::uint32_t clients = 4;
  std::uint32_t jobs = 1;
  std::string network = R"("link": "1 GB/s", "latency": "0 s")";
  std::string begin = "";   // of the scenario
  std::string stream = "";  // likewise
};

/// Steps of 1 s: 100 samples at 100 samples/s, launches not counted. Of a network with 1 GB/s at
/// each adapter, slower than the adapters' slots.
RunResult run(const Remote& of, const std::string& file = "test.json") {
  const CheckedScenario scenario =
      test::checked(fmt::format(
                        R"({{{}"format": 1, "cluster": {{
        "nodes": {{"client": {{"type": "dell-r730", "count": {}}},
                   "gpu": {{"type": "dell-c4130-seed-rack", "count": 1}}}},
        "networks": {{"compute": {{"type": "single-switch", {}}}}},
        "gpu_access": {{"type": "api-remoting", "over": "compute", "clients": ["client"],
                        "servers": ["gpu"], "software": {}{}}}}},
      "workload": {{"applications": {{"a": {{"type": "data-parallel", "samples_per_second": 100,
          "launches_per_step": 0, {}}}}},
        "streams": {{"s": {{{}"application": "a", "closed": {{"jobs": {}, "duration": "1 h",
          "gpus": {{"{}": 1}}, "run_time": {{"distribution": "constant", "value": "2 h"}}}}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "none"}}}})",
                        of.begin, of.clients, of.network, of.software, of.more, of.application,
                        of.stream, of.jobs, of.gpus),
                    file);
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish();
}

double slowdown(const RunResult& result, std::size_t job = 0) {
  return result.traffic->jobs.at(job).slowdown;
}

TEST(RemoteJobs, CallsThatWaitCostARoundTripEach) {
  const RunResult result = run({});
  EXPECT_NEAR(slowdown(result), 1.0 + 10 * (1e-3 + 10e-6), 1e-9);
  EXPECT_NEAR(result.remote.at(0).calls.value(), 7200.0 * 10 * 1.01e-3, 1e-6);
  EXPECT_NEAR(result.remote.at(0).copies.value(), 0.0, 1e-9);
}

TEST(RemoteJobs, WhereEveryCallWaitsAllOfThemDo) {
  Remote of;
  of.software =
      R"({"per_call_overhead": "10 us", "calls": "synchronous", "bytes_per_call": "0 B"})";
  EXPECT_NEAR(slowdown(run(of)), 1.0 + 1000 * 1.01e-3, 1e-9);
}

/// 1000 calls of 2 ms take twice as long as the GPU computes.
TEST(RemoteJobs, AClientThatIssuesCallsForLongerSetsThePace) {
  Remote of;
  of.software = R"({"per_call_overhead": "2 ms"})";
  EXPECT_NEAR(slowdown(run(of)), 2.0 + 10 * 3e-3, 1e-9);
}

/// 36 cores prepare 100 samples of 1.44 s in 4 s, in which a client sends its calls of 2 ms.
TEST(RemoteJobs, CoresOfTheClientPrepareSamples) {
  Remote of;
  of.software = R"({"per_call_overhead": "2 ms"})";
  of.application += R"(, "decode": "1.44 s")";
  EXPECT_NEAR(slowdown(run(of)), 1.0 + 10 * 3e-3 / 4.0, 1e-9);
  // Two clients and four GPUs: each GPU has the cores of half a client.
  of.clients = 2;
  EXPECT_NEAR(slowdown(run(of)), 1.0 + 10 * 3e-3 / 8.0, 1e-9);
}

/// In the node of the log four cores for each GPU take 9 s for 100 samples, here 36 take 1 s.
TEST(RemoteJobs, RunTimesAreRescaledByTheCoresOfTheClient) {
  Remote of;
  of.software = R"({"per_call_overhead": "0 s"})";
  of.more = R"(, "round_trip": "0 s")";
  of.application = R"("batch_per_gpu": 100, "decode": "0.36 s")";
  of.stream = R"("measured_on": {"node": "dell-c4130-seed-rack"}, )";
  const RunResult result = run(of);
  EXPECT_NEAR(result.jobs.run_time(0).value(), 7200.0 / 9.0, 1e-6);
}

/// 100 samples of 15 MB, and 1000 calls of 400 B, over 1 GB/s of which the transport leaves one
/// stream 98.3 %: half a second more than is hidden.
TEST(RemoteJobs, CopiesCostWhatTheGpuDoesNotHide) {
  Remote of;
  of.more = R"(, "round_trip": "0 s")";
  of.software = R"({"per_call_overhead": "0 s"})";
  of.application = R"("batch_per_gpu": 100, "calls_per_step": 1000,
      "synchronous_calls_per_step": 0, "to_gpu_per_sample": "15 MB")";
  const RunResult result = run(of);
  constexpr double kCopies = 1.5004 / 0.983;
  EXPECT_NEAR(slowdown(result), kCopies, 2e-3);
  EXPECT_NEAR(result.remote.at(0).copies.value(), 7200.0 * (kCopies - 1.0), 15.0);
  of.application += R"(, "prefetch": 0)";
  EXPECT_NEAR(slowdown(run(of)), 1.0 + kCopies, 2e-3);
}

/// The client's links at half their rate from the first second on: the same copies take twice as
/// long.
TEST(RemoteJobs, CopiesOverSlowLinksTakeAsMuchLonger) {
  Remote of;
  of.software = R"({"per_call_overhead": "0 s"})";
  of.application = R"("batch_per_gpu": 100, "calls_per_step": 1000,
      "synchronous_calls_per_step": 0, "to_gpu_per_sample": "15 MB")";
  of.more = R"(, "round_trip": "0 s"}, "maintenance": {"m": {"nodes": ["client/0"],
      "link_rate": 0.5, "begin": "1 s", "end": "20 h"})";
  const RunResult result = run(of);
  constexpr double kCopies = 1.5004 / 0.983;
  const Segment& all = result.jobs.segments(0).back();
  EXPECT_NEAR((all.end - all.start) / Seconds(7200.0), 2.0 * kCopies, 5e-3);
}

/// A core carries a TCP stream at 35.2 Gbit/s: half of what the adapter's slot would take.
TEST(RemoteJobs, ACoreBoundsTheCopiesOfAGpuOverTcp) {
  Remote of;
  of.more = R"(, "round_trip": "0 s")";
  of.software = R"({"per_call_overhead": "0 s"})";
  of.network = R"("link": "12.5 GB/s", "latency": "0 s", "transport": "tcp-kernel-100g")";
  of.application = R"("batch_per_gpu": 100, "calls_per_step": 0, "to_gpu_per_sample": "88 MB")";
  EXPECT_NEAR(slowdown(run(of)), 8.8 / 4.4, 1e-3);
}

/// All GPUs of a client share its adapter: four take four times as long to copy.
TEST(RemoteJobs, GpusOfOneClientShareItsAdapter) {
  Remote of;
  of.more = R"(, "round_trip": "0 s")";
  of.software = R"({"per_call_overhead": "0 s"})";
  of.application = R"("batch_per_gpu": 100, "calls_per_step": 0, "to_gpu_per_sample": "5 MB")";
  EXPECT_NEAR(slowdown(run(of)), 1.0, 1e-6);
  of.gpus = "4";
  const RunResult result = run(of);
  EXPECT_NEAR(slowdown(result), 2.0, 5e-3);
  ASSERT_FALSE(result.traffic->losses.empty());
  EXPECT_THAT(result.traffic->losses.front().link.name, HasSubstr("client/0"));
}

/// Four clients of one server share its adapter: each copies 0.6 s of its 1 s there, so that all
/// take 2.4 s where they always meet, and at least 2.4 s of the adapter's time together.
TEST(RemoteJobs, ClientsOfOneServerShareItsAdapter) {
  Remote of;
  of.more = R"(, "round_trip": "0 s")";
  of.software = R"({"per_call_overhead": "0 s"})";
  of.application = R"("batch_per_gpu": 100, "calls_per_step": 0, "to_gpu_per_sample": "6 MB")";
  of.jobs = 4;
  const RunResult result = run(of);
  for (std::size_t job = 0; job < 4; ++job) {
    EXPECT_GE(slowdown(result, job), 2.4 - 5e-3);
    EXPECT_LE(slowdown(result, job), 2.4 * 1.1);
  }
}

/// The mean step of four clients of one server, one after the other for a while, at detail "step".
double mean_step(const Remote& of) {
  std::string steps;
  for (int client = 0; client < 4; ++client)
    steps += fmt::format(R"({}{{"application": "a", "on": ["gpu/gpu{}"], "client": "client/{}",
        "steps": 40, "start": "{} ms"}})",
                         client == 0 ? "" : ", ", client, client, 130 * client);
  const CheckedScenario scenario = test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{
        "nodes": {{"client": {{"type": "dell-r730", "count": 4}},
                   "gpu": {{"type": "dell-c4130-seed-rack", "count": 1}}}},
        "networks": {{"compute": {{"type": "single-switch", {}}}}},
        "gpu_access": {{"type": "api-remoting", "over": "compute", "clients": ["client"],
                        "servers": ["gpu"], "software": {}{}}}}},
      "workload": {{"applications": {{"a": {{"type": "data-parallel", "samples_per_second": 100,
          "launches_per_step": 0, {}}}}}, "streams": {{"s": {{"steps": [{}]}}}}}},
      "run": {{"detail": "step"}}}})",
      of.network, of.software, of.more, of.application, steps));
  double sum = 0.0;
  const TransferResult result = run_transfers(scenario);
  for (const StepRow& row : result.steps) sum += row.step().value();
  return sum / static_cast<double>(result.steps.size());
}

/// Hidden, filling the adapter, overloading it, and not hidden at all.
TEST(RemoteJobs, OnOneServerTakeAsLongAsPhaseByPhase) {
  for (const char* copies :
       {R"("to_gpu_per_sample": "2 MB")", R"("to_gpu_per_sample": "3 MB")",
        R"("to_gpu_per_sample": "6 MB")", R"("to_gpu_per_sample": "1 MB", "prefetch": 0)",
        R"("to_gpu_per_sample": "4 MB", "prefetch": 0)"}) {
    Remote of;
    of.jobs = 4;
    of.application = fmt::format(R"("batch_per_gpu": 100, "calls_per_step": 100,
        "synchronous_calls_per_step": 10, {})",
                                 copies);
    const RunResult result = run(of);
    double sum = 0.0;
    for (std::size_t job = 0; job < 4; ++job) sum += slowdown(result, job);
    EXPECT_NEAR(sum / 4.0 / mean_step(of), 1.0, 0.1) << copies;
  }
}

/// Its transport takes 100 us one way, as the profile says, and the software's dispatch 2 us.
TEST(RemoteJobs, AProfileThatMeasuredTheTransportSaysTheRoundTrip) {
  const ScratchFolder folder;
  write_text(folder.path() / "p.json",
             R"({"format": "gpuscape-profile", "version": 1, "laws": [{
               "key": {"family": "tcp", "operation": "latency", "path": "node0>node1"},
               "range": {"least": 1, "most": 1e9, "unit": "B"},
               "regimes": [{"latency": {"value": 1e-4, "unit": "s"}, "rate": {"value": 1e9}}]}]})");
  Remote of;
  of.more = "";
  of.network = R"("link": "12.5 GB/s", "latency": "1 us", "transport": "tcp-kernel-100g")";
  const std::string file = (folder.path() / "s.json").string();
  const double by_catalogue = slowdown(run(of, file));
  of.begin = R"("calibration": "p.json", )";
  const RunResult result = run(of, file);
  EXPECT_NEAR(slowdown(result), 1.0 + 10 * (2 * (100e-6 + 2e-6) + 10e-6), 1e-7);
  EXPECT_NE(slowdown(result), by_catalogue);
}

/// A kernel that is waited for takes 1.02 ms there, and one that is not 20 us.
TEST(RemoteJobs, AProfileOfTheClientSaysWhatACallAndARoundTripTake) {
  const ScratchFolder folder;
  const auto call = [](const char* path, const char* time) {
    return fmt::format(R"({{"key": {{"family": "cuda", "operation": "call", "path": "{}"}},
                           "time": {{"value": {}}}}})",
                       path, time);
  };
  const auto profile = [](const std::string& calls) {
    return R"({"format": "gpuscape-profile", "version": 1, "calls": [)" + calls + "]}";
  };
  write_text(folder.path() / "p.json",
             profile(call("launch", "1.02e-3") + ", " + call("launch-issue", "20e-6")));
  write_text(folder.path() / "none.json", profile(call("launch", "1e-3")));
  const std::string file = (folder.path() / "s.json").string();
  Remote of;
  of.more = R"(, "calibration": "p.json")";
  const RunResult result = run(of, file);
  EXPECT_NEAR(slowdown(result), 1.0 + 10 * (1e-3 + 20e-6), 1e-9);
  std::string assumes;
  for (const Assumption& assumption : result.assumptions) assumes += assumption.text;
  EXPECT_THAT(assumes, HasSubstr("calls to lent GPUs take 20 us of the client, as profile "
                                 "\"p.json\" measured them, and a round trip 1 ms"));
  of.more += R"(, "round_trip": "2 ms")";
  EXPECT_NEAR(slowdown(run(of, file)), 1.0 + 10 * (2e-3 + 20e-6), 1e-9);
  of.more = R"(, "calibration": "none.json")";
  EXPECT_THROW((void)run(of, file), ScenarioError);
}

}  // namespace
}  // namespace gpuscape
