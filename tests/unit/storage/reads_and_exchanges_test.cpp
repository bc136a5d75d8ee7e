/// Jobs that read over links on which jobs exchange data, beside a simulator that goes from phase
/// to phase.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::input_scenario;
using test::InputCase;
using test::run_input;
using test::run_scenario;
using test::waited_for;

/// What a job does in each step, in s; reads and exchanges as long as the link takes alone.
struct Phases {
  double compute = 1.0;
  double exchange = 0.0;
  double read = 0.0;
};

/// Jobs on one link, which all that is under way there shares alike at every moment. Each computes
/// once a batch has been read, then exchanges; its loader reads up to `kAhead` batches meanwhile.
class OneLink {
 public:
  explicit OneLink(const std::vector<Phases>& jobs) {
    for (const Phases& phases : jobs) jobs_.push_back({.phases = phases});
    for (Job& job : jobs_) begin_read(job);
  }

  /// Mean time of a step of each job, once so many are done by all.
  std::vector<double> mean_steps(int steps) {
    while (std::ranges::any_of(jobs_, [=](const Job& job) { return job.steps < steps; })) advance();
    std::vector<double> all;
    for (const Job& job : jobs_) all.push_back(job.ended / job.steps);
    return all;
  }

 private:
  static constexpr int kAhead = 8;
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  struct Job {
    Phases phases;
    double reading = 0.0;  // left of the batch; 0: it has enough
    double computing = 0.0;
    double exchanging = 0.0;
    int ready = 0;  // batches
    int steps = 0;
    double ended = 0.0;
  };

  void begin_read(Job& job) {
    if (job.phases.read > 0.0 && job.ready < kAhead) job.reading = job.phases.read;
  }
  [[nodiscard]] static bool idles(const Job& job) {
    return !(job.computing > 0.0) && !(job.exchanging > 0.0);
  }
  /// As soon as there is a batch. Its time is drawn, so that jobs do not keep step.
  void begin_step(Job& job) {
    if (!idles(job) || (job.phases.read > 0.0 && job.ready == 0)) return;
    if (job.phases.read > 0.0) --job.ready;
    if (!(job.reading > 0.0)) begin_read(job);
    job.computing = job.phases.compute * std::uniform_real_distribution<>(0.8, 1.2)(random_);
  }
  void advance() {
    for (Job& job : jobs_) begin_step(job);
    double flows = 0.0;
    for (const Job& job : jobs_)
      flows += static_cast<double>(job.reading > 0.0) + static_cast<double>(job.exchanging > 0.0);
    double next = kNever;
    for (const Job& job : jobs_) {
      if (job.computing > 0.0) next = std::min(next, job.computing);
      for (const double left : {job.reading, job.exchanging})
        if (left > 0.0) next = std::min(next, left * flows);
    }
    now_ += next;
    for (Job& job : jobs_) go_on(job, next, flows);
  }
  void go_on(Job& job, double span, double flows) {
    constexpr double kRounding = 1e-12;
    const auto is_over = [](double& left, double part) {
      if (!(left > 0.0)) return false;
      left = left - part > kRounding ? left - part : 0.0;
      return left == 0.0;
    };
    const bool ends = is_over(job.exchanging, span / flows);
    const bool computed = is_over(job.computing, span);
    if (is_over(job.reading, span / flows)) {
      ++job.ready;
      begin_read(job);
    }
    if (computed) job.exchanging = job.phases.exchange;
    if (!ends && !(computed && !(job.exchanging > 0.0))) return;
    ++job.steps;
    job.ended = now_;
  }

  std::vector<Job> jobs_;
  double now_ = 0.0;
  std::mt19937_64 random_{1};
};

/// Three nodes of 8 GPUs, two of them below leaf 0, with one link of 10 GB/s down to each leaf. On
/// one node a job that only reads, 8 times so many samples of 1 MB a second; on the other two a job
/// that reads 100, and reduces 4 GB behind each step of 1 s, which takes 0.4 s.
std::string three_nodes(const std::string& store, double samples_per_second) {
  const InputCase of{.nodes = 3,
                     .storage = R"({"type": "appliance", "model": {"read_bandwidth": ")" + store +
                                R"("}, "over": "compute"})",
                     .networks = R"("networks": {"compute": {"type": "leaf-spine",
                                     "link": "10 GB/s", "latency": "0 s", "hosts_per_leaf": 2,
                                     "oversubscription": 2}}, )",
                     .application = R"(, "gradients": "4 GB", "overlap": 0)"};
  return input_scenario(of, {{.samples_per_second = samples_per_second, .run_time = 1e5},
                             {.run_time = 1e3, .gpus = 16}});
}

