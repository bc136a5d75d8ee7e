#include "sim/study/compare/later_jobs.hpp"

#include <gtest/gtest.h>

#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

/// A job of 1000 s that waits as long as given in either run.
struct Pair {
  void job(double baseline_wait, double variant_wait) {
    const double date = 10000.0 * static_cast<double>(baseline.result().jobs.size());
    baseline.job(date, 1000.0, 1, date + baseline_wait);
    variant.job(date, 1000.0, 1, date + variant_wait);
  }
  GroupChange change() {
    return later_jobs(baseline.result(), variant.result(), Seconds(0.0)).at(0).groups.at(0);
  }
  RunBuilder baseline{4};
  RunBuilder variant{4};
};

TEST(LaterJobs, EndMoreThanATenthLater) {
  Pair pair;
  pair.job(0.0, 100.0);  // 1100 s instead of 1000 s
  EXPECT_EQ(pair.change().later, 0);
  pair.job(0.0, 100.1);
  EXPECT_EQ(pair.change().later, 1);
  pair.job(100.1, 0.0);
  EXPECT_EQ(pair.change().sooner, 1);
  EXPECT_EQ(pair.change().jobs, 3);
}

TEST(LaterJobs, EndMoreThanAMinuteLater) {
  Pair pair;
  pair.baseline.job(0.0, 100.0, 1, 0.0).job(1e4, 100.0, 1, 1e4);
  pair.variant.job(0.0, 100.0, 1, 60.0).job(1e4, 100.0, 1, 1e4 + 60.1);
  EXPECT_EQ(pair.change().later, 1);
}

TEST(LaterJobs, CountThoseThatNeverEndInTheVariant) {
  Pair pair;
  pair.baseline.job(0.0, 100.0, 1, 0.0).job(1.0, 100.0, 1, {});
  pair.variant.job(0.0, 100.0, 1, {}).job(1.0, 100.0, 1, 1.0);
  EXPECT_EQ(pair.change().later, 1);
  EXPECT_EQ(pair.change().jobs, 1);  // the second did not end at the baseline
}

TEST(LaterJobs, LeaveOutTheWarmUp) {
  Pair pair;
  pair.job(0.0, 5000.0);
  pair.job(0.0, 0.0);
  const LaterJobs later =
      later_jobs(pair.baseline.result(), pair.variant.result(), Seconds(10000.0)).at(0);
  EXPECT_EQ(later.groups.at(0).jobs, 1);
  EXPECT_EQ(later.groups.at(0).later, 0);
}

struct UserJobs {
  std::string user;
  int late;  ///< of the user's jobs, the first ones, end later in the variant
  std::string account = {};
};

std::vector<LaterJobs> by_all(const std::vector<UserJobs>& users, int jobs_each,
                              bool turned = false) {
  const auto origins = std::make_shared<OriginTable>();
  RunResult baseline = RunBuilder(4).result();
  RunResult variant = baseline;
  double date = 0.0;
  for (const auto& [user, late, account] : users) {
    for (int i = 0; i < jobs_each; ++i) {
      Job job;
      job.submit = Seconds(date += 1.0);
      job.origin = origins->intern(user, account, "", "");
      const AllocationSpan span{0, 1};
      for (RunResult* run : {&baseline, &variant}) {
        const std::uint32_t index = run->jobs.add(job);
        run->jobs.start(index, job.submit, {&span, 1});
        const double extra = run == &variant && i < late ? 1000.0 : 0.0;
        run->jobs.end(index, job.submit + Seconds(1000.0 + extra), JobState::completed);
      }
    }
  }
  baseline.origins = variant.origins = origins;
  return turned ? later_jobs(variant, baseline, Seconds(0.0))
                : later_jobs(baseline, variant, Seconds(0.0));
}

LaterJobs of_users(const std::vector<UserJobs>& users, int jobs_each) {
  return by_all(users, jobs_each).at(0);
}

TEST(LaterJobs, ShowAUserWhoLosesWhereNoAccountDoes) {
  const auto all = by_all({{"ada", 0, "big"}, {"bob", 2, "big"}, {"cyd", 0, "small"}}, 25);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].kind, "account");
  EXPECT_EQ(all[0].losing, 0U) << "2 of 50 jobs";
  EXPECT_EQ(all[1].kind, "user");
  EXPECT_EQ(all[1].losing, 1U) << "2 of 25 jobs";
  EXPECT_EQ(all[1].groups.at(0).name, "bob");
}

TEST(LaterJobs, CallAGainWhatATwentiethOfTheJobsNoticesAndMoreThanLose) {
  EXPECT_TRUE((GroupChange{.name = "ada", .jobs = 20, .later = 0, .sooner = 1}.gains()));
  EXPECT_FALSE((GroupChange{.name = "ada", .jobs = 21, .later = 0, .sooner = 1}.gains()));
  EXPECT_FALSE((GroupChange{.name = "ada", .jobs = 20, .later = 1, .sooner = 1}.gains()));
}

// The two runs in the other order: whoever lost then gains.
TEST(LaterJobs, NameThoseWhoGainTheMostFirst) {
  const LaterJobs later = by_all({{"ada", 0}, {"bob", 5}, {"cyd", 20}}, 20, true).at(0);
  EXPECT_EQ(later.losing, 0U);
  ASSERT_EQ(later.gaining.size(), 2U);
  EXPECT_EQ(later.groups[later.gaining[0]].name, "cyd");
  EXPECT_EQ(later.groups[later.gaining[1]].name, "bob");
  EXPECT_EQ(later.groups[later.gaining[1]].sooner, 5);
}

TEST(LaterJobs, AreNamedByUserThoseThatLoseMostFirst) {
  const LaterJobs later = of_users({{"ada", 0}, {"bob", 5}, {"cyd", 20}}, 20);
  EXPECT_EQ(later.kind, "user");
  EXPECT_EQ(later.losing, 2U);
  EXPECT_EQ(later.groups.at(0).name, "cyd");
  EXPECT_DOUBLE_EQ(later.groups.at(1).later_share(), 0.25);
  EXPECT_EQ(later.groups.at(2).name, "ada");
}

TEST(LaterJobs, MakeALoserFromFivePercentOn) {
  EXPECT_EQ(of_users({{"ada", 1}}, 20).losing, 1U);
  EXPECT_EQ(of_users({{"ada", 1}}, 21).losing, 0U);
}

TEST(SameJobs, AreEqualInEverythingThatAScenarioSays) {
  RunBuilder one(4), same(4), other(4);
  EXPECT_TRUE(same_jobs(one.job(0.0, 10.0, 1, 0.0).result(), same.job(0.0, 10.0, 1, 5.0).result()));
  EXPECT_FALSE(same_jobs(one.result(), other.job(0.0, 11.0, 1, 0.0).result()));
  EXPECT_FALSE(same_jobs(one.result(), RunBuilder(4).result()));
  RunResult rescaled = other.result();
  rescaled.rescaling = {"run times of 1 job are rescaled"};
  EXPECT_TRUE(same_jobs(one.result(), rescaled));
}

}  // namespace
}  // namespace gpuscape
