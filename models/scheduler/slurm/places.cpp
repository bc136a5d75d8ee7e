#include "models/scheduler/slurm/places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/scheduling/node_list.hpp"

namespace gpuscape::slurm {

namespace {

bool holds_name(const std::string& list, const std::string& name) {
  const std::vector<std::string> names = names_of(list);
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string Places::fault(const Platform& platform) const {
  for (const Partition& partition : settings_.partitions) {
    NodeMask mask(platform);
    const std::string fault = open_nodes(partition.nodes, platform, mask);
    if (!fault.empty()) return fmt::format("partition \"{}\": {}", excerpt(partition.name), fault);
  }
  for (const Reservation& reservation : settings_.reservations) {
    NodeMask mask(platform);
    const std::string fault = open_nodes(reservation.nodes, platform, mask);
    if (!fault.empty())
      return fmt::format("reservation \"{}\": {}", excerpt(reservation.name), fault);
  }
  return {};
}

void Places::bind(const PolicyContext& context) {
  const std::vector<Partition>& partitions = settings_.partitions;
  for (const Partition& partition : partitions)
    open_nodes(partition.nodes, context.platform, masks_.emplace_back(context.platform));
  shares_nodes_.assign(masks_.size(), false);
  for (std::size_t a = 0; a < masks_.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (masks_[a].meets(masks_[b])) shares_nodes_[a] = shares_nodes_[b] = true;
  const auto by_default = std::ranges::find(partitions, true, &Partition::is_default);
  const std::size_t other = by_default == partitions.end()
                                ? 0
                                : static_cast<std::size_t>(by_default - partitions.begin());
  std::vector<std::string> strangers;
  for (std::uint32_t i = 0; i < context.origins.size(); ++i) {
    std::size_t found = partitions.size();
    for (const std::string& name : names_of(context.origins[i].partition)) {
      if (found < partitions.size()) break;
      const auto at = std::ranges::find(partitions, name, &Partition::name);
      found = static_cast<std::size_t>(at - partitions.begin());
    }
    partition_of_.push_back(found < partitions.size() ? found : other);
    const std::string& name = context.origins[i].partition;
    const bool strange = found == partitions.size() && !partitions.empty() && !name.empty();
    if (strange && std::find(strangers.begin(), strangers.end(), name) == strangers.end())
      strangers.push_back(name);
  }
  for (const std::string& name : strangers)
    notes_.push_back(fmt::format("jobs of partition \"{}\", which is not described, run in \"{}\"",
                                 excerpt(name), excerpt(partitions[other].name)));
  bind_reservations(context);
}

void Places::bind_reservations(const PolicyContext& context) {
  for (const Reservation& reservation : settings_.reservations) {
    const std::optional<Seconds> start = reservation.start.in_run(context.unix_origin);
    if (!start) {
      notes_.push_back(fmt::format("reservation \"{}\" is left out: the jobs have no dates",
                                   excerpt(reservation.name)));
      continue;
    }
    Kept kept{&reservation, *start, *start + reservation.duration, NodeMask(context.platform), {}};
    open_nodes(reservation.nodes, context.platform, kept.nodes);
    for (std::uint32_t i = 0; i < context.origins.size(); ++i) {
      const JobOrigin& origin = context.origins[i];
      kept.open_to.push_back(holds_name(reservation.accounts, origin.account) ||
                             holds_name(reservation.users, origin.user));
    }
    kept_.push_back(std::move(kept));
  }
}

std::unique_ptr<NodeMask> Places::without(std::size_t partition,
                                          std::unique_ptr<NodeMask> nodes) const {
  if (masks_.empty() || !shares_nodes_[partition]) return nodes;
  if (nodes == nullptr) {
    nodes = std::make_unique<NodeMask>(masks_[partition]);
    nodes->invert();
  } else {
    nodes->remove(masks_[partition]);
  }
  return nodes;
}

const NodeFilter* Places::left_to(const WaitingJob& job, Seconds now) const {
  left_.clear();
  for (const Kept& kept : kept_) {
    const bool over = kept.end <= now || now + job.expected_run_time <= kept.start;
    if (over || (job.origin < kept.open_to.size() && kept.open_to[job.origin])) continue;
    if (left_.empty()) left_.push_back(kept.nodes.none_like());
    left_.front().add(kept.nodes);
  }
  if (left_.empty()) return nullptr;
  left_.front().invert();
  return &left_.front();
}

bool Places::has_reservation(std::uint32_t origin, Seconds now) const {
  return std::ranges::any_of(kept_, [&](const Kept& kept) {
    const bool is_on = kept.start <= now && now < kept.end;
    return is_on && origin < kept.open_to.size() && kept.open_to[origin];
  });
}

bool Places::reserves(Seconds now) const {
  return std::ranges::any_of(
      kept_, [now](const Kept& kept) { return kept.start <= now && now < kept.end; });
}

std::optional<Seconds> Places::next_end(Seconds now) const {
  std::optional<Seconds> next;
  for (const Kept& kept : kept_)
    if (kept.end > now) next = std::min(next.value_or(kForever), kept.end);
  return next;
}

}  // namespace gpuscape::slurm
