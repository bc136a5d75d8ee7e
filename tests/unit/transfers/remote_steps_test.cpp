/// Steps on GPUs of other nodes: what calls and copies add, and what is refused.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "sim/report/transfers/step_text.hpp"
#include "sim/report/transfers/transfer_files.hpp"
#include "sim/run/transfers/transfer_exchange.hpp"
#include "sim/run/transfers/transfer_fluid.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/remote_steps.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::Not;

using test::Remote;
using test::row_of;
using test::text_of;

// Sending 1000 calls hides behind computing; ten of them wait 50 us and 2 us each.
TEST(RemoteSteps, CallsThatWaitAddTheirRoundTrips) {
  const StepRow row = row_of({});
  EXPECT_NEAR(row.compute.value(), 0.1, 1e-12);
  EXPECT_NEAR(row.calls.value(), 10 * 52e-6, 1e-12);
  EXPECT_NEAR(row.step().value(), 0.1 + 10 * 52e-6, 1e-12);
  EXPECT_EQ(row.client, "client/0");
  EXPECT_EQ(row.bound_by, "compute");  // by half a percent it is not calls
}

TEST(RemoteSteps, SynchronousSoftwareWaitsForEveryCall) {
  Remote of;
  of.software = R"({"calls": "synchronous", "per_call_overhead": "2 us", "bytes_per_call": "0 B"})";
  const StepRow row = row_of(of);
  EXPECT_NEAR(row.step().value(), 0.1 + 1000 * 52e-6, 1e-12);
  EXPECT_EQ(row.bound_by, "calls");
}

TEST(RemoteSteps, CallsThatAreSentForLongerThanTheGpuComputesSetTheStep) {
  Remote of;
  of.application = R"("calls_per_step": 100000, "synchronous_calls_per_step": 0)";
  EXPECT_NEAR(row_of(of).step().value(), 0.2, 1e-9);
}

// 36 cores take 0.2 s for 10 samples of 0.72 s each.
TEST(RemoteSteps, CoresOfTheClientPrepareTheSamplesOfAllItsGpus) {
  Remote of;
  of.application += R"(, "decode": "0.72 s")";
  EXPECT_NEAR(row_of(of).step().value(), 0.2 + 10 * 52e-6, 1e-9);
  of.steps = R"("on": ["gpu/0/gpu0-3"], "client": "client/0")";
  EXPECT_NEAR(row_of(of).step().value(), 0.8 + 10 * 52e-6, 1e-9);
}

/// step = compute + max(0, copies - prefetch · compute), whatever is copied.
TEST(RemoteSteps, CopiesHideBehindAsMuchComputingAsTheApplicationFetchesAhead) {
  for (const double prefetch : {0.0, 0.25, 0.5, 1.0}) {
    for (const char* sample : {"1 MB", "30 MB", "100 MB"}) {
      Remote of;
      of.application =
          fmt::format(R"("prefetch": {}, "to_gpu_per_sample": "{}", "from_gpu_per_sample": "3 MB")",
                      prefetch, sample);
      const StepRow row = row_of(of);
      const double exposed = std::max(0.0, row.copies.value() - prefetch * 0.1);
      EXPECT_NEAR(row.step().value(), 0.1 + exposed, 1e-9) << prefetch << ", " << sample;
      EXPECT_GT(row.copies, Seconds(0.0));
      if (exposed > 0.0)
        EXPECT_THAT(row.bound_by, HasSubstr("hca0")) << prefetch << ", " << sample;
      else
        EXPECT_EQ(row.bound_by, "compute");
    }
  }
}

// Without chunks a copy is in the server's memory before it goes to the GPU.
TEST(RemoteSteps, CopiesStageAfterStageTakeLongerThanInChunks) {
  Remote of;
  of.application = R"("prefetch": 0, "to_gpu_per_sample": "10 MB")";
  of.software = R"({"per_call_overhead": "2 us", "pipelined_copies": true})";
  const Seconds chunks = row_of(of).copies;
  of.software = R"({"per_call_overhead": "2 us", "pipelined_copies": false})";
  EXPECT_GE(row_of(of).copies, chunks);
}

TEST(RemoteSteps, GpusOfTheClientsOwnNodePayNothing) {
  Remote of;
  of.steps = R"("on": ["gpu/0/gpu0-3"], "client": "gpu/0")";
  const StepRow row = row_of(of);
  EXPECT_NEAR(row.step().value(), 0.1, 1e-12);
  EXPECT_EQ(row.calls, Seconds(0.0));
  EXPECT_EQ(row.copies, Seconds(0.0));
  of.steps = R"("on": ["gpu/0/gpu0-2", "gpu/1/gpu0"], "client": "gpu/0")";
  EXPECT_NEAR(row_of(of).calls.value(), 10 * 52e-6, 1e-12);
}

