/// Jobs that ask for parts of GPUs among jobs that ask for whole ones, against books that look at
/// every GPU. GPUSCAPE_WORKLOADS=100000 tries as many random workloads.

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <optional>

#include "sim/engine/simgrid_host.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/mixed_cluster.hpp"
#include "tests/support/workloads.hpp"

namespace gpuscape {
namespace {

using test::all_models;
using test::MixedWorkload;
using test::workloads;

const auto kNative = [](Simulation& simulation) { run_natively(simulation, kForever, {}); };

std::vector<NodeGroup> sharing_groups() {
  std::vector<NodeGroup> groups = test::mixed_groups();
  for (NodeGroup& group : groups) group.shares_gpus = true;
  return groups;
}

/// Most jobs of one GPU ask for a part of it.
MixedWorkload workload_with_parts(std::uint32_t seed, std::size_t count) {
  constexpr std::uint16_t kParts[] = {1, 100, 250, 333, 460, 500, 750, 999};
  MixedWorkload workload = test::mixed_workload(seed, count);
  std::mt19937 random(seed + 1000);
  for (Job& job : workload.jobs) {
    const std::uint16_t part = kParts[random() % std::size(kParts)];
    if (job.demand.gpus == 1 && job.demand.nodes <= 1 && random() % 4 != 0)
      job.demand.gpu_milli = part;
  }
  return workload;
}

/// What is left of every GPU, and of the cores and the memory of every node. Objects, as a failure
/// of the test, to a GPU beyond 1000 thousandths, to a head that waits although it fits, to a part
/// of a GPU elsewhere than where it fits best, and to a start after the first promise.
class PartBooks final : public RunObserver {
 public:
  PartBooks(const std::vector<NodeGroup>& groups, const MixedWorkload& workload)
      : groups_(groups), workload_(workload) {
    for (const NodeGroup& group : groups_)
      for (std::uint32_t node = 0; node < group.count; ++node)
        nodes_.push_back({&group, group.capacity.milli_cores, group.capacity.memory_mib,
                          std::vector<int>(static_cast<std::size_t>(group.capacity.gpus), 1000)});
  }

  void job_submitted(std::uint32_t /*job*/, Seconds /*date*/) override {}
  void job_started(std::uint32_t job, Seconds date,
                   std::span<const AllocationSpan> spans) override {
    if (promised_.contains(job) && keeps_promises) {
      EXPECT_LE(date.value(), promised_[job].value() + 1e-6) << "job " << job;
    }
    const Demand& demand = workload_.jobs[job].demand;
    if (demand.gpu_milli != 0 && fits_best) check_best_fit(demand, spans.front());
    held_[job].assign(spans.begin(), spans.end());
    for (const AllocationSpan& span : spans) change(demand, span, -1);
  }
  void job_ended(std::uint32_t job, Seconds /*date*/) override {
    for (const AllocationSpan& span : held_.at(job)) change(workload_.jobs[job].demand, span, 1);
    held_.erase(job);
  }
  void head_waits(std::uint32_t job, Seconds /*date*/, std::optional<Seconds> promise) override {
    EXPECT_FALSE(fits(workload_.jobs[job].demand)) << "job " << job << " waits although it fits";
    if (promise) promised_.try_emplace(job, *promise);
    ++heads;
  }
  [[nodiscard]] bool wants_promises() const override { return keeps_promises; }

  [[nodiscard]] bool all_free() const {
    return std::ranges::all_of(nodes_, [](const Node& node) {
      return node.cores == node.group->capacity.milli_cores &&
             node.memory == node.group->capacity.memory_mib && node.free_gpus() == node.gpus();
    });
  }
  bool fits_best = true;        ///< no filter keeps nodes back
  bool keeps_promises = false;  ///< limits are exact
  std::size_t joined = 0;       ///< parts on GPUs that others shared
  std::size_t heads = 0;        ///< looked at

 private:
  struct Node {
    const NodeGroup* group;
    std::int64_t cores, memory;
    std::vector<int> left;  // thousandths, by GPU
    [[nodiscard]] std::int32_t gpus() const { return static_cast<std::int32_t>(left.size()); }
    [[nodiscard]] std::int32_t free_gpus() const {
      return static_cast<std::int32_t>(std::ranges::count(left, 1000));
    }
    [[nodiscard]] bool holds(const Demand& share) const {
      return cores >= share.milli_cores && memory >= share.memory_mib && free_gpus() >= share.gpus;
    }
  };

  void change(const Demand& demand, const AllocationSpan& span, int sign) {
    Node& node = nodes_[span.node];
    const Gang gang = cut_into_gang(demand, node.group->capacity);
    const Demand& share =
        span.gpus == gang.full.gpus && gang.full_nodes > 0 ? gang.full : gang.rest;
    node.cores += sign * share.milli_cores;
    node.memory += sign * share.memory_mib;
    const GpuSet gpus(span.which.index());
    EXPECT_EQ(static_cast<std::int32_t>(gpus.size()), share.gpus);
    gpus.for_each([&](std::uint32_t gpu) {
      node.left[gpu] += sign * (demand.gpu_milli == 0 ? 1000 : demand.gpu_milli);
      EXPECT_TRUE(node.left[gpu] >= 0 && node.left[gpu] <= 1000) << "node " << span.node;
    });
    EXPECT_TRUE(node.cores >= 0 && node.memory >= 0) << "node " << span.node;
  }

  [[nodiscard]] bool will_do(const Demand& demand, const Node& node) const {
    return gpuscape::will_do(workload_.origins->asks()[demand.asks], *node.group,
                             node_facts(groups_));
  }

