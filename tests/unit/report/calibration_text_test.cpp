#include "sim/report/measured/calibration_text.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A law whose worst size is off by that share.
std::string table_of(double largest_residual) {
  Profile profile;
  profile.laws.resize(1);
  PathLaw& law = profile.laws.front();
  law.key = {.family = "tcp", .operation = "latency", .path = "a>b"};
  law.regimes.resize(1);
  law.regimes[0].rate.value = BytesPerSecond(1e9);
  law.most = Bytes(1e6);
  law.grounds.largest_residual = largest_residual;
  return calibration_text(profile);
}

TEST(CalibrationText, CallsALawDoubtfulWhereASizeIsOffByMoreThanItself) {
  EXPECT_THAT(table_of(0.99), HasSubstr("fitted"));
  EXPECT_THAT(table_of(0.99), Not(HasSubstr("DOUBTFUL")));
  EXPECT_THAT(table_of(1.01), HasSubstr("DOUBTFUL"));
}

}  // namespace
}  // namespace gpuscape
