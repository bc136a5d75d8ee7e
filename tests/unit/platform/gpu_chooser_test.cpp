#include "sim/platform/gpu_chooser.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <vector>

#include "sim/platform/node_gpus.hpp"
#include "tests/support/node_graph_builder.hpp"

namespace gpuscape {
namespace {

/// How many pairs of a set are at each distance, the farthest first: less is connected better.
using Connection = std::vector<int>;
Connection connection_of(const GpuDistances& distances, const GpuSet& set) {
  Connection pairs(distances.ranks(), 0);
  for (std::uint32_t a = 0; a < distances.gpus(); ++a)
    for (std::uint32_t b = 0; b < a; ++b)
      if (set.contains(a) && set.contains(b)) ++pairs[pairs.size() - 1 - distances.rank(a, b)];
  return pairs;
}

/// Every subset of so many of the GPUs is tried.
Connection best_connection(const GpuDistances& distances, std::uint64_t free, int count) {
  std::optional<Connection> best;
  for (std::uint64_t set = 0; set <= free; ++set) {
    if ((set & ~free) != 0 || std::popcount(set) != count) continue;
    const Connection connection = connection_of(distances, GpuSet(set));
    if (!best || connection < *best) best = connection;
  }
  return *best;
}

TEST(GpuChooser, FindsNoBetterConnectedSetThanTheOneItChose) {
  GpuChooser chooser{GpuDistances(*testing::uneven_eight())};
  for (std::uint64_t free = 1; free < 256; ++free) {
    for (int count = 1; count <= std::popcount(free); ++count) {
      const GpuSet chosen = chooser.choose(GpuSet(free), static_cast<std::uint32_t>(count));
      ASSERT_EQ(chosen.size(), static_cast<std::uint32_t>(count));
      ASSERT_TRUE(GpuSet(free).contains_all(chosen));
      ASSERT_EQ(connection_of(chooser.distances(), chosen),
                best_connection(chooser.distances(), free, count));
    }
  }
}

TEST(GpuChooser, StaysBelowOneSwitchWhereThatHasRoom) {
  GpuChooser chooser{GpuDistances(*testing::two_pairs())};  // sw0: 0 and 2; sw1: 1 and 3
  EXPECT_EQ(chooser.choose(GpuSet(0b1111), 2).bits(), 0b0101U);
  EXPECT_EQ(chooser.choose(GpuSet(0b1110), 2).bits(), 0b1010U);
}

TEST(GpuChooser, TakesTheLowestNumbersOfEqualSets) {
  GpuChooser chooser{GpuDistances(*testing::two_pairs())};
  EXPECT_EQ(chooser.choose(GpuSet(0b1111), 1).bits(), 0b0001U);
  EXPECT_EQ(chooser.choose(GpuSet(0b1110), 1).bits(), 0b0010U);
  EXPECT_EQ(chooser.choose(GpuSet(0b1111), 3).bits(), 0b0111U);
}

TEST(GpuChooser, PrefersWiderNvlinkToNarrower) {
  GpuChooser chooser{GpuDistances(*testing::uneven_eight())};
  EXPECT_EQ(chooser.choose(GpuSet(0b1101), 2).bits(), 0b0101U);  // 0–2 has twice what 0–3 has
}

/// A rack of so many GPUs on one NVSwitch.
NodeGroup rack(std::uint32_t gpus) {
  testing::GraphBuilder node;
  node.device("cpu0", DeviceKind::cpu).device("nvs0", DeviceKind::nvswitch);
  for (std::uint32_t i = 0; i < gpus; ++i) {
    const std::string name = "gpu" + std::to_string(i);
    node.device(name, DeviceKind::gpu).pcie("cpu0", name);
    node.join(name, "nvs0", NodeLinkKind::nvlink);
  }
  NodeGroup group{"rack", 1, Demand{static_cast<std::int32_t>(gpus), 0, 0}, false};
  group.graph = std::make_shared<const NodeGraph>(node.build());
  return group;
}

TEST(NodeGpus, TellsTheGpusOfARackApart) {
  NodeGpus gpus(rack(72));
  const GpuSetId first = gpus.take(0, 70);
  const GpuSetId second = gpus.take(0, 2);
  EXPECT_TRUE(gpus.sets()[second].contains(71));
  EXPECT_TRUE(gpus.free(0).empty());
  gpus.give(0, first);
  EXPECT_EQ(gpus.free(0), gpus.sets()[first]);
}

TEST(NodeGpus, AreToldApartUpToAsManyAsASetHolds) {
  EXPECT_TRUE(tells_gpus_apart(rack(GpuSet::kMost)));
  EXPECT_FALSE(tells_gpus_apart(rack(GpuSet::kMost + 1)));
  EXPECT_FALSE(tells_gpus_apart({"plain", 1, Demand{8, 0, 0}, false}));
}

}  // namespace
}  // namespace gpuscape
