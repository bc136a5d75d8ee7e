#include "tests/contract/allocations/lent_books.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "tests/contract/oracles/gang_books.hpp"

namespace gpuscape::test {

LentBooks::LentBooks(const std::vector<NodeGroup>& groups, const Lending& lending,
                     const std::vector<Job>& jobs)
    : groups_(groups), lending_(lending), jobs_(jobs) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    first_.push_back(static_cast<std::uint32_t>(empty_.size()));
    const std::int32_t drives = lending.is_client(group) ? lending.most_per_client : 0;
    empty_.insert(empty_.end(), groups[group].count, {groups[group].capacity, drives});
  }
  first_.push_back(static_cast<std::uint32_t>(empty_.size()));
  free_ = empty_;
}

std::size_t LentBooks::group_of(std::uint32_t node) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_, node) - first_.begin() - 1);
}

/// Nodes of a group are dealt to the islands in order, the same number to each but the last.
std::uint32_t LentBooks::island_of(std::uint32_t node) const {
  const std::size_t group = group_of(node);
  std::uint32_t each = 1;
  while (each * lending_.islands < groups_[group].count) ++each;
  return (node - first_[group]) / each;
}

std::size_t LentBooks::clients_of(const Demand& demand) const {
  std::size_t clients = static_cast<std::size_t>(std::max(1, demand.nodes));
  while (static_cast<std::int64_t>(clients) * lending_.most_per_client < demand.gpus) ++clients;
  // More of them where no client has the cores and the memory of the largest part.
  for (std::size_t more = clients; more <= static_cast<std::size_t>(std::max(demand.gpus, 0));
       ++more) {
    const std::int64_t most =
        (demand.gpus + static_cast<std::int64_t>(more) - 1) / static_cast<std::int64_t>(more);
    const auto of_largest = [&](std::int64_t whole) {
      return (whole * most + demand.gpus - 1) / demand.gpus;
    };
    for (const std::size_t client : lending_.clients)
      if (groups_[client].capacity.milli_cores >= of_largest(demand.milli_cores) &&
          groups_[client].capacity.memory_mib >= of_largest(demand.memory_mib))
        return more;
  }
  return clients;
}

/// `gpus` are those that the client drives.
std::vector<Demand> LentBooks::client_parts(const Demand& demand) const {
  const std::size_t count = clients_of(demand);
  std::vector<std::int32_t> gpus(count, 0);
  for (std::int32_t i = 0; i < demand.gpus; ++i) ++gpus[static_cast<std::size_t>(i) % count];
  const bool evenly = demand.gpus < static_cast<std::int32_t>(count);
  const auto part = [&](std::int64_t whole, std::int32_t of_gpus) {
    const std::int64_t parts = evenly ? 1 : of_gpus;
    const std::int64_t of = evenly ? static_cast<std::int64_t>(count) : demand.gpus;
    return (whole * parts + of - 1) / of;
  };
  std::vector<Demand> parts;
  for (const std::int32_t each : gpus)
    parts.push_back({each, part(demand.milli_cores, each), part(demand.memory_mib, each)});
  return parts;
}

bool LentBooks::fits_own(const Demand& demand, const Nodes& free) const {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    if (lending_.is_server(group) || !groups_[group].will_do(demand)) continue;
    std::vector<Demand> nodes;
    for (std::uint32_t node = first_[group]; node < first_[group + 1]; ++node)
      nodes.push_back(free[node].own);
    if (slow_match(slow_shares(demand, groups_[group].capacity), nodes)) return true;
  }
  return false;
}

bool LentBooks::fits_clients(const Demand& demand, const Nodes& free, std::uint32_t island) const {
  std::vector<Demand> nodes;
  for (std::uint32_t node = 0; node < free.size(); ++node)
    if (lending_.is_client(group_of(node)) && island_of(node) == island)
      nodes.push_back({free[node].drives, free[node].own.milli_cores, free[node].own.memory_mib});
  return slow_match(client_parts(demand), nodes);
}

