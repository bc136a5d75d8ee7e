#include "tests/bench/fluid_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "sim/run/transfers/transfer_run.hpp"
#include "tests/bench/simgrid_traffic.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::bench {
namespace {

/// How much of a traffic each side is timed on, once each slot's cut first transfer is under way.
struct Plan {
  const char* traffic;
  const char* work;
  double goal;
  Window ours;
  Window theirs;
  std::uint64_t compared;  ///< completions whose dates must agree
  /// Version 4 is far faster than 3 where many components are independent, alike elsewhere; 0:
  /// alike.
  double goal_on_version_3 = 0.0;
};

constexpr Plan kPlans[] = {
    {"star-100",
     "100 transfers at once, 1024-host star",
     11.0,
     {2000, 600'000},
     {2000, 100'000},
     1000},
    {"star-1000",
     "1000 at once, star, one component",
     100.0,
     {2000, 200'000},
     {2000, 6000},
     10'000},
    {"rings-1000",
     "1000 at once, independent rings of 8",
     15.0,
     {2000, 600'000},
     {2000, 40'000},
     10'000,
     20.0},
    {"rings-16384",
     "16 384 at once, independent rings of 8",
     10.0,
     {20'000, 600'000},
     {20'000, 40'000},
     50'000},
    {"leaves-1000",
     "1000 at once, 32 leaves, 16 spines",
     150.0,
     {2000, 50'000},
     {2000, 2000},
     10'000},
    {"rails-gpus",
     "1000 at once from GPU to GPU, 128 x 8 on eight rails",
     15.0,
     {2000, 50'000},
     {2000, 2000},
     10'000},
    {"star-10000", "10 000 at once, star, one component", 30.0, {100, 3000}, {100, 100}, 800},
};

using Dates = std::map<std::uint32_t, std::vector<double>>;

/// The first ten completion dates of each slot.
Dates first_dates(const std::vector<Completion>& completions) {
  Dates result;
  for (const auto& [slot, date] : completions) {
    if (result[slot].size() < 10) result[slot].push_back(date);
  }
  return result;
}

/// Says where dates differ by more than 1e-5; empty when they do not.
std::string compare_dates(const Plan& plan, Drive drive) {
  const Traffic& traffic = traffic_named(plan.traffic);
  const Dates ours = first_dates(completions_of_traffic(traffic, plan.compared));
  const Dates theirs = first_dates(simgrid_completions(traffic, plan.compared, drive));
  double worst = 0.0;
  std::size_t compared = 0;
  for (const auto& [slot, dates] : theirs) {
    if (!ours.contains(slot)) continue;
    const std::vector<double>& mine = ours.at(slot);
    for (std::size_t i = 0; i < std::min(mine.size(), dates.size()); ++i, ++compared)
      worst = std::max(worst, std::abs(mine[i] - dates[i]) / dates[i]);
  }
  if (compared * 10 < plan.compared * 7) return fmt::format("only {} dates compared", compared);
  return worst > 1e-5 ? fmt::format("dates differ by {:.1e}", worst) : "";
}

Side our_side(const char* name, Window window) {
  return {fmt::format("fluid/{}", name), static_cast<double>(window.count),
          [&traffic = traffic_named(name), window] { return seconds_of_traffic(traffic, window); }};
}

/// SimGrid by each of its drives once, and from then on by the one that was fastest.
class FastestDrive {
 public:
  double seconds(const Plan& plan) {
    const Traffic& traffic = traffic_named(plan.traffic);
    if (!tried_.empty()) return simgrid_seconds(traffic, plan.theirs, drive());
    for (const Drive drive : drives_of(traffic))
      tried_.emplace_back(simgrid_seconds(traffic, plan.theirs, drive), drive);
    std::ranges::sort(tried_);
    return tried_.front().first;
  }
  [[nodiscard]] Drive drive() const { return tried_.at(0).second; }
  /// Which it is, and what of its rate the others reached.
  [[nodiscard]] std::string text() const {
    std::string text = fmt::format("by {}", name_of(drive()));
    for (std::size_t i = 1; i < tried_.size(); ++i)
      text += fmt::format("{}{} {:.2f}", i == 1 ? "; " : ", ", name_of(tried_[i].second),
                          tried_.front().first / tried_[i].first);
    return text;
  }

 private:
  std::vector<std::pair<double, Drive>> tried_;  // s, the fastest first
};

Row traffic_row(const Plan& plan) {
  const auto fastest = std::make_shared<FastestDrive>();
  const bool on_3 = simgrid_major_version() < 4 && plan.goal_on_version_3 > 0.0;
  return {plan.work,
          our_side(plan.traffic, plan.ours),
          {fmt::format("simgrid/{}", plan.traffic), static_cast<double>(plan.theirs.count),
           [&plan, fastest] { return fastest->seconds(plan); }, true},
          on_3 ? plan.goal_on_version_3 : plan.goal,
          [&plan, fastest] { return compare_dates(plan, fastest->drive()); },
          [fastest] { return fastest->text(); }};
}

Row growth_row(const char* work, const char* large, const char* small) {
  constexpr double kLeast = 0.6;
  return {work, our_side(large, {20'000, 400'000}), our_side(small, {2000, 400'000}), kLeast, {}};
}

constexpr std::uint32_t kRanks = 1024;
constexpr std::uint32_t kRingRounds = 2 * (kRanks - 1);
constexpr std::uint32_t kTheirRounds = 20;

/// An all-reduce of 1 GiB in a ring over a GPU of each of 1024 nodes on one switch, at detail
/// "step": every round as it is, or all as one. Latencies, and links inside of nodes, are taken out
/// of the plan: what is left is SimGrid's flat star.
CheckedScenario ring_scenario(bool together) {
  CheckedScenario scenario = test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "dgx-h100", "count": {}}}}},
        "networks": {{"compute": {{"type": "single-switch", "link": "12.5 GB/s",
                                   "latency": "0 s"}}}}}},
        "workload": {{"streams": {{"s": {{"collectives": [{{"operation": "all-reduce",
          "among": ["n/0-{}/gpu0"], "bytes": ["1 GiB"], "algorithm": "ring",
          "rounds": "{}"}}]}}}}}}, "run": {{"detail": "step"}}}})",
      kRanks, kRanks - 1, together ? "together" : "each"));
  PlannedExchange& exchange = scenario.plan.collectives.at(0).sizes.at(0);
  exchange.start_latency = exchange.latency = Seconds(0.0);
  exchange.stages.at(0).delay = exchange.stages.at(0).tail = Seconds(0.0);
  const ClusterGraph& graph = scenario.cluster->graph();
  for (std::vector<ClusterLink>& route : scenario.plan.routes)
    std::erase_if(route, [&](ClusterLink link) { return graph.node_link(link) != nullptr; });
  return scenario;
}

/// How far the end is from so many rounds on idle links.
double ring_error(const CheckedScenario& scenario) {
  const PlannedStage& stage = scenario.plan.collectives.at(0).sizes.at(0).stages.at(0);
  const double ideal = stage.idle_round.value() * static_cast<double>(stage.rounds);
  const CollectiveRow row = run_transfers(scenario).collectives.at(0);
  return std::abs((row.end - row.start).value() / ideal - 1.0);
}

/// Both sides' dates against rounds on idle links.
std::string ring_fault(const CheckedScenario& scenario) {
  double worst = ring_error(scenario);
  std::uint64_t place = 0;
  for (const Completion& one : simgrid_completions(
           traffic_named("ring-1024"), std::uint64_t{kTheirRounds} * kRanks, Drive::callbacks)) {
    const double round = static_cast<double>(place++ / kRanks + 1);
    worst = std::max(worst, std::abs(one.date / (round * kRingPart / kLinkRate) - 1.0));
  }
  return worst > 1e-5 ? fmt::format("dates differ by {:.1e}", worst) : "";
}

std::vector<Row> ring_rows() {
  std::vector<Row> rows;
  const Side theirs{"simgrid/ring-1024", double{kTheirRounds} * kRanks,
                    [] {
                      return simgrid_seconds(traffic_named("ring-1024"),
                                             {0, std::uint64_t{kTheirRounds} * kRanks},
                                             Drive::callbacks);
                    },
                    true};
  for (const bool together : {false, true}) {
    const auto scenario = std::make_shared<const CheckedScenario>(ring_scenario(together));
    rows.push_back(
        {together ? "the same as one round, a message counted as often"
                  : "ring of 1024 ranks, 2046 rounds; SimGrid: 20 of them",
         {together ? "step/ring-at-once" : "step/ring-1024", double{kRingRounds} * kRanks,
          [scenario] { return seconds_of([&] { run_transfers(*scenario); }); }},
         theirs,
         together ? std::nullopt : std::optional(10.0),
         [scenario] { return ring_fault(*scenario); },
         [scenario] { return fmt::format("error {:.1e}", ring_error(*scenario)); }});
  }
  return rows;
}

/// A fifth of the time and of the memory.
constexpr double kBuildGoal = 5.0;

std::string memory_fault(const Traffic& platform) {
  const double ours = gpu_cluster_build_cost().bytes;
  const double theirs = simgrid_build_cost(platform).bytes;
  return ours * kBuildGoal <= theirs
             ? ""
             : fmt::format("{:.1f} MB against {:.1f} MB", ours / 1e6, theirs / 1e6);
}

}  // namespace

std::vector<Row> make_fluid_rows() {
  std::vector<Row> rows;
  for (const Plan& plan : kPlans) rows.push_back(traffic_row(plan));
  for (Row& row : ring_rows()) rows.push_back(std::move(row));
  rows.push_back(growth_row("rings: 10 240 hosts against 1024", "rings-10000", "rings-1000"));
  rows.push_back(
      growth_row("within leaves: 10 240 hosts against 1024", "local-10000", "local-1000"));
  const Traffic& platform = traffic_named("platform");
  rows.push_back(
      {"links of 100 000 hosts built; SimGrid: a flat star",
       {"build/ours", 100'000.0, [&platform] { return our_build_cost(platform).seconds; }},
       {"build/simgrid", 100'000.0, [&platform] { return simgrid_build_cost(platform).seconds; },
        true},
       std::nullopt,
       {}});
  rows.push_back({"100 000 GPUs in node graphs built; SimGrid: a flat star",
                  {"build/gpus", 100'000.0, [] { return gpu_cluster_build_cost().seconds; }},
                  {"build/star", 100'000.0,
                   [&platform] { return simgrid_build_cost(platform).seconds; }, true},
                  kBuildGoal,
                  [&platform] { return memory_fault(platform); }});
  return rows;
}

void print_fluid_report() {
  fmt::print("| traffic | solves a completion | resources reached a solve | rates changed |\n");
  fmt::print("|---|---|---|---|\n");
  for (const char* name : {"star-100", "star-1000", "rings-1000", "leaves-1000", "local-1000",
                           "local-10000", "rings-10000", "star-10000", "rails-gpus"}) {
    const Window window{2000, 4000};
    const FluidStatistics sum = statistics_of_traffic(traffic_named(name), window);
    const auto solves = static_cast<double>(sum.solves);
    fmt::print("| {} | {:.3f} | {:.1f} | {:.1f} |\n", name,
               solves / static_cast<double>(window.count),
               static_cast<double>(sum.resources_reached) / solves,
               static_cast<double>(sum.rates_changed) / solves);
  }
  const BuildCost ours = our_build_cost(traffic_named("platform"));
  const BuildCost theirs = simgrid_build_cost(traffic_named("platform"));
  fmt::print("100 000 hosts: ours {:.3f} s, {:.0f} MB; SimGrid's flat star {:.3f} s, {:.0f} MB\n",
             ours.seconds, ours.bytes / 1e6, theirs.seconds, theirs.bytes / 1e6);
  const BuildCost gpus = gpu_cluster_build_cost();
  fmt::print(
      "100 000 GPUs in their nodes' graphs on a rail-optimised fabric: {:.4f} s, {:.1f} MB\n",
      gpus.seconds, gpus.bytes / 1e6);
}

}  // namespace gpuscape::bench
