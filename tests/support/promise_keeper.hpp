#pragma once
/// What a run promises to jobs that wait, held against when they start.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/run/record/observer.hpp"

namespace gpuscape::test {

/// Remembers the first date promised to each head, and who started later.
class PromiseKeeper final : public RunObserver {
 public:
  void job_submitted(std::uint32_t, Seconds) override { first_promise_.push_back(-1.0); }
  void job_started(std::uint32_t job, Seconds date, std::span<const AllocationSpan>) override {
    if (first_promise_[job] >= 0.0 && date.value() > first_promise_[job]) ++broken;
  }
  void job_ended(std::uint32_t, Seconds) override {}
  [[nodiscard]] bool wants_promises() const override { return true; }
  void head_waits(std::uint32_t job, Seconds, std::optional<Seconds> promise) override {
    if (!promise || first_promise_[job] >= 0.0) return;
    first_promise_[job] = promise->value();
    ++promised;
  }
  int promised = 0;
  int broken = 0;

 private:
  std::vector<double> first_promise_;
};

}  // namespace gpuscape::test