/// On each server of the model in the island, of those that the job asks for.
std::vector<std::int32_t> LentBooks::free_gpus(const Demand& demand, const Nodes& free,
                                               const std::string& model,
                                               std::uint32_t island) const {
  std::vector<std::int32_t> gpus;
  for (std::uint32_t node = 0; node < free.size(); ++node) {
    const NodeGroup& group = groups_[group_of(node)];
    if (lending_.is_server(group_of(node)) && group.gpu_model == model && group.will_do(demand) &&
        island_of(node) == island)
      gpus.push_back(free[node].own.gpus);
  }
  return gpus;
}

bool LentBooks::fits_lent(const Demand& demand, const Nodes& free) const {
  if (demand.gpus < 1 || demand.gpus > lending_.most_per_job) return false;
  for (std::uint32_t island = 0; island < lending_.islands; ++island)
    for (const std::size_t server : lending_.servers) {
      const std::vector<std::int32_t> gpus =
          free_gpus(demand, free, groups_[server].gpu_model, island);
      if (std::accumulate(gpus.begin(), gpus.end(), 0) >= demand.gpus &&
          fits_clients(demand, free, island))
        return true;
    }
  return false;
}

double LentBooks::first_fit(const Demand& demand, double now) const {
  std::set<double> dates = {now};
  for (const auto& [job, running] : running_) dates.insert(std::max(running.expected_end, now));
  for (const double date : dates) {
    Nodes free = free_;
    for (const auto& [job, running] : running_)
      if (std::max(running.expected_end, now) <= date)
        for (const Holding& holding : running.holdings) {
          free[holding.node].own += holding.amount.own;
          free[holding.node].drives += holding.amount.drives;
        }
    if (fits(demand, free)) return date;
  }
  return std::numeric_limits<double>::infinity();
}

std::vector<LentBooks::Holding> LentBooks::own_shares(const Demand& demand,
                                                      std::span<const AllocationSpan> spans) const {
  const NodeGroup& group = groups_[group_of(spans.front().node)];
  EXPECT_TRUE(group.will_do(demand));
  std::vector<Demand> shares = slow_shares(demand, group.capacity);
  std::vector<Holding> held;
  for (const AllocationSpan& span : spans) {
    EXPECT_EQ(group_of(span.node), group_of(spans.front().node));
    EXPECT_FALSE(lending_.is_server(group_of(span.node))) << "servers run no jobs";
    const auto share = std::ranges::find(shares, span.gpus, &Demand::gpus);
    EXPECT_NE(share, shares.end()) << "no share of " << span.gpus;
    if (share == shares.end()) return held;
    held.push_back({span.node, {*share, 0}});
    shares.erase(share);
  }
  EXPECT_TRUE(shares.empty());
  return held;
}

std::vector<LentBooks::Holding> LentBooks::lent_shares(
    const Demand& demand, std::span<const AllocationSpan> spans) const {
  std::vector<Holding> held;
  const std::vector<Demand> parts = client_parts(demand);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    EXPECT_EQ(spans[i].gpus == 0, i < parts.size()) << "clients come first";
    if (i < parts.size())
      held.push_back(
          {spans[i].node, {{0, parts[i].milli_cores, parts[i].memory_mib}, parts[i].gpus}});
    else
      held.push_back({spans[i].node, {{spans[i].gpus, 0, 0}, 0}});
  }
  return held;
}

void LentBooks::check_lent(const Demand& demand, const std::vector<Holding>& shares) const {
  const std::size_t clients = clients_of(demand);
  ASSERT_GT(shares.size(), clients);
  EXPECT_LE(demand.gpus, lending_.most_per_job);
  const NodeGroup& server = groups_[group_of(shares.back().node)];
  std::int32_t gpus = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::size_t group = group_of(shares[i].node);
    EXPECT_TRUE(i < clients ? lending_.is_client(group) : lending_.is_server(group));
    EXPECT_EQ(island_of(shares[i].node), island_of(shares.front().node));
    gpus += shares[i].amount.own.gpus;
    if (i < clients) continue;
    EXPECT_TRUE(groups_[group].will_do(demand)) << "node " << shares[i].node;
    EXPECT_EQ(groups_[group].gpu_model, server.gpu_model);
  }
  EXPECT_EQ(gpus, demand.gpus);
}

