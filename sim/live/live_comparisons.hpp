#pragma once
/// Comparisons of designs that have been answered, each made once.

#include <memory>
#include <stop_token>
#include <vector>

#include "sim/live/known_design.hpp"

namespace gpuscape {

/// Throws Interrupted once a stop was asked for, however long ago.
void go_on_unless_stopped(const std::stop_token& stop);

/// A design with what there is of it.
struct AnsweredDesign {
  std::shared_ptr<KnownDesign> design;  ///< null: faults
  std::shared_ptr<const StudyOutcome> outcome;
  LiveStage stage = LiveStage::none;
  Seconds covers{0.0};
};

/// What compare_designs would say: a function of the answers of the two designs. Where those of
/// generated workloads have other warm-ups, replications are needed over the jobs of both, which
/// the answers do not say; then they are run again as far as they were not kept.
class LiveComparisons {
 public:
  using Comparisons = std::vector<std::shared_ptr<const Comparison>>;

  /// Of each design after the first, as far as it was made before or the answers say enough; null
  /// where there is none. Throws Interrupted.
  Comparisons of_outcomes(const std::vector<AnsweredDesign>& designs, unsigned threads,
                          const std::stop_token& stop);
  /// The same, those of generated workloads over the first few replications of each: what there is
  /// before all have their exact answers.
  Comparisons after_first_batch(const std::vector<AnsweredDesign>& designs, TraceCache& traces,
                                unsigned threads, const std::stop_token& stop);
  /// The same, where all have their exact answers; replications that are missing are run.
  Comparisons in_step(const std::vector<AnsweredDesign>& designs, TraceCache& traces,
                      unsigned threads, const std::stop_token& stop);
  /// As far as they were made before.
  [[nodiscard]] Comparisons made_before(const std::vector<AnsweredDesign>& designs) const;

 private:
  /// What a comparison is a function of. Outcomes are held, so that none is taken for another.
  struct Basis {
    std::shared_ptr<const StudyOutcome> baseline;
    std::shared_ptr<const StudyOutcome> variant;
    friend bool operator==(const Basis&, const Basis&) = default;
  };
  struct Made {
    Basis basis;
    std::shared_ptr<const Comparison> comparison;
  };

  [[nodiscard]] static std::vector<Basis> bases(const std::vector<AnsweredDesign>& designs);
  [[nodiscard]] std::shared_ptr<const Comparison> find(const Basis& basis) const;
  void forget_all_but(const std::vector<Basis>& bases);

  std::vector<Made> made_;
};

}  // namespace gpuscape
