/// The referee: random transfers end at the same dates in SimGrid's network as in ours. Each test
/// runs in a process of its own, as SimGrid needs.

#include "sim/engine/transfer_network.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <random>

#include "sim/engine/fluid_network.hpp"
#include "sim/engine/native_loop.hpp"
#include "sim/engine/simgrid_network.hpp"

namespace gpuscape {
namespace {

using Dates = std::map<std::uint32_t, double>;

constexpr std::uint32_t kHosts = 32;
constexpr std::uint32_t kPerLeaf = 8;
constexpr std::uint32_t kLeaves = kHosts / kPerLeaf;
constexpr std::uint32_t kSpines = 3;

NetworkMap star() {
  NetworkMap map{.nodes = kHosts, .links = {}, .route = {}};
  for (std::uint32_t i = 0; i < 2 * kHosts; ++i) map.links.emplace_back(1e9 * (1 + i % 5));
  map.route = [](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
    links.insert(links.end(), {from, kHosts + to});
  };
  return map;
}

NetworkMap leaf_spine() {
  NetworkMap map = star();
  for (std::uint32_t i = 0; i < 2 * kLeaves * kSpines; ++i) map.links.emplace_back(2.5e9);
  map.route = [](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
    links.push_back(from);
    if (from / kPerLeaf != to / kPerLeaf) {
      const std::uint32_t up = 2 * kHosts + from / kPerLeaf * kSpines;
      const std::uint32_t down = 2 * kHosts + (kLeaves + to / kPerLeaf) * kSpines;
      links.insert(links.end(), {up + to % kSpines, down + to % kSpines});
    }
    links.push_back(kHosts + to);
  };
  return map;
}

/// Sixty at first, then another one for each of the first 400 completions.
class RandomTransfers {
 public:
  static constexpr std::uint32_t kFirst = 60;
  static constexpr std::uint32_t kAll = 460;

  RandomTransfers() {
    std::mt19937 random(9);
    for (std::uint32_t token = 0; token < kAll; ++token) {
      const std::uint32_t from = static_cast<std::uint32_t>(random() % kHosts);
      const std::uint32_t to =
          (from + 1 + static_cast<std::uint32_t>(random() % (kHosts - 1))) % kHosts;
      transfers_.push_back(
          {from, to, Bytes(static_cast<double>(1'000'000 + random() % 100'000'000)), token});
    }
  }
  void begin(TransferNetwork& network) {
    while (next_ < kFirst) network.start(transfers_[next_++]);
  }
  void complete(TransferNetwork& network, std::uint32_t token, Seconds now) {
    dates[token] = now.value();
    if (next_ < kAll) network.start(transfers_[next_++]);
  }
  Dates dates;

 private:
  std::vector<Transfer> transfers_;
  std::uint32_t next_ = 0;
};

struct OnFluid final : EventHandler {
  explicit OnFluid(NetworkMap map) : network(simulation, std::move(map)) {}
  Dates run() {
    transfers.begin(network);
    run_natively(simulation, kForever, {});
    return transfers.dates;
  }
  void handle_event(std::uint32_t) override {}
  void handle_input() override {}
  void settle() override {}
  void handle_completion(std::uint32_t token) override {
    transfers.complete(network, token, simulation.now());
  }
  Simulation simulation{*this};
  FluidNetwork network;
  RandomTransfers transfers;
};

Dates on_simgrid(NetworkMap map, SimGridModel model) {
  RandomTransfers transfers;
  SimGridNetwork* there = nullptr;
  SimGridNetwork network(std::move(map), {model, Seconds(1e-12)}, [&](std::uint32_t token) {
    transfers.complete(*there, token, there->now());
  });
  there = &network;
  transfers.begin(network);
  network.run();
  return transfers.dates;
}

void expect_equal(const Dates& ours, const Dates& theirs, double factor = 1.0) {
  ASSERT_EQ(ours.size(), RandomTransfers::kAll);
  ASSERT_EQ(theirs.size(), RandomTransfers::kAll);
  for (const auto& [token, date] : ours) EXPECT_NEAR(theirs.at(token) * factor / date, 1.0, 1e-9);
}

TEST(TransferNetwork, FluidAndSimGridEndAtTheSameDatesOnAStar) {
  expect_equal(OnFluid(star()).run(), on_simgrid(star(), SimGridModel::cm02));
}

TEST(TransferNetwork, FluidAndSimGridEndAtTheSameDatesOnLeavesAndSpines) {
  expect_equal(OnFluid(leaf_spine()).run(), on_simgrid(leaf_spine(), SimGridModel::cm02));
}

// Without latency, LV08 differs by the 97 % of the bandwidth that it lets through.
TEST(TransferNetwork, TheOlderModelOfSimGridIsThatMuchSlower) {
  expect_equal(OnFluid(star()).run(), on_simgrid(star(), SimGridModel::lv08), 0.97);
}

TEST(TransferNetwork, SimGridForgetsACancelledTransfer) {
  std::vector<std::uint32_t> tokens;
  SimGridNetwork network(star(), {}, [&](std::uint32_t token) { tokens.push_back(token); });
  const TransferId first = network.start({0, 1, Bytes(1e9), 1});
  network.start({0, 1, Bytes(1e9), 2});
  network.cancel(first);
  network.run();
  EXPECT_EQ(tokens, std::vector<std::uint32_t>{2});
  EXPECT_NEAR(network.now().value(), 1.0, 1e-4);
}

TEST(TransferNetwork, FluidForgetsACancelledTransfer) {
  OnFluid fluid(star());
  fluid.network.cancel(fluid.network.start({0, 1, Bytes(1e9), 0}));
  EXPECT_FALSE(fluid.simulation.next_date());
}

TEST(TransferNetwork, SimGridLeavesTheSignalHandlersAsTheyWere) {
  std::signal(SIGINT, SIG_IGN);
  const SimGridNetwork network(star(), {}, [](std::uint32_t) {});
  EXPECT_EQ(std::signal(SIGINT, SIG_DFL), SIG_IGN);
}

}  // namespace
}  // namespace gpuscape
