/// What runs share GPUs by agrees with the laws that are held against measurements, wherever both
/// say something.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/sharing/compute_caps.hpp"
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

}  // namespace
}  // namespace gpuscape
