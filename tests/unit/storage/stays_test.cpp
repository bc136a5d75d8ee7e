/// What stays in nodes for later jobs, and placement near it, by hand.

#include <gtest/gtest.h>

#include "sim/run/pace/node_caches.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::ReadingJobs;
using test::run_input;
using test::run_scenario;

// 80 GB that a node of 8 GPUs goes through in 100 s, from a store that gives it half of that.
const std::string kHalf = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "400 MB/s"})";
const std::string kSsd = R"(, "ssd": {"type": "node-local", "drive": {"read_bandwidth": "3 GB/s",
                                       "write_bandwidth": "3 GB/s"}})";
std::string kept(const std::string& size, bool stays, const std::string& more = "") {
  return fmt::format(R"(, "samples": 80000, "cache": {{"size": "{}", "stays": {}{}}})", size, stays,
                     more);
}

TEST(Stays, TheNextJobReadsNoFirstEpoch) {
  const auto run = [](bool stays) {
    return run_input({.storage = kHalf, .dataset = kept("80 GB", stays)},
                     {{.count = 2, .run_time = 300.0}});
  };
  const RunResult without = run(false);
  EXPECT_NEAR(elapsed(without)[0], 400.0, 1e-6);
  EXPECT_NEAR(elapsed(without)[1], 400.0, 1e-6);
  EXPECT_TRUE(without.input->stays.empty());
  const RunResult with = run(true);
  EXPECT_NEAR(elapsed(with)[0], 400.0, 1e-6);
  EXPECT_NEAR(elapsed(with)[1], 300.0, 1e-6);
  EXPECT_EQ(with.input->jobs.at(1).read, Bytes(0.0));
  EXPECT_NEAR(with.input->jobs[1].from_cache.value(), 240e9, 1.0);
  const StayRecord& record = with.input->stays.at(0);
  EXPECT_EQ(record.dataset, "d");
  EXPECT_EQ(record.jobs, 2);
  EXPECT_EQ(record.spared, 1);
  EXPECT_EQ(record.nodes, 2);
  EXPECT_EQ(record.found, 1);
}

// Half of it is kept: the store gives the other half as fast as it is asked for.
TEST(Stays, APartOfItIsFound) {
  const RunResult run = run_input({.storage = kHalf, .dataset = kept("40 GB", true)},
                                  {{.count = 2, .run_time = 300.0}});
  EXPECT_NEAR(elapsed(run)[0], 400.0, 1e-6);
  EXPECT_NEAR(elapsed(run)[1], 300.0, 1e-6);
  EXPECT_NEAR(run.input->jobs.at(1).read.value(), 120e9, 1.0);
}

TEST(Stays, AnEpochThatIsNotReadLeavesNothing) {
  const auto found = [](double run_time) {
    return run_input({.storage = kHalf, .dataset = kept("80 GB", true)},
                     {{.count = 2, .run_time = run_time}})
        .input->stays.at(0)
        .found;
  };
  EXPECT_EQ(found(99.0), 0);
  EXPECT_EQ(found(100.0), 1) << "one that ends with its first epoch has read it";
}

// Of two nodes one has it: the other reads its half at 800 MB/s, which is what the store gives.
TEST(Stays, NodesThatHaveItDoNotRead) {
  const auto run = [](bool stays) {
    return run_input({.nodes = 2, .dataset = kept("80 GB", stays)},
                     {{.run_time = 300.0}, {.run_time = 300.0, .gpus = 16}});
  };
  EXPECT_NEAR(elapsed(run(false))[1], 350.0, 1e-6) << "both read 50 s of work in 100 s";
  const RunResult mixed = run(true);
  EXPECT_NEAR(elapsed(mixed)[1], 300.0, 1e-6);
  EXPECT_NEAR(mixed.input->jobs.at(1).read.value(), 40e9, 1.0);
  EXPECT_NEAR(mixed.input->jobs[1].from_cache.value(), 440e9, 1.0);
  EXPECT_EQ(mixed.input->stays.at(0).found, 1);
  EXPECT_EQ(mixed.input->stays[0].spared, 0);
}

TEST(Stays, AStageInCopiesToNodesThatLackIt) {
  const RunResult run = run_input(
      {.nodes = 2, .storage = kHalf, .dataset = kept("80 GB", true) + R"(, "stage_in": true)"},
      {{.run_time = 300.0}, {.run_time = 300.0, .gpus = 16}, {.run_time = 300.0, .gpus = 16}});
  EXPECT_NEAR(elapsed(run)[0], 500.0, 1e-6);
  EXPECT_NEAR(elapsed(run)[1], 500.0, 1e-6);
  EXPECT_NEAR(run.input->jobs.at(1).staged.value(), 80e9, 1.0);
  EXPECT_NEAR(elapsed(run)[2], 300.0, 1e-6);
  EXPECT_EQ(run.input->jobs.at(2).staged, Bytes(0.0));
}

