#include "sim/workload/draw/generator.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

GenerateSpec small_spec() {
  GenerateSpec spec;
  spec.duration = 1000_d;
  spec.load = 0.8;
  spec.gpus = {{1, 0.6}, {4, 0.3}, {8, 0.1}};
  spec.run_time = {"exponential", 7200.0, 0.0};
  return spec;
}

std::vector<Job> jobs_of(const GenerateSpec& spec,
                         const GeneratorKey& key = {.stream_name = "jobs"},
                         std::int64_t gpus_total = 64) {
  const auto source = make_generator(spec, gpus_total, key);
  std::vector<Job> jobs;
  for (Job job; source->next(job);) {
    jobs.push_back(job);
  }
  return jobs;
}

double gpu_seconds(const std::vector<Job>& jobs) {
  double sum = 0.0;
  for (const Job& job : jobs) {
    sum += job.demand.gpus * job.run_time.value();
  }
  return sum;
}

TEST(Generator, HasTheRateThatItsLoadAsksFor) {
  // Mean 0.6 + 1.2 + 0.8 = 2.6 GPUs for 2 h: 0.8 · 64 / (2.6 · 7200) jobs a second.
  const double rate = 0.8 * 64 / (2.6 * 7200.0);
  EXPECT_DOUBLE_EQ(mean_arrival_rate(small_spec(), 64), rate);
  const double expected = rate * 86400.0 * 1000;
  EXPECT_NEAR(static_cast<double>(jobs_of(small_spec()).size()), expected,
              4.0 * std::sqrt(expected));
}

TEST(Generator, OffersTheLoadItIsAskedFor) {
  for (const bool diurnal : {false, true}) {
    GenerateSpec spec = small_spec();
    spec.diurnal = diurnal;
    spec.peak_to_trough = 4.0;
    spec.run_time.most = 20000.0;
    const double load = gpu_seconds(jobs_of(spec)) / (64 * 86400.0 * 1000);
    // About 260 000 jobs whose work has a coefficient of variation below 1.5: one deviation is 0.3
    // %.
    EXPECT_NEAR(load, 0.8, 0.8 * 4 * 0.003);
  }
}

TEST(Generator, TakesARateAsItIs) {
  GenerateSpec spec = small_spec();
  spec.load.reset();
  spec.jobs_per_hour = 90.0;
  EXPECT_DOUBLE_EQ(mean_arrival_rate(spec, 64), 0.025);
}

TEST(Generator, StopsAfterItsJobsOrItsDuration) {
  GenerateSpec spec = small_spec();
  const auto by_duration = jobs_of(spec);
  EXPECT_LT(by_duration.back().submit, 1000_d);
  spec.duration.reset();
  spec.jobs = 1000;
  const auto by_count = jobs_of(spec);
  ASSERT_EQ(by_count.size(), 1000U);
  EXPECT_EQ(by_count.back().submit, by_duration[999].submit);
}

TEST(Generator, KnowsHowManyJobsWillComeOnlyWhereTheyAreCounted) {
  GenerateSpec spec = small_spec();
  Job job;
  const auto endless = make_generator(spec, 64, {.stream_name = "jobs"});
  EXPECT_EQ(endless->expected_jobs(), 0U);
  endless->next(job);
  EXPECT_EQ(endless->expected_jobs(), 0U);
  spec.duration.reset();
  spec.jobs = 10;
  const auto counted = make_generator(spec, 64, {.stream_name = "jobs"});
  EXPECT_EQ(counted->expected_jobs(), 10U);
  counted->next(job);
  EXPECT_EQ(counted->expected_jobs(), 9U);
}

TEST(Generator, NumbersItsJobsInOrderOfTheirDates) {
  GenerateSpec spec = small_spec();
  spec.diurnal = true;
  spec.peak_to_trough = 1000.0;
  const auto jobs = jobs_of(spec, {.stream_name = "jobs", .stream_index = 5});
  EXPECT_TRUE(std::ranges::is_sorted(jobs, {}, &Job::submit));
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    ASSERT_EQ(jobs[i].id, static_cast<std::int64_t>(i) + 1);
    ASSERT_EQ(jobs[i].stream, 5);
  }
}

