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

#include "sim/model/gpu_access.hpp"
#include "sim/run/life/life_part.hpp"
#include "sim/run/record/shared_links.hpp"

namespace gpuscape {

class AttachPart final : public LifePart {
 public:
  /// `seed` and `replication` decide which attempts fail.
  AttachPart(const AttachTerms& terms, const FreeCapacity& capacity, std::uint64_t seed,
             std::uint64_t replication);

  std::optional<Stretch> next(const LifeView& life) override;
  void ended(const LifeView& life, Cause cause, const Keeps& keeps) override;
  /// What they lend, and what they have of others, is attached to nobody.
  void nodes_go(std::span<const std::uint32_t> nodes) override;

  void add_to(RunResult& result) const override { result.attach = result_; }

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
    bool gave_up = false;       // the present one, when it had timed out
  };
  /// How long the GPUs of that life take.
  Seconds attach(const LifeView& life);
  Attempts* attempts_of(std::uint32_t job, std::span<const AllocationSpan> spans, Seconds now);
  [[nodiscard]] Seconds until_polled(Seconds date) const;

  AttachTerms terms_;
  const FreeCapacity& capacity_;
  std::uint64_t seed_;
  std::uint64_t replication_;
  std::vector<std::size_t> first_gpu_;  // by group
  std::vector<Attached> attached_;      // by GPU
  std::vector<bool> has_attached_;      // by slot
  std::map<std::uint32_t, Attempts> attempts_;
  AttachResult result_;
};

}  // namespace gpuscape
