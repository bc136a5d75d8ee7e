/// Jobs that read what they train on from stores, by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::run_input;
using test::waited_for;
using testing::Pointwise;

MATCHER_P(IsWithin, most, "") { return std::abs(std::get<0>(arg) - std::get<1>(arg)) <= most; }
MATCHER(IsNear, "") { return std::abs(std::get<0>(arg) / std::get<1>(arg) - 1.0) < 1e-9; }

std::string array_of(const std::string& model, const std::string& more = "") {
  return R"({"type": "appliance", "model": {)" + model + "}" + more + "}";
}

// 8 GPUs of 100 samples/s of 1 MB: 800 MB/s. Whoever has that works at full pace.
TEST(JobInput, APaceIsWhatIsSuppliedOfWhatIsDemanded) {
  for (const auto& [supply, expected] :
       {std::pair("1600 MB/s", 1000.0), std::pair("800 MB/s", 1000.0),
        std::pair("640 MB/s", 1250.0), std::pair("400 MB/s", 2000.0)}) {
    const RunResult result =
        run_input({.storage = fmt::format(
                       R"({{"write_bandwidth": "1 GB/s", "read_bandwidth": "{}"}})", supply)},
                  {{}});
    EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {expected})) << supply;
    EXPECT_NEAR(result.input->jobs.at(0).stall.value(), expected - 1000.0, 1e-6);
    EXPECT_NEAR(result.input->jobs.at(0).read.value(), 8e11, 1.0);
    EXPECT_EQ(waited_for(result, 0), expected > 1000.0 ? "store: bandwidth" : "");
  }
}

// Equal clients share equally; one that asks for less than its share has it, and the others the
// rest: 1000 MB/s, of which one job wants 80, and the other 800.
TEST(JobInput, ClientsShareFairlyByBytes) {
  const InputCase of{.nodes = 2,
                     .storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "480 MB/s"})"};
  EXPECT_THAT(elapsed(run_input(of, {{.count = 2}})),
              Pointwise(IsNear(), {800.0 / 240 * 1000, 800.0 / 240 * 1000}));
  // 80 of 480 to the small one, for 1000 s; then the other has all of it.
  const RunResult result = run_input(of, {{.samples_per_second = 10}, {}});
  const double at_1000 = 400.0 / 800.0 * 1000.0;
  EXPECT_THAT(elapsed(result),
              Pointwise(IsNear(), {1000.0, 1000.0 + (1000.0 - at_1000) / (480.0 / 800.0)}));
}

// The shares change as jobs come and go: by hand, the second has half until the first ends.
TEST(JobInput, WhoLeavesMakesRoom) {
  const InputCase of{.nodes = 2};
  const RunResult result = run_input(of, {{.run_time = 100}, {.run_time = 1000}});
  EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {200.0, 200.0 + 900.0}));
}

TEST(JobInput, ANodeReadsNoFasterThanItsMount) {
  const InputCase one{
      .storage = array_of(R"("read_bandwidth": "20 GB/s")", R"(, "per_node": "400 MB/s")")};
  const RunResult alone = run_input(one, {{}});
  EXPECT_THAT(elapsed(alone), Pointwise(IsNear(), {2000.0}));
  EXPECT_EQ(waited_for(alone, 0), "store: client mounts");
  // Two jobs of four GPUs on one node: 400 MB/s each asked, 200 had.
  EXPECT_THAT(elapsed(run_input(one, {{.count = 2, .gpus = 4}})),
              Pointwise(IsNear(), {2000.0, 2000.0}));
}

// A job of two nodes has the mounts of both.
TEST(JobInput, AJobOnSeveralNodesReadsOnAllOfThem) {
  const InputCase of{
      .nodes = 2,
      .storage = array_of(R"("read_bandwidth": "20 GB/s")", R"(, "per_node": "400 MB/s")")};
  const RunResult result = run_input(of, {{.gpus = 16}});
  EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {2000.0}));
  EXPECT_NEAR(result.input->jobs.at(0).read.value(), 16e11, 1.0);
}

