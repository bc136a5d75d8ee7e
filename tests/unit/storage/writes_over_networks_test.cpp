/// Checkpoints that go over networks, by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::run_input;
using testing::Pointwise;

MATCHER(IsNear, "") { return std::abs(std::get<0>(arg) - std::get<1>(arg)) < 1e-6; }

const std::string kAmple = R"({"type": "appliance", "model": {"read_bandwidth": "8 TB/s",
    "write_bandwidth": "8 TB/s"}, "over": "net")";

/// Jobs of a node each, which save 10 GB after every 30 s, over links of 1 GB/s to nodes.
InputCase saving(int nodes, const std::string& network, const std::string& more_store = "") {
  return {
      .nodes = nodes,
      .storage = kAmple + more_store + "}",
      .networks = R"("networks": {"net": {"link": "1 GB/s", "latency": "0 s", )" + network + "}}, ",
      .application = R"(, "checkpoint": {"every": "30 s", "size": "10 GB", "to": "store"})"};
}
constexpr double kLittle = 0.01;  // samples/s, so that what is read does not count

// Three times 10 s, at 1 GB/s.
TEST(WritesOverNetworks, AreNoFasterThanTheAdaptersOfTheirNodes) {
  const InputCase one = saving(1, R"("type": "single-switch")");
  EXPECT_THAT(elapsed(run_input(one, {{.samples_per_second = kLittle, .run_time = 100.0}})),
              Pointwise(IsNear(), {130.0}));
  InputCase of = saving(2, R"("type": "single-switch")");
  EXPECT_THAT(
      elapsed(run_input(of, {{.samples_per_second = kLittle, .run_time = 100.0, .gpus = 16}})),
      Pointwise(IsNear(), {115.0}))
      << "both nodes write half of it";
  // On the network 97.1 % of the bytes are data.
  of = saving(1, R"("type": "single-switch")");
  of.storage = R"({"type": "volumes", "servers": 100, "drives": 24, "over": "net",
      "drive": {"read_bandwidth": "7 GB/s", "write_bandwidth": "7 GB/s"}, "transport": "rdma"})";
  const double longer =
      elapsed(run_input(of, {{.samples_per_second = kLittle, .run_time = 100.0}}))[0] - 100.0;
  EXPECT_NEAR(longer * 0.971, 30.0, 0.02);
}

// Two nodes below a leaf of one link up, which save at the same dates: 20 s each time. A third one
// below another leaf has a link of its own.
TEST(WritesOverNetworks, ShareTheLinksBetweenSwitches) {
  const InputCase of =
      saving(3, R"("type": "leaf-spine", "hosts_per_leaf": 2, "oversubscription": 2)");
  EXPECT_THAT(
      elapsed(run_input(of, {{.count = 3, .samples_per_second = kLittle, .run_time = 100.0}})),
      Pointwise(IsNear(), {160.0, 160.0, 130.0}));
}

// A job of two nodes computes for 1 s and exchanges 4 GB over 10 GB/s. While it writes beside that,
// the exchange has half of each link up: a step is 1 + 0.8 s, of which 0.4 s of the link go to the
// exchange, and the write has the rest: 2 · 10 · 7/9 GB/s. So 1.4/9 TB take 10 s, in which the job
// makes 14/18 of its progress.
TEST(WritesOverNetworks, MeetWhatJobsExchange) {
  const InputCase of{
      .nodes = 2,
      .storage = kAmple + "}",
      .networks = R"("networks": {"net": {"type": "single-switch", "link": "10 GB/s",
                      "latency": "0 s"}}, )",
      .application = R"(, "gradients": "4 GB", "overlap": 0, "checkpoint": {"every": "600 s",
          "size": "155555555555.5556 B", "to": "store", "staging": "1 us"})"};
  const RunResult result =
      run_input(of, {{.samples_per_second = 100, .run_time = 1000.0, .gpus = 16}});
  EXPECT_NEAR(elapsed(result)[0], 1000.0 + 10.0 * (1.0 - 14.0 / 18.0), 1e-3);
  ASSERT_EQ(result.stores.size(), 1U);
  EXPECT_EQ(result.stores[0].writes, 1);
  EXPECT_NEAR(result.stores[0].busy.value(), 10.0, 1e-3);
}

}  // namespace
}  // namespace gpuscape
