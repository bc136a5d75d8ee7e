#pragma once
/// Lent GPUs are attached to the job's clients before it computes. A GPU stays with its client
/// after a job, until it has been idle for as long as it may be, or another client needs it. An
/// attempt may fail, that is, the GPUs of one server do not appear: when it has timed out the job
/// looks for others.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/model/gpu_access.hpp"
#include "sim/run/phases/phase.hpp"
#include "sim/run/record/shared_links.hpp"

namespace gpuscape {

class AttachPhase final : public Phase {
 public:
  /// `seed` and `replication` decide which attempts fail.
  AttachPhase(const AttachTerms& terms, const FreeCapacity& capacity, const Simulation& simulation,
              std::uint64_t seed, std::uint64_t replication);

  [[nodiscard]] bool applies(const PhaseContext& context) const override {
    return uses_lent_gpus(context.spans);
  }
  [[nodiscard]] bool works_off_run_time() const override { return false; }
  std::optional<Seconds> begin(const PhaseContext& context) override;
  std::optional<std::size_t> gives_up(std::uint32_t job) override;
  Seconds stop(std::uint32_t /*slot*/, Seconds /*elapsed*/) override { return Seconds(0.0); }
  void left(std::uint32_t job, std::span<const AllocationSpan> spans, Seconds now) override;

  [[nodiscard]] const AttachResult& result() const { return result_; }

 private:
  using Gpu = std::size_t;  // over the platform
  struct Attached {
    std::optional<std::uint32_t> client = {};  // none: no job had it yet
    Seconds free_since{0.0};                   // kForever: a job has it
    Seconds ready{0.0};                        // from when on the client can use it
  };
  /// Calls `visit(gpu, client, node)` for each lent GPU of a job, clients by their nodes, and the
  /// node that lends it.
  template <class Visit>
  void for_each_gpu(std::span<const AllocationSpan> spans, const Visit& visit) const;
  /// From now until the client can use the GPU, if the first attempt succeeds.
  [[nodiscard]] Seconds until_attached(Gpu gpu, std::uint32_t client, Seconds now) const;
  /// Whether the client has it since an earlier job.
  [[nodiscard]] bool is_kept(Gpu gpu, std::uint32_t client, Seconds now) const;
  [[nodiscard]] std::int64_t failures(std::uint32_t job) const;
  /// Attempts of a job whose attempts fail, in its present life.
  struct Attempts {
    std::int64_t failures = 0;  // in all
    std::int64_t made = 0;      // that failed
    std::size_t span = 0;       // of the server whose GPUs do not appear in the present one
    bool fails = false;         // the present one
  };
  Attempts* attempts_of(std::uint32_t job, std::span<const AllocationSpan> spans, Seconds now);
  [[nodiscard]] Seconds until_polled(Seconds date) const;

  AttachTerms terms_;
  const FreeCapacity& capacity_;
  const Simulation& simulation_;
  std::uint64_t seed_;
  std::uint64_t replication_;
  std::vector<std::size_t> first_gpu_;  // by group
  std::vector<Attached> attached_;      // by GPU
  std::map<std::uint32_t, Attempts> attempts_;
  AttachResult result_;
};

}  // namespace gpuscape
