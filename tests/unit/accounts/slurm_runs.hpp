#pragma once
/// Jobs of several users, accounts, partitions and QOS under the policy "slurm-multifactor".

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

struct From {
  std::string user, account, partition, qos;
};

/// Jobs of several origins on a few nodes under a policy with the given parameters.
class SlurmRuns : public testing::Test {
 protected:
  Job of(const From& from, Job job) {
    job.origin = origins_->intern(from.user, from.account, from.partition, from.qos);
    return job;
  }
  RunResult run(std::vector<Job> jobs, const std::string& parameters = "{}",
                std::uint32_t node_count = 1) {
    NodeGroup group = nodes(node_count, 8);
    group.capacity.milli_cores = 1000 * cores_;
    RunState state(Platform({group}),
                   make_policies({.scheduler = "slurm-multifactor",
                                  .backfill = backfill_,
                                  .placement = "pack",
                                  .scheduler_parameters = parameters}),
                   std::make_unique<ListSource>(std::move(jobs)), {},
                   {origins_, {"jobs"}, {std::vector<double>(origins_->size(), 1.0)}}, nullptr,
                   std::move(outages_));
    state.observe(passes_);
    run_natively(state.simulation(), kForever, {});
    return state.take_result({});
  }
  /// Counts the instants that leave somebody waiting.
  struct Passes final : RunObserver {
    void job_submitted(std::uint32_t, Seconds) override {}
    void job_started(std::uint32_t, Seconds, std::span<const AllocationSpan>) override {}
    void job_ended(std::uint32_t, Seconds) override {}
    void job_preempted(std::uint32_t, Seconds) override {}
    void head_waits(std::uint32_t, Seconds, std::optional<Seconds>) override { ++waited; }
    int waited = 0;
  } passes_;
  std::string backfill_ = "none";
  std::int64_t cores_ = 0;  // of a node
  OutagesOfNodes outages_;
  std::shared_ptr<OriginTable> origins_ = std::make_shared<OriginTable>();
};

}  // namespace gpuscape::test
