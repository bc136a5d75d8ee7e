#include "tests/contract/oracles/gang_books.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace gpuscape::test {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

std::int64_t rounded_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Gives `share` a node, moving others where that helps.
bool assign(std::size_t share, const std::vector<Demand>& shares, const std::vector<Demand>& nodes,
            std::vector<bool>& seen, std::vector<std::size_t>& holder) {
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (seen[node] || !nodes[node].holds(shares[share])) continue;
    seen[node] = true;
    if (holder[node] < shares.size() && !assign(holder[node], shares, nodes, seen, holder))
      continue;
    holder[node] = share;
    return true;
  }
  return false;
}

}  // namespace

std::vector<Demand> slow_shares(const Demand& demand, const Demand& node) {
  std::vector<std::int32_t> gpus;
  if (demand.nodes > 1) {
    for (std::int32_t i = 0; i < demand.nodes; ++i)
      gpus.push_back(demand.gpus / demand.nodes + (i < demand.gpus % demand.nodes ? 1 : 0));
  } else {
    std::int32_t left = demand.gpus;
    for (; node.gpus > 0 && left > node.gpus; left -= node.gpus) gpus.push_back(node.gpus);
    gpus.push_back(left);
  }
  std::vector<Demand> shares;
  for (const std::int32_t part : gpus) {
    const bool evenly = demand.gpus < static_cast<std::int32_t>(gpus.size());
    const std::int64_t parts = evenly ? 1 : part;
    const std::int64_t of = evenly ? static_cast<std::int64_t>(gpus.size()) : demand.gpus;
    shares.push_back({part, rounded_up(demand.milli_cores * parts, of),
                      rounded_up(demand.memory_mib * parts, of), 0});
  }
  return shares;
}

bool slow_match(const std::vector<Demand>& shares, const std::vector<Demand>& nodes) {
  std::vector<std::size_t> holder(nodes.size(), shares.size());
  for (std::size_t share = 0; share < shares.size(); ++share) {
    std::vector<bool> seen(nodes.size(), false);
    if (!assign(share, shares, nodes, seen, holder)) return false;
  }
  return true;
}

GangBooks::GangBooks(const std::vector<NodeGroup>& groups, const std::vector<Job>& jobs)
    : groups_(groups), jobs_(jobs) {
  for (const NodeGroup& group : groups) {
    first_.push_back(free_.size());
    free_.insert(free_.end(), group.count, group.capacity);
  }
  first_.push_back(free_.size());
}

void GangBooks::job_submitted(std::uint32_t job, Seconds /*date*/) {
  waiting_ += could_ever_start(job) ? 1U : 0U;
}

void GangBooks::job_started(std::uint32_t job, Seconds date,
                            std::span<const AllocationSpan> spans) {
  check_groups(jobs_[job].demand, spans);
  std::vector<Demand> shares =
      slow_shares(jobs_[job].demand, groups_[group_of(spans.front().node)].capacity);
  EXPECT_EQ(spans.size(), shares.size()) << "job " << job;
  Running& running = running_[job];
  std::set<std::uint32_t> nodes;
  for (const AllocationSpan& span : spans) {
    EXPECT_TRUE(nodes.insert(span.node).second) << "job " << job << " twice on " << span.node;
    const auto share = std::ranges::find(shares, span.gpus, &Demand::gpus);
    ASSERT_NE(share, shares.end()) << "job " << job << " has no share of " << span.gpus;
    EXPECT_TRUE(free_[span.node].holds(*share)) << "node " << span.node << " is oversubscribed";
    free_[span.node] = free_[span.node] - *share;
    running.shares.emplace_back(span.node, *share);
    shares.erase(share);
  }
  const Job& record = jobs_[job];
  running.expected_end =
      (date + (record.time_limit < kForever ? record.time_limit : record.run_time)).value();
  --waiting_;
}

std::size_t GangBooks::group_of(std::uint32_t node) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_, node) - first_.begin() - 1);
}

