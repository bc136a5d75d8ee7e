#include "tests/contract/oracles/easy_oracle.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "tests/contract/oracles/gang_books.hpp"

namespace gpuscape::test {

namespace {

using Share = std::pair<std::uint32_t, std::int32_t>;  // node, GPUs

struct Running {
  std::size_t job;
  double end;
  double expected;
  std::vector<Share> shares;
};

/// Where the head will go, and when.
struct Reservation {
  double date = 0.0;
  std::vector<Share> shares;
};

class SlowCluster {
 public:
  SlowCluster(const std::vector<Job>& jobs, std::uint32_t nodes, std::int32_t gpus,
              std::string placement, const std::vector<PlannedOutage>& outages)
      : jobs_(jobs),
        gpus_(gpus),
        placement_(std::move(placement)),
        outages_(outages),
        free_(nodes, gpus) {}

  std::vector<double> run(std::size_t depth) {
    std::vector<double> starts(jobs_.size(), -1.0);
    std::size_t next = 0;
    while (next < jobs_.size() || !running_.empty() || !queue_.empty()) {
      double now = next < jobs_.size() ? jobs_[next].submit.value()
                                       : std::numeric_limits<double>::infinity();
      for (const Running& r : running_) now = std::min(now, r.end);
      for (const PlannedOutage& outage : outages_)
        for (const double date : {outage.begin.value(), outage.end.value()})
          if (date > now_) now = std::min(now, date);
      if (now == std::numeric_limits<double>::infinity()) break;
      now_ = now;
      finish_until(now);
      stop_at(now);
      for (; next < jobs_.size() && jobs_[next].submit.value() <= now; ++next)
        if (ever_fits(jobs_[next].demand)) queue_.push_back(next);
      pass(now, depth, starts);
    }
    return starts;
  }

 private:
  static double expected_run(const Job& job) {
    return (job.time_limit < kForever ? job.time_limit : job.run_time).value();
  }