  /// Of the GPUs of a group that others share, the one that a part fits best; none: no room.
  [[nodiscard]] std::optional<GpuPlace> best_shared(const Demand& demand,
                                                    const NodeGroup& group) const {
    std::optional<GpuPlace> best;
    int least = 1000;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      if (node.group != &group || !will_do(demand, node) || node.cores < demand.milli_cores ||
          node.memory < demand.memory_mib)
        continue;
      for (std::uint32_t gpu = 0; gpu < node.left.size(); ++gpu) {
        if (node.left[gpu] < demand.gpu_milli || node.left[gpu] >= least) continue;
        least = node.left[gpu];
        best = GpuPlace{i, gpu};
      }
    }
    return best;
  }

  void check_best_fit(const Demand& demand, const AllocationSpan& span) {
    const std::optional<GpuPlace> best = best_shared(demand, *nodes_[span.node].group);
    const std::uint32_t gpu = GpuSet(span.which.index()).first();
    if (best) {
      EXPECT_EQ(span.node, best->node);
      EXPECT_EQ(gpu, best->gpu);
      ++joined;
    } else {
      EXPECT_EQ(nodes_[span.node].left[gpu], 1000);
    }
  }

  [[nodiscard]] bool fits(const Demand& demand) const {
    return std::ranges::any_of(groups_, [&](const NodeGroup& group) {
      if (demand.gpu_milli != 0 && best_shared(demand, group)) return true;
      const Gang gang = cut_into_gang(demand, group.capacity);
      std::uint32_t full = 0, rest = 0;
      for (const Node& node : nodes_) {
        if (node.group != &group || !will_do(demand, node)) continue;
        if (gang.full_nodes > 0 && node.holds(gang.full)) ++full;
        if (gang.rest_nodes > 0 && node.holds(gang.rest)) ++rest;
      }
      return full >= gang.full_nodes && (gang.rest_nodes == 0 || rest >= gang.nodes());
    });
  }

  const std::vector<NodeGroup>& groups_;
  const MixedWorkload& workload_;
  std::vector<Node> nodes_;
  std::map<std::uint32_t, std::vector<AllocationSpan>> held_;
  std::map<std::uint32_t, Seconds> promised_;
};

template <class Drive>
RunResult run_parts(const MixedWorkload& workload, const test::PolicyNames& names,
                    RunObserver* observer, const Drive& drive) {
  WorkloadFacts facts;
  facts.origins = workload.origins;
  test::ListSource listed(workload.jobs);
  facts.shapes = shapes_of(listed);
  RunState state(Platform(sharing_groups()), test::make_policies(names, all_models()),
                 std::make_unique<test::ListSource>(workload.jobs), {}, std::move(facts));
  if (observer != nullptr) state.observe(*observer);
  drive(state.simulation());
  return state.take_result({});
}

TEST(SharedGpus, HoldNoMoreThanOneGpuLoseNoneAndLetNobodyWaitWhoFits) {
  const std::vector<NodeGroup> groups = sharing_groups();
  const std::vector<std::string> placements = all_models().placements.names();
  std::size_t joined = 0, heads = 0;
  for (std::uint32_t seed = 1; seed <= workloads(200) && !::testing::Test::HasFailure(); ++seed) {
    const MixedWorkload workload = workload_with_parts(seed, 60);
    const std::string& placement = placements[seed % placements.size()];
    PartBooks books(groups, workload);
    books.fits_best = !test::make_model(all_models().placements, placement,
                                        test::example_of(all_models().placements, placement))
                           ->needs()
                           .weighs_parts;
    run_parts(workload, {"fifo", "none", placement}, &books, kNative);
    ASSERT_TRUE(books.all_free()) << "seed " << seed;
    joined += books.joined, heads += books.heads;
  }
  EXPECT_GT(joined, 300U);
  EXPECT_GT(heads, 500U);
}

TEST(SharedGpus, KeepThePromisesOfEasyBackfill) {
  const std::vector<NodeGroup> groups = sharing_groups();
  for (std::uint32_t seed = 2; seed <= workloads(200) && !::testing::Test::HasFailure();
       seed += 2) {
    const MixedWorkload workload = workload_with_parts(seed, 60);
    PartBooks books(groups, workload);
    books.fits_best = false;
    books.keeps_promises = true;
    run_parts(workload, {"fifo", "easy", "best-fit"}, &books, kNative);
    ASSERT_TRUE(books.all_free()) << "seed " << seed;
  }
}

TEST(SharedGpus, AreTheSameOnBothLoops) {
  const auto hosted = [](Simulation& simulation) { ASSERT_TRUE(run_on_simgrid(simulation, {})); };
  for (const char* backfill : {"none", "easy"}) {
    const MixedWorkload workload = workload_with_parts(4, 120);
    const test::PolicyNames names{"fifo", backfill};
    const RunResult one = run_parts(workload, names, nullptr, kNative);
    const RunResult other = run_parts(workload, names, nullptr, hosted);
    for (std::size_t job = 0; job < one.jobs.size(); ++job) {
      if (!one.jobs.started(job)) continue;
      EXPECT_EQ(one.jobs.wait(job), other.jobs.wait(job));
      EXPECT_TRUE(std::ranges::equal(one.jobs.spans(one.jobs.segments(job).back()),
                                     other.jobs.spans(other.jobs.segments(job).back())));
    }
  }
}

}  // namespace
}  // namespace gpuscape
