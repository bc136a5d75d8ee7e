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

TEST(AssumptionText, PassesOnWhatWasStatedElsewhere) {
  EXPECT_EQ(assumption_text(Assumption::stated("no column of GPUs")), "no column of GPUs");
}

}  // namespace
}  // namespace gpuscape
