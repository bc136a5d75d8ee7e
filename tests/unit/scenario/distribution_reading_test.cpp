#include <gmock/gmock.h>

#include <cmath>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using testing::generated;
using ::testing::HasSubstr;
using testing::loaded;
using ::testing::SizeIs;

std::string text_of(const std::string& distribution) {
  return generated(R"("jobs": 1, "load": 1)", R"({"1": 1})",
                   "{\"distribution\": " + distribution + "}");
}

DistributionSpec read(const std::string& distribution) {
  const auto scenario = loaded(text_of(distribution));
  EXPECT_THAT(faults(scenario), SizeIs(0));
  return scenario.spec.streams.at(0).generate->run_time;
}

TEST(DistributionSpec, ReadsEveryKindInSeconds) {
  EXPECT_EQ(read(R"("constant", "value": "1 min")").first, 60.0);
  EXPECT_EQ(read(R"("uniform", "low": "0 s", "high": "1 min")").second, 60.0);
  EXPECT_EQ(read(R"("exponential", "mean": "2 h")").first, 7200.0);
  EXPECT_EQ(read(R"("weibull", "scale": "1 h", "shape": 0.5)").second, 0.5);
  EXPECT_EQ(read(R"("lognormal", "median": "1 h", "sigma": 2)").second, 2.0);
}

TEST(DistributionSpec, FindsSigmaFromMeanAndMedian) {
  const DistributionSpec spec = read(R"("lognormal", "median": "20 min", "mean": "4 h")");
  EXPECT_EQ(spec.first, 1200.0);
  // The mean of a lognormal distribution is median · exp(σ²/2).
  EXPECT_NEAR(1200.0 * std::exp(spec.second * spec.second / 2.0), 14400.0, 1e-6);
}

TEST(DistributionSpec, CapsAtTheLargestValueGiven) {
  EXPECT_EQ(read(R"("exponential", "mean": "2 h", "at_most": "1 d")").most, 86400.0);
  EXPECT_GT(read(R"("exponential", "mean": "2 h")").most, 1e300);
}

TEST(DistributionSpec, NeedsAMeanAboveTheMedian) {
  EXPECT_THAT(faults(text_of(R"("lognormal", "median": "1 h", "mean": "1 h")")),
              ElementsAre(HasSubstr(
                  "the mean of a lognormal distribution must be greater than its median")));
  EXPECT_THAT(faults(text_of(R"("lognormal", "median": "1 h", "mean": "61 min")")), SizeIs(0));
}

TEST(DistributionSpec, HasAMeanThatDoesNotOverflow) {
  EXPECT_THAT(faults(text_of(R"("lognormal", "median": "1 h", "sigma": 100)")),
              ElementsAre(HasSubstr("/run_time/sigma: 100 is too large: at most 10")));
  EXPECT_THAT(faults(text_of(R"("lognormal", "median": "1e-25 s", "mean": "1 h")")),
              ElementsAre(HasSubstr("at most 5e+21 times above its median")));
}

TEST(DistributionSpec, NeedsEitherMeanOrSigma) {
  EXPECT_THAT(faults(text_of(R"("lognormal", "median": "1 h")")),
              ElementsAre(HasSubstr("either \"mean\" or \"sigma\"")));
  EXPECT_THAT(faults(text_of(R"("lognormal", "median": "1 h", "mean": "2 h", "sigma": 1)")),
              SizeIs(1));
}

TEST(DistributionSpec, NeedsBoundsInOrder) {
  EXPECT_THAT(faults(text_of(R"("uniform", "low": "2 h", "high": "1 h")")),
              ElementsAre(HasSubstr("less than \"low\"")));
  EXPECT_THAT(faults(text_of(R"("uniform", "low": "1 h", "high": "1 h")")), SizeIs(0));
}

TEST(DistributionSpec, RefusesAnUnknownKindOnce) {
  EXPECT_THAT(faults(text_of(R"("lognormall", "median": "1 h", "mean": "2 h")")),
              ElementsAre(HasSubstr("unknown distribution \"lognormall\"")));
}

TEST(DistributionSpec, RefusesTheParametersOfAnotherKind) {
  EXPECT_THAT(faults(text_of(R"("constant", "value": "1 h", "shape": 2)")),
              ElementsAre(HasSubstr("unknown key \"shape\"")));
}

TEST(DistributionSpec, NeedsQuantitiesForTimes) {
  EXPECT_THAT(faults(text_of(R"("constant", "value": 3600)")),
              ElementsAre(HasSubstr("found an integer 3600")));
  EXPECT_THAT(faults(text_of(R"("constant", "value": "0 s")")),
              ElementsAre(HasSubstr("must be more than 0 s")));
}

}  // namespace
}  // namespace gpuscape
