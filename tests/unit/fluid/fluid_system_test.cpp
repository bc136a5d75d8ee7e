/// Cases that a person can work out, and what is refused.

#include "sim/engine/fluid_system.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "sim/base/error.hpp"

namespace gpuscape {
namespace {

constexpr BytesPerSecond kUnbounded{std::numeric_limits<double>::infinity()};
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class FluidSystemTest : public testing::Test {
 protected:
  ResourceId link(double capacity) { return fluid_.add_resource(BytesPerSecond(capacity)); }
  ActivityId start(double work, const std::vector<Use>& uses, BytesPerSecond bound = kUnbounded,
                   double now = 0.0) {
    return fluid_.start(Seconds(now), Bytes(work), bound, uses, next_token_++);
  }
  double rate(ActivityId id) { return fluid_.rate(id).value(); }

  FluidSystem fluid_;
  std::uint32_t next_token_ = 0;
};

TEST_F(FluidSystemTest, OneLinkIsSharedEquallyByAnyNumber) {
  const ResourceId shared = link(12.0);
  std::vector<ActivityId> ids;
  for (int n = 1; n <= 5; ++n) {
    ids.push_back(start(100.0, {{shared}}));
    for (const ActivityId id : ids) EXPECT_DOUBLE_EQ(rate(id), 12.0 / n);
  }
  EXPECT_DOUBLE_EQ(fluid_.usage(shared).value(), 12.0);
}

// Three links in a row of 10, 10 and 4; one long transfer over all, a short one on each. The last
// link gives 2 to each of its two, which leaves 8 on the others.
TEST_F(FluidSystemTest, AParkingLotIsSharedFromItsNarrowestLinkUp) {
  const std::vector<ResourceId> row{link(10.0), link(10.0), link(4.0)};
  const ActivityId through = start(1.0, {{row[0]}, {row[1]}, {row[2]}});
  std::vector<ActivityId> shorts;
  for (const ResourceId one : row) shorts.push_back(start(1.0, {{one}}));
  EXPECT_DOUBLE_EQ(rate(through), 2.0);
  EXPECT_DOUBLE_EQ(rate(shorts[0]), 8.0);
  EXPECT_DOUBLE_EQ(rate(shorts[1]), 8.0);
  EXPECT_DOUBLE_EQ(rate(shorts[2]), 2.0);
}

TEST_F(FluidSystemTest, WhatABoundLeavesGoesToTheOthers) {
  const ResourceId shared = link(10.0);
  const ActivityId bounded = start(100.0, {{shared}}, BytesPerSecond(2.0));
  const ActivityId free = start(100.0, {{shared}});
  EXPECT_DOUBLE_EQ(rate(free), 8.0);
  fluid_.set_bound(Seconds(1), bounded, BytesPerSecond(6.0));
  EXPECT_DOUBLE_EQ(rate(bounded), 5.0);
  EXPECT_DOUBLE_EQ(fluid_.remaining(bounded, Seconds(2)).value(), 93.0);
}

// Rates are per byte of each activity, not per step: a job of two big activities takes 1 and 1 of
// a link of 3 beside a small one, which gets the third unit, however small its steps are.
TEST_F(FluidSystemTest, ASmallActivityIsNotHeldToTheStepsOfBigOnes) {
  const ResourceId shared = link(3.0);
  const ResourceId spare = link(1000.0);
  const ActivityId first = start(160.0, {{shared}, {spare, Ratio(2.0)}});
  const ActivityId second = start(160.0, {{shared}, {spare, Ratio(2.0)}});
  const ActivityId small = start(1.0, {{shared}});
  EXPECT_DOUBLE_EQ(rate(small), 1.0);
  EXPECT_DOUBLE_EQ(rate(first), 1.0);
  EXPECT_DOUBLE_EQ(rate(second), 1.0);
}

TEST_F(FluidSystemTest, AnAmountIsTakenForEachUnitOfWork) {
  const ResourceId shared = link(12.0);
  const ActivityId heavy = start(1.0, {{shared, Ratio(3.0)}});
  const ActivityId light = start(1.0, {{shared, Ratio(1.0)}});
  EXPECT_DOUBLE_EQ(rate(heavy), 3.0);
  EXPECT_DOUBLE_EQ(rate(light), 3.0);
}

TEST_F(FluidSystemTest, CapacitiesMayLieFifteenOrdersOfMagnitudeApart) {
  const ResourceId wide = link(1e15);
  const ResourceId narrow = link(1.0);
  const ActivityId held = start(1.0, {{wide}, {narrow}});
  const ActivityId free = start(1.0, {{wide}});
  EXPECT_DOUBLE_EQ(rate(held), 1.0);
  EXPECT_DOUBLE_EQ(rate(free), 1e15 - 1.0);
  EXPECT_EQ(fluid_.pop_completed(fluid_.next_date()), 1U);
  EXPECT_DOUBLE_EQ(fluid_.usage(wide).value(), 1.0);
}

TEST_F(FluidSystemTest, EqualEndsComeTogetherInTheOrderOfTheirStarts) {
  const ResourceId shared = link(7.0);
  for (int i = 0; i < 3; ++i) start(0.1, {{shared}});
  const Seconds end = fluid_.next_date();
  EXPECT_DOUBLE_EQ(end.value(), 0.3 / 7.0);
  for (std::uint32_t token = 0; token < 3; ++token) EXPECT_EQ(fluid_.pop_completed(end), token);
  EXPECT_FALSE(fluid_.pop_completed(end));
  EXPECT_EQ(fluid_.next_date(), kForever);
}

TEST_F(FluidSystemTest, AnActivityWithoutResourcesRunsAtItsBound) {
  start(10.0, {}, BytesPerSecond(4.0), 1.0);
  EXPECT_DOUBLE_EQ(fluid_.next_date().value(), 3.5);
}

TEST_F(FluidSystemTest, CancellingReturnsTheWorkLeftAndFreesTheCapacity) {
  const ResourceId shared = link(10.0);
  const ActivityId first = start(100.0, {{shared}});
  const ActivityId second = start(100.0, {{shared}});
  EXPECT_DOUBLE_EQ(fluid_.cancel(Seconds(4), first).value(), 80.0);
  EXPECT_DOUBLE_EQ(fluid_.next_date().value(), 12.0);
  EXPECT_DOUBLE_EQ(fluid_.remaining(second, Seconds(5)).value(), 70.0);
  EXPECT_EQ(fluid_.activities(), 1U);
  EXPECT_THROW(fluid_.cancel(Seconds(5), first), InternalError);
}

TEST_F(FluidSystemTest, ACapacityThatFallsAndRisesMovesTheEnd) {
  const ResourceId shared = link(10.0);
  start(100.0, {{shared}});
  fluid_.set_capacity(Seconds(5), shared, BytesPerSecond(1.0));
  EXPECT_DOUBLE_EQ(fluid_.next_date().value(), 55.0);
  fluid_.set_capacity(Seconds(15), shared, BytesPerSecond(40.0));
  EXPECT_DOUBLE_EQ(fluid_.next_date().value(), 16.0);
}

TEST_F(FluidSystemTest, ChangesOfOneInstantAreSolvedOnce) {
  const ResourceId shared = link(10.0);
  for (int i = 0; i < 100; ++i) start(1.0, {{shared}});
  EXPECT_DOUBLE_EQ(fluid_.next_date().value(), 10.0);
  EXPECT_EQ(fluid_.statistics().solves, 1U);
  EXPECT_EQ(fluid_.statistics().rates_changed, 100U);
}

TEST_F(FluidSystemTest, AMillionActivitiesOnOneLinkAreOneSolve) {
  constexpr std::uint32_t kMany = 1'000'000;
  const ResourceId shared = link(1e6);
  for (std::uint32_t i = 0; i < kMany; ++i) start(1.0 + i, {{shared}});
  for (std::uint32_t i = 0; i < 3; ++i) ASSERT_EQ(fluid_.pop_completed(fluid_.next_date()), i);
  EXPECT_EQ(fluid_.statistics().solves, 3U);
  EXPECT_NEAR(fluid_.next_date().value(), 4.0, 1e-5);
}

TEST_F(FluidSystemTest, RefusesWrongNumbers) {
  const ResourceId shared = link(1.0);
  for (const double wrong : {0.0, -1.0, kNaN}) {
    EXPECT_THROW(link(wrong), InternalError);
    EXPECT_THROW(fluid_.set_capacity(Seconds(0), shared, BytesPerSecond(wrong)), InternalError);
    EXPECT_THROW(start(wrong, {{shared}}), InternalError);
    EXPECT_THROW(start(1.0, {{shared}}, BytesPerSecond(wrong)), InternalError);
    EXPECT_THROW(start(1.0, {{shared, Ratio(wrong)}}), InternalError);
  }
  EXPECT_EQ(fluid_.activities(), 0U);
}

TEST_F(FluidSystemTest, RefusesWhatCouldNeverEndOrMeansNothing) {
  const ResourceId shared = link(1.0);
  EXPECT_THROW(start(1.0, {}), InternalError);
  EXPECT_THROW(start(1.0, {{shared}, {shared}}), InternalError);
  EXPECT_THROW(start(1.0, {{shared + 1}}), InternalError);
  const ActivityId alone = start(1.0, {}, BytesPerSecond(1.0), 5.0);
  EXPECT_THROW(fluid_.set_bound(Seconds(5), alone, kUnbounded), InternalError);
  EXPECT_THROW(start(1.0, {{shared}}, kUnbounded, 4.0), InternalError);
  EXPECT_THROW(static_cast<void>(fluid_.remaining(alone, Seconds(4))), InternalError);
}

}  // namespace
}  // namespace gpuscape
