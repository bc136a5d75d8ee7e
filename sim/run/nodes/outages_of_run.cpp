#include "sim/run/nodes/outages_of_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/check/check_maintenance.hpp"
#include "sim/run/nodes/impairments.hpp"
#include "sim/run/nodes/node_failures.hpp"
#include "sim/run/nodes/store_losses.hpp"
#include "sim/scenario/application_saves.hpp"

namespace gpuscape {

namespace {

std::int64_t gpus_of(const PlannedOutage& outage, const RunResult& result) {
  std::int64_t gpus = 0;
  for (const OutageNode& at : outage.nodes) gpus += result.nodes[at.group].gpus;
  return gpus;
}

/// One stretch in which GPUs of a node are away.
struct Away {
  OutageNode at;
  Seconds begin{0.0};
  Seconds end{0.0};
};

/// By node and date, none overlapping another one of its node, up to the end of the run.
std::vector<Away> stretches_away(const NodeOutages& outages, Seconds run_end) {
  std::vector<Away> all;
  for (const PlannedOutage& outage : outages.all())
    for (const OutageNode& at : outage.nodes)
      if (outage.effect == OutageEffect::away && outage.begin < run_end)
        all.push_back({at, outage.begin, std::min(outage.end, run_end)});
  std::ranges::sort(all, {}, [](const Away& one) { return std::pair(one.at, one.begin); });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].at == all[kept].at && all[i].begin <= all[kept].end)
      all[kept].end = std::max(all[kept].end, all[i].end);
    else
      all[++kept] = all[i];
  }
  if (!all.empty()) all.resize(kept + 1);
  return all;
}

void add_series(const std::vector<Away>& away, RunResult& result) {
  const std::size_t size = result.timeline.size();
  const Seconds interval = result.timeline.interval;
  std::vector<double> up(size, static_cast<double>(result.gpus_total));
  for (const Away& one : away) {
    const double gpus = result.nodes[one.at.group].gpus;
    for (auto i = static_cast<std::size_t>(one.begin / interval); i < size; ++i) {
      const Seconds from = interval * static_cast<double>(i);
      if (!(from < one.end)) break;
      const Seconds to = std::min(from + interval, std::max(result.end, from));
      const Seconds gone = std::min(to, one.end) - std::max(from, one.begin);
      if (gone > Seconds(0.0) && to > from) up[i] -= gpus * (gone / (to - from));
    }
  }
  result.timeline.add("gpus_up") = std::move(up);
}

std::string store_maintenance_text(const PlannedOutage& outage, const StorageSpec& store) {
  return fmt::format("maintenance \"{}\": {} {}{} of storage \"{}\" away from {} for {}",
                     excerpt(outage.name), outage.machines,
                     outage.of_drives ? store.makeup.drives.name : store.makeup.machines.name,
                     outage.machines == 1 ? "" : "s", excerpt(store.name), human_text(outage.begin),
                     human_text(outage.end - outage.begin));
}

struct MetJobs {
  std::int64_t there = 0;
  std::int64_t moved = 0;
};

std::string maintenance_text(const PlannedOutage& outage, MetJobs jobs,
                             const ScenarioSpec& scenario, const RunResult& result) {
  if (outage.effect == OutageEffect::store)
    return store_maintenance_text(outage, scenario.cluster.storage[outage.store]);
  std::string text =
      fmt::format("maintenance \"{}\": {} node{} with {} GPUs away from {} for {}",
                  excerpt(outage.name), human_count(std::ssize(outage.nodes)),
                  outage.nodes.size() == 1 ? "" : "s", human_count(gpus_of(outage, result)),
                  human_text(outage.begin), human_text(outage.end - outage.begin));
  if (outage.effect == OutageEffect::slow_links)
    text =
        fmt::format("maintenance \"{}\": links of {} node{} at {:g} of their rate from {} for {}",
                    excerpt(outage.name), human_count(std::ssize(outage.nodes)),
                    outage.nodes.size() == 1 ? "" : "s", outage.pace, human_text(outage.begin),
                    human_text(outage.end - outage.begin));
  if (!(outage.begin < result.end)) return text + ", after the end of the run";
  const std::int64_t there = jobs.there;
  if (outage.moves)
    text += fmt::format(": {} job{} moved", human_count(jobs.moved), jobs.moved == 1 ? "" : "s");
  if (outage.requeues)
    return text + fmt::format("{} {} job{} stopped, to begin anew", outage.moves ? "," : ":",
                              human_count(there), there == 1 ? "" : "s");
  return text + fmt::format(": {} job{} still there when it began",
                            there == 0 ? "no" : human_count(there), there == 1 ? " was" : "s were");
}

/// Failures of one name.
struct Failed {
  std::int64_t times = 0;
  std::int64_t jobs = 0;
  Seconds repair{0.0};
  std::int64_t repairs = 0;  ///< that have an end
  std::vector<OutageNode> retired = {};
  OutageEffect effect = OutageEffect::away;
};

/// The first of them by name.
std::string names_of(const std::vector<OutageNode>& nodes, const RunResult& result) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, nodes.size()); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ",
                        result.node_name(result.nodes[nodes[i].group].first_node + nodes[i].node));
  return nodes.size() > kMost ? text + ", …" : text;
}

