/// Jobs on clients with GPUs that servers lend, by hand.

#include <gmock/gmock.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint32_t kClients = 2;

/// Two clients (nodes 0 and 1) of 16 cores, and servers (from node 2 on) of four GPUs.
std::vector<NodeGroup> groups(std::uint32_t servers) {
  std::vector<NodeGroup> made{test::nodes(kClients, 0, "client"), test::nodes(servers, 4, "gpu")};
  made[0].capacity.milli_cores = 16000;
  made[0].capacity.memory_mib = 1000;
  made[1].gpu_model = "a100";
  return made;
}

Lending first_to_second() { return {.clients = {0}, .servers = {1}}; }

RunResult run_lent(std::vector<NodeGroup> groups, std::vector<Job> jobs,
                   const test::PolicyNames& names = {}, Lending lending = first_to_second()) {
  Platform platform(std::move(groups));
  platform.lend(std::move(lending));
  return test::run_on(std::move(platform), std::move(jobs), names);
}

Job with_cores(Job made, std::int64_t cores, std::int64_t memory_mib = 0) {
  made.demand.milli_cores = 1000 * cores;
  made.demand.memory_mib = memory_mib;
  return made;
}

/// (node, GPUs) of each share of the job; none: it never started.
std::vector<std::pair<std::uint32_t, std::int32_t>> shares_of(const RunResult& result,
                                                              std::size_t job) {
  std::vector<std::pair<std::uint32_t, std::int32_t>> shares;
  if (!result.jobs.started(job)) return shares;
  for (const AllocationSpan& span : result.jobs.spans(result.jobs.segments(job).back()))
    shares.emplace_back(span.node, span.gpus);
  return shares;
}

std::uint32_t client_of(const RunResult& result, std::size_t job) {
  return shares_of(result, job).at(0).first;
}

using Share = std::pair<std::uint32_t, std::int32_t>;

TEST(LentGpus, AJobIsOnAClientAndUsesGpusOfAServer) {
  const RunResult result = run_lent(groups(1), {job(0, 2, 10)});
  EXPECT_THAT(shares_of(result, 0), ElementsAre(Share(0, 0), Share(2, 2)));
  EXPECT_EQ(result.jobs.segments(0).back().end, Seconds(10.0));
}

TEST(LentGpus, AJobThatNoServerHoldsIsOnAsFewAsCanBe) {
  // Servers with 2, 4, 4 and 1 free GPUs: seven are on the two with four.
  const RunResult result = run_lent(
      groups(4), {job(0, 4, 10), job(0, 4, 10), job(0, 2, 99), job(0, 3, 99), job(10, 7, 10)});
  EXPECT_THAT(shares_of(result, 4), ElementsAre(Share(0, 0), Share(2, 4), Share(3, 3)));
}

TEST(LentGpus, TheServerThatIsFilledMostComesFirst) {
  const RunResult result = run_lent(groups(3), {job(0, 1, 99), job(0, 4, 5), job(0, 2, 99),
                                                job(10, 1, 9), job(10, 2, 9), job(10, 4, 9)});
  // The third job found three free GPUs beside the first one.
  EXPECT_THAT(shares_of(result, 2), ElementsAre(Share(0, 0), Share(2, 2)));
  EXPECT_THAT(shares_of(result, 3), ElementsAre(Share(1, 0), Share(2, 1)));
  EXPECT_EQ(shares_of(result, 4).back(), Share(3, 2));
  EXPECT_EQ(shares_of(result, 5).back(), Share(4, 4));
}

TEST(LentGpus, TheRestOfAWideJobFillsTheServerThatItFits) {
  const RunResult result = run_lent(groups(3), {job(0, 3, 99), job(1, 5, 9)});
  EXPECT_THAT(shares_of(result, 1), ElementsAre(Share(1, 0), Share(3, 4), Share(2, 1)));
}

TEST(LentGpus, TheClientThatUsesTheFewestGpusComesFirst) {
  const RunResult result = run_lent(
      groups(4), {job(0, 3, 99), job(0, 1, 99), job(0, 1, 99), job(0, 1, 5), job(10, 1, 9)});
  std::vector<std::uint32_t> clients;
  for (std::size_t i = 0; i < 5; ++i) clients.push_back(client_of(result, i));
  EXPECT_THAT(clients, ElementsAre(0U, 1U, 1U, 1U, 1U)) << "what ended is used no more";
}

