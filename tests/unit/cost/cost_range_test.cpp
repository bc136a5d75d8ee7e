/// How far the ranges of all inputs together move a total.

#include <gtest/gtest.h>

#include <cmath>

#include "sim/cost/cost_range.hpp"
#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using testing::cost_model;
using testing::pool_of;
using testing::used;

/// A node of 100 (80 to 140) USD that is sold for a share of 0.1 (0.0 to 0.3).
CostModel uncertain(std::uint64_t seed = 1) {
  NodePool pool = pool_of(1, "100 USD");
  pool.facts.price->input.low = 80.0;
  pool.facts.price->input.high = 140.0;
  testing::CostDesign design{
      {{pool}, {}}, {{"buy", "nodes", R"({"residual": {"value": 0.1, "low": 0, "high": 0.3}})"}}};
  design.spec.seed = seed;
  return cost_model(std::move(design));
}

CostRange range_of(const CostModel& model) { return cost_range(model, used(model, 1.0)); }

TEST(CostRange, HasAllInputsAtTheirCheaperOrDearerEnds) {
  const CostRange range = range_of(uncertain());
  EXPECT_NEAR(range.low, 80.0 * (1.0 - 0.3), 1e-9);
  EXPECT_NEAR(range.high, 140.0, 1e-9);
}

// One price alone, from 80 by 100 to 140: below 100 lies a third of the triangle, and a twentieth
// below 80 + √(0.05 · 60 · 20), 0.95 below 140 − √(0.05 · 60 · 40). The median is
// 140 − √(0.5 · 60 · 40).
TEST(CostRange, OfOneInputIsItsTriangle) {
  NodePool pool = pool_of(1, "100 USD");
  pool.facts.price->input.low = 80.0;
  pool.facts.price->input.high = 140.0;
  const CostRange range = range_of(cost_model({{{pool}, {}}, {{"buy", "nodes"}}}));
  EXPECT_NEAR(range.drawn_low, 80.0 + std::sqrt(60.0), 0.06);
  EXPECT_NEAR(range.drawn_middle, 140.0 - std::sqrt(1200.0), 0.06);
  EXPECT_NEAR(range.drawn_high, 140.0 - std::sqrt(120.0), 0.06);
}

TEST(CostRange, IsDrawnWithinTheEndsByTheSeedAlone) {
  const CostRange range = range_of(uncertain());
  EXPECT_LT(range.low, range.drawn_low);
  EXPECT_LT(range.drawn_low, range.drawn_middle);
  EXPECT_LT(range.drawn_middle, range.drawn_high);
  EXPECT_LT(range.drawn_high, range.high);
  EXPECT_EQ(range.drawn_low, range_of(uncertain()).drawn_low);
  EXPECT_NE(range.drawn_low, range_of(uncertain(2)).drawn_low);
}

TEST(CostRange, OfWhatIsCertainIsOneValue) {
  const CostRange range = range_of(cost_model({{{pool_of(1, "7 USD")}, {}}, {{"buy", "nodes"}}}));
  EXPECT_TRUE(range.is_one());
  EXPECT_EQ(range.drawn_middle, 7.0);
}

}  // namespace
}  // namespace gpuscape
