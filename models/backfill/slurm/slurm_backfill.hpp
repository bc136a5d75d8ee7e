#pragma once
/// The loop of Slurm's backfill; what it models is said in models/backfill/slurm.cpp.

#include <cstdint>
#include <optional>
#include <vector>

#include "models/backfill/slurm/kept_nodes.hpp"
#include "models/backfill/slurm/refused_starts.hpp"
#include "sim/scheduling/backfill.hpp"

namespace gpuscape::slurm {

struct BackfillParameters {
  std::size_t depth = 500;
  Seconds interval{30.0};
  Seconds resolution{60.0};
  Seconds window{86400.0};
};

class SlurmBackfill final : public Backfill {
 public:
  explicit SlurmBackfill(const BackfillParameters& parameters)
      : Backfill(
            {.depth = static_cast<std::int64_t>(parameters.depth), .promises_head_only = false}),
        with_(parameters) {}

  void bind(const PolicyContext& context) override;
  void fill(SchedulingPass& pass) override;
  [[nodiscard]] std::vector<Promise> promises() const override {
    return promise_ ? std::vector{*promise_} : std::vector<Promise>{};
  }
  [[nodiscard]] std::optional<Seconds> wake() const override;

  /// Jobs that were considered, and starts of them that were looked at, in all rounds.
  [[nodiscard]] std::int64_t jobs_considered() const { return jobs_considered_; }
  [[nodiscard]] std::int64_t starts_looked_at() const { return starts_looked_at_; }

 private:
  void keep_outages(const Outages& outages);
  /// Where and when a job could start.
  struct Start {
    Seconds date = kForever;
    std::size_t group = 0;
    std::vector<std::uint32_t> nodes;
  };
  struct End {
    Seconds date{0.0};
    std::uint32_t node = 0;
    Demand share;
  };
  class UnplannedNodes;

  void consider(SchedulingPass& pass, std::size_t i);
  bool keep(const Start& start, Seconds run_time);
  [[nodiscard]] Seconds rounded_down(Seconds date) const;
  bool is_out_of_reach(const SchedulingPass& pass, const WaitingJob& job,
                       const UnplannedNodes& open, Seconds date);
  Start soonest(const SchedulingPass& pass, const WaitingJob& job, const UnplannedNodes& open);
  void sort_ends(const SchedulingPass& pass);
  void find_dates(std::size_t group, const UnplannedNodes& open);
  bool choose(const GroupReleases& group, std::size_t index, const Gang& gang,
              const UnplannedNodes& open, Seconds date);

  BackfillParameters with_;
  Seconds origin_{0.0};  // since 1970
  Seconds now_{0.0};
  Seconds last_round_ = -kForever;
  bool changed_ = false;            // since the last round
  std::optional<Promise> promise_;  // to the head
  std::optional<KeptNodes> kept_;
  std::optional<NodeBits> planned_;  // scratch: kept while the job in question would run
  RefusedStarts refused_;
  std::vector<std::vector<End>> ends_;  // of running jobs, by group, rising; empty: not yet known
  std::vector<Seconds> dates_;          // scratch
  std::vector<std::uint32_t> nodes_;    // scratch
  std::int64_t jobs_considered_ = 0;
  std::int64_t starts_looked_at_ = 0;
};

}  // namespace gpuscape::slurm
