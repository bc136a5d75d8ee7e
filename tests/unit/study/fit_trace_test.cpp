#include "sim/logs/fit_trace.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/logs/trace_info.hpp"
#include "sim/study/statistics/goodness_of_fit.hpp"
#include "sim/workload/draw/generator.hpp"
#include "tests/support/log_builder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Small jobs are short, large ones long; some users send more than others.
GenerateSpec known() {
  GenerateSpec spec;
  spec.duration = 42_d;
  spec.jobs_per_hour = 20.0;
  spec.week = WeekSpec{};
  spec.week->by_hour.fill(1.0);
  spec.week->by_weekday.fill(1.0);
  spec.gpus = {{1, 0.7}, {8, 0.3}};
  spec.run_time_by_gpus = {{1, {"lognormal", 600.0, 1.0}}, {8, {"weibull", 36000.0, 0.7}}};
  spec.time_limit_factor = DistributionSpec{"lognormal", 3.0, 0.5};
  spec.users = UsersSpec{40, 1.1};
  return spec;
}

JobLog generated(const GenerateSpec& spec) {
  std::vector<std::string> names;
  std::vector<std::uint32_t> origins;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(spec.users->count); ++i) {
    names.push_back("user" + std::to_string(i + 1));
    origins.push_back(i);
  }
  LogBuilder builder;
  const auto source = make_generator(spec, 64, {.stream_name = "jobs", .users = origins});
  for (Job job; source->next(job);) {
    LoggedJob row = sent_by(names[job.origin]);
    row.time_limit = job.time_limit;
    builder.job(job.submit.value(), job.run_time.value(), job.demand.gpus, row);
  }
  return builder.from_monday().log();
}

TEST(FitTrace, RecoversWhatALogWasDrawnFrom) {
  // 20 160 jobs on average, of which 0.3 ± √(0.21 / 20 000) ask for eight.
  const TraceFit fit = fit_trace(generated(known()));
  EXPECT_NEAR(*fit.generate.jobs_per_hour, 20.0, 4.0 * 20.0 / std::sqrt(20160.0));
  const double all = fit.generate.gpus[0].weight + fit.generate.gpus[1].weight;
  EXPECT_NEAR(fit.generate.gpus[1].weight / all, 0.3, 4.0 * std::sqrt(0.21 / 20000.0));
  ASSERT_EQ(fit.generate.run_time_by_gpus.size(), 2U);
  EXPECT_EQ(fit.generate.run_time_by_gpus[0].run_time.kind, "lognormal");
  EXPECT_EQ(fit.generate.run_time_by_gpus[1].run_time.kind, "weibull");
  EXPECT_EQ(fit.generate.time_limit_factor->kind, "lognormal");
}

TEST(FitTrace, RecoversHowUnevenUsersAre) {
  // The variance of ln(rank) of a Zipf law of 40 ranks and exponent 1.1 is 1.41, so one standard
  // error of the exponent is 1 / √(1.41 · 20 000).
  const FittedUsers users = *fit_users(*generated(known()).table);
  EXPECT_EQ(users.spec.count, 40);
  EXPECT_NEAR(users.spec.zipf, 1.1, 4.0 / std::sqrt(1.41 * 20000.0));
  EXPECT_NEAR(users.fitted_top_tenth, users.log_top_tenth, 0.02);
}

TEST(FitTrace, YieldsJobsWithTheSameMarginals) {
  const JobLog log = generated(known());
  const JobLog again = generated(fit_trace(log).generate);
  const std::vector<SizeClass> sizes = size_classes(*log.table);
  const std::vector<SizeClass> others = size_classes(*again.table);
  ASSERT_EQ(sizes.size(), others.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    EXPECT_LT(ks_distance(sizes[i].run_times, others[i].run_times),
              ks_critical(sizes[i].run_times.size(), others[i].run_times.size()));
}

TEST(FitTrace, JoinsSizesThatFewJobsHave) {
  LogBuilder builder;
  for (int i = 0; i < 150; ++i) builder.job(60.0 * i, 10.0 + i, 1);
  for (int i = 0; i < 20; ++i) builder.job(60.0 * i + 7.0, 100.0 + i, 4).job(60.0 * i, 500.0, 9);
  const TraceFit fit = fit_trace(builder.log());
  ASSERT_EQ(fit.run_times.size(), 1U);  // 40 jobs of 4 and 9 GPUs are too few for a class
  EXPECT_EQ(fit.run_times[0].gpus_to, 16);
  EXPECT_EQ(fit.generate.run_time_by_gpus[0].gpus_from, 1);
}

std::string refusal(const JobLog& log) {
  try {
    fit_trace(log);
  } catch (const ScenarioError& error) {
    return error.issues().front().message;
  }
  return "";
}

TEST(FitTrace, RefusesWhatHasNoRate) {
  EXPECT_THAT(refusal(LogBuilder().job(0, 1, 1).log()), HasSubstr("one job is too few"));
  EXPECT_THAT(refusal(LogBuilder().job(5, 1, 1).job(5, 1, 1).log()), HasSubstr("at once"));
  EXPECT_THAT(refusal(LogBuilder().job(0, 0, 1).job(5, 0, 1).log()), HasSubstr("0 s"));
}

TEST(FitTrace, FitsTwoJobs) {
  const TraceFit fit = fit_trace(LogBuilder().job(0, 10, 1).job(60, 10, 1).log());
  EXPECT_EQ(fit.generate.run_time_by_gpus[0].run_time.kind, "constant");
  EXPECT_THAT(fit.remarks, Contains(HasSubstr("the log has no clock")));
}

TEST(FitTrace, SaysThatPhillysBurstsAreNotReproduced) {
  const auto file = shared_file("data/traces/philly/philly_2017-09-18_2017-11-19.csv.gz");
  if (!file) return;
  TraceSpec spec;
  spec.format = "philly-csv";
  spec.file = file->string();
  const TraceFit fit = fit_trace(read_job_log(spec));
  EXPECT_GT(fit.arrivals.dispersion, 10.0);
  EXPECT_THAT(fit.remarks, Contains(HasSubstr("bursts are not reproduced")));
  EXPECT_GE(fit.run_times.size(), 5U);
  for (const FittedClass& size : fit.run_times)
    EXPECT_LT(size.run_time.distance, size.run_time.critical) << size.gpus_from;
  EXPECT_NEAR(fit.fitted_gpu_seconds / fit.log_gpu_seconds, 1.0, 0.03);
}

}  // namespace
}  // namespace gpuscape
