/// After every event of long random histories, all rates equal those of the textbook.

#include <gtest/gtest.h>

#include "tests/unit/fluid/random_history.hpp"

namespace gpuscape {
namespace {

using test::HistoryPlan;
using test::RandomHistory;
using test::Shape;

class FluidOracle : public testing::TestWithParam<HistoryPlan> {};

TEST_P(FluidOracle, RatesEqualTheTextbooksAfterEveryEvent) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    RandomHistory history(GetParam(), seed);
    for (int event = 0; event < GetParam().events; ++event) {
      history.step();
      ASSERT_LT(history.worst_error(), 1e-9) << "seed " << seed << ", event " << event;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Small, FluidOracle,
    testing::Values(HistoryPlan{"Star", Shape::star, 8, 20, 3000},
                    HistoryPlan{"CrowdedStar", Shape::star, 6, 150, 1500},
                    HistoryPlan{"UnequalStar", Shape::star, 8, 20, 3000, 6.0},
                    HistoryPlan{"BoundedStar", Shape::star, 8, 20, 3000, 1.0, 0.0, true},
                    HistoryPlan{"Tree", Shape::tree, 15, 25, 2000},
                    HistoryPlan{"UnequalTree", Shape::tree, 15, 25, 2000, 3.0, 2.0, true},
                    HistoryPlan{"Ring", Shape::ring, 10, 20, 3000},
                    HistoryPlan{"UnequalRing", Shape::ring, 10, 30, 3000, 2.0, 1.0, true},
                    HistoryPlan{"Dense", Shape::dense, 8, 20, 3000},
                    HistoryPlan{"UnequalDense", Shape::dense, 8, 25, 3000, 4.0, 2.0, true},
                    HistoryPlan{"Sparse", Shape::sparse, 30, 30, 3000, 1.0, 0.0, true},
                    HistoryPlan{"FarApart", Shape::sparse, 12, 16, 3000, 15.0}),
    [](const auto& plan) { return plan.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Large, FluidOracle,
    testing::Values(HistoryPlan{"Star", Shape::star, 200, 400, 700},
                    HistoryPlan{"Tree", Shape::tree, 300, 250, 500, 1.0},
                    HistoryPlan{"Ring", Shape::ring, 500, 400, 700, 1.0},
                    HistoryPlan{"Dense", Shape::dense, 60, 250, 500, 1.0, 1.0, true},
                    HistoryPlan{"Sparse", Shape::sparse, 1500, 400, 700, 2.0, 0.0, true}),
    [](const auto& plan) { return plan.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Thousands, FluidOracle,
    testing::Values(HistoryPlan{"Star", Shape::star, 1000, 4000, 8, 0.0, 0.0, false, true},
                    HistoryPlan{"UnequalStar", Shape::star, 500, 3000, 6, 2.0, 1.0, true, true},
                    HistoryPlan{"Tree", Shape::tree, 1000, 2000, 15, 0.0, 0.0, false, true},
                    HistoryPlan{"Sparse", Shape::sparse, 4000, 2000, 5, 1.0, 0.0, false, true}),
    [](const auto& plan) { return plan.param.name; });

}  // namespace
}  // namespace gpuscape
