/// NCCL over EFA: which protocols, and what small all-reduces take, against nccl-tests on two nodes
/// of eight GPUs each.

#include <gmock/gmock.h>

#include "tests/support/collective_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kNetwork =
    R"("compute": {"type": "single-switch", "link": "12.5 GB/s", "latency": "0.5 us"})";

test::CollectiveText small(const char* host, const char* more = "") {
  return {.node = host,
          .count = 2,
          .networks = kNetwork,
          .collective =
              fmt::format(R"("operation": "all-reduce", "among": ["n"], "bytes": "8 B"{})", more)};
}

CollectiveRow row_of(const char* host, const char* more = "") {
  return test::collective_rows(small(host, more)).at(0);
}

TEST(Efa, OfP4dIsCrossedWithSimpleAlone) {
  EXPECT_EQ(row_of("aws-p4d-host").protocol, "Simple");
  EXPECT_THAT(test::collective_faults(small("aws-p4d-host", R"(, "protocol": "LL")")),
              ElementsAre(HasSubstr("LL needs bytes that arrive as they were written")));
  EXPECT_THAT(test::collective_faults(small("aws-p4d-host", R"(, "protocol": "Simple")")),
              IsEmpty());
}

TEST(Efa, FromP5OnIsCrossedWithFlagsAmongTheBytes) {
  for (const char* host : {"aws-p5-host", "aws-p5en-host", "aws-p6-b200-host"}) {
    EXPECT_EQ(row_of(host).protocol, "LL") << host;
    EXPECT_THAT(test::collective_faults(small(host, R"(, "protocol": "LL128")")), IsEmpty());
  }
}

// bottlerocket-core-kit pull request 141: 72.4 us; aws-k8s-tester 585: 68.4 to 70.9 us. Fitted.
TEST(Efa, TakesAsLongAsMeasuredBetweenTwoP5) {
  EXPECT_NEAR(row_of("aws-p5-host").duration().value(), 70.5e-6, 3e-6);
}

// dstack pull request 3865: 176 to 182 us. Nothing was fitted on it.
TEST(Efa, TakesAsLongAsMeasuredBetweenTwoP4d) {
  EXPECT_NEAR(row_of("aws-p4d-host").duration().value(), 178e-6, 18e-6);
}

// dstack pull request 3961: 50.6 to 57.1 us. Nothing was fitted on it.
TEST(Efa, TakesAsLongAsMeasuredBetweenTwoP6) {
  EXPECT_NEAR(row_of("aws-p6-b200-host").duration().value(), 55e-6, 5.5e-6);
}

TEST(Efa, OfLaterHostsIsQuicker) {
  EXPECT_GT(row_of("aws-p5-host").duration(), row_of("aws-p5en-host").duration());
}

}  // namespace
}  // namespace gpuscape
