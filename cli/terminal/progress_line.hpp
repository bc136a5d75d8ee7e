#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "sim/plan/plan.hpp"
#include "sim/study/run_study.hpp"
#include "sim/sweep/run_sweep.hpp"

namespace gpuscape {

/// What the line says: done, rate, time left. Elapsed in seconds.
std::string progress_text(const StudyProgress& progress, double elapsed);
std::string progress_text(const SweepProgress& progress, double elapsed);
std::string progress_text(const PlanProgress& progress, double elapsed);

/// One line on a terminal that is rewritten a few times a second and gone at the end.
class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& terminal);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();
  void show(const StudyProgress& progress);
  void show(const SweepProgress& progress);
  void show(const PlanProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  template <class Progress>
  void rewrite(const Progress& progress);
  std::ostream& terminal_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_ + std::chrono::milliseconds(500);
  bool shown_ = false;
};

}  // namespace gpuscape
