/// What the source decks say of volumes, and of memory that keeps what is written to it.

#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::read_per_node;
using test::run_input;

// Seed 000: persistent memory, eight modules and 2 TB a node, keeps 200 GB of samples: a first
// epoch of 250 s at half the pace, then none waits.
TEST(Decks, PersistentMemoryIsATierOfANode) {
  const InputCase of{
      .storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "400 MB/s"})",
      .more_storage =
          R"(, "pmem": {"type": "node-local", "drive": "optane-pmem-256gb", "drives": 8})",
      .dataset = R"(, "samples": 200000, "cache": {"size": "2 TB", "on": "pmem"})"};
  const RunResult result = run_input(of, {{}});
  EXPECT_NEAR(elapsed(result)[0], 1250.0, 1e-6);
  EXPECT_NEAR(result.input->jobs.at(0).from_cache.value(), 600e9, 1e3);
  InputCase larger = of;
  larger.dataset = R"(, "samples": 200000, "cache": {"size": "2.1 TB", "on": "pmem"})";
  EXPECT_THROW((void)run_input(larger, {{}}), ScenarioError) << "eight modules hold 2.048 TB";
  // As a pool over RDDA it is 5 us away.
  const CheckedScenario pool = test::checked(test::input_scenario(
      {.storage = R"({"type": "volumes", "drive": "optane-pmem-256gb", "servers": 4, "drives": 8,
          "transport": "rdda"})"},
      {{}}));
  ASSERT_NE(pool.input, nullptr);
  EXPECT_NEAR(pool.input->stores.at(0).facts.latency.value(), 5.305e-6, 1e-12);
}

// Seed 000: what volumes give grows with their servers until the fabric is full; two nodes of 2
// GB/s.
TEST(Decks, VolumesGrowWithTheirServersUntilTheFabricIsFull) {
  for (const auto& [servers, expected] :
       {std::pair(1, 0.5e9), std::pair(2, 1e9), std::pair(4, 2e9), std::pair(8, 2e9)}) {
    const InputCase of{.nodes = 2,
                       .storage = fmt::format(R"({{"type": "volumes", "servers": {}, "drives": 1,
            "drive": {{"read_bandwidth": "1 GB/s"}}, "per_node": "2 GB/s"}})",
                                              servers)};
    EXPECT_NEAR(read_per_node(of, 1000.0) / expected, 1.0, 1e-9) << servers;
  }
}

}  // namespace
}  // namespace gpuscape
