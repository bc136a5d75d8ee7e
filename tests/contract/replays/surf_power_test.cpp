/// A week of SURF Lisa with the power that was measured of its nodes: what the first day says of
/// idle nodes and of held cores, against the days after it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/workload/formats/read_trace.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

constexpr int kHosts = 277;
constexpr double kDay = 86400.0;  // s

struct Sample {
  double date = 0.0;   // s from the start of the week
  double watts = 0.0;  // of all nodes
};

/// Read as a log whose jobs begin at a sample's date and run for as many seconds as it has watts.
std::vector<Sample> samples_of(const std::filesystem::path& file) {
  TraceSpec spec;
  spec.file = file.string();
  spec.format = "csv";
  spec.columns = {{"submit", "t_s", "s"}, {"run_time", "power_w", "s"}};
  JobTable table;
  read_trace(spec, table);
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < table.size(); ++i)
    samples.push_back({table.job(i).submit.value(), table.job(i).run_time.value()});
  return samples;
}

/// A replay of the week on nodes with those powers.
RunResult replay(const std::string& log, double idle, double most) {
  return test::study(test::checked(fmt::format(
                         R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom",
        "count": {}, "gpus": 0, "cores": 16, "memory": "120 GB"}}}}}}, "cost": {{"horizon": "1 y",
        "prices_as_of": "2026-10", "pools": {{"n": {{"price": "1 USD", "power_idle": "{} W",
        "power_max": "{} W"}}}}, "items": {{"power": {{"type": "energy", "price": "0.1 USD/kWh"}}}}}},
        "workload": {{"streams": {{"week": {{"trace": {{"file": "{}", "format": "csv", "columns": "surf-week"}}}}}}}},
        "scheduler": {{"policy": "fifo", "backfill": "none"}}}})",
                         kHosts, idle, most, log)))
      .first;
}

double power_at(const RunResult& run, double date) {
  const std::vector<double>& power = run.timeline["power_kw"];
  const auto at = static_cast<std::size_t>(date / run.timeline.interval.value());
  return 1e3 * power[std::min(at, power.size() - 1)];
}

/// Mean absolute percentage over the samples of some days.
double error_of(const std::vector<Sample>& samples, double from, double to, const auto& predicted) {
  double sum = 0.0;
  int count = 0;
  for (const Sample& sample : samples) {
    if (sample.date <= from || sample.date > to) continue;
    sum += std::abs(predicted(sample.date) - sample.watts) / sample.watts;
    ++count;
  }
  return sum / count;
}

/// Idle and full power of a node by least squares over the first day.
std::array<double, 2> fit(const std::vector<Sample>& samples, const RunResult& of_unit_power) {
  double n = 0.0;
  double x = 0.0;
  double y = 0.0;
  double xx = 0.0;
  double xy = 0.0;
  for (const Sample& sample : samples) {
    if (sample.date > kDay) break;
    const double held = power_at(of_unit_power, sample.date) - kHosts;  // nodes
    n += 1.0;
    x += held;
    y += sample.watts;
    xx += held * held;
    xy += held * sample.watts;
  }
  const double slope = (n * xy - x * y) / (n * xx - x * x);
  const double idle = (y - slope * x) / n / kHosts;
  return {idle, idle + slope};
}

TEST(SurfPower, TwoNumbersOfTheFirstDayForetellTheOthers) {
  const auto folder = shared_file("data/traces/surf_lisa_2022");
  if (!folder) return;
  const std::string log = (*folder / "surf_week_2022-10-07_tasks.csv.gz").string();
  const std::vector<Sample> samples = samples_of(*folder / "surf_week_power_30s_first4days.csv.gz");
  ASSERT_GT(samples.size(), 11000u);
  const auto [idle, most] = fit(samples, replay(log, 1.0, 2.0));
  const RunResult run = replay(log, idle, most);
  const auto ours = [&](double date) { return power_at(run, date); };
  double mean = 0.0;
  double count = 0.0;
  for (const Sample& sample : samples) {
    if (sample.date > kDay) break;
    mean += sample.watts;
    count += 1.0;
  }
  mean /= count;
  const double error = error_of(samples, kDay, 5 * kDay, ours);
  const double baseline = error_of(samples, kDay, 5 * kDay, [&](double) { return mean; });
  RecordProperty("error", fmt::format("{:.4f}", error));
  RecordProperty("baseline", fmt::format("{:.4f}", baseline));
  EXPECT_LT(error, 0.045) << "idle " << idle << " W, full " << most << " W";
  EXPECT_GT(baseline, 3.0 * error);
}

}  // namespace
}  // namespace gpuscape