// 4 000 samples of 1 MB: an epoch of 5 s at 800 samples/s. It comes from the store at half the
// pace; then 3 of 4 GB are there, and a quarter of 800 MB/s is what it still asks for.
TEST(JobInput, LaterEpochsComeFromTheNode) {
  const InputCase of{.storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "400 MB/s"})",
                     .dataset = R"(, "samples": 4000, "cache": {"size": "3 GB"})"};
  const RunResult result = run_input(of, {{.run_time = 100}});
  EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {10.0 + 95.0}));
  EXPECT_NEAR(result.input->jobs.at(0).read.value(), 4e9 + 0.25 * 95 * 8e8, 1.0);
  EXPECT_NEAR(result.input->jobs.at(0).from_cache.value(), 0.75 * 95 * 8e8, 1.0);
}

// All of it is kept on two drives of 300 MB/s: 600 of the 800 MB/s that later epochs ask for.
TEST(JobInput, WhatIsKeptOnDrivesComesAsFastAsTheyRead) {
  const InputCase of{.storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "800 MB/s"})",
                     .more_storage = R"(, "ssd": {"type": "node-local", "drives": 2, "drive":
                          {"read_bandwidth": "300 MB/s", "usable_capacity": "1 TB"}})",
                     .dataset = R"(, "samples": 4000, "cache": {"size": "4 GB", "on": "ssd"})"};
  const RunResult result = run_input(of, {{.run_time = 100}});
  EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {5.0 + 95.0 * 800.0 / 600.0}));
  EXPECT_EQ(waited_for(result, 0), "ssd: drives");
  EXPECT_NEAR(result.input->stores.at(1).read.value(), 95.0 * 8e8, 1.0);
}

// 16 readers of 1 MB reads that take 40 ms each: 400 MB/s.
TEST(JobInput, ReadersWaitForEachRead) {
  const InputCase of{.storage = array_of(R"("read_bandwidth": "20 GB/s", "read_latency": "15 ms")"),
                     .dataset = R"(, "readers": 16, "open": "25 ms")"};
  const RunResult result = run_input(of, {{}});
  EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {2000.0}));
  EXPECT_EQ(waited_for(result, 0), "d: readers");
}

// 800 samples/s of one read each, and 200 reads/s in all.
TEST(JobInput, OperationsBoundSmallReads) {
  const InputCase of{.storage = array_of(R"("read_bandwidth": "20 GB/s", "read_iops": 200)")};
  const RunResult result = run_input(of, {{}});
  EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {4000.0}));
  EXPECT_EQ(waited_for(result, 0), "store: operations");
  EXPECT_THAT(elapsed(run_input({.storage = of.storage, .dataset = R"(, "read": "4 MB")"}, {{}})),
              Pointwise(IsNear(), {1000.0}))
      << "of four samples each";
}

// Over a network, no faster than the node's adapters on it; beside an exchange, whose job waits for
// the lesser pace.
TEST(JobInput, OverANetworkAsFastAsTheAdapters) {
  const InputCase of{
      .nodes = 2,
      .storage = array_of(R"("read_bandwidth": "20 GB/s")", R"(, "over": "data")"),
      .networks = R"("networks": {"data": {"type": "single-switch", "link": "400 MB/s",
                      "latency": "1 us"}}, )"};
  const RunResult alone = run_input(of, {{}});
  EXPECT_THAT(elapsed(alone), Pointwise(IsNear(), {2000.0}));
  EXPECT_EQ(waited_for(alone, 0), "store: nodes' way to it");
}

// Two nodes reduce 4 GB over 10 GB/s in each step: 0.4 s behind 1 s of computing. A step of 1.4 s
// reads 1.6 GB; of 800 MB/s that takes 2 s, and what a job loses is its input's alone.
TEST(JobInput, AnExchangingJobLosesToItsInputWhatIsNoLossOfTheNetwork) {
  const InputCase of{.nodes = 2,
                     .storage = array_of(R"("read_bandwidth": "800 MB/s")"),
                     .networks = R"("networks": {"compute": {"type": "single-switch",
                                     "link": "10 GB/s", "latency": "0 s"}}, )",
                     .application = R"(, "gradients": "4 GB", "overlap": 0)"};
  const RunResult result = run_input(of, {{.gpus = 16}});
  EXPECT_THAT(elapsed(result), Pointwise(IsWithin(1e-3), {2000.0 / 1.4}));
  ASSERT_EQ(result.traffic->jobs.size(), 1U);
  EXPECT_NEAR(result.traffic->jobs[0].slowdown, 1.0, 1e-9);
  EXPECT_NEAR(result.traffic->lost.value(), 0.0, 1e-3);
  EXPECT_NEAR(result.input->jobs.at(0).stall.value(), elapsed(result)[0] - 1000.0, 1e-5);
  EXPECT_NEAR(result.input->jobs.at(0).read.value() / (1.6e9 * 1000 / 1.4), 1.0, 1e-6);
}

