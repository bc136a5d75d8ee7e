/// Schedulers that do not decide at once, by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::nodes;
using test::PolicyNames;
using test::run_jobs;
using test::start_dates;
using testing::ElementsAre;

PolicyNames deciding(DecisionTimeSpec spec, PolicyNames names = {}) {
  names.decision_time = spec;
  return names;
}

TEST(DecisionTime, StartsFallAtMultiplesOfItsTime) {
  const std::vector<Job> jobs{job(0, 8, 25), job(3, 8, 10), job(31, 8, 10), job(60, 8, 1)};
  for (const std::string policy : {"fifo", "sjf", "slurm-multifactor", "kubernetes"}) {
    const RunResult result =
        run_jobs({nodes(1, 8)}, jobs, deciding({.every = Seconds(10)}, {policy}));
    EXPECT_THAT(start_dates(result), ElementsAre(0, 30, 40, 60)) << policy;
  }
}

// Four start at once; the next may after 4 ÷ 2 s, that one's after 0.5 s.
TEST(DecisionTime, ARateHoldsUpTheNextDecision) {
  std::vector<Job> jobs(4, job(0, 1, 100));
  jobs.push_back(job(1, 1, 100));
  jobs.push_back(job(2.1, 1, 100));
  jobs.push_back(job(7, 1, 100));
  const RunResult result = run_jobs({nodes(1, 8)}, jobs, deciding({.each = Seconds(0.5)}));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 0, 2, 2.5, 7));
}

TEST(DecisionTime, BothTogether) {
  std::vector<Job> jobs(4, job(0, 1, 100));
  jobs.push_back(job(1, 1, 100));
  const RunResult result =
      run_jobs({nodes(1, 8)}, jobs, deciding({.every = Seconds(3), .each = Seconds(1)}));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 0, 6)) << "4 s later, at a multiple of 3";
}

// What ends in between is given away at the next decision, to whoever is first by then.
TEST(DecisionTime, WhoCameLaterMayBeFirst) {
  const std::vector<Job> jobs{job(0, 8, 12), job(1, 8, 50), job(13, 8, 5)};
  EXPECT_THAT(start_dates(run_jobs({nodes(1, 8)}, jobs, deciding({}, {"sjf"}))),
              ElementsAre(0, 12, 62));
  EXPECT_THAT(start_dates(run_jobs({nodes(1, 8)}, jobs, deciding({.every = Seconds(10)}, {"sjf"}))),
              ElementsAre(0, 30, 20));
}

TEST(DecisionTime, AJobThatNeverFitsKeepsNothingAlive) {
  const RunResult result = run_jobs({nodes(1, 8)}, {job(0, 9, 10), job(1, 8, 10)},
                                    deciding({.every = Seconds(7), .each = Seconds(10)}));
  EXPECT_THAT(start_dates(result), ElementsAre(-1, 7));
  EXPECT_EQ(result.end, Seconds(17.0));
}

}  // namespace
}  // namespace gpuscape
