/// What every scheduler owes, with every backfill and every placement.

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "sim/workload/job_table.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::all_models;

struct Combination {
  test::PolicyNames names;
  std::uint32_t seed;
};
/// Without it GoogleTest prints the bytes of all 3 000 at the start of every test's process.
void PrintTo(const Combination& c, std::ostream* out) {
  *out << c.names.scheduler << ", " << c.names.backfill << ", " << c.names.placement << ", seed "
       << c.seed;
}

/// Keeps its own books of who holds what, and objects.
class Bookkeeper final : public RunObserver {
 public:
  explicit Bookkeeper(const Platform& platform) {
    for (const NodeGroup& group : platform.groups())
      free_.insert(free_.end(), group.count, group.capacity.gpus);
  }
  void job_submitted(std::uint32_t job, Seconds date) override { submitted_[job] = date.value(); }
  void job_started(std::uint32_t job, Seconds date,
                   std::span<const AllocationSpan> spans) override {
    EXPECT_EQ(running_.count(job), 0U) << "job " << job << " runs already";
    EXPECT_GE(date.value(), submitted_.at(job));
    running_[job].assign(spans.begin(), spans.end());
    held_[job] = 0;
    for (const AllocationSpan& span : spans) {
      free_[span.node] -= span.gpus;
      EXPECT_GE(free_[span.node], 0) << "node " << span.node << " is oversubscribed";
      held_[job] += span.gpus;
    }
  }
  void job_ended(std::uint32_t job, Seconds) override { give_back(job); }
  void job_preempted(std::uint32_t job, Seconds) override { give_back(job); }
  void head_waits(std::uint32_t job, Seconds, std::optional<Seconds>) override {
    heads_.insert(job);
    if (gpus_of != nullptr) {
      EXPECT_FALSE(fits((*gpus_of)[job])) << "job " << job << " may start";
    }
  }
  std::map<std::uint32_t, std::int32_t> held_;
  std::set<std::uint32_t> heads_;
  const std::vector<std::int32_t>* gpus_of = nullptr;  ///< by job, of jobs that ask for GPUs alone

 private:
  /// On the three nodes of eight GPUs, or on the two of four, of `platform()`.
  [[nodiscard]] bool fits(std::int32_t gpus) const {
    const auto on = [&](std::size_t first, std::size_t count, std::int32_t each) {
      const std::int32_t rest = gpus % each;
      std::int32_t full = 0;
      std::int32_t with_rest = 0;
      for (std::size_t node = first; node < first + count; ++node) {
        full += free_[node] == each ? 1 : 0;
        with_rest += free_[node] >= rest && free_[node] < each ? 1 : 0;
      }
      return gpus / each + (rest > 0 && with_rest == 0 ? 1 : 0) <= full;
    };
    return on(0, 3, 8) || on(3, 2, 4);
  }
  void give_back(std::uint32_t job) {
    for (const AllocationSpan& span : running_.at(job)) free_[span.node] += span.gpus;
    running_.erase(job);
  }
  std::vector<std::int32_t> free_;
  std::map<std::uint32_t, double> submitted_;
  std::map<std::uint32_t, std::vector<AllocationSpan>> running_;
};

class EveryPolicy : public testing::TestWithParam<Combination> {
 protected:
  static Platform platform() {
    return Platform(
        {{"big", 3, Demand{8, 64000, 1000}, false}, {"small", 2, Demand{4, 16000, 200}, false}});
  }
  static std::vector<Job> jobs(std::uint32_t seed) {
    return test::random_jobs(seed, {.count = 300,
                                    .gpus_total = 24,
                                    .load = 0.7 + 0.1 * (seed % 6),
                                    .exact_limits = seed % 2 == 0,
                                    .coarse = seed % 3 == 0,
                                    .share_with_cores = 0.3});
  }
  static RunResult run(const Combination& c, RunObserver* observer) {
    RunState state(platform(), test::make_policies(c.names, all_models()),
                   std::make_unique<test::ListSource>(jobs(c.seed)));
    if (observer != nullptr) state.observe(*observer);
    run_natively(state.simulation(), kForever, {});
    return state.take_result({});
  }
};

