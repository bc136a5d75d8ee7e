#include "sim/sharing/mig_geometry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sim/base/error.hpp"
#include "tests/unit/sharing/mig_boards.hpp"

namespace gpuscape {
namespace {

using test::a100_40;
using test::a30;
using test::at;
using testing::ElementsAre;

std::vector<std::uint32_t> starts(const MigGeometry& geometry, const char* profile) {
  return geometry.starts(geometry.find(profile).value());
}

// `nvidia-smi mig -lgipp` on an A100: {0,1,2,3,4,5,6}:1, {0,2,4,6}:2, {0,2,4}:2, {0,4}:4, {0}:4,
// {0}:8.
TEST(MigGeometry, PlacementsAreThoseOfTheListing) {
  const MigGeometry gpu = a100_40();
  EXPECT_THAT(starts(gpu, "1g.5gb"), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(starts(gpu, "1g.10gb"), ElementsAre(0, 2, 4, 6));
  EXPECT_THAT(starts(gpu, "2g.10gb"), ElementsAre(0, 2, 4));
  EXPECT_THAT(starts(gpu, "3g.20gb"), ElementsAre(0, 4));
  EXPECT_THAT(starts(gpu, "4g.20gb"), ElementsAre(0));
  EXPECT_THAT(starts(gpu, "7g.40gb"), ElementsAre(0));
  EXPECT_THAT(starts(a30(), "1g.6gb"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(starts(a30(), "2g.12gb"), ElementsAre(0, 2));
  EXPECT_THAT(starts(a30(), "4g.24gb"), ElementsAre(0));
}

// The column "Number of instances available" of the guide.
TEST(MigGeometry, MostInstancesAreThoseOfTheGuide) {
  const MigGeometry gpu = a100_40();
  std::vector<std::uint32_t> most;
  for (std::uint32_t i = 0; i < gpu.profiles().size(); ++i) most.push_back(gpu.most_instances(i));
  EXPECT_THAT(most, ElementsAre(7, 1, 4, 3, 2, 1, 1));
}

TEST(MigGeometry, AThreeStrandsAComputeSliceOnlyInFront) {
  const MigGeometry gpu = a100_40();
  EXPECT_EQ(gpu.stranded(gpu.occupied_by({at(gpu, "3g.20gb", 0)})).compute, 1U << 3);
  EXPECT_EQ(gpu.stranded(gpu.occupied_by({at(gpu, "3g.20gb", 4)})).compute, 0U);
  const auto two = gpu.occupied_by({at(gpu, "3g.20gb", 0), at(gpu, "3g.20gb", 4)});
  EXPECT_EQ(gpu.stranded(two), (MigSlices{1U << 3, 0, false}));
}

// Seven 1g leave the eighth memory slice without a compute slice.
TEST(MigGeometry, SevenSmallInstancesStrandAMemorySlice) {
  const MigGeometry gpu = a100_40();
  MigSlices occupied;
  for (std::uint32_t i = 0; i < 7; ++i) {
    EXPECT_EQ(gpu.stranded(occupied), MigSlices{});
    const auto start = gpu.first_fit(occupied, 0);
    ASSERT_EQ(start, i);
    std::vector<MigPlacement> all;
    for (std::uint32_t k = 0; k <= i; ++k) all.push_back({0, k});
    occupied = gpu.occupied_by(all);
  }
  EXPECT_EQ(gpu.first_fit(occupied, 0), std::nullopt);
  EXPECT_EQ(gpu.stranded(occupied), (MigSlices{0, 1U << 7, false}));
}

TEST(MigGeometry, OnlyOneInstanceHasMedia) {
  const MigGeometry gpu = a100_40();
  const auto occupied = gpu.occupied_by({at(gpu, "1g.5gb+me", 2)});
  EXPECT_EQ(gpu.first_fit(occupied, *gpu.find("1g.5gb+me")), std::nullopt);
  EXPECT_EQ(gpu.first_fit(occupied, *gpu.find("1g.5gb")), 0U);
}

// First fit of a 1g takes slice 0 and leaves no 4g; best fit takes 6, beside which 4g and 2g stay.
TEST(MigGeometry, BestFitLeavesTheLargestProfile) {
  const MigGeometry gpu = a100_40();
  EXPECT_EQ(gpu.first_fit({}, 0), 0U);
  EXPECT_EQ(gpu.best_fit({}, 0), 6U);
  EXPECT_EQ(gpu.best_fit({}, *gpu.find("3g.20gb")), 4U);
  const auto occupied = gpu.occupied_by({at(gpu, "1g.5gb", 6)});
  EXPECT_EQ(gpu.best_fit(occupied, *gpu.find("2g.10gb")), 4U);
  EXPECT_EQ(gpu.best_fit(occupied, *gpu.find("7g.40gb")), std::nullopt);
}

TEST(MigGeometry, MixesThatFitAreFound) {
  const MigGeometry gpu = a100_40();
  const auto fits = [&](std::initializer_list<const char*> names) {
    std::vector<std::uint32_t> profiles;
    for (const char* name : names) profiles.push_back(gpu.find(name).value());
    return gpu.place_all({}, profiles);
  };
  EXPECT_THAT(fits({"1g.5gb", "4g.20gb", "2g.10gb"}).value(), ElementsAre(6, 0, 4));
  EXPECT_THAT(fits({"3g.20gb", "4g.20gb"}).value(), ElementsAre(4, 0));
  EXPECT_TRUE(fits({"2g.10gb", "2g.10gb", "2g.10gb", "1g.5gb"}));
  EXPECT_FALSE(fits({"3g.20gb", "3g.20gb", "1g.5gb"}));
  EXPECT_FALSE(fits({"4g.20gb", "4g.20gb"}));
  EXPECT_FALSE(fits({"4g.20gb", "2g.10gb", "2g.10gb"}));
}

TEST(MigGeometry, RecarvingRemovesAsFewIdleSlicesAsItCan) {
  const MigGeometry gpu = a100_40();
  const std::vector<MigPlacement> idle{at(gpu, "2g.10gb", 4), at(gpu, "1g.5gb", 3)};
  const auto two = gpu.recarve({at(gpu, "1g.5gb", 0)}, idle, *gpu.find("2g.10gb"));
  ASSERT_TRUE(two);
  EXPECT_EQ(two->made.start, 2U);  // one slice goes; at 4 two would
  EXPECT_THAT(two->removed, ElementsAre(at(gpu, "1g.5gb", 3)));
  const auto three = gpu.recarve({at(gpu, "1g.5gb", 0)}, idle, *gpu.find("3g.20gb"));
  ASSERT_TRUE(three);
  EXPECT_EQ(three->made.start, 4U);
  EXPECT_FALSE(gpu.recarve({at(gpu, "1g.5gb", 0)}, idle, *gpu.find("4g.20gb")));
}

TEST(MigGeometry, MemoryAsksForTheSmallestProfileThatHasIt) {
  const MigGeometry gpu = a100_40();
  EXPECT_EQ(gpu.smallest_with(5_GB), gpu.find("1g.5gb"));
  EXPECT_EQ(gpu.smallest_with(6_GB), gpu.find("1g.10gb"));
  EXPECT_EQ(gpu.smallest_with(6_GB, 2), gpu.find("2g.10gb"));
  EXPECT_EQ(gpu.smallest_with(20_GB, 4), gpu.find("4g.20gb"));
  EXPECT_EQ(gpu.smallest_with(41_GB), std::nullopt);
}

TEST(MigGeometry, NonsenseIsRefused) {
  using Profiles = std::vector<MigProfile>;
  EXPECT_THROW(MigGeometry(0, 8, Profiles{{"1g", 1, 1, 5_GB}}), InternalError);
  EXPECT_THROW(MigGeometry(7, 17, Profiles{{"1g", 1, 1, 5_GB}}), InternalError);
  EXPECT_THROW(MigGeometry(7, 8, {}), InternalError);
  EXPECT_THROW(MigGeometry(7, 8, Profiles{{"8g", 8, 8, 5_GB}}), InternalError);
  EXPECT_THROW(MigGeometry(7, 8, Profiles{{"0g", 0, 1, 5_GB}}), InternalError);
  EXPECT_THROW(MigGeometry(7, 8, Profiles{{"1g", 1, 1, 5_GB}, {"1g", 1, 2, 5_GB}}), InternalError);
  const MigGeometry gpu = a100_40();
  EXPECT_THROW((void)gpu.occupied_by({at(gpu, "4g.20gb", 0), at(gpu, "1g.5gb", 1)}), InternalError);
  EXPECT_FALSE(gpu.can_place({}, at(gpu, "2g.10gb", 1)));
  EXPECT_FALSE(gpu.can_place({}, at(gpu, "4g.20gb", 4)));
}

/// Whether all of `left` fit, by trying every start of every one in the given order.
bool fits_by_trying(const MigGeometry& gpu, std::vector<MigPlacement>& placed,
                    std::vector<std::uint32_t> left) {
  if (left.empty()) return true;
  const std::uint32_t profile = left.back();
  left.pop_back();
  for (std::uint32_t start = 0; start < gpu.memory_slices(); ++start) {
    if (!gpu.can_place(gpu.occupied_by(placed), {profile, start})) continue;
    placed.push_back({profile, start});
    const bool fits = fits_by_trying(gpu, placed, left);
    placed.pop_back();
    if (fits) return true;
  }
  return false;
}

TEST(MigGeometry, AThousandMixesFitWhereTryingEverythingFindsThatTheyDo) {
  const MigGeometry gpu = a100_40();
  std::mt19937 random(49);
  int fitting = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<std::uint32_t> mix(1 + random() % 6);
    for (std::uint32_t& profile : mix) profile = static_cast<std::uint32_t>(random() % 7);
    std::vector<MigPlacement> placed;
    const auto found = gpu.place_all({}, mix);
    ASSERT_EQ(found.has_value(), fits_by_trying(gpu, placed, mix)) << i;
    fitting += found ? 1 : 0;
    for (std::size_t k = 0; found && k < mix.size(); ++k) placed.push_back({mix[k], (*found)[k]});
    EXPECT_NO_THROW((void)gpu.occupied_by(placed)) << i;
  }
  EXPECT_GT(fitting, 100);
}

}  // namespace
}  // namespace gpuscape
