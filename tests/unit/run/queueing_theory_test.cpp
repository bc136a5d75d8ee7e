/// Runs against queueing theory: M/M/c by Erlang's C formula, M/D/1 by Pollaczek and Khinchine.

#include <gtest/gtest.h>

#include <cmath>

#include "sim/workload/draw/generator.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

/// Mean wait in units of the mean service time.
double erlang_c_wait(int servers, double load) {
  const double offered = servers * load;
  double term = 1.0;
  double sum = 1.0;
  for (int k = 1; k < servers; ++k) sum += term *= offered / k;
  const double last = term * offered / servers / (1.0 - load);
  return last / (sum + last) / (servers * (1.0 - load));
}

double simulated_wait(int servers, double load, const std::string& distribution) {
  GenerateSpec spec;
  spec.jobs = 200'000;
  spec.load = load;
  spec.gpus = {{1, 1.0}};
  spec.run_time.kind = distribution;
  spec.run_time.first = 1.0;
  RunState state(Platform({test::pool(servers)}), test::make_policies({}),
                 make_generator(spec, servers, {7, 0, "theory", 0}));
  run_natively(state.simulation(), kForever, {});
  const RunResult result = state.take_result({});
  double sum = 0.0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) sum += result.jobs.wait(i).value();
  return sum / static_cast<double>(result.jobs.size());
}

// One fixed seed; one server more or less, or 5 % more load, lies far outside each tolerance.
TEST(QueueingTheory, MMcWaitsAsErlangSays) {
  EXPECT_NEAR(simulated_wait(1, 0.5, "exponential") / erlang_c_wait(1, 0.5), 1.0, 0.04);
  EXPECT_NEAR(simulated_wait(8, 0.6, "exponential") / erlang_c_wait(8, 0.6), 1.0, 0.05);
  EXPECT_NEAR(simulated_wait(8, 0.9, "exponential") / erlang_c_wait(8, 0.9), 1.0, 0.08);
  EXPECT_NEAR(simulated_wait(64, 0.9, "exponential") / erlang_c_wait(64, 0.9), 1.0, 0.12);
}

TEST(QueueingTheory, MD1WaitsHalfAsLongAsMM1) {
  EXPECT_NEAR(simulated_wait(1, 0.7, "constant") / (0.7 / (2.0 * 0.3)), 1.0, 0.05);
}

TEST(QueueingTheory, ErlangsFormulaGivesTheTextbookValue) {
  EXPECT_NEAR(erlang_c_wait(1, 0.5), 1.0, 1e-12);        // M/M/1: load / (1 − load)
  EXPECT_NEAR(erlang_c_wait(2, 0.5), 1.0 / 3.0, 1e-12);  // C(2, 1) = 1/3, divided by 2 · (1 − 0.5)
}

}  // namespace
}  // namespace gpuscape
