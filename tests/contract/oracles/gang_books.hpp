#pragma once
/// Books on who holds what, kept apart from the program's own, for jobs on any number of nodes.
/// What could start, and when, is found by trying every node for every share.

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "sim/run/record/observer.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

/// The shares of a job on nodes of that kind, as they are documented: equal but for one GPU on the
/// number of nodes that it asks for, else full nodes and one more.
std::vector<Demand> slow_shares(const Demand& demand, const Demand& node);

/// True when each share finds a node of its own (by augmenting paths: no order is assumed).
bool slow_match(const std::vector<Demand>& shares, const std::vector<Demand>& nodes);

/// Objects, as a failure of the test, to a share that is not one of the job's, to two of them on
/// one node, and to a node that is given more than it has. `heads` and `promises` say what a head
/// that waits is held to.
class GangBooks final : public RunObserver {
 public:
  GangBooks(const std::vector<NodeGroup>& groups, const std::vector<Job>& jobs);

  void job_submitted(std::uint32_t job, Seconds date) override;
  void job_started(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans) override;
  void job_ended(std::uint32_t job, Seconds date) override;
  void job_preempted(std::uint32_t job, Seconds date) override;
  void head_waits(std::uint32_t job, Seconds date, std::optional<Seconds> promise) override;
  [[nodiscard]] bool wants_promises() const override { return true; }

  /// True when the job fits on the empty cluster.
  [[nodiscard]] bool could_ever_start(std::uint32_t job) const;

  bool spans_models = false;      ///< a job may be on all groups of one GPU model
  bool one_group_first = false;   ///< and is not where a single group has room
  bool no_head_fits = false;      ///< a head that waits does not fit now
  bool promises_are_due = false;  ///< a head is promised the first date at which it fits
  std::size_t heads = 0;          ///< that were looked at
  std::size_t promises = 0;
  std::size_t spanning = 0;  ///< jobs on several groups

 private:
  struct Running {
    double expected_end = 0.0;
    std::vector<std::pair<std::uint32_t, Demand>> shares;
  };

  /// What is free on all nodes at `date` if everyone ends when expected, nobody before `now`.
  [[nodiscard]] std::vector<Demand> free_at(double date, double now) const;
  [[nodiscard]] bool fits(const Demand& demand, const std::vector<Demand>& nodes) const;
  [[nodiscard]] bool fits_one_group(const Demand& demand, const std::vector<Demand>& nodes) const;
  [[nodiscard]] bool fits_one_model(const Demand& demand, const std::vector<Demand>& nodes) const;
  [[nodiscard]] std::size_t group_of(std::uint32_t node) const;
  void check_groups(const Demand& demand, std::span<const AllocationSpan> spans);
  [[nodiscard]] double first_fit(const Demand& demand, double now) const;
  void give_back(std::uint32_t job);

  std::vector<NodeGroup> groups_;
  std::vector<std::size_t> first_;  // node of each group, and behind the last
  std::vector<Demand> free_;
  std::vector<Job> jobs_;
  std::map<std::uint32_t, Running> running_;
  std::size_t waiting_ = 0;
};

}  // namespace gpuscape::test
