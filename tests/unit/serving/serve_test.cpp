/// Requests to servers: by hand, and against the formulas of queues.

#include "sim/run/serving/serve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gpuscape {
namespace {

constexpr double kHour = 3600.0;

ServingStretch server(std::uint32_t number, double begin, double end, double rate = 1.0) {
  return {number, Seconds(begin), Seconds(end), rate};
}

ServesSpec spec(double per_hour, double work) {
  ServesSpec of;
  of.per_hour = per_hour;
  of.work = Seconds(work);
  of.within = Seconds(1.0);
  return of;
}

ServingResult served(const ServesSpec& of, std::vector<ServingStretch> stretches,
                     double last = 100.0 * kHour) {
  return serve(of, std::move(stretches), {Seconds(0.0), Seconds(last)},
               RandomStreams(7, 0, "requests of test"));
}

double mean(const ServingResult& of) {
  return (of.latency_sum / static_cast<double>(of.served)).value();
}

// M/D/1 (Pollaczek and Khinchine): waits rho / 2 (1 - rho) of a service.
TEST(Serve, OneServerOfEqualRequestsWaitsAsPollaczekAndKhinchineSay) {
  for (const double rho : {0.3, 0.6, 0.8}) {
    const ServingResult of = served(spec(rho * 10.0 * kHour, 0.1), {server(0, 0, 200 * kHour)});
    EXPECT_EQ(of.served, of.requests);
    EXPECT_NEAR(static_cast<double>(of.requests), rho * 1000.0 * kHour, 6e3);
    EXPECT_NEAR(mean(of), 0.1 * (1.0 + rho / 2.0 / (1.0 - rho)), 0.01 * mean(of)) << rho;
  }
}

/// The share of requests that wait, of c servers with the load of a.
double erlang_c(int c, double a) {
  double sum = 0.0;
  double term = 1.0;
  for (int k = 0; k < c; ++k) {
    sum += term;
    term *= a / (k + 1);
  }
  const double all_busy = term * c / (c - a);
  return all_busy / (sum + all_busy);
}

// M/M/c: latency is exponential with the rate of a server, after a wait that is 0 with 1 - C.
TEST(Serve, SeveralServersOfVariedRequestsWaitAsErlangSays) {
  ServesSpec of = spec(3.2 * 10.0 * kHour, 0.1);
  of.varied = true;
  const ServingResult result = served(of, {server(0, 0, 200 * kHour), server(1, 0, 200 * kHour),
                                           server(2, 0, 200 * kHour), server(3, 0, 200 * kHour)});
  const double expected = 0.1 + erlang_c(4, 3.2) * 0.1 / (4.0 - 3.2);
  EXPECT_NEAR(mean(result), expected, 0.02 * expected);
  EXPECT_GT(result.latencies.quantile(0.99).value(), result.latencies.quantile(0.5).value());
}

// The latency of M/M/1 is exponential: its quantiles are known.
TEST(Serve, QuantilesAreThoseOfTheExponentialDistribution) {
  ServesSpec of = spec(5.0 * kHour, 0.1);
  of.varied = true;
  const ServingResult result = served(of, {server(0, 0, 200 * kHour)});
  for (const double q : {0.5, 0.95, 0.99})
    EXPECT_NEAR(result.latencies.quantile(q).value(), -std::log(1.0 - q) * 0.2, 0.006) << q;
}

// Where requests are few, latency is a + b / part: a quarter of the GPU, then all of it.
TEST(Serve, LatencyIsFixedTimeAndWorkOverThePart) {
  ServesSpec of = spec(1.0, 4.0);
  of.fixed = Seconds(1.0);
  const ServingResult quarter = served(of, {server(0, 0, 1000 * kHour, 0.25)});
  EXPECT_NEAR(quarter.latencies.quantile(0.5).value(), 17.0, 0.017);
  const ServingResult whole = served(of, {server(0, 0, 1000 * kHour)});
  EXPECT_NEAR(whole.latencies.quantile(0.5).value(), 5.0, 0.005);
}

// A stretch at a tenth of the GPU comes in the middle of a batch that takes 10 s of work: 5 s are
// done, 20 s at a tenth do 2 more, and 3 are left.
TEST(Serve, ARateThatChangesInTheMiddleIsFollowed) {
  ServesSpec of = spec(3600.0, 10.0);
  of.batch = 1000;
  std::vector<ServingStretch> stretches{server(0, 0, 5, 1.0), server(0, 5, 25, 0.1),
                                        server(0, 25, 1000, 1.0)};
  of.by_hour.assign(24, 0.0);
  of.by_hour[0] = 1.0;
  of.per_hour = 3600.0 * 1e3;  // the first one comes at once
  const ServingResult result =
      serve(of, stretches, {Seconds(0.0), Seconds(0.003)}, RandomStreams(3, 0, "requests of test"));
  ASSERT_GE(result.requests, 1);
  EXPECT_NEAR(result.latencies.quantile(1e-9).value(), 28.0, 0.05);
}

// Whoever a server leaves in the middle comes first again at the next.
TEST(Serve, AStopGivesRequestsToTheNextServer) {
  ServesSpec of = spec(1e-6, 100.0);
  of.per_hour = 3.6e6;
  const ServingResult result =
      serve(of, {server(0, 0, 50), server(1, 60, 500)}, {Seconds(0.0), Seconds(0.0011)},
            RandomStreams(5, 0, "requests of test"));
  ASSERT_GE(result.requests, 1);
  EXPECT_EQ(result.retried, 1);
  EXPECT_NEAR(result.latencies.quantile(1e-9).value(), 160.0, 0.3);
}

TEST(Serve, WhoWaitsTooLongGivesUp) {
  ServesSpec of = spec(10.0 * kHour, 0.2);  // twice as many as it can answer
  of.give_up = Seconds(2.0);
  const ServingResult result = served(of, {server(0, 0, 100 * kHour)}, 10 * kHour);
  EXPECT_EQ(result.served + result.gave_up, result.requests);
  EXPECT_NEAR(static_cast<double>(result.served) / static_cast<double>(result.requests), 0.5, 0.01);
  EXPECT_LE(result.latencies.quantile(1.0).value(), 2.2 + 0.01);
}

// Each takes a second; hardly one comes while another is worked on.
TEST(Serve, InTimeIsWhoeverIsAnsweredWithinThat) {
  ServesSpec of = spec(1.0, 1.0);
  of.within = Seconds(0.999);
  EXPECT_EQ(served(of, {server(0, 0, 2000 * kHour)}, 1000 * kHour).in_time, 0);
  of.within = Seconds(1.001);
  const ServingResult result = served(of, {server(0, 0, 2000 * kHour)}, 1000 * kHour);
  EXPECT_GE(result.in_time, result.served - 5);
  EXPECT_GT(result.served, 900);
}

TEST(Serve, NobodyAnswersWhereNoServerIs) {
  const ServingResult result = served(spec(kHour, 0.1), {}, kHour);
  EXPECT_NEAR(static_cast<double>(result.requests), 3600.0, 250.0);
  EXPECT_EQ(result.served, 0);
}

// By day only.
TEST(Serve, HoursOfTheDayHaveTheirRates) {
  ServesSpec of = spec(3600.0, 0.01);
  of.by_hour.assign(24, 0.0);
  of.by_hour[9] = 2.0;
  const ServingResult result = served(of, {server(0, 0, 1000 * kHour)}, 48 * kHour);
  EXPECT_NEAR(static_cast<double>(result.requests), 2 * 7200.0, 500.0);
}

// A server that a log found running had its first request before the run: at 23:00 of the day
// before.
TEST(Serve, HoursBeforeTheRunAreThoseOfTheDayBefore) {
  ServesSpec of = spec(3600.0, 0.01);
  of.by_hour.assign(24, 0.0);
  of.by_hour[23] = 1.0;
  const ServingResult result =
      serve(of, {server(0, -2 * kHour, kHour)}, {Seconds(-2 * kHour), Seconds(kHour)},
            RandomStreams(7, 0, "requests of test"));
  EXPECT_NEAR(static_cast<double>(result.requests), 3600.0, 250.0);
}

// GoogLeNet INT8 on a P40 (images/s by batch): t0 and t1 from batches of 1 and 128, the others are
// the test. Source: Dell, "Deep Learning Inference on P40 GPUs" (2017).
TEST(Serve, BatchesOfAP40AreAnsweredAsWasMeasured) {
  ServesSpec of = spec(1e9, 0.0);
  const double first = 1.0 / 594.0;
  const double last = 128.0 / 6410.0;
  of.work = Seconds((last - first) / 127.0);
  of.fixed = Seconds(first) - of.work;
  for (const auto& [batch, measured] : std::vector<std::pair<int, double>>{
           {32, 5417}, {64, 6059}, {256, 6630}, {512, 6763}, {1024, 6822}, {2048, 6842}}) {
    of.batch = batch;
    const ServingResult result = served(of, {server(0, 0, 10)}, 10.0);  // far too many requests
    EXPECT_NEAR(static_cast<double>(result.served) / 10.0, measured, 0.05 * measured) << batch;
  }
}

}  // namespace
}  // namespace gpuscape