TEST(LentGpus, CoresAndMemoryAreTheClientsAndComeBack) {
  // One client has room for one such job: the third waits for it, though GPUs are free.
  const std::vector<Job> jobs{with_cores(job(0, 1, 50), 12, 1), with_cores(job(0, 1, 100), 12, 1),
                              with_cores(job(1, 1, 10), 12, 1), with_cores(job(1, 1, 10), 4, 1000)};
  const RunResult result = run_lent(groups(4), jobs);
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 50, 60}));
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::cores_or_memory_short);
  EXPECT_EQ(run_lent(groups(4), {with_cores(job(0, 1, 10), 17)}).never_fit, 1);
  EXPECT_EQ(run_lent(groups(4), {with_cores(job(0, 1, 10), 1, 1001)}).never_fit, 1);
}

TEST(LentGpus, JobsWaitForGpusWhereAllAreLent) {
  const RunResult result = run_lent(groups(1), {job(0, 3, 100), job(1, 2, 10)});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100}));
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::gpus_short);
}

TEST(LentGpus, AJobWithMoreThanMayBeLentNeverFits) {
  Lending lending = first_to_second();
  lending.most_per_job = 5;
  const RunResult result =
      run_lent(groups(2), {job(0, 6, 10), job(0, 5, 10), job(0, 9, 10)}, {}, lending);
  EXPECT_EQ(result.never_fit, 2);
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
  EXPECT_EQ(result.jobs.state(2), JobState::never_fits);
  EXPECT_TRUE(result.jobs.ended(1));
}

TEST(LentGpus, AJobWithMoreThanAClientMayUseIsOnSeveral) {
  Lending lending = first_to_second();
  lending.most_per_client = 3;
  const std::vector<Job> jobs{with_cores(job(0, 5, 10), 5), job(0, 1, 10), job(0, 1, 10),
                              job(0, 7, 10)};
  const RunResult result = run_lent(groups(3), jobs, {}, lending);
  EXPECT_THAT(shares_of(result, 0),
              ElementsAre(Share(0, 0), Share(1, 0), Share(2, 4), Share(3, 1)));
  EXPECT_EQ(client_of(result, 1), 1U) << "the other one uses three";
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 10, -1}))
      << "clients use three each, and seven on two clients are too many";
}

TEST(LentGpus, ClientsOfAWideJobNeedRoomForTheirOwnPartsAlone) {
  // One client has three GPUs left, the other two: five fit.
  Lending lending = first_to_second();
  lending.most_per_client = 4;
  const RunResult result =
      run_lent(groups(3), {job(0, 1, 99), job(0, 2, 99), job(1, 5, 9)}, {}, lending);
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(client_of(result, 2), 0U) << "the larger part is where it fits";
}

TEST(LentGpus, AJobOnSeveralNodesHasAsManyClients) {
  Job two = with_cores(job(0, 4, 10), 8);
  two.demand.nodes = 2;
  Job three = job(0, 3, 10);
  three.demand.nodes = 3;
  const RunResult result = run_lent(groups(1), {two, three});
  EXPECT_THAT(shares_of(result, 0), ElementsAre(Share(0, 0), Share(1, 0), Share(2, 4)));
  EXPECT_EQ(result.jobs.state(1), JobState::never_fits) << "there are two clients";
}

TEST(LentGpus, GpusOfTheOwnNodesComeFirst) {
  std::vector<NodeGroup> all = groups(1);
  all.push_back(test::nodes(1, 2, "local"));
  const RunResult result = run_lent(all, {job(0, 2, 10), job(0, 1, 10), job(0, 4, 10)});
  EXPECT_THAT(shares_of(result, 0), ElementsAre(Share(3, 2)));
  EXPECT_THAT(shares_of(result, 1), ElementsAre(Share(0, 0), Share(2, 1)));
  EXPECT_THAT(shares_of(result, 2), ElementsAre(Share(0, 0), Share(2, 4))) << "two are too few";
}

