/// Random cohorts and jobs against what must hold at every instant, by a slow model of its own.

#include <gmock/gmock.h>

#include <random>
#include <set>

#include "tests/unit/cohorts/cohort_runs.hpp"
#include "tests/unit/cohorts/random_cohorts.hpp"

namespace gpuscape {
namespace {

using test::DrawnCohorts;
using test::random_cohorts;

struct Sent {
  std::size_t queue = 0;
  double submit = 0.0;
  int gpus = 1;
};

struct Instant {
  std::vector<int> held, waiting;
  int all = 0;
};

Instant at(const RunResult& result, const std::vector<Sent>& sent, double date, std::size_t nodes) {
  Instant instant{std::vector<int>(nodes), std::vector<int>(nodes)};
  for (std::size_t job = 0; job < sent.size(); ++job) {
    const auto segments = result.jobs.segments(job);
    if (sent[job].submit > date || result.jobs.state(job) == JobState::never_fits) continue;
    bool runs = false;
    bool over = false;
    for (const Segment& segment : segments) {
      runs = runs || (segment.start.value() <= date && date < segment.end.value());
      over = over || (segment.end.value() <= date && segment.cause == Cause::finished);
    }
    if (over) continue;
    if (runs) instant.held[sent[job].queue] += sent[job].gpus;
    if (runs) instant.all += sent[job].gpus;
    if (!runs) ++instant.waiting[sent[job].queue];
  }
  return instant;
}

/// Somebody has more than quotas give, or GPUs are held twice; empty: nobody.
std::string too_much(const DrawnCohorts& drawn, const Instant& instant) {
  if (instant.all > drawn.gpus) return fmt::format("{} GPUs are held", instant.all);
  const DrawnCohorts::Quotas quotas = drawn.quotas(instant.held);
  for (std::size_t i = 0; i < drawn.nodes.size(); ++i) {
    const int limit = drawn.nodes[i].parent ? drawn.nodes[i].borrowing.value_or(1000) : 0;
    if (quotas.use[i] > quotas.own[i] + limit)
      return fmt::format("n{} uses {} of {} and {}", i, quotas.use[i], quotas.own[i], limit);
  }
  return {};
}

/// A job of one GPU waits that should not; empty: none.
std::string should_run(const DrawnCohorts& drawn, const Instant& instant) {
  const DrawnCohorts::Quotas quotas = drawn.quotas(instant.held);
  for (std::size_t i = 0; i < drawn.nodes.size(); ++i) {
    if (instant.waiting[i] == 0) continue;
    const bool quota = drawn.has_room(quotas, i);
    if (quota && instant.all < drawn.gpus) return fmt::format("n{} waits beside a free GPU", i);
    if (instant.held[i] >= drawn.nodes[i].nominal) continue;
    if (!quota) return fmt::format("n{} waits for what is its own", i);
    for (std::size_t k = 0; k < drawn.nodes.size(); ++k)
      if (k != i && drawn.nodes[k].is_queue && drawn.nodes[k].parent &&
          drawn.nodes[k].parent == drawn.nodes[i].parent &&
          instant.held[k] > drawn.nodes[k].nominal)
        return fmt::format("n{} waits, and n{} borrows", i, k);
  }
  return {};
}

std::vector<Sent> send(std::mt19937& random, const DrawnCohorts& drawn, test::CohortRun& run,
                       int most_gpus, const std::vector<std::string>& classes) {
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  std::vector<std::size_t> queues;
  for (std::size_t i = 0; i < drawn.nodes.size(); ++i)
    if (drawn.nodes[i].is_queue) queues.push_back(i);
  std::vector<Sent> sent;
  double date = 0.0;
  for (int i = 0; i < 40; ++i) {
    date += draw(0, 6);
    Sent one{queues[static_cast<std::size_t>(draw(0, static_cast<int>(queues.size()) - 1))], date,
             draw(1, most_gpus)};
    const std::string& qos =
        classes[static_cast<std::size_t>(draw(0, static_cast<int>(classes.size()) - 1))];
    run.jobs(fmt::format("n{}", one.queue), 1, date, one.gpus, draw(5, 60), qos);
    sent.push_back(one);
  }
  return sent;
}

std::set<double> dates_of(const RunResult& result, const std::vector<Sent>& sent) {
  std::set<double> dates;
  for (std::size_t job = 0; job < sent.size(); ++job) {
    dates.insert(sent[job].submit);
    for (const Segment& segment : result.jobs.segments(job)) {
      dates.insert(segment.start.value());
      dates.insert(segment.end.value());
    }
  }
  return dates;
}

/// By seed: with or without fair sharing, one job of a queue in a cycle or all.
std::string rules_of(unsigned seed) {
  return fmt::format("\"fair_sharing\": {}, \"one_per_cycle\": {}, ", seed % 2 == 0,
                     seed / 2 % 2 == 0);
}

/// Jobs of one GPU, all queues reclaim: nobody is above its quota, nobody waits beside room, and
/// nobody within its own quota waits for it, or while another queue of its cohort borrows.
TEST(RandomCohorts, KeepTheirPromisesAtEveryInstant) {
  std::size_t instants = 0;
  std::int64_t reclaimed = 0;
  for (unsigned seed = 1; seed <= 500; ++seed) {
    std::mt19937 random(seed);
    const DrawnCohorts drawn =
        random_cohorts(random, R"(, "preemption": {"reclaim_within_cohort": "any"})");
    const std::string parameters = drawn.parameters(rules_of(seed));
    test::CohortRun run(parameters, {test::nodes(1, drawn.gpus)});
    const std::vector<Sent> sent = send(random, drawn, run, 1, {""});
    const RunResult result = run.run();
    reclaimed += result.jobs.preemptions();
    for (const double date : dates_of(result, sent)) {
      ++instants;
      const Instant instant = at(result, sent, date, drawn.nodes.size());
      ASSERT_EQ(too_much(drawn, instant) + should_run(drawn, instant), "")
          << "seed " << seed << " at " << date << " with " << drawn.gpus << " GPUs, " << parameters;
    }
  }
  EXPECT_GT(instants, 25000U);
  EXPECT_GT(reclaimed, 1000);
}

/// Gangs, priorities, all policies, grace times, cycles: nobody is above its quota at any instant,
/// and every job ends that can start at all.
TEST(RandomCohorts, HoldQuotasWhateverIsSent) {
  std::int64_t stopped = 0;
  for (unsigned seed = 1; seed <= 500; ++seed) {
    std::mt19937 random(seed);
    DrawnCohorts drawn = random_cohorts(random, "");
    drawn.gpus = 12;
    for (test::DrawnNode& node : drawn.nodes) {
      if (!node.is_queue) continue;
      const std::vector<std::string> within = {"never", "lower-priority",
                                               "lower-or-newer-equal-priority"};
      const std::vector<std::string> reclaim = {"lower-priority", "any"};
      node.preemption = fmt::format(
          R"(, "queueing": "{}", "preemption": {{"within_queue": "{}",
             "reclaim_within_cohort": "{}"{}}})",
          random() % 3 == 0 ? "strict-fifo" : "best-effort-fifo", within[random() % 3],
          reclaim[random() % 2],
          random() % 3 == 0 ? R"(, "borrow_within_cohort": "lower-priority")" : "");
    }
    std::string rules =
        rules_of(seed) + R"("priorities": {"low": {"value": 10}, "high": {"value": 90},
                            "fixed": {"preemptible": false}}, )";
    if (random() % 3 == 0) rules += R"("grace_time": "7 s", )";
    if (random() % 3 == 0) rules += R"("cycle": "4 s", )";
    if (random() % 3 == 0) rules += R"("preempted": "go-on", )";
    const std::string parameters = drawn.parameters(rules);
    test::CohortRun run(parameters, {test::nodes(3, 4)});
    const std::vector<Sent> sent = send(random, drawn, run, 6, {"", "low", "high", "fixed"});
    const RunResult result = run.run();
    for (std::size_t job = 0; job < sent.size(); ++job) {
      EXPECT_TRUE(result.jobs.ended(job) || result.jobs.state(job) == JobState::never_fits)
          << "seed " << seed << ", job " << job << ", " << parameters;
      stopped += std::ssize(result.jobs.segments(job)) > 1 ? 1 : 0;
    }
    for (const double date : dates_of(result, sent))
      ASSERT_EQ(too_much(drawn, at(result, sent, date, drawn.nodes.size())), "")
          << "seed " << seed << " at " << date << ", " << parameters;
  }
  EXPECT_GT(stopped, 500);
}

/// Equal runs give equal results.
TEST(RandomCohorts, DecideTheSameOnTheSameInput) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto starts = [&] {
      std::mt19937 random(seed);
      const DrawnCohorts drawn =
          random_cohorts(random, R"(, "preemption": {"reclaim_within_cohort": "any"})");
      test::CohortRun run(drawn.parameters(rules_of(seed)), {test::nodes(1, drawn.gpus)});
      send(random, drawn, run, 3, {""});
      return test::start_dates(run.run());
    };
    EXPECT_EQ(starts(), starts());
  }
}

}  // namespace
}  // namespace gpuscape
