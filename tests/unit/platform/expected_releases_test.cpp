#include "sim/platform/expected_releases.hpp"

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

}  // namespace
}  // namespace gpuscape