TEST_P(EveryPolicy, PlacesEveryJobOnceWithinCapacityAndEndsIt) {
  Bookkeeper books(platform());
  const RunResult result = run(GetParam(), &books);
  ASSERT_EQ(result.jobs.size(), 300U);
  for (std::uint32_t i = 0; i < 300; ++i) {
    if (result.jobs.state(i) == JobState::never_fits) continue;
    ASSERT_TRUE(result.jobs.ended(i)) << "job " << i;
    EXPECT_EQ(books.held_[i], result.jobs.demand(i).gpus);
  }
}

TEST_P(EveryPolicy, DecidesTheSameOnTheSameInput) {
  EXPECT_EQ(test::start_dates(run(GetParam(), nullptr)),
            test::start_dates(run(GetParam(), nullptr)));
}

TEST_P(EveryPolicy, KeepsNobodyWaitingOnAnEmptyCluster) {
  RunState state(
      platform(), test::make_policies(GetParam().names, all_models()),
      std::make_unique<test::ListSource>(std::vector{test::job(5, 24, 10), test::job(100, 1, 10)}));
  run_natively(state.simulation(), kForever, {});
  const RunResult result = state.take_result({});
  const bool refused = result.jobs.state(0) == JobState::never_fits;  // jobs on several nodes
  const std::string& scheduler = GetParam().names.scheduler;
  EXPECT_EQ(refused, scheduler == "kubernetes-2019" || scheduler == "direct");
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{refused ? -1.0 : 5.0, 100}));
}

/// Promises to others, and rounds between which nothing is planned, may keep a head back.
class EveryPolicyThatPromisesTheHeadAlone : public EveryPolicy {};

TEST_P(EveryPolicyThatPromisesTheHeadAlone, NeverLeavesAHeadWaitingThatFits) {
  std::vector<std::int32_t> gpus;
  const std::vector<Job> list = test::random_jobs(
      GetParam().seed, {.count = 300, .gpus_total = 24, .load = 1.0, .exact_limits = false});
  for (const Job& job : list) gpus.push_back(job.demand.gpus);
  Bookkeeper books(platform());
  books.gpus_of = &gpus;
  RunState state(platform(), test::make_policies(GetParam().names, all_models()),
                 std::make_unique<test::ListSource>(list));
  state.observe(books);
  run_natively(state.simulation(), kForever, {});
  EXPECT_FALSE(books.heads_.empty());
}

/// When the jobs of a log start, by id, whatever the order of its rows.
std::map<std::int64_t, double> starts_by_id(const Combination& c, const std::vector<Job>& rows) {
  auto table = std::make_shared<JobTable>();
  for (const Job& row : rows) table->add(row);
  table->finish();
  RunState state(Platform({test::nodes(3, 8)}), test::make_policies(c.names, all_models()),
                 make_table_source(table, 0));
  run_natively(state.simulation(), kForever, {});
  const RunResult result = state.take_result({});
  std::map<std::int64_t, double> starts;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    starts[result.jobs.id(i)] = test::start_dates(result)[i];
  return starts;
}

TEST_P(EveryPolicy, DecidesTheSameWhateverTheOrderOfRowsWithEqualDates) {
  std::vector<Job> rows =
      test::random_jobs(GetParam().seed, {.count = 120, .gpus_total = 24, .coarse = true});
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].id = static_cast<std::int64_t>(i);
  const auto starts = starts_by_id(GetParam(), rows);
  std::mt19937 random(GetParam().seed);
  std::shuffle(rows.begin(), rows.end(), random);
  EXPECT_EQ(starts_by_id(GetParam(), rows), starts);
}

/// Three QOS by turns, of which each but the last makes room for others, and one has a limit.
class EveryBackfillUnderPreemption : public EveryPolicy {};

TEST_P(EveryBackfillUnderPreemption, PlacesEveryJobWithinCapacityAndEndsIt) {
  const auto origins = std::make_shared<OriginTable>();
  std::vector<Job> list = jobs(GetParam().seed);
  for (std::size_t i = 0; i < list.size(); ++i)
    list[i].origin = origins->intern("", "", "", std::vector{"spare", "normal", "urgent"}[i % 3]);
  Bookkeeper books(platform());
  RunState state(platform(), test::make_policies(GetParam().names, all_models()),
                 std::make_unique<test::ListSource>(list), {},
                 {origins, {"jobs"}, {{1.0, 1.0, 1.0}}});
  state.observe(books);
  run_natively(state.simulation(), kForever, {});
  const RunResult result = state.take_result({});
  EXPECT_GT(result.jobs.preemptions(), 0);
  for (std::uint32_t i = 0; i < list.size(); ++i)
    EXPECT_TRUE(result.jobs.ended(i) || result.jobs.state(i) == JobState::never_fits) << i;
}