TEST(Generator, DrawsGangSizesByTheirWeights) {
  std::map<std::int32_t, double> share;
  const auto jobs = jobs_of(small_spec());
  for (const Job& job : jobs) {
    share[job.demand.gpus] += 1.0 / static_cast<double>(jobs.size());
  }
  ASSERT_EQ(share.size(), 3U);
  EXPECT_NEAR(share[1], 0.6, 0.005);
  EXPECT_NEAR(share[4], 0.3, 0.005);
  EXPECT_NEAR(share[8], 0.1, 0.005);
}

TEST(Generator, AsksForCoresAndMemoryByTheGpu) {
  GenerateSpec spec = small_spec();
  spec.jobs = 1;
  spec.gpus = {{4, 1.0}};
  spec.cores_per_gpu = 2.5;
  spec.memory_per_gpu = 1_GB;
  EXPECT_EQ(jobs_of(spec).at(0).demand,
            (Demand{.gpus = 4, .milli_cores = 10000, .memory_mib = 3815}));  // ⌈4e9 / 2^20⌉
}

TEST(Generator, SetsLimitsByTheirFactor) {
  GenerateSpec spec = small_spec();
  spec.jobs = 100;
  EXPECT_EQ(jobs_of(spec).at(0).time_limit, kForever);
  spec.time_limit_factor = DistributionSpec{"constant", 1.5, 0.0};
  for (const Job& job : jobs_of(spec)) {
    EXPECT_EQ(job.time_limit, job.run_time * 1.5);
  }
}

/// Jobs by hour of the day, over whole days.
std::array<double, 24> by_hour(const std::vector<Job>& jobs) {
  std::array<double, 24> count{};
  for (const Job& job : jobs) {
    count[static_cast<std::size_t>(std::fmod(job.submit.value(), 86400.0) / 3600.0)] += 1.0;
  }
  return count;
}

TEST(Generator, PeaksWhereItIsToldByTheRatioItIsTold) {
  GenerateSpec spec = small_spec();
  spec.diurnal = true;
  spec.peak_hour = 15.0;
  spec.peak_to_trough = 4.0;
  const auto count = by_hour(jobs_of(spec));
  // Of the two hours around 15 h and 3 h. Averaged over them the swing of 0.6 is 0.6 · sin(π/12) /
  // (π/12).
  const double swing = 0.6 * std::sin(std::numbers::pi / 12.0) / (std::numbers::pi / 12.0);
  const double ratio = (count[14] + count[15]) / (count[2] + count[3]);
  EXPECT_NEAR(ratio, (1.0 + swing) / (1.0 - swing), 4 * ratio / std::sqrt(count[2] + count[3]));
}

TEST(Generator, IsPoissonWithinTheDay) {
  // Counts per hour of a Poisson process have a variance equal to their mean; over 24 000 hours
  // their ratio has the standard deviation sqrt(2 / 24 000).
  std::vector<double> count(24000, 0.0);
  for (const Job& job : jobs_of(small_spec())) {
    count[static_cast<std::size_t>(job.submit / 1_h)] += 1.0;
  }
  double mean = 0.0;
  double squares = 0.0;
  for (const double n : count) {
    mean += n / 24000;
    squares += n * n / 24000;
  }
  EXPECT_NEAR((squares - mean * mean) / mean, 1.0, 4 * std::sqrt(2.0 / 24000));
}

TEST(Generator, RepeatsItselfForEqualKeysOnly) {
  GenerateSpec spec = small_spec();
  spec.jobs = 10;
  const auto first_date = [&](const GeneratorKey& key) { return jobs_of(spec, key).at(0).submit; };
  const Seconds base = first_date({.seed = 1, .replication = 0, .stream_name = "a"});
  EXPECT_EQ(first_date({.seed = 1, .replication = 0, .stream_name = "a", .stream_index = 3}), base);
  EXPECT_NE(first_date({.seed = 2, .replication = 0, .stream_name = "a"}), base);
  EXPECT_NE(first_date({.seed = 1, .replication = 1, .stream_name = "a"}), base);
  EXPECT_NE(first_date({.seed = 1, .replication = 0, .stream_name = "b"}), base);
}

