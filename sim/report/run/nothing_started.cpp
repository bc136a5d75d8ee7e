#include "sim/report/run/nothing_started.hpp"

#include <fmt/format.h>

#include <optional>
#include <tuple>

#include "sim/platform/demand_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

extern const ResultSection kPodsSection;

namespace {

auto size_of(const Demand& demand) {
  return std::tuple(demand.gpus, demand.milli_cores, demand.nodes, demand.memory_mib);
}

/// The least that a job of replication 0 asks for that fits nowhere.
std::optional<Demand> least_asked(const JobRecords& jobs) {
  std::optional<Demand> least;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    if (jobs.state(job) != JobState::never_fits) continue;
    if (!least || size_of(jobs.demand(job)) < size_of(*least)) least = jobs.demand(job);
  }
  return least;
}

/// What a job asks of its nodes beside their size.
std::string of_nodes(const Demand& demand, const RunResult& run) {
  if (demand.asks == 0 || !run.has_asks()) return "";
  return ", and for " + ask_text(run.origins->asks()[demand.asks]);
}

std::vector<NodeGroup> groups_of(const RunResult& run) {
  std::vector<NodeGroup> groups;
  groups.reserve(run.nodes.size());
  for (const NodeLabel& label : run.nodes)
    groups.push_back(
        {label.group, label.count, {label.gpus, label.milli_cores, label.memory_mib}, label.pool});
  return groups;
}

}  // namespace

std::string nothing_started_text(const StudyResult& result) {
  if (result.jobs == 0 && result.never_fit == 0)
    return "no job was submitted: the duration is too short, or too few arrive in an hour";
  if (result.jobs == 0)
    return fmt::format("no group of nodes holds any of {} in {}", quantity(result.never_fit, "job"),
                       quantity(result.replications, "replication"));
  const std::string none = fmt::format("none of {} started", quantity(result.jobs, "job"));
  if (result.never_fit == 0) return none + ": see \"why jobs waited\" below";
  const bool all = result.never_fit >= result.jobs * result.replications;
  return fmt::format("{}: {}", none,
                     all ? "no group of nodes holds any of them"
                         : fmt::format("no group of nodes holds {} of them",
                                       human_count(result.never_fit / result.replications)));
}

std::string nothing_started_lines(const StudyResult& result) {
  std::string text = line("NO JOB STARTED", nothing_started_text(result));
  if (const std::optional<Demand> least = least_asked(result.first.jobs))
    text += line("they ask for",
                 fmt::format("{} at least{}", demand_text(*least), of_nodes(*least, result.first)));
  if (result.jobs > 0 && !result.first.nodes.empty())
    text += line("largest group", group_text(largest_group(groups_of(result.first))));
  return text + wait_line(result.waited_for, capacity_noun(result.first)) +
         kPodsSection.lines(result);
}

}  // namespace gpuscape
