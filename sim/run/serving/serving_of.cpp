#include "sim/run/serving/serving_of.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "sim/run/serving/serve.hpp"

namespace gpuscape {

namespace {

class Servers {
 public:
  Servers(const RunResult& run, std::size_t stream) : run_(run) {
    for (const GpuRate& rate : run.gpu_rates) rates_[rate.job].push_back(rate);
    for (std::uint32_t job = 0; job < run.jobs.size(); ++job)
      if (run.jobs.stream(job) == stream) add(job);
  }

  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] const RequestTimes& times() const { return times_; }
  [[nodiscard]] std::vector<ServingStretch> take() { return std::move(stretches_); }

 private:
  void add(std::uint32_t job) {
    const Seconds submit = run_.jobs.submit(job);
    times_.first = any_ ? std::min(times_.first, submit) : submit;
    times_.last = std::max(times_.last, submit);
    any_ = true;
    // A server that never came is missed all the same.
    if (run_.jobs.can_run(job) && !run_.jobs.ended(job))
      times_.last = std::max(times_.last, run_.end);
    for (const Segment& segment : run_.jobs.segments(job)) {
      const Seconds end = std::isnan(segment.end.value()) ? run_.end : segment.end;
      cut(job, segment.start, end);
      times_.last = std::max(times_.last, end);
    }
  }

  /// Where its rate changes.
  void cut(std::uint32_t job, Seconds begin, Seconds end) {
    double rate = 1.0;
    const auto known = rates_.find(job);
    if (known != rates_.end())
      for (const GpuRate& of : known->second) {
        if (!(of.date < end)) break;
        if (of.date > begin) {
          stretches_.push_back({job, begin, of.date, rate});
          begin = of.date;
        }
        rate = of.of_gpu;
      }
    stretches_.push_back({job, begin, end, rate});
  }

  const RunResult& run_;
  std::map<std::uint32_t, std::vector<GpuRate>> rates_;  // by job, by rising date
  std::vector<ServingStretch> stretches_;
  RequestTimes times_;
  bool any_ = false;
};

}  // namespace

std::vector<ServingResult> serving_of(const RunResult& run, const ScenarioSpec& scenario,
                                      std::uint64_t replication) {
  std::vector<ServingResult> all;
  for (std::size_t stream = 0; stream < scenario.streams.size(); ++stream) {
    const StreamSpec& of = scenario.streams[stream];
    if (!of.serves) continue;
    Servers servers(run, stream);
    const RandomStreams random(scenario.run.seed, replication, "requests of " + of.name);
    all.emplace_back();
    if (servers.any()) all.back() = serve(*of.serves, servers.take(), servers.times(), random);
    all.back().within = of.serves->within;
    all.back().stream = of.name;
  }
  return all;
}

}  // namespace gpuscape
