/// What a cluster's state says, and that changes come as events with dates.

#include "sim/platform/cluster/cluster_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "sim/base/error.hpp"
#include "sim/engine/native_loop.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using Kind = StateChange::Kind;

/// Four hosts with two GPUs each on a switch.
std::shared_ptr<const Cluster> cluster() {
  return test::transfer_scenario(
             test::on_a_switch(4, R"({"from": "n/0", "to": "n/1", "bytes": "1 B"})"))
      .cluster;
}

TEST(ClusterState, BeginsWithEverythingUpAndWhole) {
  const auto built = cluster();
  const ClusterState state(*built);
  EXPECT_TRUE(state.is_up(3));
  EXPECT_EQ(state.nodes_up(), 4U);
  EXPECT_EQ(state.gpus_up(), built->platform().gpus_total());
  EXPECT_EQ(state.capacity_factor(0), 1.0);
  EXPECT_EQ(state.host_of({.node = 0, .device = 0}), std::nullopt);
  EXPECT_EQ(state.epoch(), 0U);
}

TEST(ClusterState, CountsWhatIsUp) {
  const auto built = cluster();
  ClusterState state(*built);
  const std::int64_t all = built->platform().gpus_total();
  state.apply({.kind = Kind::node_down, .node = 2});
  EXPECT_FALSE(state.is_up(2));
  EXPECT_EQ(state.nodes_up(), 3U);
  EXPECT_EQ(state.gpus_up(), all / 4 * 3);
  state.apply({.kind = Kind::node_down, .node = 2});
  EXPECT_EQ(state.epoch(), 1U) << "nothing has changed";
  state.apply({.kind = Kind::node_up, .node = 2});
  EXPECT_EQ(state.gpus_up(), all);
  EXPECT_EQ(state.epoch(), 2U);
}

TEST(ClusterState, AttachesADeviceToOneHostAtATime) {
  const auto built = cluster();
  ClusterState state(*built);
  const Endpoint device{.node = 0, .device = 1};
  state.apply({.kind = Kind::attach, .node = 3, .device = device});
  EXPECT_EQ(state.host_of(device), 3U);
  EXPECT_THROW(state.apply({.kind = Kind::attach, .node = 1, .device = device}), InternalError);
  state.apply({.kind = Kind::detach, .device = device});
  state.apply({.kind = Kind::attach, .node = 1, .device = device});
  EXPECT_EQ(state.host_of(device), 1U);
}

TEST(ClusterState, LeavesALinkAShareOfItsCapacity) {
  const auto built = cluster();
  ClusterState state(*built);
  const BytesPerSecond whole = built->graph().capacity(5);
  state.apply({.kind = Kind::link_capacity, .link = 5, .factor = 0.25});
  EXPECT_EQ(state.capacity(5), whole * 0.25);
  EXPECT_EQ(state.capacity(4), built->graph().capacity(4));
  EXPECT_EQ(built->graph().capacity(5), whole) << "the cluster itself is constant";
  state.apply({.kind = Kind::link_capacity, .link = 5, .factor = 1.0});
  EXPECT_EQ(state.capacity(5), whole);
}

TEST(ClusterState, RefusesWhatTheClusterDoesNotHave) {
  const auto built = cluster();
  ClusterState state(*built);
  EXPECT_THROW(state.apply({.kind = Kind::node_down, .node = 4}), InternalError);
  EXPECT_THROW(state.apply({.kind = Kind::link_capacity, .link = built->graph().link_count()}),
               InternalError);
  EXPECT_THROW(state.apply({.kind = Kind::link_capacity, .link = 0, .factor = 1.5}), InternalError);
  EXPECT_THROW(
      state.apply({.kind = Kind::attach, .node = 0, .device = {.node = 0, .device = 9999}}),
      InternalError);
}

class Listed final : public StateChanges {
 public:
  explicit Listed(std::vector<StateChange> changes) : changes_(std::move(changes)) {}
  std::optional<StateChange> next() override {
    if (at_ == changes_.size()) return std::nullopt;
    return changes_[at_++];
  }

 private:
  std::vector<StateChange> changes_;
  std::size_t at_ = 0;
};

/// Applies each change when its date comes, and notes what was up from then on.
class Driver final : public EventHandler {
 public:
  Driver(StateChanges& changes, ClusterState& state) : changes_(changes), state_(state) {
    schedule();
  }
  void handle_event(std::uint32_t /*token*/) override {
    state_.apply(*next_);
    seen.push_back({simulation_.now().value(), static_cast<double>(state_.nodes_up())});
    schedule();
  }
  void handle_completion(std::uint32_t /*token*/) override {}
  void handle_input() override {}
  void settle() override {}
  void run() { run_natively(simulation_, kForever, {}); }

  std::vector<std::pair<double, double>> seen;

 private:
  void schedule() {
    next_ = changes_.next();
    if (next_) simulation_.schedule(next_->date, 0);
  }
  StateChanges& changes_;
  ClusterState& state_;
  std::optional<StateChange> next_;
  Simulation simulation_{*this};
};

TEST(ClusterState, ChangesAtTheDatesOfItsEvents) {
  const auto built = cluster();
  ClusterState state(*built);
  Listed changes({{.date = Seconds(10.0), .kind = Kind::node_down, .node = 0},
                  {.date = Seconds(10.0), .kind = Kind::node_down, .node = 1},
                  {.date = Seconds(70.0), .kind = Kind::node_up, .node = 0}});
  Driver driver(changes, state);
  driver.run();
  EXPECT_THAT(driver.seen,
              ElementsAre(std::pair(10.0, 3.0), std::pair(10.0, 2.0), std::pair(70.0, 3.0)));
}

}  // namespace
}  // namespace gpuscape
