/// Replays in which half of the GPU time belongs to jobs on several nodes, with what they exchange
/// over the network and without.

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
#include "sim/run/run.hpp"
#include "sim/run/run_state.hpp"
#include "test_paths.hpp"
#include "tests/bench/bench_jobs.hpp"
#include "tests/bench/rows.hpp"
#include "tests/bench/traffic/replay.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::bench {
namespace {

constexpr std::uint32_t kNodes = 256;
constexpr std::size_t kJobs = 200'000;

/// Mostly the smallest gangs: their mean of 18 GPUs is what puts fifty of them on half a cluster.
std::int32_t draw_gang(double u) {
  if (u < 0.92) return 16;
  if (u < 0.98) return 32;
  return u < 0.995 ? 64 : 128;
}

std::int32_t draw_single(double u) {
  if (u < 0.5) return 1;
  if (u < 0.7) return 2;
  return u < 0.9 ? 4 : 8;
}

/// Run times are drawn from one distribution, so that GPUs times numbers are GPU time.
std::vector<Job> make_gangs() {
  boost::random::mt19937_64 random(12);
  boost::random::uniform_01<double> uniform;
  boost::random::lognormal_distribution<double> run_time(std::log(1800.0), 1.0);
  constexpr double kMeanGang = 0.92 * 16 + 0.06 * 32 + 0.015 * 64 + 0.005 * 128;
  constexpr double kMeanSingle = 0.5 * 1 + 0.2 * 2 + 0.2 * 4 + 0.1 * 8;
  constexpr double kLoad = 0.97;
  const double gangs = kMeanSingle / (kMeanSingle + kMeanGang);
  std::vector<Job> jobs(kJobs);
  double work = 0.0;
  for (std::size_t i = 0; i < kJobs; ++i) {
    jobs[i].id = static_cast<std::int64_t>(i);
    jobs[i].demand.gpus =
        uniform(random) < gangs ? draw_gang(uniform(random)) : draw_single(uniform(random));
    jobs[i].run_time = Seconds(run_time(random));
    work += jobs[i].demand.gpus * jobs[i].run_time.value();
  }
  spread_arrivals(jobs, work / (kNodes * 8.0 * kLoad * static_cast<double>(kJobs)), random);
  return jobs;
}

RunResult run_gangs(const std::vector<Job>& jobs, bool traffic) {
  Registry registry;
  register_builtin_models(registry);
  Policies policies;
  policies.scheduler = build_model(registry.schedulers, plain_model("fifo"));
  policies.backfill = build_model(registry.backfills, plain_model("easy"));
  policies.placement = build_model(registry.placements, plain_model("best-fit"));
  const Platform platform({{"gpu", kNodes, Demand{8, 0, 0}, false}});
  TrafficParts parts;
  if (traffic) {
    const ModelSpec spec{"leaf-spine",
                         parse_json(R"({"type": "leaf-spine", "link": "200 Gbit/s", "latency": )"
                                    R"("1 us", "hosts_per_leaf": 16, "oversubscription": 4, )"
                                    R"("path": "dst-mod-k"})",
                                    "bench"),
                         ""};
    parts.network = build_model(registry.networks, spec)->build(platform);
    parts.applications = {{ApplicationSpec{Seconds(0.3), Bytes(4e9)}, {}}};
  }
  RunState state(platform, std::move(policies), source_of(jobs), std::move(parts));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

/// Jobs that reduce 4 GB by what NCCL would take, among all their GPUs.
constexpr const char* kCollectives =
    R"({"step_time": "300 ms", "bytes_per_step": "4 GB", "overlap": 0.5, "collective": "auto"})";
/// Jobs that train VGG-16, whose gradients an uplink of 4:1 does not hide.
constexpr const char* kCatalogueApplication = R"("vgg-16")";

/// The same nodes with what is inside of them, on leaves and spines.
CheckedScenario with_insides(const char* application) {
  return test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "dgx1-v100", "count": {}}}}},
        "networks": {{"compute": {{"type": "leaf-spine", "link": "100 Gbit/s", "latency": "1 us",
          "hosts_per_leaf": 16, "oversubscription": 4, "path": "dst-mod-k"}}}}}},
      "workload": {{"streams": {{"jobs": {{"closed": {{"jobs": 1, "duration": "1 h",
        "run_time": {{"distribution": "constant", "value": "1 min"}}}},
        "application": {}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "easy"}}}})",
      kNodes, application));
}