TEST(LentGpus, ClientsLendTheirCoresToJobsWithoutGpus) {
  const RunResult result = run_lent(
      groups(1),
      {with_cores(job(0, 0, 10), 16), with_cores(job(0, 1, 10), 1), with_cores(job(0, 0, 10), 16)});
  EXPECT_THAT(shares_of(result, 0), ElementsAre(Share(0, 0)));
  EXPECT_THAT(shares_of(result, 1), ElementsAre(Share(1, 0), Share(2, 1)));
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 10}));
}

TEST(LentGpus, JobsStayInOneIsland) {
  // Two islands with one client and one server of four GPUs each.
  Lending lending = first_to_second();
  lending.islands = 2;
  const RunResult result =
      run_lent(groups(2), {job(0, 3, 99), job(0, 1, 99), job(0, 3, 9), job(0, 2, 9), job(0, 5, 9)},
               {}, lending);
  EXPECT_THAT(shares_of(result, 0), ElementsAre(Share(0, 0), Share(2, 3)));
  EXPECT_THAT(shares_of(result, 1), ElementsAre(Share(0, 0), Share(2, 1))) << "the fuller island";
  EXPECT_THAT(shares_of(result, 2), ElementsAre(Share(1, 0), Share(3, 3)));
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 0, 9, -1}));
}

TEST(LentGpus, ThePromiseOfAHeadThatWaitsForGpusIsKept) {
  // The head gets four GPUs at 100, and one is left: a job that stays longer may have that one.
  const std::vector<Job> jobs{job(0, 3, 100, 100), job(1, 4, 10, 10), job(2, 2, 500, 500),
                              job(3, 1, 500, 500), job(4, 1, 96, 96), job(4, 1, 500, 500)};
  std::vector<NodeGroup> all = groups(1);
  all.push_back(test::nodes(1, 1, "more"));
  all[2].gpu_model = "a100";
  const RunResult result =
      run_lent(all, jobs, {.backfill = "easy"}, {.clients = {0}, .servers = {1, 2}});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100, 110, 3, 4, 110}));
}

TEST(LentGpus, ThePromiseOfAHeadThatWaitsForCoresIsKept) {
  // Both clients have four cores left, and the head wants fourteen of one: the first's at 50.
  const std::vector<Job> jobs{
      with_cores(job(0, 1, 50, 50), 12),  with_cores(job(0, 1, 90, 90), 12),
      with_cores(job(1, 1, 10, 10), 14),  with_cores(job(2, 1, 500, 500), 4),
      with_cores(job(3, 0, 500, 500), 4), with_cores(job(4, 0, 46, 46), 4)};
  const RunResult result = run_lent(groups(4), jobs, {.backfill = "easy"});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 50, 2, 60, 4}));
  EXPECT_EQ(client_of(result, 3), 1U) << "the other one is kept";
}

TEST(LentGpus, ThePromiseOfAHeadThatWaitsForItsClientsLimitIsKept) {
  // The clients use three and two of three GPUs; the head wants two: the second client's at 40.
  Lending lending = first_to_second();
  lending.most_per_client = 3;
  const std::vector<Job> jobs{job(0, 3, 100, 100), job(0, 2, 40, 40), job(1, 2, 10, 10),
                              job(2, 1, 500, 500), job(3, 1, 37, 37), job(4, 2, 90, 90)};
  const RunResult result = run_lent(groups(4), jobs, {.backfill = "easy"}, lending);
  EXPECT_EQ(test::start_dates(result)[2], 40.0);
  EXPECT_EQ(test::start_dates(result)[3], 2.0) << "one is left beside the head's two";
}

TEST(LentGpus, NobodyWhoStaysTakesTheClientsGpusOfAHead) {
  // The head wants all three of a client: the second one's at 40, and the first one's are no help.
  Lending lending = first_to_second();
  lending.most_per_client = 3;
  const std::vector<Job> jobs{job(0, 3, 100, 100), job(0, 2, 40, 40), job(1, 3, 10, 10),
                              job(2, 1, 500, 500), job(3, 1, 37, 37)};
  const RunResult result = run_lent(groups(4), jobs, {.backfill = "easy"}, lending);
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 40, 50, 3}));
}

}  // namespace
}  // namespace gpuscape
