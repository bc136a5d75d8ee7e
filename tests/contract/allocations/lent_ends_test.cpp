#include "sim/scheduling/reservation/lent_ends.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

/// Two islands of a client and a box of eight GPUs.
class LentEndsTest : public testing::Test {
 protected:
  static Platform lending() {
    Platform platform{
        {{"host", 2, Demand{0, 8000, 100}, false}, {"box", 2, Demand{8, 0, 0}, false}}};
    platform.lend({.clients = {0}, .servers = {1}, .islands = 2});
    return platform;
  }
  void hold(std::uint32_t box, std::uint32_t job, std::int32_t gpus, Seconds end) {
    capacity_.group(1).take(box, {gpus, 0, 0});
    releases_.add(1, box, {end, job, {gpus, 0, 0}});
  }
  void give_back(std::uint32_t box, std::uint32_t job, std::int32_t gpus, Seconds end) {
    capacity_.group(1).give(box, {gpus, 0, 0});
    releases_.remove(1, box, {end, job, {gpus, 0, 0}});
  }
  void follow() {
    ends_.follow(releases_, *capacity_.lent());
    releases_.clear_changes();
  }

  Platform platform_ = lending();
  FreeCapacity capacity_{platform_};
  ExpectedReleases releases_{capacity_};
  LentEnds ends_;
};

TEST_F(LentEndsTest, CountGpusByDateAndIsland) {
  hold(0, 1, 2, 10_s);
  hold(1, 2, 1, 30_s);
  follow();
  hold(0, 3, 3, 10_s);
  hold(0, 4, 1, 20_s);
  follow();
  EXPECT_EQ(ends_.of(1, 0), (EndsOfGpus{{10_s, 5}, {20_s, 1}}));
  EXPECT_EQ(ends_.of(1, 1), (EndsOfGpus{{30_s, 1}}));
  give_back(0, 1, 2, 10_s);
  give_back(1, 2, 1, 30_s);
  follow();
  EXPECT_EQ(ends_.of(1, 0), (EndsOfGpus{{10_s, 3}, {20_s, 1}}));
  EXPECT_TRUE(ends_.of(1, 1).empty());
}

TEST_F(LentEndsTest, ForgetAJobThatEndsOnAnotherDateThanWasExpected) {
  hold(0, 1, 2, 10_s);
  hold(0, 2, 4, 20_s);
  follow();
  give_back(0, 1, 2, 7_s);
  follow();
  EXPECT_EQ(ends_.of(1, 0), (EndsOfGpus{{20_s, 4}}));
}

TEST_F(LentEndsTest, LookAtAllWhereChangesAreMissing) {
  follow();
  for (std::uint32_t i = 0; i < 200; ++i) {
    hold(0, i, 1, 10_s);
    give_back(0, i, 1, 10_s);
  }
  hold(1, 500, 2, 20_s);
  ASSERT_FALSE(releases_.changes_complete());
  follow();
  EXPECT_TRUE(ends_.of(1, 0).empty());
  EXPECT_EQ(ends_.of(1, 1), (EndsOfGpus{{20_s, 2}}));
}

}  // namespace
}  // namespace gpuscape