/// All are what the job asks for, and of several all are of one model.
void GangBooks::check_groups(const Demand& demand, std::span<const AllocationSpan> spans) {
  const NodeGroup& front = groups_[group_of(spans.front().node)];
  bool is_spanning = false;
  for (const AllocationSpan& span : spans) {
    const NodeGroup& group = groups_[group_of(span.node)];
    EXPECT_TRUE(group.will_do(demand)) << "node " << span.node;
    if (&group == &front) continue;
    is_spanning = true;
    EXPECT_TRUE(!group.gpu_model.empty() && group.gpu_model == front.gpu_model);
  }
  if (!is_spanning) return;
  ++spanning;
  EXPECT_TRUE(spans_models) << "a job is on several groups";
  if (one_group_first) {
    EXPECT_FALSE(fits_one_group(demand, free_)) << "a job is on several groups, and one has room";
  }
}

void GangBooks::give_back(std::uint32_t job) {
  for (const auto& [node, share] : running_.at(job).shares) free_[node] += share;
  running_.erase(job);
}

void GangBooks::job_ended(std::uint32_t job, Seconds /*date*/) { give_back(job); }

void GangBooks::job_preempted(std::uint32_t job, Seconds /*date*/) {
  give_back(job);
  ++waiting_;
}

std::vector<Demand> GangBooks::free_at(double date, double now) const {
  std::vector<Demand> free = free_;
  for (const auto& [job, running] : running_) {
    if (std::max(running.expected_end, now) > date) continue;
    for (const auto& [node, share] : running.shares) free[node] += share;
  }
  return free;
}

bool GangBooks::fits(const Demand& demand, const std::vector<Demand>& nodes) const {
  return fits_one_group(demand, nodes) || (spans_models && fits_one_model(demand, nodes));
}

/// On groups of the model of one of them. Those with other nodes take part where the job says its
/// number of nodes.
bool GangBooks::fits_one_model(const Demand& demand, const std::vector<Demand>& nodes) const {
  return std::ranges::any_of(groups_, [&](const NodeGroup& first) {
    if (first.gpu_model.empty()) return false;
    std::vector<Demand> together;
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      const NodeGroup& group = groups_[group_of(node)];
      if (group.will_do(demand) && group.gpu_model == first.gpu_model &&
          (demand.nodes > 1 || group.capacity.gpus == first.capacity.gpus))
        together.push_back(nodes[node]);
    }
    return slow_match(slow_shares(demand, first.capacity), together);
  });
}

bool GangBooks::fits_one_group(const Demand& demand, const std::vector<Demand>& nodes) const {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    if (!groups_[group].will_do(demand)) continue;
    const std::vector<Demand> of_group(
        nodes.begin() + static_cast<std::ptrdiff_t>(first_[group]),
        nodes.begin() + static_cast<std::ptrdiff_t>(first_[group + 1]));
    if (slow_match(slow_shares(demand, groups_[group].capacity), of_group)) return true;
  }
  return false;
}

double GangBooks::first_fit(const Demand& demand, double now) const {
  std::set<double> dates = {now};
  for (const auto& [job, running] : running_) dates.insert(std::max(running.expected_end, now));
  for (const double date : dates)
    if (fits(demand, free_at(date, now))) return date;
  return kNever;
}

bool GangBooks::could_ever_start(std::uint32_t job) const {
  std::vector<Demand> empty;
  for (const NodeGroup& group : groups_) empty.insert(empty.end(), group.count, group.capacity);
  return fits(jobs_[job].demand, empty);
}

void GangBooks::head_waits(std::uint32_t job, Seconds date, std::optional<Seconds> promise) {
  ++heads;
  const Demand& demand = jobs_[job].demand;
  if (no_head_fits) {
    EXPECT_FALSE(fits(demand, free_)) << "job " << job << " may start at " << date.value();
  }
  // A head that nobody waits behind is promised nothing.
  if (!promises_are_due || !promise || waiting_ < 2) return;
  ++promises;
  EXPECT_EQ(std::max(*promise, date).value(), first_fit(demand, date.value())) << "job " << job;
}

}  // namespace gpuscape::test
