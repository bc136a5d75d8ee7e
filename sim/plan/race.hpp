#pragma once
/// The search among the designs of one answer.

#include <map>
#include <span>
#include <vector>

#include "sim/plan/heats.hpp"

namespace gpuscape {

/// Runs designs in the order of their bounds, as often as a decision takes, until all that may cost
/// less than the answer miss an objective or cannot be told from it; then the same for the
/// runner-up. Designs whose bound lies above are never run.
class Race {
 public:
  /// The answer's designs are screened, in the order of their bounds.
  Race(PlanParts& parts, PlanAnswer& answer, std::vector<SloSpec> objectives,
       std::function<void(std::int64_t)> progress);

  void run();

 private:
  [[nodiscard]] double cost(const PlannedDesign& design) const;
  [[nodiscard]] bool meets(std::size_t place) const;
  [[nodiscard]] std::vector<std::size_t> meeting() const;
  [[nodiscard]] bool stopped() const;
  [[nodiscard]] Caution caution() const;
  void find_reference();
  void settle(std::size_t wanted);
  std::size_t confirmed(std::size_t wanted, RunRecord& record);
  bool confirm(std::size_t place, RunRecord& record);
  void look_for_room();
  [[nodiscard]] bool comes_before(const PlannedDesign& design, const PlannedDesign* last) const;
  [[nodiscard]] std::vector<std::size_t> next_of(Standing standing, std::size_t wanted) const;
  [[nodiscard]] std::size_t most_promising() const;
  [[nodiscard]] double to_beat(std::size_t wanted) const;
  bool is_told(std::size_t place);
  void race(std::span<const std::size_t> places, std::size_t to, double to_beat);
  void take(std::size_t place, HeatResult result);
  void learn_spread();
  void exclude_too_small();
  // What is assumed of weaker designs: race_assumed.cpp.
  void begin_to_assume();
  void assume_from(std::size_t place);
  [[nodiscard]] std::vector<std::size_t> strongest(const std::vector<std::size_t>& places) const;
  void settle_and_check(std::size_t wanted);
  [[nodiscard]] std::vector<std::size_t> to_be_checked(std::size_t wanted) const;
  bool drop_broken_assumptions();
  bool assume_nothing();

  PlanParts& parts_;
  PlanAnswer& answer_;
  Judge judge_;
  std::function<void(std::int64_t)> progress_;
  std::int64_t most_runs_;
  std::int64_t least_never_fit_;
  std::map<std::string, std::size_t> told_;  // decided designs, by PlannedDesign::runs_as
  std::map<std::size_t, Sample> samples_;    // of open designs
  std::map<std::string, std::vector<std::size_t>> alike_;  // places, by Strength::like
  bool keeps_all_ = false;                                 // samples, of decided designs too
  std::vector<std::vector<double>> spreads_;
};

}  // namespace gpuscape
