#include "sim/run/outages_of_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

std::int64_t gpus_of(const PlannedOutage& outage, const RunResult& result) {
  std::int64_t gpus = 0;
  for (const OutageNode& at : outage.nodes) gpus += result.nodes[at.group].gpus;
  return gpus;
}

/// Up to the end of the run.
Seconds length_in_run(const PlannedOutage& outage, const RunResult& result) {
  return std::max(Seconds(0.0), std::min(outage.end, result.end) - outage.begin);
}

void add_series(const NodeOutages& outages, RunResult& result) {
  const std::size_t size = result.timeline.size();
  const Seconds interval = result.timeline.interval;
  std::vector<double> up(size, static_cast<double>(result.gpus_total));
  for (const PlannedOutage& outage : outages.planned()) {
    const auto gpus = static_cast<double>(gpus_of(outage, result));
    for (std::size_t i = 0; i < size; ++i) {
      const Seconds from = interval * static_cast<double>(i);
      const Seconds to = std::min(from + interval, std::max(result.end, from));
      const Seconds away = std::min(to, outage.end) - std::max(from, outage.begin);
      if (away > Seconds(0.0) && to > from) up[i] -= gpus * (away / (to - from));
    }
  }
  result.timeline.add("gpus_up") = std::move(up);
}

}  // namespace

void add_outages(const NodeOutages& outages, RunResult& result) {
  if (!outages.any()) return;
  add_series(outages, result);
  double away = 0.0;
  for (std::size_t i = 0; i < outages.planned().size(); ++i) {
    const PlannedOutage& outage = outages.planned()[i];
    const std::int64_t gpus = gpus_of(outage, result);
    away += static_cast<double>(gpus) * length_in_run(outage, result).value();
    std::string text = fmt::format("maintenance \"{}\": {} node{} with {} GPUs away from {} for {}",
                                   excerpt(outage.name), human_count(std::ssize(outage.nodes)),
                                   outage.nodes.size() == 1 ? "" : "s", human_count(gpus),
                                   human_text(outage.begin), human_text(outage.end - outage.begin));
    if (!(outage.begin < result.end))
      text += ", after the end of the run";
    else if (outage.requeues)
      text += fmt::format(": {} job{} stopped, to begin anew", human_count(outages.jobs(i)),
                          outages.jobs(i) == 1 ? "" : "s");
    else
      text += fmt::format(": {} job{} still there when it began",
                          outages.jobs(i) == 0 ? "no" : human_count(outages.jobs(i)),
                          outages.jobs(i) == 1 ? " was" : "s were");
    result.policy_notes.push_back(std::move(text));
  }
  const double all = static_cast<double>(result.gpus_total) * result.end.value();
  if (away > 0.0 && all > 0.0)
    result.policy_notes.push_back(
        fmt::format("shares are of all GPUs, of whose time {:.2g} % passed in maintenance",
                    100.0 * away / all));
}

}  // namespace gpuscape
