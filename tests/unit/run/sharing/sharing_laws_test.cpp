/// What runs share GPUs by agrees with the laws that are held against measurements, wherever both
/// say something.

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "sim/sharing/compute_caps.hpp"
#include "sim/sharing/mps_law.hpp"
#include "sim/sharing/neighbours.hpp"
#include "sim/sharing/vgpu_share.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

std::vector<double> shares(const std::string& type, const std::string& parameters,
                           const std::vector<GpuTenant>& tenants) {
  return test::make_model(test::builtin_models().gpu_sharings, type, parameters)
      ->shares_of(tenants);
}

// A tenant that has no work still counts where machines that run do.
TEST(SharingLaws, VirtualGpusHaveTheirTurns) {
  const std::vector<std::pair<std::string, VgpuScheduler>> all{
      {"best-effort", VgpuScheduler::best_effort},
      {"equal-share", VgpuScheduler::equal_share},
      {"fixed-share", VgpuScheduler::fixed_share}};
  for (const auto& [turns, scheduler] : all)
    for (std::uint32_t running = 1; running <= 8; ++running)
      for (std::uint32_t busy = 1; busy <= running; ++busy) {
        std::vector<GpuTenant> tenants(running, {.part = 0.125, .use = 0.0, .most = 8});
        for (std::uint32_t i = 0; i < busy; ++i) tenants[i].use = 1.0;
        EXPECT_DOUBLE_EQ(
            shares("vgpu", R"({"turns": ")" + turns + R"("})", tenants).front(),
            vgpu_share(scheduler, {.busy = busy, .running = running, .most = 8}).value())
            << turns << " " << busy << " of " << running;
      }
}

TEST(SharingLaws, TimeSlicesLoseTheirSwitches) {
  for (std::uint32_t busy = 1; busy <= 8; ++busy)
    EXPECT_DOUBLE_EQ(shares("time-slices", R"({"slice": "2 ms", "switch": "0.2 ms"})",
                            std::vector<GpuTenant>(busy, {.part = 0.125}))
                         .front(),
                     time_slice_share(busy, Seconds(2e-3), Seconds(2e-4)).value())
        << busy;
}

TEST(SharingLaws, CapsUnderMpsAreCeilings) {
  const std::vector<std::vector<double>> cases{{0.3}, {0.5, 0.5}, {0.2, 0.3, 0.1}, {0.7, 0.3}};
  for (const std::vector<double>& caps : cases) {
    std::vector<GpuTenant> tenants;
    std::vector<Ratio> ratios;
    for (const double cap : caps) {
      tenants.push_back({.part = cap});
      ratios.emplace_back(cap);
    }
    const std::vector<double> had = shares("mps", R"({"interference": 0})", tenants);
    const std::vector<Ratio> due = capped_shares(ratios);
    for (std::size_t i = 0; i < caps.size(); ++i) EXPECT_DOUBLE_EQ(had[i], due[i].value());
  }
}

// Who says no `gpu_use` uses its part: shares are parts at the paces of the law.
TEST(SharingLaws, NeighboursUnderMpsGoAsWhatTheyUseAloneSays) {
  const std::string solo = R"({"solo": [
      {"stream": "a", "multiprocessors": 0.4, "memory_bandwidth": 0.7, "l2": 0.3, "power": "150 W"},
      {"stream": "b", "multiprocessors": 0.3, "memory_bandwidth": 0.6, "l2": 0.5, "power": "200 W"},
      {"stream": "c", "multiprocessors": 0.2, "memory_bandwidth": 0.1, "power": "40 W"}],
    "contention": {"l2_slope": 0.2, "idle": "60 W", "cap": "350 W", "clock_per_watt": 0.002}})";
  const GpuContention contention{
      .l2_slope = 0.2, .idle = Watts(60), .cap = Watts(350), .clock_per_watt = 0.002};
  const std::vector<GpuUse> uses{{Ratio(0.4), Ratio(0.7), Ratio(0.3), Watts(150)},
                                 {Ratio(0.3), Ratio(0.6), Ratio(0.5), Watts(200)},
                                 {Ratio(0.2), Ratio(0.1), Ratio(0.0), Watts(40)}};
  const std::vector<double> parts{0.4, 0.3, 0.2};
  const std::vector<std::string> streams{"a", "b", "c"};
  std::vector<GpuTenant> tenants;
  for (std::size_t i = 0; i < 3; ++i)
    tenants.push_back({.part = parts[i], .use = parts[i], .stream = streams[i]});
  for (std::size_t jobs = 1; jobs <= 3; ++jobs) {
    const std::vector<double> had =
        shares("mps", solo, {tenants.begin(), std::next(tenants.begin(), std::ptrdiff_t(jobs))});
    const std::vector<Ratio> due = neighbour_paces(std::span(uses).first(jobs), contention);
    for (std::size_t i = 0; i < jobs; ++i)
      EXPECT_DOUBLE_EQ(had[i], parts[i] * due[i].value()) << i << " of " << jobs;
  }
}

TEST(SharingLaws, ProcessesUnderMpsGoAsRunsOfOneSay) {
  const std::vector<SoloRow> rows{{1, 1, 100.0}, {1, 4, 310.0}, {1, 16, 600.0}};
  const std::string solo = R"({"solo": [{"stream": "a", "batch": 4, "runs": [
      {"batch": 1, "per_second": 100}, {"batch": 4, "per_second": 310},
      {"batch": 16, "per_second": 600}]}]})";
  const MpsLaw law(rows);
  for (std::uint32_t jobs = 1; jobs <= 8; ++jobs) {
    const double part = 1.0 / jobs;
    const std::vector<double> had = shares(
        "mps", solo, std::vector<GpuTenant>(jobs, {.part = part, .use = part, .stream = "a"}));
    EXPECT_DOUBLE_EQ(had.front(), part * law.forecast(1, 4, jobs)->per_second_of_process / 310.0)
        << jobs;
  }
  EXPECT_LT(law.forecast(1, 4, 4)->per_second_of_process, 0.9 * 310.0) << "they slow each other";
}

// VMware's deck: six desktops of weight 100 and two harvesters of weight 1 on one host: these have
// 2 of 602 while all are busy, one beside one has 1 of 101, and alone they have all of it.
TEST(SharingLaws, HarvestersGetWhatIsLeft) {
  const std::string weights = R"({"weights": {"desktops": 100}})";
  for (const char* type : {"time-slices", "vgpu"}) {
    std::vector<GpuTenant> tenants(6, {.part = 0.125, .stream = "desktops"});
    tenants.resize(8, {.part = 0.125, .stream = "harvest"});
    const std::vector<double> busy = shares(type, weights, tenants);
    EXPECT_NEAR(busy[6] + busy[7], 2.0 / 602.0, 1e-12) << type;
    EXPECT_NEAR(busy[0], 100.0 / 602.0, 1e-12) << type;
    const std::vector<double> two = shares(type, weights, {tenants[0], tenants[7]});
    EXPECT_NEAR(two[1], 1.0 / 101.0, 1e-12) << type;
    for (std::size_t i = 0; i < 6; ++i) tenants[i].use = 0.0;
    const std::vector<double> idle = shares(type, weights, tenants);
    EXPECT_NEAR(idle[6], 0.5, 1e-12) << type;
  }
}

}  // namespace
}  // namespace gpuscape
