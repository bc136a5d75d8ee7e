#pragma once
/// A design on its way through a request; for live_request*.cpp alone.

#include <memory>
#include <utility>
#include <vector>

#include "sim/live/live_request.hpp"
#include "sim/study/compare/in_step.hpp"

namespace gpuscape {

/// Results that will not fit the memory that is free.
class LacksMemory : public RunError {
 public:
  using RunError::RunError;
};

/// A design that is asked for, under one name or several.
struct LiveRequest::Work {
  explicit Work(std::shared_ptr<KnownDesign> known)
      : is_generated(gpuscape::is_generated(known->scenario->spec)) {
    latest.design = std::move(known);
  }

  [[nodiscard]] KnownDesign& design() const { return *latest.design; }

  /// The answer is of this request from now on.
  void show(LiveAnswer& answer) const {
    answer.stage = latest.stage;
    answer.outcome = latest.outcome;
    answer.scenario = latest.design->scenario;
    answer.covers = latest.covers;
    answer.is_stale = false;
  }

  AnsweredDesign latest;
  bool is_generated;
  std::vector<std::size_t> places;
  bool was_known = false;  // before this request
  bool is_over = false;    // answered exactly, or it cannot be
  StudyOptions options;
  RunInputs inputs;
  std::unique_ptr<Study> study;
};

}  // namespace gpuscape