// Stopped after its first epoch, the job begins anew: what was in memory is gone, drives have it.
TEST(Stays, NodesThatGoLoseWhatWasInMemory) {
  const auto run = [](const std::string& on) {
    return run_input({.storage = kHalf,
                      .more_storage = kSsd,
                      .dataset = kept("80 GB", true, on),
                      .cluster = R"(, "maintenance": {"m": {"nodes": ["n"], "begin": "250 s",
                                      "end": "260 s", "jobs": "requeue"}})"},
                     {{.run_time = 300.0}});
  };
  const RunResult memory = run("");
  EXPECT_NEAR(elapsed(memory)[0], 660.0, 1e-6);
  EXPECT_EQ(memory.input->stays.at(0).lost, 1);
  const RunResult drives = run(R"(, "on": "ssd")");
  EXPECT_NEAR(elapsed(drives)[0], 560.0, 1e-6);
  EXPECT_EQ(drives.input->stays.at(0).lost, 0);
  EXPECT_EQ(drives.input->stays[0].spared, 1);
}

// The second job leaves it on node 1. The third waits for both, and the fourth finds both free.
TEST(Stays, NodesThatHoldItComeFirst) {
  const auto run = [](const std::string& near) {
    std::string text =
        test::input_scenario({.nodes = 2, .storage = kHalf, .dataset = kept("80 GB", true)},
                             {{.run_time = 20.0},
                              {.run_time = 300.0},
                              {.run_time = 10.0, .gpus = 16},
                              {.run_time = 300.0}});
    const std::string backfill = R"("backfill": "none")";
    text.replace(text.find(backfill), backfill.size(), backfill + near);
    return run_scenario(text);
  };
  const auto node = [](const RunResult& result) {
    return result.jobs.spans(result.jobs.segments(3).back()).front().node;
  };
  const RunResult anywhere = run("");
  EXPECT_EQ(node(anywhere), 0U);
  EXPECT_NEAR(elapsed(anywhere)[3], 400.0, 1e-6);
  const RunResult near = run(R"(, "near_data": true)");
  EXPECT_EQ(node(near), 1U);
  EXPECT_NEAR(elapsed(near)[3], 300.0, 1e-6);
}

/// Three datasets, of which a node keeps 40 GB each; two fit its memory, or its drives.
class Caches : public testing::Test {
 protected:
  static InputPlan plan(bool on_drives) {
    InputPlan plan;
    plan.stores.push_back({.name = "ssd", .facts = {.capacity = Bytes(100e9), .in_nodes = true}});
    for (const char* name : {"a", "b", "c"}) {
      InputPlan::Data data{.spec = {.name = name, .size = Bytes(80e9)}, .kept = 0.5};
      data.spec.cache = {.size = Bytes(40e9), .stays = true};
      if (on_drives) data.cache_on = 0;
      plan.datasets.push_back(data);
    }
    return plan;
  }
  static std::string held(const NodeCaches& caches, std::uint32_t node = 0) {
    std::string all;
    for (std::size_t data = 0; data < 3; ++data)
      if (caches.holds(data, node)) all += "abc"[data];
    return all;
  }
  const Platform platform_{{{.name = "n", .count = 2, .capacity = {8, 0, 95367}}}};
};

TEST_F(Caches, PushOutWhatWasUsedLongestAgo) {
  const InputPlan plan = this->plan(false);
  NodeCaches caches(plan, platform_);
  caches.keep(0, 0);
  caches.keep(1, 0);
  EXPECT_EQ(held(caches), "ab");
  caches.keep(2, 0);
  EXPECT_EQ(held(caches), "bc");
  caches.use(1, 0);
  caches.leave(1, 0);
  caches.keep(0, 0);
  EXPECT_EQ(held(caches), "ab") << "b was used later than c";
  EXPECT_EQ(held(caches, 1), "");
  EXPECT_EQ(caches.records().at(0).pushed_out, 1);
  EXPECT_EQ(caches.records()[2].pushed_out, 1);
}

TEST_F(Caches, KeepWhatJobsWorkWith) {
  const InputPlan plan = this->plan(true);
  NodeCaches caches(plan, platform_);
  for (const std::size_t data : {0U, 1U}) {
    caches.use(data, 1);
    caches.keep(data, 1);
  }
  caches.keep(2, 1);
  EXPECT_EQ(held(caches, 1), "ab");
  caches.leave(0, 1);
  caches.keep(2, 1);
  EXPECT_EQ(held(caches, 1), "bc");
  const std::uint32_t gone[] = {1};
  caches.nodes_go(gone);
  EXPECT_EQ(held(caches, 1), "bc") << "drives keep it";
}

}  // namespace
}  // namespace gpuscape
