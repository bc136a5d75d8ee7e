#pragma once
/// Books on which GPU is held by whom, and the slow way to choose GPUs: every set of them is tried.

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "sim/platform/gpu_set.hpp"
#include "sim/run/record/observer.hpp"
#include "sim/workload/node_asks.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

/// The set of `count` GPUs of `free` that is to be chosen, found by trying all: pairs are compared
/// by path class and payload, the farthest first; of equal sets the one with the lowest numbers.
GpuSet slow_choice(const NodeGraph& graph, const GpuSet& free, std::uint32_t count);

/// Objects, as a failure of the test, to a GPU that is held twice, to another number of GPUs than
/// the span says, to nodes that are not what the job asks for, and, where `chooses_best`, to a set
/// of GPUs while a better connected one was free.
class GpuBooks final : public RunObserver {
 public:
  GpuBooks(const std::vector<NodeGroup>& groups, const std::vector<Job>& jobs,
           const NodeAsks& asks);

  void job_submitted(std::uint32_t /*job*/, Seconds /*date*/) override {}
  void job_started(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans) override;
  void job_ended(std::uint32_t job, Seconds date) override;
  void job_preempted(std::uint32_t job, Seconds date) override { job_ended(job, date); }
  void head_waits(std::uint32_t /*job*/, Seconds /*date*/, std::optional<Seconds>) override {}

  /// True when every GPU is free.
  [[nodiscard]] bool all_free() const;
  bool chooses_best = true;
  std::size_t chosen = 0;  ///< sets looked at

 private:
  struct Node {
    const NodeGroup* group;
    GpuSet free;
  };
  void take(const AllocationSpan& span);
  void check_choice(const NodeGraph& graph, const GpuSet& free, const GpuSet& gpus);

  std::vector<NodeGroup> groups_;
  std::vector<Job> jobs_;
  NodeAsks asks_;
  std::vector<Node> nodes_;
  std::map<std::uint32_t, std::vector<AllocationSpan>> held_;
  std::map<std::tuple<const NodeGraph*, GpuSet, std::uint32_t>, GpuSet> choices_;
};

}  // namespace gpuscape::test
