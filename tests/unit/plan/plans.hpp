#pragma once
/// Plans and sweeps of the same space, and small spaces at random.

#include <fmt/format.h>

#include <random>
#include <string>

#include "sim/plan/plan.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape::test {

inline PlanOutcome plan_of(const std::string& text, PlanOptions options = {}) {
  if (options.threads == 0) options.threads = 1;
  MemoryShelf shelf;
  return plan_designs(space_of(text), {.file = "test.json", .text = text}, builtin_models(), shelf,
                      options);
}

inline PlanAnswer answer_of(const std::string& text, const PlanOptions& options = {}) {
  return plan_of(text, options).answers.at(0);
}

/// What the exhaustive sweep finds: every design, with as many replications as the file says.
struct Swept {
  SweepOutcome outcome;
  std::vector<FoundDesign> found;
};
inline Swept swept(const std::string& text) {
  Swept made{.outcome = sweep_of(text), .found = {}};
  const DesignSpace space = space_of(text);
  made.found = find_best(space, space.find().value_or(FindSpec{}), made.outcome.records);
  return made;
}

/// The offers of `close_space`: nodes of four or eight GPUs, as many as make a load between 0.70
/// and 0.98, at a price that makes each cluster cost between 100 and 110 MUSD: 7 of the 10 for how
/// low its load is, the rest at random, so that those that meet do not stand at the front. Jobs
/// start up to a minute after they are placed: no two designs have the same runs.
inline std::string close_offers(std::mt19937_64& random, int designs, double gpus_asked) {
  constexpr const char* kBackfills[] = {"none", "easy", "conservative"};
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1.0p-53;
  };
  std::string offers;
  for (int i = 0; i < designs; ++i) {
    const int gpus = random() % 2 == 0 ? 4 : 8;
    const double load = between(0.70, 0.98);
    const int count = static_cast<int>(gpus_asked / load / gpus) + 1;
    const double cost = 100e6 + 7e6 * (0.98 - load) / 0.28 + between(0.0, 3e6);
    offers += fmt::format(
        R"({}"{}": {{"cluster": {{"nodes": {{"n": {{"count": {}, "gpus": {}}}}}}},
        "scheduler": {{"backfill": "{}", "start_up": "{:.2f} s"}},
        "cost": {{"pools": {{"n": {{"price": "{:.2f} USD"}}}}}}}})",
        i == 0 ? "" : ", ", i, count, gpus, kBackfills[random() % 3], between(0.0, 60.0),
        cost / count);
  }
  return offers;
}

/// Many designs whose costs lie within 10 % of each other and whose loads are below 1: what they
/// cost says little of how long jobs wait. `seed` decides all of it.
inline std::string close_space(std::uint64_t seed, int designs, int jobs, double gpus_asked) {
  std::mt19937_64 random(seed);
  // A job has 0.6 × 1 + 0.25 × 2 + 0.15 × 8 = 2.3 GPUs for 2 h in the mean.
  const double rate = gpus_asked / (2.3 * 2.0);
  return fmt::format(
      R"({{"format": 1, "title": "Close costs",
  "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 10, "gpus": 8}}}}}},
  "workload": {{"streams": {{"s": {{"generate": {{"duration": "{:.4f} h", "jobs_per_hour": {:.4f},
    "gpus": {{"1": 0.6, "2": 0.25, "8": 0.15}},
    "run_time": {{"distribution": "lognormal", "median": "1 h", "mean": "2 h"}}}}}}}}}},
  "scheduler": {{"policy": "fifo", "backfill": "easy"}},
  "slo": {{"wait": {{"metric": "queue_wait", "quantile": 0.95, "at_most": "10 min"}}}},
  "cost": {{"currency": "USD", "prices_as_of": "2026-01", "horizon": "4 y",
    "pools": {{"n": {{"price": "1 USD", "power_max": "3 kW"}}}},
    "items": {{"nodes": {{"type": "nodes"}}}}}},
  "axes": {{"offer": {{"values": {{{}}}}}}},
  "find": {{"cheapest": ["offer"]}}, "run": {{"seed": {}}}}})",
      jobs / rate, rate, close_offers(random, designs, gpus_asked), seed);
}

/// A cluster of nodes of two prices, jobs at random, and an objective on their waits: 50 to 300
/// jobs on 12 to 40 designs, so that some meet and others do not. `seed` decides all of it.
inline std::string small_space(std::uint64_t seed, int replications) {
  std::mt19937_64 random(seed);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1.0p-53;
  };
  const int gpus = random() % 2 == 0 ? 4 : 8;
  const int least = 2 + static_cast<int>(random() % 3);
  const int counts = 6 + static_cast<int>(random() % 5);
  const double load = between(0.5, 0.9);
  const int middle = least + counts / 2;
  const double hours = between(0.5, 3.0);
  const double jobs = between(50.0, 300.0);
  // GPU-hours of a job: mean size 0.5 × 1 + 0.3 × 2 + 0.2 × 4 = 1.9 times its hours.
  const double rate = load * middle * gpus / (1.9 * hours);
  const double dear = between(1.02, 1.3);
  const std::string wait =
      random() % 2 == 0 ? R"("queue_wait", "quantile": 0.95)" : R"("queue_wait_mean_s")";
  return fmt::format(
      R"({{"format": 1, "title": "Space {0}",
  "cluster": {{"nodes": {{"n": {{"type": "custom", "count": {1}, "gpus": {2}}}}}}},
  "workload": {{"streams": {{"s": {{"generate": {{"duration": "{3:.3f} h", "jobs_per_hour": {4:.4f},
    "gpus": {{"1": 0.5, "2": 0.3, "4": 0.2}},
    "run_time": {{"distribution": "lognormal", "median": "{5:.3f} h", "mean": "{6:.3f} h"}}}}}}}}}},
  "scheduler": {{"policy": "fifo", "backfill": "easy"}},
  "slo": {{"wait": {{"metric": {7}, "at_most": "{8:.0f} min"}}}},
  "cost": {{"currency": "USD", "prices_as_of": "2026-01", "horizon": "4 y",
    "pools": {{"n": {{"price": "{9:.0f} USD", "power_max": "3 kW"}}}},
    "items": {{"nodes": {{"type": "nodes"}}}}}},
  "axes": {{"nodes": {{"set": "/cluster/nodes/n/count", "range": {{"from": {10}, "to": {11}}}}},
    "kind": {{"values": {{
      "plain": {{"scheduler": {{"backfill": "none"}}}},
      "dear": {{"cost": {{"pools": {{"n": {{"price": "{12:.0f} USD"}}}}}}}}}}}}}},
  "find": {{"cheapest": ["nodes", "kind"]}},
  "run": {{"seed": {0}, "replications": {13}}}}})",
      seed, middle, gpus, jobs / rate, rate, hours * 0.6, hours, wait, between(5.0, 90.0),
      gpus * 20e3, least, least + counts - 1, gpus * 20e3 * dear, replications);
}

}  // namespace gpuscape::test
