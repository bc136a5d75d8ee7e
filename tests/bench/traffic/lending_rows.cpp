/// Replays of jobs whose GPUs are lent: over a network, and attached to hosts in islands.

#include <fmt/format.h>

#include <boost/random/lognormal_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_01.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "models/builtin_models.hpp"
#include "sim/engine/native_loop.hpp"
#include "sim/model/build_model.hpp"
#include "sim/run/life/attach_part.hpp"
#include "sim/run/run.hpp"
#include "sim/run/run_state.hpp"
#include "test_paths.hpp"
#include "tests/bench/bench_jobs.hpp"
#include "tests/bench/rows.hpp"
#include "tests/bench/traffic/replay.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::bench {
namespace {

/// Its 640 GPUs in servers of eight, used by as many clients over RoCE; or without a network.
std::string philly(bool pooled) {
  const char* lent = R"(, "networks": {"compute": {"type": "leaf-spine", "link": "100 Gbit/s",
      "latency": "1 us", "hosts_per_leaf": 16, "oversubscription": 2, "transport": "roce-v2-100g"}},
      "gpu_access": {"type": "api-remoting", "software": "bitfusion-optimised-ib", "over": "compute",
                     "clients": ["client"], "servers": ["gpu"]})";
  const char* applications = R"(, "applications": [
      {"where": {"gpus": "<= 2"}, "application": "resnet-50"},
      {"where": {"gpus": "<= 8"}, "application": "inception-v3"},
      {"where": {}, "application": "vgg-16"}])";
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{{} "gpu": {{"type": "dgx1-v100", "count": 80}}}}{}}},
      "workload": {{"streams": {{"jobs": {{
        "trace": {{"format": "philly-csv", "file": "{}/{}"}}{}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "easy"}}}})",
      pooled ? R"("client": {"type": "cpu-2s-2024", "count": 80},)" : "", pooled ? lent : "",
      GPUSCAPE_SHARED_DIR, kPhilly, pooled ? applications : "");
}

/// Empty where jobs used lent GPUs and it cost them something.
std::string jobs_paid() {
  const RunResult result = Replay(philly(true)).run();
  if (!result.traffic || std::ssize(result.traffic->remote) < 30'000)
    return "few jobs use lent GPUs";
  return result.traffic->lost_by_copies + result.traffic->lost_by_calls > GpuSeconds(0.0)
             ? ""
             : "lent GPUs cost nothing";
}

constexpr std::uint32_t kHosts = 10'000;  // and as many boxes of eight GPUs
constexpr std::size_t kJobs = 300'000;

/// Sizes up to what two boxes have.
std::vector<Job> make_jobs(std::uint32_t boxes, std::size_t count) {
  boost::random::mt19937_64 random(21);
  boost::random::uniform_01<double> uniform;
  boost::random::lognormal_distribution<double> run_time(std::log(1800.0), 1.0);
  constexpr double kLoad = 0.8;
  std::vector<Job> jobs(count);
  double work = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double u = uniform(random);
    jobs[i].id = static_cast<std::int64_t>(i);
    jobs[i].demand.gpus = u < 0.4 ? 1 : u < 0.6 ? 2 : u < 0.8 ? 4 : u < 0.95 ? 8 : 16;
    jobs[i].demand.milli_cores = std::int64_t{2000} * jobs[i].demand.gpus;
    jobs[i].run_time = Seconds(run_time(random));
    work += jobs[i].demand.gpus * jobs[i].run_time.value();
  }
  spread_arrivals(jobs, work / (boxes * 8.0 * kLoad * static_cast<double>(count)), random);
  return jobs;
}

struct Islands {
  RunResult run;
  AttachResult attach;
};

/// Two hosts and two boxes in each.
Islands run_islands(const std::vector<Job>& jobs, std::uint32_t boxes) {
  Registry registry;
  register_builtin_models(registry);
  Policies policies;
  policies.scheduler = build_model(registry.schedulers, plain_model("fifo"));
  policies.backfill = build_model(registry.backfills, plain_model("none"));
  policies.placement = build_model(registry.placements, plain_model("best-fit"));
  std::vector<NodeGroup> groups{{"host", boxes, Demand{0, 64'000, 0}, false},
                                {"box", boxes, Demand{8, 0, 0}, false}};
  Platform platform(std::move(groups));
  platform.lend({.clients = {0}, .servers = {1}, .islands = boxes / 2});
  RunState state(std::move(platform), std::move(policies), source_of(jobs));
  state.add_part(std::make_unique<AttachPart>(AttachTerms{.attach = Seconds(10.0),
                                                          .detach = Seconds(10.0),
                                                          .poll = Seconds(60.0),
                                                          .idle_return = Seconds(600.0),
                                                          .time_out = Seconds(600.0),
                                                          .failure = 0.01},
                                              state.capacity(), 1, 0));
  run_natively(state.simulation(), kForever, {});
  RunResult result = state.take_result({});
  const AttachResult attached = *result.attach;
  return {std::move(result), attached};
}

Side islands_side(const char* name, std::uint32_t boxes) {
  // As many jobs on a tenth of the cluster: as many at a time on each box.
  const auto jobs = std::make_shared<const std::vector<Job>>(make_jobs(boxes, kJobs));
  return {name, static_cast<double>(kJobs),
          [jobs, boxes] { return seconds_of([&] { run_islands(*jobs, boxes); }); }};
}

/// Empty where all jobs had their GPUs attached, and clients changed.
std::string islands_are_busy() {
  const Islands done = run_islands(make_jobs(kHosts / 10, kJobs / 10), kHosts / 10);
  if (done.attach.jobs != static_cast<std::int64_t>(kJobs / 10))
    return "not all jobs use lent GPUs";
  if (done.attach.kept == 0 || done.attach.failed == 0) return "no GPU is kept, or none fails";
  return "";
}

}  // namespace

std::vector<Row> make_lending_rows() {
  std::vector<Row> rows{{"attach and detach with 10 000 hosts and boxes in islands against a tenth",
                         islands_side("islands/10000", kHosts),
                         islands_side("islands/1000", kHosts / 10), 1.0 / 1.3, islands_are_busy}};
  if (std::filesystem::exists(std::filesystem::path(GPUSCAPE_SHARED_DIR) / kPhilly))
    rows.push_back({"Philly pooled over RoCE against without network",
                    replay_side("philly/pooled", [] { return philly(true); }),
                    replay_side("philly/local", [] { return philly(false); }), 1.0 / 6.0,
                    jobs_paid});
  return rows;
}

}  // namespace gpuscape::bench
