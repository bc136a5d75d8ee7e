#pragma once
/// The job that arrives next, taken from a JobInlet one ahead of time.

#include <memory>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/run/job_inlet.hpp"

namespace gpuscape {

class Arrivals {
 public:
  explicit Arrivals(std::unique_ptr<WorkloadSource> source) : inlet_(std::move(source)) {}

  /// The next job takes the place of the one before.
  void pull(Seconds now) {
    has_next_ = inlet_.next(next_);
    ensure(!has_next_ || next_.submit >= now,
           "a workload source yields jobs by rising submit date");
  }
  [[nodiscard]] bool any() const { return has_next_; }
  [[nodiscard]] const Job& next() const { return next_; }
  /// kForever where none comes.
  [[nodiscard]] Seconds next_date() const { return has_next_ ? next_.submit : kForever; }

  /// True where the end of this job brings one that may come before `next`: pull again.
  bool job_ended(const Job& job, Seconds date) {
    return inlet_.job_ended(job, date, has_next_ ? &next_ : nullptr);
  }
  [[nodiscard]] std::vector<Dependency> further_dependencies(const Job& job,
                                                             std::uint32_t place) const {
    return inlet_.further_dependencies(job, place);
  }
  /// As far as it is known.
  [[nodiscard]] std::size_t expected_jobs() const {
    return inlet_.expected_jobs() + (has_next_ ? 1 : 0);
  }

 private:
  JobInlet inlet_;
  Job next_;
  bool has_next_ = false;
};

}  // namespace gpuscape