/// No group has room of its own, no fewer servers would do, and of one client that it is the one
/// with the fewest GPUs.
void LentBooks::check_choice(const Demand& demand, const std::vector<Holding>& shares) const {
  EXPECT_FALSE(fits_own(demand, free_)) << "a group has room";
  const std::uint32_t island = island_of(shares.front().node);
  std::vector<std::int32_t> gpus =
      free_gpus(demand, free_, groups_[group_of(shares.back().node)].gpu_model, island);
  std::ranges::sort(gpus, std::greater<>());
  std::size_t fewest = 0;
  for (std::int32_t left = demand.gpus; left > 0 && fewest < gpus.size(); ++fewest)
    left -= gpus[fewest];
  const std::size_t clients = clients_of(demand);
  EXPECT_EQ(shares.size() - clients, fewest) << "servers";
  if (clients > 1) return;
  for (std::uint32_t node = 0; node < free_.size(); ++node)
    if (lending_.is_client(group_of(node)) && island_of(node) == island &&
        Demand{0, free_[node].own.milli_cores, free_[node].own.memory_mib}.holds(
            shares.front().amount.own)) {
      EXPECT_LE(free_[node].drives, free_[shares.front().node].drives)
          << "client " << node << " uses fewer GPUs";
    }
}

void LentBooks::job_submitted(std::uint32_t job, Seconds /*date*/) {
  waiting_ += could_ever_start(job) ? 1U : 0U;
}

void LentBooks::job_started(std::uint32_t job, Seconds date,
                            std::span<const AllocationSpan> spans) {
  SCOPED_TRACE(::testing::Message() << "job " << job << " at " << date.value());
  const Job& record = jobs_[job];
  const bool is_lent = record.demand.gpus > 0 && lending_.is_server(group_of(spans.back().node));
  Running running;
  running.holdings = is_lent ? lent_shares(record.demand, spans) : own_shares(record.demand, spans);
  running.expected_end =
      (date + (record.time_limit < kForever ? record.time_limit : record.run_time)).value();
  if (is_lent) check_lent(record.demand, running.holdings);
  if (is_lent && keeps_nothing_back) check_choice(record.demand, running.holdings);
  ++(is_lent ? lent : local);
  std::set<std::uint32_t> nodes;
  for (const Holding& holding : running.holdings) {
    Amount& free = free_[holding.node];
    EXPECT_TRUE(nodes.insert(holding.node).second) << "twice on " << holding.node;
    EXPECT_TRUE(free.own.holds(holding.amount.own)) << "node " << holding.node;
    EXPECT_GE(free.drives, holding.amount.drives) << "client " << holding.node;
    free.own = free.own - holding.amount.own;
    free.drives -= holding.amount.drives;
  }
  running_[job] = std::move(running);
  --waiting_;
  const auto promise = promised_.find(job);
  if (promises_bind && promise != promised_.end()) {
    EXPECT_LE(date.value(), promise->second) << "is late";
  }
}

void LentBooks::job_ended(std::uint32_t job, Seconds /*date*/) {
  for (const Holding& holding : running_.at(job).holdings) {
    free_[holding.node].own += holding.amount.own;
    free_[holding.node].drives += holding.amount.drives;
  }
  running_.erase(job);
}

void LentBooks::head_waits(std::uint32_t job, Seconds date, std::optional<Seconds> promise) {
  SCOPED_TRACE(::testing::Message() << "job " << job << " at " << date.value());
  ++heads;
  const Demand& demand = jobs_[job].demand;
  EXPECT_FALSE(fits(demand, free_)) << "it fits";
  // A head that nobody waits behind is promised nothing.
  if (!promise || waiting_ < 2) return;
  ++promises;
  const double due = std::max(*promise, date).value();
  EXPECT_EQ(due, first_fit(demand, date.value()));
  promised_.try_emplace(job, due);
}

bool LentBooks::could_ever_start(std::uint32_t job) const {
  return fits(jobs_[job].demand, empty_);
}

bool LentBooks::all_free() const {
  return std::ranges::equal(free_, empty_, [](const Amount& a, const Amount& b) {
    return a.own == b.own && a.drives == b.drives;
  });
}

}  // namespace gpuscape::test
