/// Placement over all groups of random clusters against a slow look at every node.

#include <gtest/gtest.h>

#include <random>
#include <tuple>

#include "sim/scheduling/placer.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using Draw = std::mt19937;

std::int64_t below(Draw& draw, std::int64_t bound) {
  return static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(bound));
}

Platform random_cluster(Draw& draw) {
  std::vector<NodeGroup> groups;
  for (std::int64_t i = 2 + below(draw, 4); i > 0; --i) {
    NodeGroup group =
        test::nodes(static_cast<std::uint32_t>(1 + below(draw, 4)),
                    static_cast<std::int32_t>(below(draw, 9)), "group" + std::to_string(i));
    group.capacity.milli_cores = 8000 * (1 + below(draw, 8));
    group.shares_gpus = true;
    groups.push_back(group);
  }
  return Platform(std::move(groups));
}

/// On one node: a part of a GPU, whole ones, or cores alone.
Demand random_share(Draw& draw) {
  Demand demand{static_cast<std::int32_t>(below(draw, 4)), 0, 0};
  if (demand.gpus == 0 || below(draw, 2) == 0) demand.milli_cores = 1000 * (1 + below(draw, 16));
  if (demand.gpus == 1 && below(draw, 2) == 0)
    demand.gpu_milli = static_cast<std::uint16_t>(100 * (1 + below(draw, 9)));
  if (demand.gpus > 1) demand.nodes = -1;  // one task
  return demand;
}

/// A node, or a shared GPU of it, that could take the share: smaller comes first.
struct Seen {
  std::int64_t of_group = 0;  ///< by which the group's own choice is made
  std::int64_t of_all = 0;    ///< by which those of several groups are compared
  std::size_t group = 0;
  std::uint32_t node = 0;
  std::uint32_t count = 1;  ///< nodes of the group
};

class SlowLook {
 public:
  SlowLook(const FreeCapacity& free, std::string placement)
      : free_(free), placement_(std::move(placement)) {
    for (const NodeGroup& group : free.platform().groups()) {
      most_gpus_ = std::max<std::int64_t>(most_gpus_, 1000 * group.capacity.gpus);
      most_cores_ = std::max(most_cores_, group.capacity.milli_cores);
    }
  }

  /// The group and node that a job goes to; none where no node can take it.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::uint32_t>> best(const Demand& demand) {
    for (const bool joins : {true, false}) {
      std::optional<Seen> best;
      for (std::size_t group = 0; group < free_.groups().size(); ++group) {
        const std::optional<Seen> here = best_of(group, demand, joins);
        if (here && (!best || is_before(*here, *best))) best = here;
      }
      if (best) return std::pair(best->group, best->node);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<Seen> best_of(std::size_t group, const Demand& demand, bool joins) {
    std::optional<Seen> best;
    for (std::uint32_t node = 0; node < free_.groups()[group].node_count(); ++node) {
      const std::optional<std::int64_t> key = key_of(group, node, demand, joins);
      if (!key || (best && *key >= best->of_group)) continue;
      best =
          Seen{*key, left_of(group, node, demand), group, node, free_.groups()[group].node_count()};
    }
    return best;
  }

  /// None where the node cannot take it.
  [[nodiscard]] std::optional<std::int64_t> key_of(std::size_t group, std::uint32_t node,
                                                   const Demand& demand, bool joins) const {
    const GroupCapacity& capacity = free_.groups()[group];
    if (capacity.free(node).milli_cores < demand.milli_cores) return std::nullopt;
    if (joins) return least_shared(capacity, node, demand);
    if (capacity.free_gpus(node) < demand.gpus) return std::nullopt;
    if (placement_ == "pack") return node;
    return placement_ == "spread" ? -capacity.free_gpus(node) : capacity.free_gpus(node);
  }

  [[nodiscard]] static std::optional<std::int64_t> least_shared(const GroupCapacity& capacity,
                                                                std::uint32_t node,
                                                                const Demand& demand) {
    if (demand.gpu_milli == 0 || capacity.shared_gpus() == nullptr) return std::nullopt;
    std::optional<std::int64_t> least;
    const auto gpus = static_cast<std::uint32_t>(capacity.capacity().gpus);
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
      const std::int64_t left = capacity.shared_gpus()->left({node, gpu});
      if (left == 1000 || left < demand.gpu_milli) continue;
      if (!least || left < *least) least = left;
    }
    return least;
  }

  [[nodiscard]] std::int64_t left_of(std::size_t group, std::uint32_t node,
                                     const Demand& demand) const {
    const GroupCapacity& capacity = free_.groups()[group];
    if (placement_ == "pack") return static_cast<std::int64_t>(group);
    std::int64_t gpus = -demand.gpu_amount_milli();
    for (std::uint32_t gpu = 0; gpu < static_cast<std::uint32_t>(capacity.capacity().gpus); ++gpu) {
      const bool is_free = capacity.node_gpus()->free(node).contains(gpu);
      const std::int64_t shared = capacity.shared_gpus()->left({node, gpu});
      if (is_free || shared != 1000) gpus += shared;
    }
    const std::int64_t cores = capacity.free(node).milli_cores - demand.milli_cores;
    const std::int64_t left =
        gpus * most_cores_ + (demand.milli_cores > 0 ? cores * most_gpus_ : 0);
    return placement_ == "spread" ? -left : left;
  }

  [[nodiscard]] static bool is_before(const Seen& a, const Seen& b) {
    if (a.of_all != b.of_all) return a.of_all < b.of_all;
    return (2 * a.node + 1) * b.count < (2 * b.node + 1) * a.count;  // equals: the group before
  }

  const FreeCapacity& free_;
  std::string placement_;
  std::int64_t most_gpus_ = 1;
  std::int64_t most_cores_ = 1;
};

/// Four hundred shares come and go on one cluster.
void place_and_look(std::uint32_t seed, const std::string& placement) {
  Draw draw(seed);
  const Platform platform = random_cluster(draw);
  FreeCapacity free(platform);
  const auto policy = test::make_model(test::builtin_models().placements, placement, "{}");
  Placer placer(free, *policy);
  SlowLook look(free, placement);
  Allocation held;
  for (int i = 0; i < 400; ++i) {
    const Demand demand = random_share(draw);
    const auto expected = look.best(demand);
    const std::size_t before = held.size();
    ASSERT_EQ(placer.place(demand, nullptr, held), expected.has_value()) << i;
    if (expected) {
      ASSERT_EQ(std::pair(std::size_t{held.back().group}, held.back().node), *expected) << i;
    }
    ASSERT_EQ(held.size(), before + (expected ? 1 : 0));
    if (held.empty() || below(draw, 2) == 0) continue;
    std::swap(held[static_cast<std::size_t>(below(draw, std::ssize(held)))], held.back());
    free.group(held.back().group).give(held.back());
    held.pop_back();
  }
}

TEST(RandomPlacement, TheNodeIsTheBestOfAllThatCanTakeTheShare) {
  for (const char* placement : {"best-fit", "spread", "pack", "same-leaf"})
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
      SCOPED_TRACE(std::string(placement) + ", seed " + std::to_string(seed));
      place_and_look(seed, placement);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace gpuscape
