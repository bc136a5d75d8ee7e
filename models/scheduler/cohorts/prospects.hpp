#pragma once
/// Whether a search for victims can find any, without one: most jobs that wait are of queues that
/// may take from nobody, and this is asked of each kind of them whenever something was freed.

#include <optional>
#include <vector>

#include "models/scheduler/cohorts/victims.hpp"

namespace gpuscape::quota::cohorts {

class Prospects {
 public:
  Prospects(const CohortTree& tree, const Settings& settings, const RunningSet& running)
      : tree_(tree), settings_(settings), running_(running) {}

  /// What queues use, or who runs, is something else than before.
  void note_change() { fresh_ = false; }
  /// Why no search would find victims for such a job; none: one might.
  std::optional<QueueRule> none_for(Use& use, const JobFacts& facts);

 private:
  /// Of the children of a cohort.
  struct Largest {
    Share share = {};
    std::size_t child = 0;
    Share next = {};
  };
  void refresh(const Use& use);
  [[nodiscard]] bool has_own_victims(const JobFacts& facts) const;
  [[nodiscard]] bool is_covered(const Use& use, const JobFacts& facts) const;
  [[nodiscard]] bool has_smaller_share(Use& use, const JobFacts& facts) const;

  const CohortTree& tree_;
  const Settings& settings_;
  const RunningSet& running_;
  bool fresh_ = false;
  std::vector<Largest> largest_;           // by cohort
  std::vector<bool> above_;                // by node: it uses more than its own quota
  std::vector<std::size_t> queues_above_;  // by top
};

}  // namespace gpuscape::quota::cohorts
