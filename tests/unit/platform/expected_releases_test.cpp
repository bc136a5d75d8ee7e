#include "sim/platform/future/expected_releases.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

/// One node of 8 GPUs and 8 cores with jobs that hold 3 GPUs until 10 s, 4 until 20 s.
class ExpectedReleasesTest : public testing::Test {
 protected:
  void SetUp() override {
    hold(1, {3, 0, 0}, 10_s);
    hold(2, {4, 8000, 0}, 20_s);
  }
  void hold(std::uint32_t job, const Demand& share, Seconds end) {
    capacity_.group(0).take(0, share);
    releases_.add(0, 0, {end, job, share});
  }

  Platform platform_{{{"gpu", 1, Demand{8, 8000, 100}, false}}};
  FreeCapacity capacity_{platform_};
  ExpectedReleases releases_{capacity_};
};

TEST_F(ExpectedReleasesTest, SaysWhenSoManyGpusAreFree) {
  EXPECT_EQ(releases_.group(0).available_at(0, {1, 0, 0}), GroupReleases::kNow);
  EXPECT_EQ(releases_.group(0).available_at(0, {2, 0, 0}), 10_s);
  EXPECT_EQ(releases_.group(0).available_at(0, {4, 0, 0}), 10_s);
  EXPECT_EQ(releases_.group(0).available_at(0, {5, 0, 0}), 20_s);
}

TEST_F(ExpectedReleasesTest, WaitsForCoresAsWellAsForGpus) {
  EXPECT_EQ(releases_.group(0).available_at(0, {1, 1, 0}), 20_s);
}

TEST_F(ExpectedReleasesTest, GivesTheSameByColumnAsByNode) {
  for (std::int32_t gpus = 1; gpus <= 8; ++gpus) {
    EXPECT_EQ(releases_.group(0).available_column(gpus)[0],
              releases_.group(0).available_at(0, {gpus, 0, 0}));
  }
}

TEST_F(ExpectedReleasesTest, CountsWhatComesBackAtTheVeryDate) {
  EXPECT_EQ(releases_.group(0).free_at(0, 9.999_s).gpus, 1);
  EXPECT_EQ(releases_.group(0).free_at(0, 10_s).gpus, 4);
}

TEST_F(ExpectedReleasesTest, ForgetsAJobThatEnded) {
  capacity_.group(0).give(0, {3, 0, 0});
  releases_.remove(0, 0, {10_s, 1, {3, 0, 0}});
  EXPECT_EQ(releases_.group(0).available_at(0, {4, 0, 0}), GroupReleases::kNow);
  EXPECT_EQ(releases_.changes().size(), 3U);
  EXPECT_FALSE(releases_.changes().back().started);
}

TEST_F(ExpectedReleasesTest, SaysWhenItNoLongerKnowsAllChanges) {
  for (std::uint32_t i = 0; i < 300; ++i) {
    releases_.add(0, 0, {30_s, 10 + i, {0, 0, 0}});
  }
  EXPECT_FALSE(releases_.changes_complete());
  releases_.clear_changes();
  EXPECT_TRUE(releases_.changes_complete());
}

/// One GPU, of which job 1 holds a half until 10 s.
class SharedGpuReleases : public testing::Test {
 protected:
  static constexpr Demand kOpens{1, 0, 0, 0, 0, 500};
  static constexpr Demand kJoins{0, 0, 0, 0, 0, 300};
  static Platform sharing() {
    NodeGroup group{"gpu", 1, Demand{1, 0, 0}, false};
    group.shares_gpus = true;
    return Platform({group});
  }
  SharedGpuReleases() { releases_.add_part(0, 0, gpu_, {10_s, 1, kOpens}); }
  void join(std::uint32_t job, Seconds end) {
    capacity_.group(0).join({{0, 0}}, kJoins);
    releases_.add_part(0, 0, gpu_, {end, job, kJoins});
  }
  void leave(std::uint32_t job, Seconds end, const Demand& share) {
    capacity_.group(0).give({.node = 0, .share = share, .gpus = gpu_});
    releases_.remove_part(0, 0, gpu_, {end, job, share});
  }
  [[nodiscard]] Seconds free_at() const { return releases_.group(0).available_at(0, {1, 0, 0}); }

  Platform platform_ = sharing();
  FreeCapacity capacity_{platform_};
  GpuSetId gpu_ = capacity_.group(0).open(0, kOpens).gpus;
  ExpectedReleases releases_{capacity_};
};

TEST_F(SharedGpuReleases, TheGpuComesBackWithTheLastWhoSharesIt) {
  EXPECT_EQ(free_at(), 10_s);
  join(2, 30_s);
  EXPECT_EQ(free_at(), 30_s);
  leave(1, 10_s, kOpens);
  EXPECT_EQ(free_at(), 30_s);
  leave(2, 30_s, kJoins);
  EXPECT_EQ(free_at(), GroupReleases::kNow);
  EXPECT_TRUE(releases_.empty());
}

TEST_F(SharedGpuReleases, WhoLeavesEarlyKeepsItNoLonger) {
  join(2, 30_s);
  leave(2, 30_s, kJoins);
  EXPECT_EQ(free_at(), 10_s);
}

}  // namespace
}  // namespace gpuscape