TEST(Generator, KeepsVariantsPairedWhenOneQuantityChanges) {
  GenerateSpec spec = small_spec();
  spec.jobs = 1000;
  const auto base = jobs_of(spec);
  spec.gpus = {{2, 1.0}};
  spec.time_limit_factor = DistributionSpec{"uniform", 1.0, 2.0};
  const auto variant = jobs_of(spec);
  ASSERT_EQ(base.size(), 1000U);
  ASSERT_EQ(variant.size(), base.size());
  for (std::size_t i = 0; i < base.size(); ++i) {
    ASSERT_EQ(variant[i].run_time, base[i].run_time);
    // The same gaps at the rate that 2 in place of 2.6 GPUs need; the dates are sums of up to 1000
    // gaps.
    ASSERT_NEAR(variant[i].submit / base[i].submit, 2.0 / 2.6, 1e-12);
  }
}

TEST(Generator, KeepsVariantsPairedOnAnotherCluster) {
  GenerateSpec spec = small_spec();
  spec.load.reset();
  spec.jobs_per_hour = 30.0;
  spec.jobs = 1000;
  const GeneratorKey key{.stream_name = "jobs"};
  const auto small = jobs_of(spec, key, 64);
  const auto large = jobs_of(spec, key, 128);
  EXPECT_TRUE(std::ranges::equal(small, large, {}, &Job::submit, &Job::submit));
}

TEST(Generator, DoesNotMindTheOrderOfGangSizes) {
  GenerateSpec spec = small_spec();
  spec.jobs = 1000;
  const auto base = jobs_of(spec);
  std::ranges::reverse(spec.gpus);
  EXPECT_TRUE(std::ranges::equal(jobs_of(spec), base, {}, &Job::demand, &Job::demand));
}

TEST(Generator, RefusesALoadThatNoRateCanGive) {
  GenerateSpec spec = small_spec();
  spec.run_time = {"constant", 0.0, 0.0};
  EXPECT_THAT(message_of<ScenarioError>([&] { mean_arrival_rate(spec, 64); }),
              HasSubstr("would arrive at inf per second"));
  EXPECT_THROW(mean_arrival_rate(small_spec(), 0), ScenarioError);
}

TEST(Generator, DrawsRunTimesBySize) {
  GenerateSpec spec = small_spec();
  spec.run_time_by_gpus = {{1, {"constant", 60.0}}, {4, {"constant", 600.0}}};
  for (const Job& job : jobs_of(spec)) EXPECT_EQ(job.run_time, job.demand.gpus < 4 ? 60_s : 600_s);
  // 0.6 · 60 + 0.3 · 4 · 600 + 0.1 · 8 · 600 GPU seconds a job.
  EXPECT_NEAR(mean_work(spec).value(), 1236.0, 1e-9);
}

TEST(Generator, SharesJobsAmongUsersByZipfsLaw) {
  GenerateSpec spec = small_spec();
  spec.users = UsersSpec{3, 1.0};
  const auto jobs = jobs_of(spec, {.stream_name = "jobs", .users = {7, 8, 9}});
  std::map<std::uint32_t, double> sent;
  for (const Job& job : jobs) sent[job.origin] += 1.0;
  const auto all = static_cast<double>(jobs.size());
  // 1 : 1/2 : 1/3; a share p of n jobs has a standard deviation of √(p (1 − p) / n).
  EXPECT_NEAR(sent[7] / all, 6.0 / 11.0, 4.0 * std::sqrt(0.25 / all));
  EXPECT_NEAR(sent[8] / all, 3.0 / 11.0, 4.0 * std::sqrt(0.25 / all));
  EXPECT_EQ(sent.size(), 3U);
}

TEST(Generator, MovesNothingElseWithUsers) {
  GenerateSpec spec = small_spec();
  const auto without = jobs_of(spec);
  spec.users = UsersSpec{2, 1.0};
  const auto with = jobs_of(spec, {.stream_name = "jobs", .users = {1, 2}});
  ASSERT_EQ(with.size(), without.size());
  EXPECT_EQ(with.back().submit, without.back().submit);
  EXPECT_EQ(with.back().run_time, without.back().run_time);
}

}  // namespace
}  // namespace gpuscape
