#include "sim/workload/draw/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/exponential_distribution.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/random.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/workload/draw/arrivals.hpp"
#include "sim/workload/draw/distribution.hpp"
#include "sim/workload/draw/gang_sizes.hpp"

namespace gpuscape {

namespace {

/// The distribution of run times for each size.
class RunTimes {
 public:
  explicit RunTimes(const GenerateSpec& spec) {
    if (spec.run_time_by_gpus.empty()) classes_.push_back({0, Distribution(spec.run_time)});
    for (const RunTimeClassSpec& size : spec.run_time_by_gpus)
      classes_.push_back({size.gpus_from, Distribution(size.run_time)});
  }

  [[nodiscard]] const Distribution& of(std::int32_t gpus) const {
    std::size_t index = classes_.size() - 1;
    while (index > 0 && classes_[index].gpus_from > gpus) --index;
    return classes_[index].run_time;
  }

 private:
  struct Class {
    std::int32_t gpus_from;
    Distribution run_time;
  };
  std::vector<Class> classes_;
};

/// Users by their share of the jobs.
class Users {
 public:
  Users(const UsersSpec& spec, std::vector<std::uint32_t> origins) : origins_(std::move(origins)) {
    ensure(std::ssize(origins_) == spec.count, "every user has an origin");
    double sum = 0.0;
    for (std::int32_t rank = 1; rank <= spec.count; ++rank)
      cumulated_.push_back(sum += std::pow(rank, -spec.zipf));
  }

  [[nodiscard]] std::uint32_t draw(RandomStream random) const {
    const double point = boost::random::uniform_01<double>()(random) * cumulated_.back();
    const auto at = std::ranges::upper_bound(cumulated_, point) - cumulated_.begin();
    return origins_[std::min(static_cast<std::size_t>(at), origins_.size() - 1)];
  }

 private:
  std::vector<std::uint32_t> origins_;
  std::vector<double> cumulated_;
};

class Generator final : public WorkloadSource {
 public:
  Generator(const GenerateSpec& spec, double rate, const GeneratorKey& key)
      : mean_gap_(1.0 / rate),
        gangs_(spec.gpus),
        run_time_(spec),
        end_(spec.duration.value_or(kForever)),
        jobs_left_(spec.jobs.value_or(std::numeric_limits<std::int64_t>::max())),
        counted_(spec.jobs.has_value()),
        cores_per_gpu_(spec.cores_per_gpu),
        memory_per_gpu_(spec.memory_per_gpu),
        stream_(key.stream_index),
        arrivals_(streams(key, "arrival")),
        gpus_(streams(key, "gpus")),
        run_times_(streams(key, "run_time")),
        limits_(streams(key, "time_limit")),
        senders_(streams(key, "user")) {
    if (spec.week) {
      week_.emplace(*spec.week);
    } else if (spec.diurnal) {
      clock_.emplace(spec.peak_hour, spec.peak_to_trough);
    }
    if (spec.time_limit_factor) {
      limit_factor_.emplace(*spec.time_limit_factor);
    }
    if (spec.users) {
      users_.emplace(*spec.users, key.users);
    }
  }

  bool next(Job& job) override {
    if (jobs_left_ == 0) {
      return false;
    }
    const auto entity = static_cast<std::uint64_t>(++id_);
    steady_ += next_gap(entity);
    const Seconds submit = date_of(steady_);
    if (submit >= end_) {
      jobs_left_ = 0;
      return false;
    }
    --jobs_left_;
    last_ = std::max(last_, submit);  // rounding must not let dates fall
    job = {.id = id_,
           .submit = last_,
           .demand = demand_of(gangs_.draw(gpus_.of(entity))),
           .stream = stream_};
    RandomStream run_time = run_times_.of(entity);
    job.run_time = Seconds(std::max(0.0, run_time_.of(job.demand.gpus).draw(run_time)));
    if (limit_factor_) {
      RandomStream factor = limits_.of(entity);
      job.time_limit = job.run_time * limit_factor_->draw(factor);
    }
    if (users_) {
      job.origin = users_->draw(senders_.of(entity));
    }
    return true;
  }

  [[nodiscard]] std::size_t expected_jobs() const override {
    return counted_ ? static_cast<std::size_t>(jobs_left_) : 0;
  }

 private:
  static RandomStreams streams(const GeneratorKey& key, std::string_view quantity) {
    return {key.seed, key.replication, fmt::format("generate/{}/{}", key.stream_name, quantity)};
  }

  [[nodiscard]] Seconds date_of(Seconds steady) const {
    if (week_) return week_->date_of(steady);
    return clock_ ? clock_->date_of(steady) : steady;
  }

