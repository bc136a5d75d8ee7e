#include <gmock/gmock.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

RunResult run_of(const test::PolicyNames& names, std::uint32_t count, std::vector<Job> jobs,
                 std::optional<std::uint32_t> hosts_per_leaf = {}) {
  Platform platform({test::nodes(count, 8)});
  platform.set_leaves(0, {.hosts_per_leaf = hosts_per_leaf});
  return test::run_on(std::move(platform), std::move(jobs), names);
}

/// Nodes of each job.
std::vector<std::vector<std::uint32_t>> placed(const RunResult& result) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    all.emplace_back();
    if (!result.jobs.started(i)) continue;
    for (const AllocationSpan& span : result.jobs.spans(result.jobs.segments(i).front()))
      all.back().push_back(span.node);
  }
  return all;
}

/// Four nodes of 8 GPUs to a domain.
test::PolicyNames nvlink(const std::string& more = "") {
  return {.placement = "same-nvlink-domain",
          .placement_parameters = "{\"nodes_per_domain\": 4" + more + "}"};
}

TEST(SameNvlinkDomain, TakesTheDomainWithTheLeastRoomThatIsEnough) {
  const auto nodes = placed(
      run_of(nvlink(), 12, {job(0, 8, 100), job(1, 32, 100), job(2, 24, 100), job(3, 8, 100)}));
  EXPECT_THAT(nodes[0], ElementsAre(0));
  EXPECT_THAT(nodes[1], ElementsAre(4, 5, 6, 7)) << "domain 0 has only three left";
  EXPECT_THAT(nodes[2], ElementsAre(1, 2, 3)) << "just enough, and domain 2 stays whole";
  EXPECT_THAT(nodes[3], ElementsAre(8));
}

/// From 60 to 100 three nodes are free in each of two domains: 1, 2, 3 and 5, 6, 7. At 70 a gang
/// comes.
std::vector<Job> jobs_in_both_domains(std::int32_t gpus_of_gang) {
  return {job(0, 8, 100), job(0, 24, 60), job(0, 8, 100), job(70, gpus_of_gang, 10)};
}

TEST(SameNvlinkDomain, UsesAsFewDomainsAsItCanWhereOneIsNotEnough) {
  const auto nodes = placed(run_of(nvlink(), 8, jobs_in_both_domains(32)));
  EXPECT_THAT(nodes[1], ElementsAre(1, 2, 3));
  EXPECT_THAT(nodes[2], ElementsAre(4));
  EXPECT_THAT(nodes[3], ElementsAre(1, 2, 3, 5));
}

TEST(SameNvlinkDomain, WaitsForOneWhereThatIsRequired) {
  const auto starts = [](const std::string& more, std::int32_t gpus) {
    return test::start_dates(run_of(nvlink(more), 8, jobs_in_both_domains(gpus))).back();
  };
  const std::string required = R"(, "required": true)";
  EXPECT_EQ(starts("", 32), 70);
  EXPECT_EQ(starts(required, 32), 100);
  EXPECT_EQ(starts(required, 24), 70) << "a domain has three";
  EXPECT_EQ(starts(required, 40), 70) << "no domain could ever hold five";
}

TEST(SameNvlinkDomain, KeepsTheSinglePodsOfAJobTogetherUnderKubernetes) {
  test::PolicyNames names = nvlink();
  names.scheduler = "kubernetes";
  const auto nodes = placed(run_of(names, 12, {job(0, 8, 100), job(1, 32, 100)}));
  EXPECT_THAT(nodes[0], ElementsAre(0));
  EXPECT_THAT(nodes[1], ElementsAre(4, 5, 6, 7)) << "domain 0 has only three left";
}

TEST(SameRail, IsAUnitOfTheNetwork) {
  const test::PolicyNames prefers = {.placement = "same-rail"};
  const test::PolicyNames requires_it = {.placement = "same-rail",
                                         .placement_parameters = R"({"required": true})"};
  const std::vector<Job> jobs = jobs_in_both_domains(32);
  EXPECT_EQ(test::start_dates(run_of(prefers, 8, jobs, 4)).back(), 70);
  EXPECT_EQ(test::start_dates(run_of(requires_it, 8, jobs, 4)).back(), 100);
  EXPECT_EQ(test::start_dates(run_of(requires_it, 8, jobs)).back(), 70) << "all are one unit";
}

}  // namespace
}  // namespace gpuscape