  void finish_until(double now) {
    for (std::size_t i = running_.size(); i-- > 0;) {
      if (running_[i].end > now) continue;
      for (const Share& share : running_[i].shares) free_[share.first] += share.second;
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  /// Jobs on nodes of an outage that requeues and begins now.
  void stop_at(double now) {
    for (const PlannedOutage& outage : outages_) {
      if (!outage.requeues || outage.begin.value() != now) continue;
      for (std::size_t i = running_.size(); i-- > 0;) {
        if (std::ranges::none_of(running_[i].shares,
                                 [&](const Share& share) { return is_of(outage, share.first); }))
          continue;
        for (const Share& share : running_[i].shares) free_[share.first] += share.second;
        queue_.insert(std::ranges::lower_bound(queue_, running_[i].job), running_[i].job);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  static bool is_of(const PlannedOutage& outage, std::uint32_t node) {
    return std::ranges::find(outage.nodes, OutageNode{0, node}) != outage.nodes.end();
  }
  /// The first date from which the node is there for so long, as far as that is announced; one that
  /// is away now is known to come back.
  [[nodiscard]] double open_from(std::uint32_t node, double date, double length) const {
    for (bool moved = true; moved;) {
      moved = false;
      for (const PlannedOutage& outage : outages_) {
        const bool known = !outage.requeues || outage.begin.value() <= now_;
        if (!known || !is_of(outage, node)) continue;
        const bool away = outage.begin.value() < date + length && date < outage.end.value();
        if (!away) continue;
        date = outage.end.value();
        moved = true;
      }
    }
    return date;
  }

  void pass(double now, std::size_t depth, std::vector<double>& starts) {
    while (!queue_.empty() && try_start(0, now, nullptr, starts)) queue_.erase(queue_.begin());
    if (queue_.size() < 2 || depth == 0) return;
    Reservation reserved = reserve(queue_[0], now);
    std::vector<std::size_t> left = {queue_[0]};
    for (std::size_t i = 1; i < queue_.size(); ++i) {
      const bool outlives = now + expected_run(jobs_[queue_[i]]) > reserved.date;
      if (i > depth || !try_start(i, now, outlives ? &reserved : nullptr, starts))
        left.push_back(queue_[i]);
    }
    queue_ = left;
  }

  bool try_start(std::size_t position, double now, const Reservation* reserved,
                 std::vector<double>& starts) {
    const std::size_t job = queue_[position];
    const auto shares = place(jobs_[job].demand, reserved, expected_run(jobs_[job]));
    if (!shares) return false;
    if (starts[job] < 0.0) starts[job] = now;
    for (const Share& share : *shares) free_[share.first] -= share.second;
    running_.push_back(
        {job, now + jobs_[job].run_time.value(), now + expected_run(jobs_[job]), *shares});
    return true;
  }

  std::vector<std::int32_t> cut(const Demand& demand) const {
    std::vector<std::int32_t> shares;
    for (const Demand& share : slow_shares(demand, {gpus_, 0, 0})) shares.push_back(share.gpus);
    return shares;
  }
  bool ever_fits(const Demand& demand) const {
    return slow_match(slow_shares(demand, {gpus_, 0, 0}),
                      std::vector<Demand>(free_.size(), {gpus_, 0, 0}));
  }
  static bool is_in(const std::vector<Share>& shares, std::uint32_t node) {
    return std::any_of(shares.begin(), shares.end(),
                       [node](const Share& s) { return s.first == node; });
  }

  /// Free on `node` at `date` if everyone ends when expected.
  std::int32_t free_at(std::uint32_t node, double date) const {
    std::int32_t free = free_[node];
    for (const Running& r : running_) {
      if (r.expected > date) continue;
      for (const Share& share : r.shares) free += share.first == node ? share.second : 0;
    }
    return free;
  }

  double available(std::uint32_t node, std::int32_t gpus) const {
    if (free_[node] >= gpus) return -1.0;
    std::vector<double> dates;
    for (const Running& r : running_) dates.push_back(r.expected);
    std::sort(dates.begin(), dates.end());
    for (const double date : dates) {
      if (free_at(node, date) >= gpus) return date;
    }
    return std::numeric_limits<double>::infinity();
  }

  Reservation reserve(std::size_t head, double now) const {
    Reservation reserved = reserve_from(head, now);
    // The last node's date is that of all, and by then another one may be about to go away.
    while (!outages_.empty() && reserved.date > now) {
      now = reserved.date;
      reserved = reserve_from(head, now);
    }
    return reserved;
  }

  Reservation reserve_from(std::size_t head, double now) const {
    Reservation reserved{now, {}};
    for (const std::int32_t share : cut(jobs_[head].demand)) {
      std::optional<std::pair<double, std::uint32_t>> best;
      for (std::uint32_t node = 0; node < free_.size(); ++node) {
        if (is_in(reserved.shares, node)) continue;
        double date = available(node, share);
        if (!outages_.empty())
          date = open_from(node, std::max(date, now), expected_run(jobs_[head]));
        const std::pair candidate{date, node};
        if (!best || candidate < *best) best = candidate;
      }
      reserved.shares.emplace_back(best->second, share);
      reserved.date = std::max(reserved.date, best->first);
    }
    return reserved;
  }

  bool allowed(std::uint32_t node, std::int32_t gpus, const Reservation* reserved) const {
    if (reserved == nullptr) return true;
    for (const Share& share : reserved->shares) {
      // Jobs started in this pass count from the moment they start: those that outlive the date
      // take room.
      if (share.first == node) return free_at(node, reserved->date) - share.second >= gpus;
    }
    return true;
  }

  std::optional<std::vector<Share>> place(const Demand& demand, const Reservation* reserved,
                                          double length) const {
    std::vector<Share> shares;
    const std::vector<std::int32_t>& free = free_;
    for (const std::int32_t share : cut(demand)) {
      std::optional<std::uint32_t> chosen;
      for (std::uint32_t node = 0; node < free.size(); ++node) {
        if (is_in(shares, node) || free[node] < share || !allowed(node, share, reserved)) continue;
        if (open_from(node, now_, length) > now_) continue;
        if (!chosen || (placement_ == "best-fit" && free[node] < free[*chosen]) ||
            (placement_ == "spread" && free[node] > free[*chosen])) {
          chosen = node;
        }
      }
      if (!chosen) return std::nullopt;
      shares.emplace_back(*chosen, share);
    }
    return shares;
  }

  const std::vector<Job>& jobs_;
  std::int32_t gpus_;
  std::string placement_;
  std::vector<PlannedOutage> outages_;
  double now_ = -1.0;
  std::vector<std::int32_t> free_;
  std::vector<Running> running_;
  std::vector<std::size_t> queue_;
};

}  // namespace

std::vector<double> slow_easy(const std::vector<Job>& jobs, std::uint32_t node_count,
                              std::int32_t gpus_per_node, const std::string& placement,
                              std::size_t depth, const std::vector<PlannedOutage>& outages) {
  return SlowCluster(jobs, node_count, gpus_per_node, placement, outages).run(depth);
}

}  // namespace gpuscape::test
