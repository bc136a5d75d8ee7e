#pragma once
/// Passes the events of a run on to its observers, in the order in which they were added.

#include <optional>
#include <vector>

#include "sim/run/record/observer.hpp"
#include "sim/run/record/run_events.hpp"

namespace gpuscape {

class Observers {
 public:
  /// The observer must outlive the run.
  void add(RunObserver& observer) { all_.push_back({&observer, observer.wants_promises()}); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] bool want_promises() const {
    for (const Entry& entry : all_)
      if (entry.wants_promises) return true;
    return false;
  }

  void on(const JobSubmitted& event) {
    for (const Entry& entry : all_) entry.observer->job_submitted(event.job, event.date);
  }
  void on(const JobStarted& event) {
    for (const Entry& entry : all_) entry.observer->job_started(event.job, event.date, event.spans);
  }
  void on(const JobPreempted& event) {
    for (const Entry& entry : all_) entry.observer->job_preempted(event.job, event.date);
  }
  void on(const JobEnded& event) {
    for (const Entry& entry : all_) entry.observer->job_ended(event.job, event.date);
  }
  void on(const HeadWaits& event) {
    for (const Entry& entry : all_)
      entry.observer->head_waits(event.job, event.date,
                                 entry.wants_promises ? event.promise : std::nullopt);
  }

 private:
  struct Entry {
    RunObserver* observer;
    bool wants_promises;
  };
  std::vector<Entry> all_;
};

}  // namespace gpuscape