struct Pace {
  double exchanging = 0.0;
  double reading = 0.0;
};
/// Of both while both run; of the one that reads, beside what it makes alone.
Pace paces(const std::string& scenario, double alone) {
  const RunResult result = run_scenario(scenario);
  const double together = elapsed(result)[1];
  const double end = elapsed(result)[0];
  EXPECT_GT(end, 2.0 * together);
  return {.exchanging = 1e3 / together, .reading = (1e5 - (end - together) * alone) / together};
}

struct LinkCase {
  const char* what;
  double samples_per_second;
};

class ReadsAndExchanges : public testing::TestWithParam<LinkCase> {};

// Alone the reader goes at full pace up to 1 250 samples a second; beside the exchange, which takes
// a quarter of the link, up to some 920.
TEST_P(ReadsAndExchanges, AreAsPhaseByPhase) {
  const double samples = GetParam().samples_per_second;
  const double read = 8.0 * samples * 1e6 / 10e9;  // of the link's time
  const double step = 100.0 / samples;
  OneLink link(
      {{.compute = 1.0, .exchange = 0.4, .read = 0.08}, {.compute = step, .read = read * step}});
  const std::vector<double> steps = link.mean_steps(4000);
  const Pace pace = paces(three_nodes("800 GB/s", samples), std::min(1.0, 1.0 / read));
  EXPECT_NEAR(pace.exchanging * steps[0] / 1.4, 1.0, 0.04) << steps[0];
  EXPECT_NEAR(pace.reading * steps[1] / step, 1.0, 0.01) << steps[1];
  const double stall = 1.0 - step / steps[1];
  if (stall > 0.02) {
    EXPECT_NEAR((1.0 - pace.reading) / stall, 1.0, 0.1);
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, ReadsAndExchanges,
                         testing::Values(LinkCase{"little", 100}, LinkCase{"a_third", 400},
                                         LinkCase{"a_half", 625}, LinkCase{"two_thirds", 830},
                                         LinkCase{"nearly_all", 1000}, LinkCase{"all_of_it", 1250},
                                         LinkCase{"twice", 2500}),
                         [](const auto& of) { return of.param.what; });

// A quarter of each link for 1 000 s: 2.5 GB/s, and the reader, alone there, asks for 8.
TEST(ReadsOverSlowLinks, HaveWhatTheseCarry) {
  std::string scenario = three_nodes("800 GB/s", 1000);
  const std::string_view store = R"("storage": {"store")";
  scenario.replace(scenario.find(store), store.size(), R"("maintenance": {"m": {"nodes": ["n/0"],
      "link_rate": 0.25, "begin": "40000 s", "end": "41000 s"}}, "storage": {"store")");
  const double before = elapsed(run_scenario(three_nodes("800 GB/s", 1000)))[0];
  const double after = elapsed(run_scenario(scenario))[0];
  EXPECT_NEAR(after - before, 1000.0 * (1.0 - 2.5 / 8.0), 1e-6);
}

// Jobs on both halves of a node share its adapter, whichever store they read from.
TEST(ReadsOverOneAdapter, AreSharedWhicheverTheStore) {
  const std::string text = R"({"format": 1, "cluster": {
      "nodes": {"n": {"type": "custom", "count": 1, "gpus": 8, "cores": 64, "memory": "1 TB"}},
      "networks": {"data": {"type": "single-switch", "link": "800 MB/s", "latency": "1 us"}},
      "storage": {
        "a": {"type": "appliance", "model": {"read_bandwidth": "80 GB/s"}, "over": "data"},
        "b": {"type": "appliance", "model": {"read_bandwidth": "80 GB/s"}, "over": "data"}}},
    "workload": {
      "datasets": {"of-a": {"on": "a", "record": "1 MB"}, "of-b": {"on": "b", "record": "1 MB"}},
      "applications": {
        "from-a": {"type": "data-parallel", "samples_per_second": 200, "batch_per_gpu": 100,
          "gpu_straggler": 0, "node_straggler": 0, "launches_per_step": 0, "dataset": "of-a"},
        "from-b": {"type": "data-parallel", "samples_per_second": 200, "batch_per_gpu": 100,
          "gpu_straggler": 0, "node_straggler": 0, "launches_per_step": 0, "dataset": "of-b"}},
      "streams": {
        "sa": {"application": "from-a", "closed": {"jobs": 1, "gpus": {"4": 1}, "duration": "1 s",
          "run_time": {"distribution": "constant", "value": "1000 s"}}},
        "sb": {"application": "from-b", "closed": {"jobs": 1, "gpus": {"4": 1}, "duration": "1 s",
          "run_time": {"distribution": "constant", "value": "1000 s"}}}}},
    "scheduler": {"backfill": "none"}})";
  const std::vector<double> ends = elapsed(run_scenario(text));
  EXPECT_NEAR(ends.at(0), 2000.0, 1e-6);
  EXPECT_NEAR(ends.at(1), 2000.0, 1e-6);
}

}  // namespace
}  // namespace gpuscape
