#pragma once
/// What a log holds, before anything is simulated: how large, how long, when, by whom.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/logs/job_log.hpp"

namespace gpuscape {

/// Quantiles of a quantity; without values everything is NaN and `count` 0.
struct Spread {
  static constexpr std::array<double, 7> kShares{0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0};
  std::int64_t count = 0;
  double mean = 0.0;
  std::array<double, kShares.size()> at{};
};
Spread spread_of(std::vector<double> values);
/// Of integers: quantiles are values that occur, the smallest at or below which the share
/// lies.
Spread spread_of_counts(std::vector<double> values);

/// What a log's load is of: GPUs, or CPU cores where no job asks for a GPU. Where this file says
/// GPUs, it means these.
enum class Counted : std::uint8_t { gpus, cores };
Counted counted_in(const JobTable& table);
/// How many of them a job asks for.
double amount_of(const Job& job, Counted counted);

/// Jobs that ask for `from` to `to` GPUs.
struct SizeClass {
  std::int32_t from = 1;
  std::int32_t to = 1;
  std::int64_t jobs = 0;
  double gpu_seconds = 0.0;
  std::vector<double> run_times;  ///< in rising order, s
};

/// 1, 2, 3–4, 5–8, …: classes in which there are jobs; those without GPUs count among those with
/// one, or are a class before it.
enum class WithoutGpus : std::uint8_t { as_one, apart };
std::vector<SizeClass> size_classes(const JobTable& table, WithoutGpus none = WithoutGpus::as_one,
                                    Counted counted = Counted::gpus);

/// Arrivals by hour and weekday, where the log has a clock.
struct ArrivalRates {
  std::array<std::int64_t, 168> jobs{};  ///< by hour of the week, from Monday
  std::array<double, 168> seconds{};     ///< how long the log covers each of these hours

  /// Jobs an hour; NaN where the log covers none of it.
  [[nodiscard]] double rate(std::size_t hour_of_week) const;
  [[nodiscard]] double hourly_rate(std::size_t hour_of_day) const;
  [[nodiscard]] double daily_rate(std::size_t weekday) const;
};
/// For a log with a clock that spans some time.
ArrivalRates arrival_rates(const JobLog& log);

/// GPUs over time: as the log says where it says when every job started; else as if no job waited.
struct DemandCurve {
  bool as_logged = false;
  double mean = 0.0;  ///< from the first submission to the last end
  double peak = 0.0;
  Seconds interval{1.0};
  std::vector<double> gpus;  ///< means over intervals
};
DemandCurve demand_curve(const JobTable& table);

struct SenderShare {
  std::string name;
  std::int64_t jobs = 0;
  double gpu_seconds = 0.0;
};
/// Who uses how much GPU time.
struct Senders {
  std::vector<SenderShare> shares;  ///< by falling GPU time
  std::int64_t unnamed = 0;         ///< jobs of nobody in particular
  double gini = 0.0;                ///< 0: all alike; NaN without GPU time
  double top_tenth = 0.0;           ///< share of the GPU time of the first tenth, rounded up
};
Senders users_of(const JobTable& table);
Senders accounts_of(const JobTable& table);

struct TraceInfo {
  Counted counted = Counted::gpus;
  std::int64_t jobs = 0;
  double gpu_seconds = 0.0;
  Seconds span{0.0};  ///< first to last submission
  Spread gpus, run_time, time_limit, wait;
  Spread limit_used;  ///< run time ÷ limit
  std::vector<SizeClass> sizes;
  std::optional<ArrivalRates> arrivals;
  DemandCurve demand;
  Senders users, accounts;
  std::array<std::int64_t, 10> states{};  ///< by LoggedState
  std::optional<std::int64_t> gpus_total;
  std::optional<std::int64_t> nodes_total = {};

  /// Jobs that ended because a node failed: one failure may end several, or none.
  [[nodiscard]] std::int64_t node_failed() const {
    return states[static_cast<std::size_t>(LoggedState::node_failed)];
  }
  /// Of the nodes that are known, over the span; none where they are not.
  [[nodiscard]] std::optional<double> node_days() const;

  /// "GPU" or "core".
  [[nodiscard]] std::string_view noun() const { return counted == Counted::gpus ? "GPU" : "core"; }
  /// GPU time ÷ (GPUs × span); none where jobs come at once or the cluster is not known.
  [[nodiscard]] std::optional<double> offered_load() const;
};
TraceInfo describe_log(const JobLog& log);

}  // namespace gpuscape
