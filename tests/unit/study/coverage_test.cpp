// Do the intervals hold the truth as often as they claim? Measured on logs of a queue whose waits
// are known.

#include <gtest/gtest.h>

#include "sim/study/dated_values.hpp"
#include "tests/support/mmc_log.hpp"

namespace gpuscape {
namespace {

struct Sample {
  DatedValues waits;
  RatioBootstrap bootstrap;
};

Sample sample_of(const MmcLog& log) {
  const DayGrid grid(Seconds(0.0), Seconds(log.submit.back()), Seconds(log.submit.back()));
  DatedValues waits{log.wait, {}};
  for (const double date : log.submit)
    waits.day.push_back(static_cast<std::uint32_t>(grid.day_of(date)));
  return {std::move(waits), RatioBootstrap(grid, 0.95, 1)};
}

/// The share of logs of 60 days whose interval holds `truth`.
template <class IntervalOf>
double coverage(int logs, double truth, IntervalOf interval_of) {
  int held = 0;
  for (int log = 0; log < logs; ++log) {
    const Sample sample = sample_of(mmc_log(MmcQueue{}, 60.0, static_cast<std::uint64_t>(log)));
    const std::optional<Interval> interval = interval_of(sample);
    if (interval && interval->low <= truth && truth <= interval->high) ++held;
  }
  return static_cast<double>(held) / logs;
}

TEST(BootstrapCoverage, OfTheMeanWaitOfMm8LogsIsNearNominal) {
  const double held = coverage(1000, mean_wait(MmcQueue{}), [](const Sample& sample) {
    return sample.bootstrap.interval(sample.waits.cells(sample.bootstrap.grid().days()));
  });
  EXPECT_GE(held, 0.92);
  EXPECT_LE(held, 0.97);
}

TEST(BootstrapCoverage, OfTheP95WaitOfMm8LogsIsNearNominal) {
  const double held = coverage(250, wait_quantile(MmcQueue{}, 0.95), [](const Sample& sample) {
    const SortedByDay sorted(sample.waits, sample.bootstrap.grid().days());
    return quantile_interval(sorted, 0.95, sample.bootstrap);
  });
  EXPECT_GE(held, 0.90);
  EXPECT_LE(held, 0.99);
}

/// The same jobs on eight servers and on nine: equal seeds draw equal arrivals and services.
constexpr MmcQueue kEight{8, 0.6};
constexpr MmcQueue kNine{9, 0.6 * 8.0 / 9.0};

template <class IntervalOf>
double paired_coverage(int logs, double truth, IntervalOf interval_of) {
  int held = 0;
  for (int log = 0; log < logs; ++log) {
    const auto seed = static_cast<std::uint64_t>(log);
    const Sample eight = sample_of(mmc_log(kEight, 60.0, seed));
    const Sample nine = sample_of(mmc_log(kNine, 60.0, seed));
    const std::optional<Interval> interval = interval_of(eight, nine);
    if (interval && interval->low <= truth && truth <= interval->high) ++held;
  }
  return static_cast<double>(held) / logs;
}

TEST(PairedCoverage, OfTheDifferenceOfMeanWaitsIsNearNominal) {
  const double truth = mean_wait(kNine) - mean_wait(kEight);
  const double held = paired_coverage(1000, truth, [](const Sample& eight, const Sample& nine) {
    const std::size_t days = eight.bootstrap.grid().days();
    return eight.bootstrap.difference_interval(nine.waits.cells(days), eight.waits.cells(days));
  });
  EXPECT_GE(held, 0.92);
  EXPECT_LE(held, 0.97);
}

TEST(PairedCoverage, OfTheDifferenceOfP95WaitsIsNearNominal) {
  const double truth = wait_quantile(kNine, 0.95) - wait_quantile(kEight, 0.95);
  const double held = paired_coverage(250, truth, [](const Sample& eight, const Sample& nine) {
    const std::size_t days = eight.bootstrap.grid().days();
    return quantile_difference_interval(SortedByDay(nine.waits, days),
                                        SortedByDay(eight.waits, days), 0.95, eight.bootstrap);
  });
  EXPECT_GE(held, 0.90);
  EXPECT_LE(held, 0.99);
}

TEST(BootstrapCoverage, RestsOnErlangsFormula) {
  // M/M/1 at load 0.5: C = 0.5, mean wait = one service.
  EXPECT_NEAR(erlang_c({1, 0.5}), 0.5, 1e-12);
  EXPECT_NEAR(mean_wait({1, 0.5}), 3600.0, 1e-9);
}

}  // namespace
}  // namespace gpuscape