InputCase over_its_exchange(const std::string& link, const std::string& gradients) {
  return {.nodes = 2,
          .storage = array_of(R"("read_bandwidth": "80 GB/s")", R"(, "over": "compute")"),
          .networks = R"("networks": {"compute": {"type": "single-switch", "link": ")" + link +
                      R"(", "latency": "0 s"}}, )",
          .application = R"(, "gradients": ")" + gradients + R"(", "overlap": 0)"};
}

// Over the network on which it exchanges, each node reads 0.8 GB while it computes for 1 s: behind
// that the link is the exchange's.
TEST(JobInput, AJobReadsWhileItComputesOverTheNetworkOfItsExchange) {
  const RunResult result = run_input(over_its_exchange("10 GB/s", "4 GB"), {{.gpus = 16}});
  EXPECT_THAT(elapsed(result), Pointwise(IsWithin(1e-3), {1000.0}));
  EXPECT_EQ(result.input->jobs.at(0).stall, Seconds(0.0));
}

// Its data take 3 s on the link, and the exchange 1 s: 4 s a step, in place of 2. While it
// exchanges it reads, so that takes 2 s; the fourth one it waits for its data.
TEST(JobInput, AJobWaitsForWhatItsExchangeAndItsDataTakeTogether) {
  const RunResult slow = run_input(
      over_its_exchange("2.666666666666667e8 B/s", "2.666666666666667e8 B"), {{.gpus = 16}});
  EXPECT_THAT(elapsed(slow), Pointwise(IsWithin(1e-2), {2000.0}));
  EXPECT_NEAR(slow.input->jobs.at(0).stall.value(), 500.0, 1e-2);
  EXPECT_NEAR(slow.traffic->jobs.at(0).slowdown, 1.5, 1e-5);
  EXPECT_EQ(waited_for(slow, 0), "store: nodes' way to it");
}

/// Two leaves of two nodes, each of which reads 0.8 GB/s at full pace over links of 1 GB/s; from
/// the spines to a leaf as much as `oversubscription` leaves.
InputCase over_leaves(const std::string& more_storage = "", const std::string& network = "") {
  return {.nodes = 4,
          .storage = array_of(R"("read_bandwidth": "80 GB/s")", R"(, "over": "data")"),
          .more_storage = more_storage,
          .networks = R"("networks": {"data": {"type": "leaf-spine", "link": "1 GB/s",
                      "latency": "1 us", "hosts_per_leaf": 2, "oversubscription": 2)" +
                      network + "}}, "};
}

// 1 GB/s to each leaf: 0.5 for each of two nodes that read there; and 0.8 for one alone.
TEST(JobInput, WhatIsReadSharesTheLinksBetweenSwitches) {
  for (const std::string path : {"adaptive", "hash", "dst-mod-k"}) {
    const RunResult result =
        run_input(over_leaves("", R"(, "path": ")" + path + R"(")"), {{.count = 3}});
    EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {1600.0, 1600.0, 1000.0})) << path;
    EXPECT_EQ(waited_for(result, 0), "store: links between switches");
    EXPECT_EQ(waited_for(result, 2), "");
  }
}

TEST(JobInput, AJobEndsAtItsLimitWhereItWaitsTooLong) {
  const std::string text = test::input_scenario({.storage = R"({"write_bandwidth": "1 GB/s",
      "read_bandwidth": "400 MB/s"})"},
                                                {{}});
  std::string limited = text;
  const std::string closed = R"("closed": {"jobs": 1, "gpus": {"8": 1},
        "duration": "1 s", "run_time": {"distribution": "constant", "value": "1000 s"}})";
  ASSERT_NE(text.find(closed), std::string::npos);
  limited.replace(text.find(closed), closed.size(),
                  R"("generate": {"jobs": 1, "jobs_per_hour": 3600, "gpus": {"8": 1}, "run_time":
                     {"distribution": "constant", "value": "1000 s"}, "time_limit":
                     {"factor": {"distribution": "constant", "value": 1.5}}})");
  limited.replace(limited.find(R"("backfill": "none")"), 18,
                  R"("backfill": "none", "overrun": "kill")");
  const RunResult result = test::run_scenario(limited);
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
  EXPECT_THAT(elapsed(result), Pointwise(IsNear(), {1500.0}));
  EXPECT_NEAR(result.input->jobs.at(0).read.value(), 0.4e9 * 1500, 1.0);
}

