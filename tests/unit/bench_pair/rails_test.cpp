#include "rdma/rails.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpuscape::bench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(RailPairs, JoinEqualNamesWhereverTheyStand) {
  EXPECT_THAT(rail_pairs({"mlx5_0", "mlx5_3"}, {"mlx5_3", "mlx5_0"}),
              ElementsAre(Pair(0, 1), Pair(1, 0)));
}

TEST(RailPairs, JoinEqualPlacesWhereNamesDiffer) {
  EXPECT_THAT(rail_pairs({"mlx5_0", "mlx5_1"}, {"ibp1s0", "ibp2s0"}),
              ElementsAre(Pair(0, 0), Pair(1, 1)));
}

TEST(RailPairs, LeaveOutWhoHasNoPeer) {
  EXPECT_THAT(rail_pairs({"a", "b"}, {"x"}), ElementsAre(Pair(0, 0)));
  EXPECT_THAT(rail_pairs({"a"}, {}), IsEmpty());
}

TEST(CommonDepth, CountsWholeFoldersOnly) {
  // "/sys/pci0/sw1/gpu" and "/sys/pci0/sw1/nic": "", "sys", "pci0" and "sw1".
  EXPECT_EQ(common_depth("/sys/pci0/sw1/gpu", "/sys/pci0/sw1/nic"), 4U);
  EXPECT_EQ(common_depth("/sys/pci0/sw1/gpu", "/sys/pci0/sw12/nic"), 3U);
  EXPECT_EQ(common_depth("/sys/pci0", "/sys/pci0"), 3U);
}

TEST(IsAskedFor, TakesNamesAndPortsFromTheList) {
  Options options;
  EXPECT_TRUE(is_asked_for(options, "mlx5_0", 2));
  options.ib_device = "mlx5_1,mlx5_0:2";
  EXPECT_TRUE(is_asked_for(options, "mlx5_0", 2));
  EXPECT_FALSE(is_asked_for(options, "mlx5_0", 1));
  EXPECT_TRUE(is_asked_for(options, "mlx5_1", 2));
  EXPECT_FALSE(is_asked_for(options, "mlx5_10", 1));
}

}  // namespace
}  // namespace gpuscape::bench