  Seconds next_gap(std::uint64_t entity) {
    RandomStream random = arrivals_.of(entity);
    return Seconds(mean_gap_ * boost::random::exponential_distribution<double>()(random));
  }

  [[nodiscard]] Demand demand_of(std::int32_t gpus) const {
    constexpr double kMilli = 1000.0;
    constexpr double kMebibyte = 1048576.0;
    return {.gpus = gpus,
            .milli_cores = std::llround(kMilli * cores_per_gpu_ * gpus),
            .memory_mib =
                static_cast<std::int64_t>(std::ceil(memory_per_gpu_.value() * gpus / kMebibyte))};
  }

  double mean_gap_;
  std::optional<DailyClock> clock_;
  std::optional<WeeklyClock> week_;
  GangSizes gangs_;
  RunTimes run_time_;
  std::optional<Distribution> limit_factor_;
  std::optional<Users> users_;
  Seconds end_;
  std::int64_t jobs_left_;
  bool counted_;  // else it is the duration that ends them
  double cores_per_gpu_;
  Bytes memory_per_gpu_;
  std::uint16_t stream_;
  RandomStreams arrivals_;
  RandomStreams gpus_;
  RandomStreams run_times_;
  RandomStreams limits_;
  RandomStreams senders_;
  std::int64_t id_ = 0;
  Seconds steady_{0.0};  ///< the date on a clock on which the rate is constant
  Seconds last_{0.0};
};

}  // namespace

double mean_gpus(const GenerateSpec& spec) {
  double weights = 0.0;
  double gpus = 0.0;
  for (const GpuShareSpec& share : spec.gpus) {
    weights += share.weight;
    gpus += share.weight * share.gpus;
  }
  return gpus / weights;
}

Seconds mean_work(const GenerateSpec& spec) {
  if (spec.run_time_by_gpus.empty()) return Seconds(mean_gpus(spec) * mean_of(spec.run_time));
  double weights = 0.0;
  double work = 0.0;
  for (const GpuShareSpec& share : spec.gpus) {
    const auto next = std::ranges::upper_bound(spec.run_time_by_gpus, share.gpus, {},
                                               &RunTimeClassSpec::gpus_from);
    ensure(next != spec.run_time_by_gpus.begin(), "every size has a run time");
    weights += share.weight;
    work += share.weight * share.gpus * mean_of(std::prev(next)->run_time);
  }
  return Seconds(work / weights);
}

namespace {

double arrival_rate(const GenerateSpec& spec, std::int64_t gpus_total, std::string pointer) {
  constexpr double kHour = 3600.0;
  const double work = mean_work(spec).value();
  const auto gpus = static_cast<double>(spec.load_gpus.value_or(gpus_total));
  const double rate =
      spec.jobs_per_hour ? *spec.jobs_per_hour / kHour : spec.load.value_or(0.0) * gpus / work;
  if (!std::isfinite(rate) || rate <= 0.0) {
    throw ScenarioError(
        {{.file = "",
          .line = 0,
          .column = 0,
          .pointer = std::move(pointer),
          .message = fmt::format("generated jobs would arrive at {} per second", rate),
          .hint = "the load and the mean run time must be above zero, and the cluster have GPUs"}});
  }
  return rate;
}

/// Before the first is drawn: a run of them would only fill the memory.
void refuse_too_many(const GenerateSpec& spec, double rate, std::string pointer) {
  const double expected =
      spec.jobs ? static_cast<double>(*spec.jobs) : rate * spec.duration.value_or(kForever).value();
  if (expected <= static_cast<double>(limits().rows)) return;
  throw ScenarioError(
      {{.file = "",
        .line = 0,
        .column = 0,
        .pointer = std::move(pointer),
        .message = fmt::format("about {:.3g} jobs would arrive, more than {}", expected,
                               human_count(limits().rows)),
        .hint = fmt::format("a shorter duration, or fewer jobs; {}", kMaxRowsHint)}});
}

}  // namespace

double mean_arrival_rate(const GenerateSpec& spec, std::int64_t gpus_total) {
  return arrival_rate(spec, gpus_total, "/workload");
}

std::unique_ptr<WorkloadSource> make_generator(const GenerateSpec& spec, std::int64_t gpus_total,
                                               const GeneratorKey& key) {
  const std::string pointer = child_pointer("/workload/streams", key.stream_name) + "/generate";
  const double rate = arrival_rate(spec, gpus_total, pointer);
  refuse_too_many(spec, rate, pointer);
  return std::make_unique<Generator>(spec, rate, key);
}

}  // namespace gpuscape
