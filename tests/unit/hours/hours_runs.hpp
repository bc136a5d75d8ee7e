#pragma once
/// Jobs of two streams, desktops and training, on nodes that are the desktops' by the clock.

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/life/start_up.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

inline constexpr double kHour = 3600.0;
inline constexpr std::uint16_t kDesktops = 0;
inline constexpr std::uint16_t kTraining = 1;

/// On all days from 8:00 to 18:00 on all nodes.
inline HoursSpec by_day(HoursSpec::Others others = HoursSpec::Others::suspend) {
  HoursSpec spec{.name = "day", .from = Seconds(8.0 * kHour), .to = Seconds(18.0 * kHour)};
  spec.days.fill(true);
  spec.streams = {"desktops"};
  spec.others = others;
  return spec;
}

inline Job of(std::uint16_t stream, Job job) {
  job.stream = stream;
  return job;
}

struct HoursCase {
  std::vector<HoursSpec> hours = {by_day()};
  std::uint32_t nodes = 1;
  PolicyNames policies = {};
  std::optional<Seconds> unix_origin = {};
  std::int32_t starts_on = 0;
  OutagesOfNodes outages = {};
  std::vector<SavesSpec> terms = {};  ///< by stream
  Seconds start_up{0.0};
};

inline RunResult run_by_hours(std::vector<Job> jobs, HoursCase of = {}) {
  Policies policies = make_policies(of.policies);
  policies.hours = of.hours;
  policies.starts_on = of.starts_on;
  auto origins = std::make_shared<OriginTable>();
  std::vector<std::vector<double>> demand(2, std::vector<double>(origins->size(), 1.0));
  RunState state(Platform({nodes(of.nodes, 8)}), std::move(policies),
                 std::make_unique<ListSource>(std::move(jobs)), {},
                 {origins, {"desktops", "training"}, std::move(demand), of.unix_origin}, nullptr,
                 std::move(of.outages), std::move(of.terms));
  if (of.start_up > Seconds(0.0)) state.add_part(std::make_unique<StartUp>(of.start_up));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

}  // namespace gpuscape::test
