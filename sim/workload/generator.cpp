#include "sim/workload/generator.hpp"

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
#include "sim/base/random.hpp"
#include "sim/workload/arrivals.hpp"
#include "sim/workload/distribution.hpp"
#include "sim/workload/gang_sizes.hpp"

namespace gpuscape {

namespace {

class Generator final : public WorkloadSource {
 public:
  Generator(const GenerateSpec& spec, double rate, const GeneratorKey& key)
      : mean_gap_(1.0 / rate),
        gangs_(spec.gpus),
        run_time_(spec.run_time),
        end_(spec.duration.value_or(kForever)),
        jobs_left_(spec.jobs.value_or(std::numeric_limits<std::int64_t>::max())),
        counted_(spec.jobs.has_value()),
        cores_per_gpu_(spec.cores_per_gpu),
        memory_per_gpu_(spec.memory_per_gpu),
        stream_(key.stream_index),
        arrivals_(streams(key, "arrival")),
        gpus_(streams(key, "gpus")),
        run_times_(streams(key, "run_time")),
        limits_(streams(key, "time_limit")) {
    if (spec.diurnal) {
      clock_.emplace(spec.peak_hour, spec.peak_to_trough);
    }
    if (spec.time_limit_factor) {
      limit_factor_.emplace(*spec.time_limit_factor);
    }
  }

  bool next(Job& job) override {
    if (jobs_left_ == 0) {
      return false;
    }
    const auto entity = static_cast<std::uint64_t>(++id_);
    steady_ += next_gap(entity);
    const Seconds submit = clock_ ? clock_->date_of(steady_) : steady_;
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
    job.run_time = Seconds(std::max(0.0, run_time_.draw(run_time)));
    if (limit_factor_) {
      RandomStream factor = limits_.of(entity);
      job.time_limit = job.run_time * limit_factor_->draw(factor);
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
  GangSizes gangs_;
  Distribution run_time_;
  std::optional<Distribution> limit_factor_;
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

Seconds mean_run_time(const GenerateSpec& spec) { return Seconds(mean_of(spec.run_time)); }

double mean_arrival_rate(const GenerateSpec& spec, std::int64_t gpus_total) {
  constexpr double kHour = 3600.0;
  const double work = mean_gpus(spec) * mean_run_time(spec).value();  // GPU seconds of a job
  const double rate = spec.jobs_per_hour
                          ? *spec.jobs_per_hour / kHour
                          : spec.load.value_or(0.0) * static_cast<double>(gpus_total) / work;
  if (!std::isfinite(rate) || rate <= 0.0) {
    throw ScenarioError(
        {{.file = "",
          .line = 0,
          .column = 0,
          .pointer = "/workload",
          .message = fmt::format("generated jobs would arrive at {} per second", rate),
          .hint = "the load and the mean run time must be above zero, and the cluster have GPUs"}});
  }
  return rate;
}

std::unique_ptr<WorkloadSource> make_generator(const GenerateSpec& spec, std::int64_t gpus_total,
                                               const GeneratorKey& key) {
  return std::make_unique<Generator>(spec, mean_arrival_rate(spec, gpus_total), key);
}

}  // namespace gpuscape
