#pragma once

#include <functional>

#include "sim/run/record/observer.hpp"
#include "sim/run/run.hpp"
#include "sim/study/run_study.hpp"

namespace gpuscape {

/// Counts what happens in replication 0 and reports every few thousand events.
class ProgressObserver final : public RunObserver {
 public:
  ProgressObserver(const ScenarioSpec& scenario, const RunInputs& inputs,
                   const std::function<void(const StudyProgress&)>& report);

  void job_submitted(std::uint32_t job, Seconds date) override;
  void job_started(std::uint32_t, Seconds, std::span<const AllocationSpan>) override {}
  void job_ended(std::uint32_t job, Seconds date) override;
  void head_waits(std::uint32_t, Seconds, std::optional<Seconds>) override {}

 private:
  void count();

  const std::function<void(const StudyProgress&)>& report_;
  double last_submit_ = 0.0;  // of all streams, as far as dates are known before the run
  std::int64_t jobs_ = 0;     // of all streams that count jobs rather than days
  std::int64_t submitted_ = 0;
  std::int64_t ended_ = 0;
  std::int64_t events_ = 0;
  double now_ = 0.0;
};

}  // namespace gpuscape
