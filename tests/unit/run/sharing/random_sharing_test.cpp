/// Parts of GPUs come and go at random: a GPU is never more than full, and instances of MIG never
/// overlap.

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "sim/scheduling/placer.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

/// First memory slice, and how many, of each place of an A100, in the order of its cuts: written
/// down by hand from the listing of its placements.
constexpr std::array<std::pair<int, int>, 17> kSlices{{{0, 1},
                                                       {1, 1},
                                                       {2, 1},
                                                       {3, 1},
                                                       {4, 1},
                                                       {5, 1},
                                                       {6, 1},  // 1g
                                                       {0, 2},
                                                       {2, 2},
                                                       {4, 2},
                                                       {6, 2},  // 1g with twice the memory
                                                       {0, 2},
                                                       {2, 2},
                                                       {4, 2},  // 2g
                                                       {0, 4},
                                                       {4, 4},    // 3g
                                                       {0, 4}}};  // 4g

struct Kind {
  std::string type;
  std::string parameters;
};
const std::vector<Kind> kKinds{{"shares", "{}"},
                               {"mps", "{}"},
                               {"token-bucket", "{}"},
                               {"time-slices", R"({"replicas": 5})"},
                               {"vgpu", R"({"memory": "24 GB"})"},
                               {"vgpu", R"({"memory": "24 GB", "mixed_sizes": true})"},
                               {"mig", R"({"board": "a100"})"}};

NodeGroup nodes_with(const Kind& kind) {
  NodeGroup group = test::nodes(3, 4);
  std::string fault;
  group.sharing = test::make_model(test::builtin_models().gpu_sharings, kind.type, kind.parameters);
  group.gpu_memory = Bytes(80e9);
  group.cuts = group.sharing->cuts({.model = "", .memory = group.gpu_memory}, fault);
  group.shares_gpus = true;
  return group;
}

/// What all hold of each GPU.
class Books {
 public:
  explicit Books(const Kind& kind) : kind_(kind) {}

  void check(const Allocation& held) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> milli;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> slices;
    for (const AllocationShare& share : held) {
      const std::pair gpu(share.node, share.gpus.index());
      const int part = share.share.gpu_milli == 0 ? 1000 : share.share.gpu_milli;
      EXPECT_LE(milli[gpu] += part, 1000) << kind_.type;
      if (kind_.type != "mig" || share.share.gpu_milli == 0) continue;
      const auto [first, count] = kSlices.at(share.place);
      const int own = ((1 << count) - 1) << first;
      EXPECT_EQ(slices[gpu] & own, 0) << "instances overlap";
      slices[gpu] |= own;
    }
  }

 private:
  Kind kind_;
};

void place_at_random(std::uint32_t seed) {
  std::mt19937 draw(seed);
  const auto below = [&](std::uint32_t most) { return draw() % most; };
  const Kind& kind = kKinds[seed % kKinds.size()];
  const Platform platform({nodes_with(kind)});
  FreeCapacity free(platform);
  const std::vector<std::string> placements = test::builtin_models().placements.names();
  const std::string& placement = placements[seed / kKinds.size() % placements.size()];
  const auto policy = test::make_model(test::builtin_models().placements, placement, "{}");
  Placer placer(free, *policy);
  Books books(kind);
  Allocation held;
  for (int i = 0; i < 60; ++i) {
    Demand demand{.gpus = 1};
    if (below(5) > 0) demand.gpu_milli = static_cast<std::uint16_t>(1 + below(999));
    placer.place(demand, nullptr, held);
    books.check(held);
    if (held.empty() || below(2) == 0) continue;
    std::swap(held[below(static_cast<std::uint32_t>(held.size()))], held.back());
    free.group(0).give(held.back());
    held.pop_back();
  }
  for (const AllocationShare& share : held) free.group(0).give(share);
  EXPECT_EQ(free.free_gpus_total(), 12) << kind.type;
  EXPECT_FALSE(free.any_shared());
}

TEST(RandomSharing, NoGpuIsMoreThanFull) {
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    place_at_random(seed);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

/// Shares of time are above 0, no more than what is used alone, and together at most all of it.
TEST(RandomSharing, TimeIsSharedOutAtMostOnce) {
  std::mt19937 draw(7);
  for (int i = 0; i < 1000; ++i) {
    const Kind& kind = kKinds[static_cast<std::size_t>(i) % kKinds.size()];
    if (kind.type == "shares") continue;
    const auto sharing =
        test::make_model(test::builtin_models().gpu_sharings, kind.type, kind.parameters);
    std::vector<GpuTenant> tenants(1 + draw() % 6);
    for (GpuTenant& tenant : tenants)
      tenant = {.part = 1.0 / static_cast<double>(tenants.size()),
                .use = static_cast<double>(1 + draw() % 1000) / 1000.0,
                .most = tenants.size() + draw() % 3};
    double sum = 0.0;
    const std::vector<double> shares = sharing->shares_of(tenants);
    ASSERT_EQ(shares.size(), tenants.size());
    for (std::size_t k = 0; k < shares.size(); ++k) {
      EXPECT_GT(shares[k], 0.0) << kind.type;
      EXPECT_LE(shares[k], tenants[k].use) << kind.type;
      sum += shares[k];
    }
    EXPECT_LE(sum, 1.0 + 1e-9) << kind.type;
  }
}

}  // namespace
}  // namespace gpuscape
