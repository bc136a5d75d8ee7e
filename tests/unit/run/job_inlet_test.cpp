#include "sim/run/job_inlet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape::test {
namespace {

using ::testing::ElementsAre;

/// Submits at 0, 10, 20, …; a job that ends brings another 15 s later.
class AnsweringSource final : public WorkloadSource {
 public:
  bool next(Job& next_job) override {
    if (count_ == 4) return false;
    next_job = job(10.0 * count_++, 1, 1.0);
    next_job.id = count_;
    return true;
  }
  std::optional<Job> job_ended(const Job& ended, Seconds date) override {
    if (ended.id >= 100) return std::nullopt;
    Job follows = job(date.value() + 15.0, 1, 1.0);
    follows.id = 100 + ended.id;
    return follows;
  }

 private:
  int count_ = 0;
};

std::vector<std::int64_t> rest(JobInlet& inlet) {
  std::vector<std::int64_t> ids;
  for (Job job; inlet.next(job);) ids.push_back(job.id);
  return ids;
}

TEST(JobInlet, PutsWhatAnEndBringsBetweenTheOthersByDate) {
  JobInlet inlet(std::make_unique<AnsweringSource>());
  Job first;
  Job waiting;
  inlet.next(first);
  inlet.next(waiting);
  EXPECT_TRUE(inlet.job_ended(first, 1_s, &waiting));
  EXPECT_THAT(rest(inlet), ElementsAre(2, 101, 3, 4)) << "at 10, 16, 20 and 30 s";
}

TEST(JobInlet, TakesNothingBackWhereNothingFollows) {
  JobInlet inlet(std::make_unique<AnsweringSource>());
  Job first;
  inlet.next(first);
  first.id = 100;
  EXPECT_FALSE(inlet.job_ended(first, 1_s, nullptr));
  EXPECT_THAT(rest(inlet), ElementsAre(2, 3, 4));
}

TEST(JobInlet, GoesOnWhenTheSourceHadNothingLeft) {
  JobInlet inlet(std::make_unique<AnsweringSource>());
  Job last;
  while (inlet.next(last)) {
  }
  EXPECT_TRUE(inlet.job_ended(last, 40_s, nullptr));
  EXPECT_EQ(inlet.expected_jobs(), 1U);
  EXPECT_THAT(rest(inlet), ElementsAre(104));
}

}  // namespace
}  // namespace gpuscape::test
