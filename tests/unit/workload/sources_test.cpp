#include <gmock/gmock.h>

#include <tuple>
#include <vector>

#include "sim/workload/job_table.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;

/// Submit date, stream and id of each job.
using Seen = std::vector<std::tuple<double, int, std::int64_t>>;

Seen drain(WorkloadSource& source) {
  Seen seen;
  for (Job job; source.next(job);) {
    seen.emplace_back(job.submit.value(), job.stream, job.id);
  }
  return seen;
}

std::shared_ptr<const JobTable> table_of(
    const std::vector<std::pair<Seconds, std::int64_t>>& jobs) {
  auto table = std::make_shared<JobTable>();
  for (const auto& [submit, id] : jobs) {
    table->add({.id = id, .submit = submit});
  }
  table->finish();
  return table;
}

TEST(TableSource, WalksItsTableUnderItsStream) {
  const auto source = make_table_source(table_of({{0_s, 1}, {5_s, 2}}), 3);
  EXPECT_THAT(drain(*source), ElementsAre(std::tuple(0, 3, 1), std::tuple(5, 3, 2)));
  Job job;
  EXPECT_FALSE(source->next(job));
}

TEST(TableSource, SharesItsTableWithOthers) {
  const auto table = table_of({{0_s, 1}, {5_s, 2}});
  const auto first = make_table_source(table, 0);
  const auto second = make_table_source(table, 0);
  EXPECT_EQ(drain(*first), drain(*second));
}

TEST(MergedSources, AreOrderedByDateStreamAndId) {
  std::vector<std::unique_ptr<WorkloadSource>> sources;
  sources.push_back(make_table_source(table_of({{0_s, 5}, {2_s, 6}, {2_s, 7}}), 1));
  sources.push_back(make_table_source(table_of({{0_s, 8}, {1_s, 1}, {2_s, 9}}), 0));
  const auto merged = merge_sources(std::move(sources));
  EXPECT_THAT(drain(*merged),
              ElementsAre(std::tuple(0, 0, 8), std::tuple(0, 1, 5), std::tuple(1, 0, 1),
                          std::tuple(2, 0, 9), std::tuple(2, 1, 6), std::tuple(2, 1, 7)));
}

TEST(MergedSources, OfOneAreThatOne) {
  std::vector<std::unique_ptr<WorkloadSource>> sources;
  sources.push_back(make_table_source(table_of({{0_s, 5}}), 2));
  const WorkloadSource* const only = sources.front().get();
  EXPECT_EQ(merge_sources(std::move(sources)).get(), only);
}

TEST(MergedSources, OfNoneAreEmpty) {
  Job job;
  EXPECT_FALSE(merge_sources({})->next(job));
}

}  // namespace
}  // namespace gpuscape
