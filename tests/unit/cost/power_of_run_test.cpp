/// Power over time and the energy of jobs, by hand: a DGX A100 draws 1.5 to 6.5 kW, and GPUs in use
/// bring it 0.77 of the way.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/base/error.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::HasSubstr;

constexpr double kIdle = 1.5;                 // kW, of a node
constexpr double kHeld = 0.77 * (6.5 - 1.5);  // kW on top

/// One job of half an hour on `gpus` GPUs after the other for two hours; two nodes with GPUs, two
/// without.
std::string scenario(int gpus, const std::string& node = "", const std::string& cost = R"("cost":
    {"horizon": "4 y", "prices_as_of": "2026-10", "pools": {"cpu": {"price": "5000 USD",
     "power_idle": "50 W", "power_max": "200 W"}},
     "items": {"power": {"type": "energy", "price": "0.15 USD/kWh", "pue": 1.4}}},)") {
  return R"({"format": 1, "cluster": {"nodes": {"n": {"type": "dgx-a100-80gb", "count": 2)" + node +
         R"(}, "cpu": {"type": "custom", "count": 2, "gpus": 0, "cores": 64}}}, )" + cost +
         R"("workload": {"streams": {"s": {"closed": {"jobs": 1, "duration": "2 h", "run_time":
            {"distribution": "constant", "value": "30 min"}, "gpus": {")" +
         std::to_string(gpus) + R"(": 1}}}}}, "run": {"replications": 1}})";
}

RunResult run_of(const std::string& text) { return test::study(test::checked(text)).first; }

TEST(PowerOfRun, IsIdlePowerAndWhatHeldGpusAdd) {
  const RunResult run = run_of(scenario(8));
  EXPECT_THAT(run.timeline["power_kw n"], Each(DoubleNear(2 * kIdle + kHeld, 1e-9)));
  EXPECT_THAT(run.timeline["power_kw cpu"], Each(DoubleNear(0.1, 1e-9)));
  EXPECT_THAT(run.timeline["power_kw"], Each(DoubleNear(2 * kIdle + kHeld + 0.1, 1e-9)));
  EXPECT_THAT(run.timeline["hall_power_kw"],
              Each(DoubleNear(1.4 * (2 * kIdle + kHeld + 0.1), 1e-9)));
}

TEST(PowerOfRun, AJobHasTheEnergyOfTheGpusThatItHolds) {
  EXPECT_THAT(run_of(scenario(8)).energy_kwh, Each(DoubleNear(0.5 * (kIdle + kHeld), 1e-9)));
  EXPECT_THAT(run_of(scenario(2)).energy_kwh, Each(DoubleNear(0.125 * (kIdle + kHeld), 1e-9)));
}

/// The timeline's energy is that of idle nodes and of what jobs add.
TEST(PowerOfRun, OverTimeIsTheEnergyOfTheJobsAndOfIdleNodes) {
  const RunResult run = run_of(scenario(2));
  double jobs = 0.0;
  for (const double energy : run.energy_kwh) jobs += energy * kHeld / (kIdle + kHeld);
  double all = 0.0;
  const double hours = run.end.value() / 3600.0;
  const std::vector<double>& power = run.timeline["power_kw n"];
  const double interval = run.timeline.interval.value() / 3600.0;
  for (std::size_t i = 0; i < power.size(); ++i)
    all += power[i] * std::min(interval, hours - interval * static_cast<double>(i));
  EXPECT_NEAR(all, 2 * kIdle * hours + jobs, 1e-9 * all);
}

/// At 0.77 of the way from 60 W to 400 W a GPU draws 321.8 W; a limit of 250 W takes 71.8 W.
TEST(PowerOfRun, AGpuDrawsNoMoreThanItsLimit) {
  const RunResult run = run_of(scenario(8, R"(, "gpu": {"power_limit": "250 W"})"));
  EXPECT_THAT(run.timeline["power_kw n"], Each(DoubleNear(2 * kIdle + kHeld - 8 * 0.0718, 1e-9)));
}

TEST(PowerOfRun, ALimitAboveWhatIsDrawnTakesNothing) {
  const RunResult run = run_of(scenario(8, R"(, "gpu": {"power_limit": "330 W"})"));
  EXPECT_THAT(run.timeline["power_kw n"], Each(DoubleNear(2 * kIdle + kHeld, 1e-9)));
}

TEST(PowerOfRun, IsNotKnownWithoutACost) {
  const RunResult run = run_of(scenario(8, "", ""));
  EXPECT_TRUE(run.timeline["power_kw"].empty());
  EXPECT_TRUE(run.energy_kwh.empty());
}

/// CPU nodes without a power of their own: the sum is not known, that of the others is.
TEST(PowerOfRun, OfSomeMachinesIsNoSum) {
  const RunResult run =
      run_of(scenario(8, "", R"("cost": {"horizon": "4 y", "prices_as_of": "2026-10",
      "items": {"power": {"type": "energy", "price": "0.15 USD/kWh", "pue": 1.4}}},)"));
  EXPECT_TRUE(run.timeline["power_kw"].empty());
  EXPECT_TRUE(run.timeline["hall_power_kw"].empty());
  EXPECT_THAT(run.timeline["power_kw n"], Each(DoubleNear(2 * kIdle + kHeld, 1e-9)));
  EXPECT_THAT(run.energy_kwh, Each(DoubleNear(0.5 * (kIdle + kHeld), 1e-9)));
}

TEST(PowerLimits, AboveTheRatedPowerAreFaults) {
  const auto fault = [](const std::string& node) {
    try {
      (void)test::checked(scenario(8, node));
    } catch (const ScenarioError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(fault(R"(, "gpu": {"power_limit": "500 W"})"),
              HasSubstr("/cluster/nodes/n/gpu/power_limit: 500 W is above the 400 W"));
  EXPECT_EQ(fault(R"(, "gpu": {"power_limit": "500 W", "rated_power": "500 W"})"), "");
  EXPECT_EQ(fault(R"(, "gpu": {"power_limit": "400 W"})"), "");
}

}  // namespace
}  // namespace gpuscape
