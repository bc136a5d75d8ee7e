#include "sim/workload/draw/closed_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/random.hpp"
#include "sim/workload/draw/distribution.hpp"
#include "sim/workload/draw/gang_sizes.hpp"

namespace gpuscape {

namespace {

class ClosedSource final : public WorkloadSource {
 public:
  ClosedSource(const ClosedSpec& spec, std::vector<std::int32_t> gpus, const GeneratorKey& key)
      : places_(std::move(gpus)),
        run_time_(spec.run_time),
        end_(spec.duration),
        stream_(key.stream_index),
        sizes_(streams(key, "gpus")),
        run_times_(streams(key, "run_time")),
        think_times_(streams(key, "think_time")) {
    if (!spec.gpus.empty()) gangs_.emplace(spec.gpus);
    if (spec.think_time) think_time_.emplace(*spec.think_time);
  }

  bool next(Job& job) override {
    if (begun_ == places_.size()) return false;
    job = made(static_cast<std::int64_t>(++begun_), Seconds(0.0));
    return true;
  }

  std::optional<Job> job_ended(const Job& job, Seconds date) override {
    const std::int64_t id = job.id + static_cast<std::int64_t>(places_.size());
    if (think_time_) {
      RandomStream random = think_times_.of(static_cast<std::uint64_t>(id));
      date += Seconds(std::max(0.0, think_time_->draw(random)));
    }
    if (date >= end_) return std::nullopt;
    return made(id, date);
  }

  [[nodiscard]] std::size_t expected_jobs() const override { return places_.size() - begun_; }

 private:
  static RandomStreams streams(const GeneratorKey& key, std::string_view quantity) {
    return {key.seed, key.replication, fmt::format("closed/{}/{}", key.stream_name, quantity)};
  }

  [[nodiscard]] Job made(std::int64_t id, Seconds submit) const {
    const auto entity = static_cast<std::uint64_t>(id);
    const std::size_t place = static_cast<std::size_t>(id - 1) % places_.size();
    Job job;
    job.id = id;
    job.submit = submit;
    RandomStream random = run_times_.of(entity);
    job.run_time = Seconds(std::max(0.0, run_time_.draw(random)));
    job.demand.gpus = gangs_ ? gangs_->draw(sizes_.of(entity)) : places_[place];
    job.stream = stream_;
    return job;
  }

  std::vector<std::int32_t> places_;
  std::optional<GangSizes> gangs_;
  Distribution run_time_;
  std::optional<Distribution> think_time_;
  Seconds end_;
  std::uint16_t stream_;
  RandomStreams sizes_;
  RandomStreams run_times_;
  RandomStreams think_times_;
  std::size_t begun_ = 0;
};

}  // namespace

std::unique_ptr<WorkloadSource> make_closed_source(const ClosedSpec& spec,
                                                   std::vector<std::int32_t> gpus,
                                                   const GeneratorKey& key) {
  return std::make_unique<ClosedSource>(spec, std::move(gpus), key);
}

}  // namespace gpuscape
