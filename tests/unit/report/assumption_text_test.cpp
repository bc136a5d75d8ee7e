#include "sim/report/run/assumption_text.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

using Kind = Assumption::Kind;

TEST(AssumptionText, SaysWhatBackfillWasToldOfOneJobAndOfSeveral) {
  EXPECT_EQ(assumption_text({.kind = Kind::backfill_is_told, .jobs = 1}),
            "1 job without time limit: backfill uses its true run time");
  EXPECT_EQ(assumption_text({.kind = Kind::backfill_is_told_alone, .jobs = 2}),
            "2 jobs without time limit: backfill uses their uncontended run time");
}

TEST(AssumptionText, WritesCountsAsTheRestOfTheReportDoes) {
  const auto text = [](Kind kind) { return assumption_text({.kind = kind, .jobs = 13'507}); };
  EXPECT_EQ(text(Kind::backfill_is_told),
            "13 507 jobs without time limit: backfill uses their true run time");
  EXPECT_EQ(text(Kind::pool_ignores_demands),
            "13 507 jobs on a pool: cores and memory that they ask for do not count");
  EXPECT_EQ(text(Kind::shorter_than_a_step), "13 507 jobs shorter than one training step");
}

TEST(AssumptionText, PassesOnWhatWasStatedElsewhere) {
  EXPECT_EQ(assumption_text(Assumption::stated("no column of GPUs")), "no column of GPUs");
}

}  // namespace
}  // namespace gpuscape
