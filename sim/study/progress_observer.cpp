#include "sim/study/progress_observer.hpp"

#include <algorithm>

namespace gpuscape {

ProgressObserver::ProgressObserver(const ScenarioSpec& scenario, const RunInputs& inputs,
                                   const std::function<void(const StudyProgress&)>& report)
    : report_(report) {
  for (std::size_t i = 0; i < scenario.streams.size(); ++i) {
    const auto& generate = scenario.streams[i].generate;
    if (generate && generate->jobs) jobs_ += *generate->jobs;
    if (generate && generate->duration)
      last_submit_ = std::max(last_submit_, generate->duration->value());
    const auto& closed = scenario.streams[i].closed;
    if (closed) last_submit_ = std::max(last_submit_, closed->duration.value());
    if (!inputs.traces[i].table || inputs.traces[i].table->size() == 0) continue;
    const JobTable& table = *inputs.traces[i].table;
    last_submit_ = std::max(last_submit_, table.job(table.size() - 1).submit.value());
  }
}

void ProgressObserver::job_submitted(std::uint32_t, Seconds date) {
  now_ = date.value();
  ++submitted_;
  count();
}

void ProgressObserver::job_ended(std::uint32_t, Seconds) {
  ++ended_;
  count();
}

void ProgressObserver::count() {
  constexpr std::int64_t kEvents = 4096;
  if (++events_ % kEvents != 0) return;
  const double by_jobs =
      jobs_ > 0 ? static_cast<double>(submitted_) / static_cast<double>(jobs_) : 1.0;
  const double by_date = last_submit_ > 0.0 ? now_ / last_submit_ : 1.0;
  report_({.share = std::min({1.0, by_jobs, by_date}), .jobs_ended = ended_, .replications = 0});
}

}  // namespace gpuscape