// What stores gave is what jobs had: the sum over jobs of samples × their bytes.
TEST(JobInput, BytesReadAreBytesDelivered) {
  const InputCase of{
      .nodes = 16,
      .storage = array_of(R"("read_bandwidth": "3 GB/s", "controllers": 4)",
                          R"(, "per_node": "500 MB/s")"),
      .more_storage = R"(, "ssd": {"type": "node-local", "drive": {"read_bandwidth": "300 MB/s"}})",
      .dataset = R"(, "samples": 100000, "cache": {"size": "70 GB", "on": "ssd"})"};
  const RunResult result = run_input(of, {{.count = 3, .run_time = 700},
                                          {.count = 2, .run_time = 300, .gpus = 12},
                                          {.count = 9, .samples_per_second = 40, .gpus = 4},
                                          {.count = 4, .samples_per_second = 20, .gpus = 8}});
  double delivered = 0.0;
  for (const InputRecord& job : result.input->jobs)
    delivered += (job.read + job.from_cache).value();
  const double needed = 1e6 * (3 * 700 * 800 + 2 * 300 * 1200 + 9 * 1000 * 160 + 4 * 1000 * 160);
  EXPECT_NEAR(delivered / needed, 1.0, 1e-9);
  double given = 0.0;
  for (const StoreReads& store : result.input->stores) given += store.read.value();
  EXPECT_NEAR(given / needed, 1.0, 1e-9);
  EXPECT_GT(result.input->stores[1].read, Bytes(0.0));
  // The store's own meter, from the used share of its controllers over time.
  EXPECT_NEAR(result.input->stores[0].mean_use * 3e9 * result.end.value() /
                  result.input->stores[0].read.value(),
              1.0, 1e-9);
}

// 16 clients of one striped array of 10 GB/s: eight that ask for 0.3 GB/s have it, eight share the
// rest.
TEST(JobInput, SixteenClientsOfAStripedArray) {
  const InputCase of{
      .nodes = 16,
      .storage = array_of(R"("read_bandwidth": "10 GB/s", "controllers": 8)", R"(, "stripe": 4)")};
  const RunResult result = run_input(of, {{.count = 8, .samples_per_second = 37.5, .run_time = 1e6},
                                          {.count = 8, .samples_per_second = 250.0}});
  for (std::size_t job = 8; job < 16; ++job)
    EXPECT_NEAR(elapsed(result)[job], 1000.0 * 2.0 / ((10.0 - 8 * 0.3) / 8), 1e-5 * 2000);
}

TEST(JobInput, JobsWithoutADatasetKeepTheirOneEvent) {
  const RunResult result = run_input({}, {{.count = 1}});
  EXPECT_TRUE(result.input.has_value());
  std::string text = test::input_scenario({}, {{}});
  text.replace(text.find(R"("dataset": "d")"), 14, R"("dataset": "x")");
  const CheckedScenario scenario = test::checked(text);
  EXPECT_EQ(scenario.input, nullptr);
  EXPECT_THAT(scenario.spec.notes, testing::Contains("dataset \"d\": nobody reads it"));
}

// One job reads 800 MB/s for 1000 s of a store that gives 1.6 GB/s, in records of 1 MB.
TEST(StoreOverTime, HasRateReadsAndUseOfEachStore) {
  const RunResult result = run_input(
      {.storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "1.6 GB/s"})"}, {{}});
  const Timeline& timeline = result.timeline;
  ASSERT_EQ(timeline["storage_read_gb_s store"].size(), timeline.size());
  EXPECT_NEAR(timeline["storage_read_gb_s store"][5], 0.8, 1e-12);
  EXPECT_NEAR(timeline["storage_reads_s store"][5], 800.0, 1e-9);
  EXPECT_NEAR(timeline["storage_used_share store"][5], 0.5, 1e-12);
  double read = 0.0;
  for (std::size_t i = 0; i < timeline.size(); ++i)
    read += timeline["storage_read_gb_s store"][i] *
            std::min(60.0, result.end.value() - 60.0 * static_cast<double>(i));
  EXPECT_NEAR(read, 800.0, 1e-6) << "GB";
}

}  // namespace
}  // namespace gpuscape
