#include "sim/run/nodes/impairments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// Of an odd number n, n / 2 may be lost; of an even one, one fewer than half.
bool is_majority(std::size_t lost, std::size_t of) { return 2 * (of - lost) > of; }

}  // namespace

void Impairments::begin(const PlannedOutage& outage, const Platform& platform) {
  if (outage.effect == OutageEffect::no_starts) {
    Lost& lost = servers_[outage.name];
    ++lost.now;
    lost.of = outage.servers;
    return;
  }
  for (const OutageNode& at : outage.nodes)
    paces_[platform.first_node(at.group) + at.node].push_back(outage.pace);
}

void Impairments::end(const PlannedOutage& outage, const Platform& platform) {
  if (outage.effect == OutageEffect::no_starts) {
    --servers_[outage.name].now;
    return;
  }
  for (const OutageNode& at : outage.nodes) {
    const auto node = paces_.find(platform.first_node(at.group) + at.node);
    std::vector<double>& paces = node->second;
    paces.erase(std::ranges::find(paces, outage.pace));
    if (paces.empty()) paces_.erase(node);
  }
}

double Impairments::pace(std::span<const AllocationSpan> spans) const {
  double slowest = 1.0;
  if (paces_.empty()) return slowest;
  for (const AllocationSpan& span : spans) {
    const auto node = paces_.find(span.node);
    if (node != paces_.end()) slowest = std::min(slowest, std::ranges::min(node->second));
  }
  return slowest;
}

bool Impairments::may_start() const {
  return std::ranges::all_of(
      servers_, [](const auto& named) { return is_majority(named.second.now, named.second.of); });
}

std::string text_of_halts(std::span<const PlannedOutage> outages, Seconds run_end) {
  std::map<std::string, std::vector<const PlannedOutage*>> by_name;
  std::vector<std::pair<Seconds, bool>> changes;  // of who is there, and whether one is lost
  std::vector<std::pair<Seconds, Seconds>> halts;
  std::string text;
  for (const PlannedOutage& outage : outages)
    if (outage.effect == OutageEffect::no_starts && outage.begin < run_end)
      by_name[outage.name].push_back(&outage);
  for (const auto& [name, of] : by_name) {
    changes.clear();
    for (const PlannedOutage* outage : of) {
      changes.emplace_back(outage->begin, true);
      changes.emplace_back(std::min(outage->end, run_end), false);
    }
    std::ranges::sort(changes);
    std::size_t lost = 0;
    for (const auto& [date, is_lost] : changes) {
      const bool was = is_majority(lost, of.front()->servers);
      lost = is_lost ? lost + 1 : lost - 1;
      const bool is = is_majority(lost, of.front()->servers);
      if (was && !is) halts.emplace_back(date, run_end);
      if (!was && is) halts.back().second = date;
    }
  }
  if (halts.empty()) return text;
  std::ranges::sort(halts);
  Seconds sum(0.0);
  Seconds until(0.0);
  for (const auto& [from, to] : halts) {  // of two sets of servers, halts may overlap
    sum += std::max(Seconds(0.0), to - std::max(from, until));
    until = std::max(until, to);
  }
  return fmt::format(
      "no job could start for {} in all, for lack of a majority of the management servers",
      human_text(sum));
}

}  // namespace gpuscape