RunResult run_inside(const CheckedScenario& scenario, const std::vector<Job>& jobs, bool traffic) {
  Policies policies;
  policies.scheduler = scenario.models.scheduler();
  policies.backfill = scenario.models.backfill();
  policies.placement = scenario.models.placement();
  TrafficParts parts;
  if (traffic) {
    parts = {scenario.cluster->network_for_jobs(),
             {{scenario.spec.streams[0].application, {}}},
             scenario.exchanges,
             scenario.steps ? scenario.steps->costs() : nullptr};
  }
  RunState state(scenario.cluster->platform(), std::move(policies), source_of(jobs),
                 std::move(parts));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

/// The public log on 128 nodes: with what its jobs exchange over leaves and spines of 2:1, where
/// they ran on another network, or as logged.
std::string philly(bool applications) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "dgx1-v100", "count": 128}}}}{}}},
      "workload": {{"streams": {{"jobs": {{"trace": {{"format": "philly-csv", "file": "{}/{}"}}{}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "easy"}}}})",
      applications ? R"(, "networks": {"compute": {"type": "leaf-spine", "link": "10 Gbit/s",
        "latency": "1 us", "hosts_per_leaf": 16, "oversubscription": 2, "path": "dst-mod-k"}})"
                   : "",
      GPUSCAPE_SHARED_DIR, kPhilly,
      applications ? R"(, "measured_on": "dgx1-v100", "applications": [
        {"where": {"gpus": "<= 2"}, "application": "resnet-50"},
        {"where": {"gpus": "<= 8"}, "application": "inception-v3"},
        {"where": {}, "application": "vgg-16"}])"
                   : "");
}

/// Empty where jobs met each other on the network.
std::string jobs_met() {
  const RunResult result = Replay(philly(true)).run();
  if (!result.traffic) return "nothing is exchanged";
  return result.traffic->losses.empty() ? "no link slows a job" : "";
}

/// Empty when at least fifty jobs exchange data at a time, on average.
std::string enough_gangs(const std::vector<Job>& jobs) {
  const RunResult result = run_gangs(jobs, true);
  double sum = 0.0;
  for (const double count : result.timeline["jobs_exchanging"]) sum += count;
  const double mean = sum / static_cast<double>(result.timeline["jobs_exchanging"].size());
  return mean >= 50.0 ? "" : fmt::format("only {:.1f} jobs exchange data at a time", mean);
}

}  // namespace

std::vector<Row> make_gang_rows() {
  const auto jobs = std::make_shared<const std::vector<Job>>(make_gangs());
  const auto side = [jobs](const char* name, bool traffic) {
    return Side{name, static_cast<double>(kJobs),
                [jobs, traffic] { return seconds_of([&] { run_gangs(*jobs, traffic); }); }};
  };
  const auto inside = [jobs](const char* name, const char* application, bool traffic) {
    const auto scenario = std::make_shared<const CheckedScenario>(with_insides(application));
    return Side{name, static_cast<double>(kJobs), [jobs, scenario, traffic] {
                  return seconds_of([&] { run_inside(*scenario, *jobs, traffic); });
                }};
  };
  std::vector<Row> rows{
      {"half the GPU time in gangs, with traffic against without", side("gangs/traffic", true),
       side("gangs/silent", false), 0.2, [jobs] { return enough_gangs(*jobs); }},
      {"the same by collectives, with links inside nodes",
       inside("gangs/inside", kCollectives, true),
       inside("gangs/inside-silent", kCollectives, false),
       0.15,
       {}},
      {"the same with an application of the catalogue",
       inside("gangs/application", kCatalogueApplication, true),
       inside("gangs/application-silent", kCatalogueApplication, false),
       0.15,
       {}}};
  if (std::filesystem::exists(std::filesystem::path(GPUSCAPE_SHARED_DIR) / kPhilly))
    rows.push_back({"Philly with applications and contention against without network",
                    replay_side("philly/applications", [] { return philly(true); }),
                    replay_side("philly/silent", [] { return philly(false); }), 0.25, jobs_met});
  return rows;
}

}  // namespace gpuscape::bench
