#pragma once
/// Jobs save their work, and start again from what they saved after an interruption.

#include <cstdint>
#include <functional>
#include <map>
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

/// What jobs save in more detail than by stream.
struct SavesInDetail {
  /// By stream and class, instead of what the stream has; empty: as the stream.
  std::vector<std::vector<SavesSpec>> by_class = {};
  std::vector<StorageSpec> storage = {};  ///< as CheckpointSpec::to
  /// Of a step of such a job, alone; asked only of jobs that count steps. Forever: it takes none.
  std::function<Seconds(ApplicationKey, const Demand&)> step_time = {};
};

class Saves final : public LifePart {
 public:
  /// `terms` by stream; `failing` and `platform` for Daly's formula.
  Saves(std::vector<SavesSpec> terms, const std::vector<FailingParts>& failing,
        const Platform& platform, SavesInDetail detail = {});

  std::optional<Stretch> next(const LifeView& life) override;
  void fell_back(const LifeView& life) override;
  void ended(const LifeView& life, Cause cause, const Keeps& keeps) override;
  void forgets(std::uint32_t job) override { interrupted_.insert(job); }
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
    Seconds copied{0.0};     // the same of the last one in memory
    Seconds interval{kForever};
  };
  /// The job of a stream that failures stop most often.
  struct Noted {
    Seconds mean{kForever};  // between two of them
    Seconds stall{0.0};
  };
  [[nodiscard]] const SavesSpec& terms_of(const ApplicationKey& runs) const;
  [[nodiscard]] double rate_of(const LifeView& life);
  [[nodiscard]] std::uint32_t nodes_of(const Demand& demand) const;
  /// How long a write takes a job on so many nodes that is alone.
  [[nodiscard]] Seconds write_of(const CheckpointSpec& spec, std::size_t nodes) const;
  /// What a job waits for each checkpoint.
  [[nodiscard]] Seconds stall_of(const CheckpointSpec& spec, std::size_t nodes) const {
    return spec.staging.value_or(write_of(spec, nodes));
  }
  [[nodiscard]] Write bytes_of(const CheckpointSpec& spec, std::size_t nodes) const;
  /// Between two checkpoints of a job that failures stop every `mean` on average.
  [[nodiscard]] Seconds interval_of(const CheckpointSpec& spec, const ApplicationKey& runs,
                                    const Demand& demand, std::size_t nodes, Seconds mean) const;
  void begin(const CheckpointSpec& spec, const LifeView& life, Progress& progress);
  std::optional<Stretch> next_save(const CheckpointSpec& spec, const LifeView& life,
                                   Progress& progress);
  std::optional<Stretch> save(const CheckpointSpec& spec, const LifeView& life, Progress& progress);

  std::vector<SavesSpec> terms_;
  SavesInDetail detail_;
  std::map<std::uint16_t, Noted> noted_;  // by stream
  /// Units that fail, by node of the cluster that they take with them.
  std::vector<std::vector<std::uint32_t>> units_of_;
  std::vector<double> rates_;            // failures per second of each unit
  double rate_of_gpu_ = 0.0;             // failures per second, on average over the cluster
  std::int32_t gpus_of_node_ = 1;        // the most of all
  std::vector<std::uint32_t> touched_;   // scratch: units
  std::vector<Progress> progress_;       // by slot
  std::set<std::uint32_t> interrupted_;  // jobs that start again
};

}  // namespace gpuscape
