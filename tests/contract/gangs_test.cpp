/// Jobs on several nodes, whole or in part, under every scheduler, backfill and placement, against
/// books that try every node.

#include <gtest/gtest.h>

#include <string>

#include "tests/contract/all_models.hpp"
#include "tests/contract/oracles/gang_books.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::all_models;
using test::GangBooks;

Job gang(double submit, Demand demand, double run_time = 100.0) {
  Job job = test::job(submit, demand.gpus, run_time, run_time);
  job.demand = demand;
  return job;
}

class EveryPolicyWithGangs : public testing::TestWithParam<test::PolicyNames> {
 protected:
  static std::vector<NodeGroup> groups() {
    return {{"small", 5, Demand{4, 16000, 1000}, false},
            {"cpu", 2, Demand{0, 64000, 1000}, false},
            {"big", 3, Demand{8, 64000, 1000}, false}};
  }
  static std::vector<Job> jobs(std::uint32_t seed) {
    return test::random_jobs(seed, {.count = 200,
                                    .gpus_total = 24,
                                    .load = 1.0 + 0.2 * (seed % 4),
                                    .exact_limits = seed % 2 == 0,
                                    .coarse = seed % 3 == 0,
                                    .share_with_cores = seed % 4 == 3 ? 0.4 : 0.0,
                                    .share_of_gangs = 0.5});
  }
  static RunResult run(const std::vector<NodeGroup>& groups, const std::vector<Job>& jobs,
                       RunObserver* observer) {
    RunState state(Platform(groups), test::make_policies(GetParam(), all_models()),
                   std::make_unique<test::ListSource>(jobs));
    if (observer != nullptr) state.observe(*observer);
    run_natively(state.simulation(), kForever, {});
    return state.take_result({});
  }
  /// The jobs that end, and the nodes of each.
  static std::vector<std::vector<std::uint32_t>> nodes_of(const RunResult& result) {
    std::vector<std::vector<std::uint32_t>> nodes(result.jobs.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (!result.jobs.ended(i)) continue;
      for (const AllocationSpan& span : result.jobs.spans(result.jobs.segments(i).back()))
        nodes[i].push_back(span.node);
    }
    return nodes;
  }
};

TEST_P(EveryPolicyWithGangs, StartsEveryJobThatCouldStartAndNoOther) {
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    const std::vector<Job> list = jobs(seed);
    GangBooks books(groups(), list);
    const RunResult result = run(groups(), list, &books);
    for (std::uint32_t i = 0; i < list.size(); ++i)
      ASSERT_EQ(result.jobs.ended(i), books.could_ever_start(i)) << "seed " << seed << " job " << i;
  }
}

TEST_P(EveryPolicyWithGangs, StartsTwoHalvesOfIdleNodesAtOnce) {
  const RunResult result = run({test::nodes(2, 8)}, {gang(0, {8, 0, 0, 2})}, nullptr);
  EXPECT_EQ(test::start_dates(result), std::vector{0.0});
  EXPECT_EQ(nodes_of(result)[0].size(), 2U);
}

TEST_P(EveryPolicyWithGangs, StartsAJobOfCoresOnTwoNodesWithGpus) {
  const NodeGroup node{"gpu", 2, Demand{8, 64000, 0}, false};
  const RunResult result = run({node}, {gang(0, {0, 72000, 0, 2})}, nullptr);
  EXPECT_EQ(test::start_dates(result), std::vector{0.0});
  EXPECT_EQ(nodes_of(result)[0].size(), 2U);
}

TEST_P(EveryPolicyWithGangs, PutsNoTwoSharesOnOneNode) {
  // Two GPUs are taken on each of two nodes; the third is whole and could hold both shares.
  const std::vector<Job> list = {gang(0, {6, 0, 0, 3}), gang(1, {4, 0, 0, 2}),
                                 gang(2, {0, 2000, 0, 3})};
  GangBooks books({{"gpu", 3, Demand{8, 64000, 0}, false}}, list);
  const auto nodes = nodes_of(run({{"gpu", 3, Demand{8, 64000, 0}, false}}, list, &books));
  EXPECT_EQ(nodes[0].size(), 3U);
  EXPECT_EQ(nodes[1].size(), 2U);
  EXPECT_EQ(nodes[2].size(), 3U);
}

TEST_P(EveryPolicyWithGangs, PassesAKindOfNodeThatIsTooSmallForItsShares) {
  // Ten nodes of two GPUs have as many GPUs as it asks for, and none has four.
  const RunResult result =
      run({test::nodes(10, 2, "small"), test::nodes(2, 8)}, {gang(0, {8, 0, 0, 2})}, nullptr);
  EXPECT_EQ(nodes_of(result)[0], (std::vector<std::uint32_t>{10, 11}));
}

/// The head alone is promised a start, if any: it never waits where it fits.
class EveryHeadThatIsAGang : public EveryPolicyWithGangs {};

TEST_P(EveryHeadThatIsAGang, WaitsUntilTheFirstDateAtWhichItFits) {
  std::size_t heads = 0;
  std::size_t promises = 0;
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const std::vector<Job> list = jobs(seed);
    GangBooks books(groups(), list);
    books.no_head_fits = books.promises_are_due = true;
    run(groups(), list, &books);
    heads += books.heads;
    promises += books.promises;
  }
  EXPECT_GT(heads, 100U);
  // One without a depth looks at no job behind the head, and promises nothing; a policy that picks
  // jobs asks no backfill, and check refuses the two together.
  const Policies policies = test::make_policies(GetParam(), all_models());
  const bool promises_some =
      policies.backfill->traits().depth.has_value() && !policies.scheduler->parts().picks;
  EXPECT_TRUE(promises > 50U || !promises_some || GetParam().scheduler == "srtf");
}

std::vector<test::PolicyNames> combinations(const std::vector<std::string>& backfills,
                                            const std::vector<std::string>& without) {
  std::vector<test::PolicyNames> all;
  for (const std::string& scheduler : all_models().schedulers.names()) {
    if (std::ranges::find(without, scheduler) != without.end()) continue;
    for (const std::string& backfill : backfills)
      for (const std::string& placement : all_models().placements.names())
        all.push_back({scheduler, backfill, placement,
                       test::example_of(all_models().backfills, backfill), false,
                       test::example_of(all_models().schedulers, scheduler),
                       test::example_of(all_models().placements, placement)});
  }
  return all;
}

/// Without those that refuse jobs on several nodes.
std::vector<test::PolicyNames> all_combinations() {
  return combinations(all_models().backfills.names(), {"kubernetes-2019", "direct"});
}

/// Without those whose pods have one shape: a job that some nodes hold whole is not cut over others
/// on which it would fit.
std::vector<test::PolicyNames> combinations_of_heads() {
  return combinations(test::backfills_for_heads_only(),
                      {"kubernetes", "kubernetes-2019", "direct"});
}

std::string name_of(const testing::TestParamInfo<test::PolicyNames>& test) {
  std::string name = test.param.scheduler + "_" + test.param.backfill + "_" + test.param.placement;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

TEST(CombinationsForGangs, AreFound) {
  EXPECT_GE(all_combinations().size(), 96U);
  EXPECT_GE(combinations_of_heads().size(), 48U);
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryPolicyWithGangs, testing::ValuesIn(all_combinations()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Registered, EveryHeadThatIsAGang,
                         testing::ValuesIn(combinations_of_heads()), name_of);

}  // namespace
}  // namespace gpuscape
