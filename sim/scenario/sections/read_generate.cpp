#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/base/excerpt.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/scenario/weekdays.hpp"

namespace gpuscape {

namespace {

constexpr double kMostGpus = 10'000'000;
constexpr double kMostLoadGpus = 1e9;

template <std::size_t kLength>
std::array<double, kLength> read_factors(ObjectReader& reader, std::string_view key,
                                         std::string_view doc) {
  const std::vector<double> factors =
      reader.numbers(key, kLength, doc, Bounds{.least = 0.0, .most = 1e9});
  if (std::ranges::all_of(factors, [](double factor) { return factor == 0.0; }))
    reader.issue(key, "one of the factors must be more than 0");
  std::array<double, kLength> result{};
  std::ranges::copy(factors, result.begin());
  return result;
}

WeekSpec read_week(ObjectReader& reader) {
  WeekSpec week{};
  week.by_hour = read_factors<24>(
      reader, "by_hour", "Arrival rate in each hour of the day, from midnight; only ratios count.");
  week.by_weekday =
      read_factors<7>(reader, "by_weekday",
                      "Arrival rate on each day of the week, from Monday; only ratios count.");
  const std::string day =
      reader.one_of("starts_on", {kWeekdays.begin(), kWeekdays.end()}, kWeekdays[0],
                    "The weekday on which a run starts, at midnight.");
  const auto* const found = std::ranges::find(kWeekdays, day);
  if (found != kWeekdays.end())
    week.starts_on = static_cast<std::int32_t>(found - kWeekdays.begin());
  return week;
}

void read_arrivals(ObjectReader& reader, GenerateSpec& spec) {
  const auto diurnal = [&](ObjectReader& r) {
    spec.peak_hour = r.number("peak_hour", 15.0,
                              "Hour of the day with the most arrivals; a run starts at midnight.",
                              Bounds{.least = 0.0, .most = 24.0});
    spec.peak_to_trough =
        r.number("peak_to_trough", "Arrival rate at the peak divided by that twelve hours later.",
                 Bounds{.least = 1.0, .most = 1e6});
  };
  const std::string process = reader.alternatives(
      "process",
      {{"poisson", "Constant rate at any time.", [](ObjectReader&) {}},
       {"diurnal", "A Poisson process whose rate follows a sine over the day.", diurnal},
       {"weekly",
        "A Poisson process whose rate follows the hours of the day and the days of the "
        "week: the product of two factors.",
        [&](ObjectReader& r) { spec.week = read_week(r); }}},
      "poisson", "How arrivals are spread over time.");
  spec.diurnal = process == "diurnal";
}

void read_amount(ObjectReader& reader, GenerateSpec& spec) {
  spec.duration = reader.optional_quantity<Seconds>(
      "duration", "Arrivals stop then. Either this or jobs.", kPositive);
  spec.jobs = reader.optional_count("jobs", "How many jobs arrive. Either this or duration.",
                                    Bounds{.least = 1, .most = 1e9});
  spec.load = reader.optional_number(
      "load", "GPU time asked for divided by that of load_gpus. Either this or jobs_per_hour.",
      Bounds{.least = 0.0, .most = 1000.0, .above_least = true});
  spec.load_gpus = reader.optional_count(
      "load_gpus",
      "How many GPUs load is a share of. Default: those of the scenario's own cluster, as it is "
      "without variants and --set, so that all designs are offered the same jobs.",
      Bounds{.least = 1, .most = kMostLoadGpus});
  spec.jobs_per_hour =
      reader.optional_number("jobs_per_hour", "Mean arrival rate. Either this or load.",
                             Bounds{.least = 0.0, .most = 1e9, .above_least = true});
  if (reader.describing()) return;
  const double hours = spec.duration.value_or(Seconds(0.0)).value() / 3600.0;
  const double expected =
      spec.jobs ? static_cast<double>(*spec.jobs) : hours * spec.jobs_per_hour.value_or(0.0);
  if (expected > static_cast<double>(limits().rows))
    reader.issue(spec.jobs ? "jobs" : "duration",
                 fmt::format("about {:.3g} jobs would arrive, more than {}", expected,
                             human_count(limits().rows)),
                 std::string(kMaxRowsHint));
  if (reader.has("duration") == reader.has("jobs"))
    reader.issue(reader.has("jobs") ? "jobs" : "",
                 "exactly one of \"duration\" and \"jobs\" is needed");
  if (reader.has("load_gpus") && !reader.has("load"))
    reader.issue("load_gpus", "\"load_gpus\" needs \"load\", which is a share of them");
  if (reader.has("load") == reader.has("jobs_per_hour"))
    reader.issue(reader.has("load") ? "load" : "",
                 "exactly one of \"load\" and \"jobs_per_hour\" is needed");
}

/// A count of GPUs as the name of a member; 0 when it is none.
std::int32_t gpus_named(const std::string& name) {
  std::int32_t gpus = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), gpus);
  const bool usable =
      error == std::errc() && end == name.data() + name.size() && gpus >= 1 && gpus <= kMostGpus;
  return usable ? gpus : 0;
}

