#pragma once
/// Jobs save their work, and start again from what they saved after an interruption.

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "sim/platform/failing_parts.hpp"
#include "sim/platform/platform.hpp"
#include "sim/run/life/life_part.hpp"
#include "sim/scenario/failure_spec.hpp"

namespace gpuscape {

/// Daly's interval between checkpoints that take `write`, with failures every `mean` on average:
/// sqrt(2 write mean) - write where the write is short, else `mean` (J. T. Daly, "A higher order
/// estimate of the optimum checkpoint interval for restart dumps", FGCS 22, 2006, eq. 37).
[[nodiscard]] Seconds daly_interval(Seconds write, Seconds mean);

class Saves final : public LifePart {
 public:
  /// `terms` by stream; `failing` and `platform` for Daly's formula.
  Saves(std::vector<SavesSpec> terms, const std::vector<FailingParts>& failing,
        const Platform& platform);

  std::optional<Stretch> next(const LifeView& life) override;
  void fell_back(const LifeView& life) override;
  void ended(const LifeView& life, Cause cause, const Keeps& keeps) override;
  [[nodiscard]] Seconds expected_pauses(const LifeAhead& life) const override;
  /// What Daly's formula proposes for the job of each stream that fails most often.
  void add_to(RunResult& result) const override;

 private:
  /// Where a life is between two checkpoints.
  struct Progress {
    bool has_begun = false;
    bool is_staged = false;  // the write is still to come
    bool restarts = false;   // before anything else
    Seconds staged{0.0};     // work done when the last checkpoint was taken
    Seconds interval{kForever};
  };
  [[nodiscard]] double rate_of(const LifeView& life);
  std::optional<Stretch> next_save(const CheckpointSpec& spec, const LifeView& life,
                                   Progress& progress);

  std::vector<SavesSpec> terms_;
  std::vector<double> highest_rate_;  // failures per second of a job, by stream
  /// Units that fail, by node of the cluster that they take with them.
  std::vector<std::vector<std::uint32_t>> units_of_;
  std::vector<double> rates_;            // failures per second of each unit
  double rate_of_gpu_ = 0.0;             // failures per second, on average over the cluster
  std::vector<std::uint32_t> touched_;   // scratch: units
  std::vector<Progress> progress_;       // by slot
  std::set<std::uint32_t> interrupted_;  // jobs that start again
};

}  // namespace gpuscape