/// What failed, in the order of names.
void add_failures(const NodeOutages& outages, RunResult& result) {
  std::map<std::string_view, Failed> by_name;
  for (std::size_t i = 0; i < outages.all().size(); ++i) {
    const PlannedOutage& outage = outages.all()[i];
    if (!outage.unforeseen || !(outage.begin < result.end)) continue;
    Failed& failed = by_name[outage.name];
    ++failed.times;
    failed.effect = outage.effect;
    failed.jobs += outages.jobs(i);
    if (outage.retires)
      failed.retired.insert(failed.retired.end(), outage.nodes.begin(), outage.nodes.end());
    else
      failed.repair += outage.end - outage.begin;
    failed.repairs += outage.retires ? 0 : 1;
  }
  for (const auto& [name, failed] : by_name) {
    result.failures.push_back(
        {.name = std::string(name),
         .times = failed.times,
         .jobs = failed.jobs,
         .mean_repair =
             failed.repair / static_cast<double>(std::max<std::int64_t>(1, failed.repairs)),
         .retired = std::ssize(failed.retired),
         .effect = failed.effect});
    if (!failed.retired.empty())
      result.policy_notes.push_back(fmt::format(
          "{} node{} never came back after \"{}\": {}", human_count(std::ssize(failed.retired)),
          failed.retired.size() == 1 ? "" : "s", excerpt(name), names_of(failed.retired, result)));
  }
}

std::vector<std::string> stores_that_may_lose(const ScenarioSpec& scenario) {
  std::vector<std::string> names;
  for (const FailureSpec& failure : scenario.cluster.failures)
    if (failure.is_of_store()) names.push_back(failure.store);
  for (const MaintenanceSpec& maintenance : scenario.cluster.maintenance)
    if (!maintenance.store.empty()) names.push_back(maintenance.store);
  return names;
}

/// Spares, and how many of them came into service.
void add_spares(const NodeOutages& outages, RunResult& result) {
  std::int64_t spares = 0;
  std::int64_t called = 0;
  for (const PlannedOutage& outage : outages.all()) {
    if (!outage.stands_by) continue;
    ++spares;
    if (outage.end < kForever) ++called;
  }
  if (spares > 0)
    result.policy_notes.push_back(fmt::format("{} of {} spare node{} came into service",
                                              human_count(called), human_count(spares),
                                              spares == 1 ? "" : "s"));
}

}  // namespace

std::vector<PlannedOutage> planned_outages(const CheckedScenario& checked, const Platform& platform,
                                           std::optional<Seconds> unix_origin,
                                           std::vector<std::string>& notes) {
  return checked.outages_by_calendar
             ? outages_by_calendar(checked.spec, platform, unix_origin, notes)
             : checked.outages;
}

std::unique_ptr<OutageSource> unforeseen_outages(const CheckedScenario& checked,
                                                 std::uint64_t replication) {
  if (checked.failing.empty()) return nullptr;
  return std::make_unique<NodeFailures>(checked.failing, checked.spec.run.seed, replication);
}

bool may_lose_work(const ScenarioSpec& scenario) {
  return std::ranges::any_of(scenario.cluster.failures,
                             [](const FailureSpec& failure) { return !failure.is_of_store(); }) ||
         std::ranges::any_of(scenario.streams, saves_anything);
}

void add_outages(const NodeOutages& outages, const ScenarioSpec& scenario, RunResult& result) {
  if (!outages.any()) return;
  const std::vector<Away> away = stretches_away(outages, result.end);
  result.nodes_away.reserve(away.size());
  for (const Away& one : away)
    result.nodes_away.push_back(
        {result.nodes[one.at.group].first_node + one.at.node, one.begin, one.end});
  add_series(away, result);
  add_failures(outages, result);
  result.store_losses = store_losses(outages.all(), scenario.cluster.storage,
                                     stores_that_may_lose(scenario), result.end);
  add_spares(outages, result);
  if (std::string text = text_of_halts(outages.all(), result.end); !text.empty())
    result.policy_notes.push_back(std::move(text));
  for (std::size_t i = 0; i < outages.all().size(); ++i)
    if (!outages.all()[i].unforeseen && !outages.all()[i].stands_by)
      result.policy_notes.push_back(maintenance_text(
          outages.all()[i], {outages.jobs(i), outages.moved(i)}, scenario, result));
  GpuSeconds gone{0.0};
  for (const Away& one : away)
    gone += gpus_for(result.nodes[one.at.group].gpus, one.end - one.begin);
  const GpuSeconds all = gpus_for(static_cast<double>(result.gpus_total), result.end);
  if (!(gone > GpuSeconds(0.0)) || !(all > GpuSeconds(0.0))) return;
  std::vector<std::string_view> in;
  if (outages.any_planned()) in.push_back("maintenance");
  if (outages.any_unforeseen()) in.push_back("repair");
  if (outages.has_spares()) in.push_back("standing aside");
  result.policy_notes.push_back(
      fmt::format("shares are of all GPUs, of whose time {:.2g} % passed in {}",
                  100.0 * (gone / all), fmt::join(in, " or ")));
}

}  // namespace gpuscape