void read_run_times(ObjectReader& reader, GenerateSpec& spec) {
  const bool one = reader.optional_object(
      "run_time", "How long jobs run once started. Either this or run_time_by_gpus.",
      [&](ObjectReader& r) { spec.run_time = read_distribution(r, DistributionOf::time); });
  const bool several = reader.map(
      "run_time_by_gpus",
      "Run times by size: NAME is the number of GPUs from which on one holds, up to the next.",
      [&](const std::string& name, ObjectReader& r) {
        const DistributionSpec run_time = read_distribution(r, DistributionOf::time);
        const std::int32_t gpus = gpus_named(name);
        if (gpus == 0 && !r.describing())
          r.issue("", fmt::format("\"{}\" is not a number of GPUs from 1 to {:.0f}", excerpt(name),
                                  kMostGpus));
        spec.run_time_by_gpus.push_back({gpus, run_time});
      });
  if (reader.describing()) {
    spec.run_time_by_gpus.clear();
    return;
  }
  if (one == several) {
    reader.issue(one ? "run_time_by_gpus" : "",
                 "exactly one of \"run_time\" and \"run_time_by_gpus\" is needed");
    return;
  }
  auto& classes = spec.run_time_by_gpus;
  std::ranges::stable_sort(classes, {}, &RunTimeClassSpec::gpus_from);
  for (const GpuShareSpec& share : spec.gpus) {
    if (classes.empty() || share.gpus >= classes.front().gpus_from) continue;
    reader.issue(
        "run_time_by_gpus",
        fmt::format("no run time for jobs of {} GPU{}", share.gpus, share.gpus == 1 ? "" : "s"),
        "give one from \"1\" on");
    break;
  }
}

UsersSpec read_users(ObjectReader& reader) {
  UsersSpec users;
  users.count = static_cast<std::int32_t>(
      reader.count("count", "How many users there are; they are called user1, user2, ….",
                   Bounds{.least = 1, .most = 100'000}));
  users.zipf = reader.number(
      "zipf", 0.0, "The n-th user sends jobs in proportion to n to the power of minus this.",
      Bounds{.least = 0.0, .most = 10.0});
  return users;
}

}  // namespace

std::vector<GpuShareSpec> read_gpu_shares(ObjectReader& reader, std::string_view doc,
                                          bool required) {
  std::vector<GpuShareSpec> result;
  const auto weights = reader.number_map("gpus", doc, kPositive, required);
  for (const auto& [name, weight] : weights) {
    const std::int32_t gpus = gpus_named(name);
    if (gpus > 0) {
      result.push_back({gpus, weight});
    } else {
      reader.issue("gpus", fmt::format("\"{}\" is not a number of GPUs from 1 to {:.0f}",
                                       excerpt(name), kMostGpus));
    }
  }
  return result;
}

GenerateSpec read_generate_spec(ObjectReader& reader) {
  GenerateSpec spec;
  read_amount(reader, spec);
  reader.defaulted_object("arrivals", "When jobs arrive.",
                          [&](ObjectReader& r) { read_arrivals(r, spec); });
  spec.gpus = read_gpu_shares(
      reader, "Weight of each number of GPUs that jobs ask for: {\"1\": 0.7, \"8\": 0.3}.", true);
  read_run_times(reader, spec);
  reader.optional_object(
      "time_limit", "Limits that users give; without it jobs have none.", [&](ObjectReader& r) {
        r.object("factor",
                 "The limit divided by the run time; below 1 the job would not finish in time.",
                 [&](ObjectReader& f) {
                   spec.time_limit_factor = read_distribution(f, DistributionOf::number);
                 });
      });
  spec.cores_per_gpu =
      reader.number("cores_per_gpu", 0.0, "CPU cores that a job asks for with each GPU.",
                    Bounds{.least = 0.0, .most = 1e5});
  spec.memory_per_gpu = reader.quantity<Bytes>(
      "memory_per_gpu", Bytes(0.0), "Memory that a job asks for with each GPU.", kNotNegative);
  reader.optional_object("users", "Users who submit the jobs; by default jobs have no user.",
                         [&](ObjectReader& r) { spec.users = read_users(r); });
  return spec;
}

}  // namespace gpuscape