TEST(RemoteSteps, TwoClientsOnOneServerShareItsAdapter) {
  Remote of;
  of.application = R"("prefetch": 0, "to_gpu_per_sample": "60 MB")";
  const StepRow alone = row_of(of);
  of.steps = R"("on": ["gpu/0/gpu0"], "client": "client/0"},
                {"application": "a", "on": ["gpu/0/gpu1"], "client": "client/1")";
  const StepRow shared = row_of(of);
  EXPECT_NEAR(shared.step().value() - 0.1, 2.0 * (alone.step().value() - 0.1), 0.01);
  EXPECT_EQ(shared.bound_by, "other traffic");
}

TEST(RemoteSteps, TheContextIsTakenOffAndNothingIsBelowZero) {
  Remote of;
  of.software = R"({"per_call_overhead": "2 us", "bytes_per_call": "0 B", "context": "40 ms"})";
  of.steps = R"("on": ["gpu/0/gpu0"], "client": "client/0", "cold": true)";
  EXPECT_NEAR(row_of(of).step().value(), 0.06 + 10 * 52e-6, 1e-12);
  of.software = R"({"per_call_overhead": "2 us", "bytes_per_call": "0 B", "context": "1 s"})";
  EXPECT_NEAR(row_of(of).step().value(), 1000 * 2e-6 + 10 * 52e-6, 1e-12);
}

/// Copies before computing and beside it, for a process of its own.
TEST(RemoteSteps, AnotherProcessRunsThemAlike) {
  Remote of;
  of.application =
      R"("prefetch": 0.5, "to_gpu_per_sample": "60 MB", "from_gpu_per_sample": "1 MB")";
  const CheckedScenario scenario = test::checked(text_of(of));
  const std::string text =
      transfers_text(scenario.plan, links_of(scenario.plan, scenario.cluster->graph()));
  std::istringstream in(text);
  const TransferTask task = read_transfers(in);
  EXPECT_EQ(transfers_text(task.plan, task.links), text);
  FluidTransfers theirs(task.plan, task.links);
  theirs.run({});
  EXPECT_EQ(theirs.life().dates().at(0).end, run_transfers(scenario).steps.at(0).end);
}

struct StringSink final : TextSink {
  std::string text;
  void write(std::string_view piece) override { text += piece; }
};

TEST(RemoteSteps, FilesAndTablesNameTheClientWhereThereIsOne) {
  const auto csv_of = [](const Remote& of) {
    StringSink sink;
    const TransferResult result = run_transfers(test::checked(text_of(of)));
    for (const TransferTable& table : transfer_tables())
      if (table.file == "steps.csv") table.write(result, sink);
    return sink.text;
  };
  EXPECT_THAT(csv_of({}),
              HasSubstr("basis,alone_samples_per_s,lost_share,time_to_train_s,stream,scaling,batch,"
                        "batch_per_gpu,client,calls_s,copies_alone_s\n"));
  EXPECT_THAT(csv_of({}), HasSubstr(",client/0,0.00052"));
  EXPECT_THAT(steps_table({row_of({})}), HasSubstr("copies alone"));
  Remote local;
  local.steps = R"("on": ["gpu/0/gpu0"])";
  EXPECT_THAT(csv_of(local), HasSubstr("time_to_train_s,stream,scaling,batch,batch_per_gpu\n"));
  EXPECT_THAT(steps_table({row_of(local)}), Not(HasSubstr("client")));
}

/// Everything that check says of it.
std::string faults_of(const std::string& text) {
  LoadedScenario loaded = test::load_text(text);
  check(loaded, test::builtin_models());
  std::string all;
  for (const Issue& issue : loaded.context.sorted_issues()) all += issue.message + "\n";
  return all;
}

struct Fault {
  const char* steps;
  const char* says;
};

TEST(RemoteSteps, WhatCannotBeIsSaidWhenItIsChecked) {
  for (const Fault& fault : std::vector<Fault>{
           {R"("on": ["gpu/0/gpu0"], "client": "nowhere")", "unknown node group"},
           {R"("on": ["gpu/0/gpu0"], "client": "gpu/0/gpu1")", "not a node"},
           {R"("on": ["gpu"], "client": "client/0")", "8 remote GPUs: gpu_access allows 4"},
           {R"("on": ["gpu/0/gpu0"], "cold": true)", "the GPUs are local"}}) {
    Remote of;
    of.access = R"("max_gpus_per_job": 4)";
    of.steps = fault.steps;
    EXPECT_THAT(faults_of(text_of(of)), HasSubstr(fault.says)) << fault.steps;
  }
  std::string text = text_of({});
  const auto begin = text.find("\"gpu_access\"");
  text.replace(begin, text.find("}}", begin) + 2 - begin, R"("gpu_access": "local"})");
  EXPECT_THAT(faults_of(text), HasSubstr("lend no GPUs"));
}

}  // namespace
}  // namespace gpuscape