std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const std::string& scheduler : all_models().schedulers.names())
    for (const std::string& backfill : all_models().backfills.names())
      for (const std::string& placement : all_models().placements.names())
        for (std::uint32_t seed = 1; seed <= 6; ++seed)
          all.push_back(
              {{scheduler, backfill, placement, test::example_of(all_models().backfills, backfill),
                seed % 4 == 0, test::example_of(all_models().schedulers, scheduler),
                test::example_of(all_models().placements, placement)},
               seed});
  return all;
}

/// Pods have one shape: a job that some nodes hold whole is not cut over others.
bool cuts_jobs(const std::string& scheduler) {
  return !scheduler.starts_with("kubernetes") && scheduler != "direct";
}

std::vector<Combination> combinations_with(const std::vector<std::string>& backfills) {
  std::vector<Combination> some;
  for (const Combination& c : combinations())
    if (cuts_jobs(c.names.scheduler) &&
        std::ranges::find(backfills, c.names.backfill) != backfills.end())
      some.push_back(c);
  return some;
}

std::vector<Combination> combinations_that_preempt() {
  std::vector<Combination> some;
  for (Combination c : combinations()) {
    if (c.names.scheduler == "quota-tree" && c.names.backfill == "none") {
      c.names.scheduler_parameters = R"({"queue_of": "qos", "grace_time": ")" +
                                     std::string(c.seed % 2 == 0 ? "20 s" : "0 s") +
                                     R"(", "queues": {"spare": {}, "normal": {"gpus":
          {"deserved": 4, "limit": 16}}, "urgent": {"gpus": {"deserved": 12}}}})";
      some.push_back(c);
    }
    if (c.names.scheduler == "cohorts" && c.names.backfill == "none") {
      c.names.scheduler_parameters = R"({"queue_of": "qos", "fair_sharing": )" +
                                     std::string(c.seed % 2 == 0 ? "true" : "false") +
                                     R"(, "grace_time": ")" +
                                     std::string(c.seed % 3 == 0 ? "20 s" : "0 s") +
                                     R"(", "cohorts": {"all": {}}, "queues": {
          "spare": {"cohort": "all", "gpus": {"nominal": 4}}, "normal": {"cohort": "all",
          "gpus": {"nominal": 16}, "preemption": {"reclaim_within_cohort": "lower-priority"}},
          "urgent": {"cohort": "all", "gpus": {"nominal": 12},
          "preemption": {"reclaim_within_cohort": "any"}}}})";
      some.push_back(c);
    }
    if (c.names.scheduler != "slurm-multifactor") continue;
    c.names.scheduler_parameters = R"({"weights": {"qos": 0}, "qos": {"spare": {},
        "normal": {"preempts": "spare", "max_jobs": 3}, "urgent": {"preempts": "spare, normal"}}})";
    some.push_back(c);
  }
  return some;
}

std::string name_of(const testing::TestParamInfo<Combination>& test) {
  const Combination& c = test.param;
  std::string name = c.names.scheduler + "_" + c.names.backfill + "_" + c.names.placement + "_" +
                     std::to_string(c.seed);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// A list that is empty would be no test at all, and no failure either.
TEST(Combinations, AreFound) {
  EXPECT_GE(combinations_with(test::backfills_for_heads_only()).size(), 288U);
  EXPECT_GE(combinations_that_preempt().size(), 96U);
  EXPECT_GE(combinations().size(), 576U);
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryPolicyThatPromisesTheHeadAlone,
                         testing::ValuesIn(combinations_with(test::backfills_for_heads_only())),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Registered, EveryBackfillUnderPreemption,
                         testing::ValuesIn(combinations_that_preempt()), name_of);
INSTANTIATE_TEST_SUITE_P(Registered, EveryPolicy, testing::ValuesIn(combinations()), name_of);

}  // namespace
}  // namespace gpuscape
