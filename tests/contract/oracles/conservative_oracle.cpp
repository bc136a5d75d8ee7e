#include "tests/contract/oracles/conservative_oracle.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "tests/contract/oracles/conservative_books.hpp"
#include "tests/contract/oracles/gang_books.hpp"
#include "tests/contract/oracles/slow_rank.hpp"

namespace gpuscape::test {

namespace {

constexpr double kNever = SlowBooks::kNever;
constexpr double kNow = SlowBooks::kNow;

class SlowCluster {
 public:
  SlowCluster(const std::vector<Job>& jobs, const std::vector<NodeGroup>& groups,
              std::string placement, std::size_t depth, const std::vector<PlannedOutage>& outages)
      : jobs_(jobs),
        groups_(groups),
        placement_(std::move(placement)),
        depth_(depth),
        outages_(outages),
        starts_(jobs.size(), -1.0) {
    for (const NodeGroup& group : groups) {
      first_.push_back(books_.free.size());
      books_.free.insert(books_.free.end(), group.count, group.capacity);
    }
    first_.push_back(books_.free.size());
  }

  std::vector<double> run() {
    std::size_t next = 0;
    while (next < jobs_.size() || !books_.running.empty() || !queue_.empty()) {
      double date = next < jobs_.size() ? jobs_[next].submit.value() : kNever;
      for (const SlowHeld& r : books_.running) date = std::min(date, r.end);
      for (const SlowHeld& p : books_.plans) {
        if (p.from > now_) date = std::min(date, p.from);
      }
      for (const PlannedOutage& outage : outages_)
        for (const Seconds of : {outage.begin, outage.end})
          if (of.value() > now_) date = std::min(date, of.value());
      if (date == kNever) break;
      now_ = date;
      // A job that never fits is nothing that happens.
      bool happens = std::any_of(books_.plans.begin(), books_.plans.end(),
                                 [this](const SlowHeld& p) { return p.from == now_; });
      happens = finish() || happens;
      happens = change_nodes() || happens;
      for (; next < jobs_.size() && jobs_[next].submit.value() <= now_; ++next) {
        if (!ever_fits(jobs_[next].demand)) continue;
        queue_.push_back(next);
        happens = true;
      }
      if (happens) pass();
    }
    return starts_;
  }

 private:
  [[nodiscard]] bool is_of(const PlannedOutage& outage, std::size_t node) const {
    return std::ranges::any_of(
        outage.nodes, [&](const OutageNode& at) { return first_[at.group] + at.node == node; });
  }
  /// The first date from which the node is there for so long, as far as that is known.
  [[nodiscard]] double open_from(std::size_t node, double date, double length) const {
    for (bool moved = true; moved && date < kNever;) {
      moved = false;
      for (const PlannedOutage& outage : outages_) {
        const bool known = !outage.requeues || outage.begin.value() <= now_;
        const double from = std::max(date, now_);
        if (!known || !is_of(outage, node) || !(outage.begin.value() < from + length) ||
            !(from < outage.end.value()))
          continue;
        date = outage.end.value();
        moved = true;
      }
    }
    return date;
  }
  /// True where an outage begins or ends now. Jobs that it stops are in the queue again.
  bool change_nodes() {
    bool changes = false;
    for (const PlannedOutage& outage : outages_) {
      changes = changes || outage.begin.value() == now_ || outage.end.value() == now_;
      if (!outage.requeues || outage.begin.value() != now_) continue;
      learned_ = true;
      for (std::size_t i = books_.running.size(); i-- > 0;) {
        if (std::ranges::none_of(books_.running[i].shares,
                                 [&](const SlowShare& share) { return is_of(outage, share.node); }))
          continue;
        for (const SlowShare& s : books_.running[i].shares)
          books_.free[s.node] = plus(books_.free[s.node], s.demand, 1);
        const auto at = std::ranges::lower_bound(queue_, books_.running[i].job);
        if (at - queue_.begin() < static_cast<std::ptrdiff_t>(promised_)) ++promised_;
        queue_.insert(at, books_.running[i].job);
        books_.running.erase(books_.running.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    return changes;
  }

  [[nodiscard]] double run_time(std::size_t job) const {
    const Job& j = jobs_[job];
    return (j.time_limit < kForever ? j.time_limit : j.run_time).value();
  }
  [[nodiscard]] bool ever_fits(const Demand& demand) const {
    return std::any_of(groups_.begin(), groups_.end(), [&](const NodeGroup& group) {
      return slow_match(cut(demand, group), std::vector(group.count, group.capacity));
    });
  }

  /// True when somebody ended.
  bool finish() {
    const std::size_t before = books_.running.size();
    for (std::size_t i = before; i-- > 0;) {
      if (books_.running[i].end > now_) continue;
      for (const SlowShare& s : books_.running[i].shares)
        books_.free[s.node] = plus(books_.free[s.node], s.demand, 1);
      books_.running.erase(books_.running.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return books_.running.size() < before;
  }

  void pass() {
    const bool overdue = std::any_of(books_.plans.begin(), books_.plans.end(),
                                     [this](const SlowHeld& p) { return p.from < now_; });
    if (overdue || std::exchange(learned_, false)) {
      books_.plans.clear();
      for (std::size_t i = 0; i < promised_; ++i) plan(queue_[i]);
      start_and_plan();
    }
    do {
      changed_ = false;
      for (std::size_t i = 0; i < promised_; ++i) improve(queue_[i]);
      start_and_plan();
    } while (changed_);
  }

  void start_and_plan() {
    std::vector<std::size_t> left;
    std::size_t position = 0;
    for (; position < queue_.size() && left.size() < depth_; ++position) {
      const std::size_t job = queue_[position];
      if (start(job)) continue;
      if (!plan_of(job)) plan(job);
      left.push_back(job);
    }
    promised_ = left.size();
    left.insert(left.end(), queue_.begin() + static_cast<std::ptrdiff_t>(position), queue_.end());
    queue_ = left;
  }

  [[nodiscard]] std::optional<SlowHeld> plan_of(std::size_t job) const {
    for (const SlowHeld& p : books_.plans) {
      if (p.job == job) return p;
    }
    return std::nullopt;
  }
  void forget_plan(std::size_t job) {
    std::erase_if(books_.plans, [job](const SlowHeld& p) { return p.job == job; });
  }

  void improve(std::size_t job) {
    const std::optional<SlowHeld> before = plan_of(job);
    const SlowHeld after = best_plan(job, before);
    if (after.from >= before->from) return;
    forget_plan(job);
    books_.plans.push_back(after);
    changed_ = true;
  }
  void plan(std::size_t job) { books_.plans.push_back(best_plan(job, std::nullopt)); }

  [[nodiscard]] static std::vector<Demand> cut(const Demand& demand, const NodeGroup& group) {
    if (group.pool) return {Demand{demand.gpus, 0, 0}};
    return slow_shares(demand, group.capacity);
  }

  [[nodiscard]] SlowHeld best_plan(std::size_t job, const std::optional<SlowHeld>& own) const {
    SlowHeld best{job, kNever, kNever, 0.0, {}};
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      SlowHeld here = best_plan_from(kNow, job, group, own);
      // By the date of the last of its nodes, another one may be about to go away.
      while (!outages_.empty() && here.from < kNever) {
        const SlowHeld later = best_plan_from(here.from, job, group, own);
        if (later.from == here.from && later.shares.size() == here.shares.size()) {
          here = later;
          break;
        }
        here = later;
      }
      if (here.from < best.from) best = here;
    }
    best.from = std::max(best.from, now_);
    best.to = best.from + run_time(job);
    return best;
  }
  /// With no share before `earliest`.
  [[nodiscard]] SlowHeld best_plan_from(double earliest, std::size_t job, std::size_t group,
                                        const std::optional<SlowHeld>& own) const {
    SlowHeld here{job, kNow, kNever, 0.0, {}};
    for (const Demand& share : cut(jobs_[job].demand, groups_[group])) {
      std::pair<double, std::size_t> soonest{kNever, 0};
      for (std::size_t node = first_[group]; node < first_[group + 1]; ++node) {
        if (is_in(here.shares, node)) continue;
        const double from = std::max(earliest, books_.free_from(node, share, own));
        soonest = std::min(soonest, std::pair{open_from(node, from, run_time(job)), node});
      }
      here.shares.push_back({soonest.second, share});
      here.from = std::max(here.from, soonest.first);
    }
    return here;
  }
  [[nodiscard]] static bool is_in(const std::vector<SlowShare>& shares, std::size_t node) {
    return std::any_of(shares.begin(), shares.end(),
                       [node](const SlowShare& s) { return s.node == node; });
  }

  /// Now, if its date has come or if it delays no plan.
  bool start(std::size_t job) {
    const std::optional<SlowHeld> own = plan_of(job);
    const bool due = own && own->from <= now_;
    if (due) forget_plan(job);
    const auto shares = place(job);
    if (due && !shares) books_.plans.push_back(*own);
    if (!shares) return false;
    forget_plan(job);
    for (const SlowShare& s : *shares)
      books_.free[s.node] = plus(books_.free[s.node], s.demand, -1);
    books_.running.push_back(
        {job, kNow, now_ + run_time(job), now_ + jobs_[job].run_time.value(), *shares});
    if (starts_[job] < 0.0) starts_[job] = now_;
    changed_ = true;
    return true;
  }

  [[nodiscard]] std::optional<std::vector<SlowShare>> place(std::size_t job) const {
    std::optional<std::vector<SlowShare>> best;
    SlowRank least;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      auto shares = place(job, group);
      if (!shares) continue;
      const SlowRank rank = slow_rank(placement_, groups_, group, first_[group], books_, *shares);
      if (!best || rank < least) std::tie(best, least) = std::pair(std::move(shares), rank);
    }
    return best;
  }

  [[nodiscard]] std::optional<std::vector<SlowShare>> place(std::size_t job,
                                                            std::size_t group) const {
    std::vector<SlowShare> shares;
    const double end = now_ + run_time(job);
    for (const Demand& share : cut(jobs_[job].demand, groups_[group])) {
      std::optional<std::size_t> chosen;
      for (std::size_t node = first_[group]; node < first_[group + 1]; ++node) {
        if (is_in(shares, node) || !books_.free_to(node, share, end) ||
            open_from(node, now_, run_time(job)) > now_)
          continue;
        if (!chosen ||
            (placement_ == "best-fit" && books_.free[node].gpus < books_.free[*chosen].gpus) ||
            (placement_ == "spread" && books_.free[node].gpus > books_.free[*chosen].gpus)) {
          chosen = node;
        }
      }
      if (!chosen) return std::nullopt;
      shares.push_back({*chosen, share});
    }
    return shares;
  }

  const std::vector<Job>& jobs_;
  const std::vector<NodeGroup>& groups_;
  std::string placement_;
  std::size_t depth_;
  const std::vector<PlannedOutage>& outages_;
  std::vector<double> starts_;
  std::vector<std::size_t> first_;  // node of each group
  SlowBooks books_;
  std::vector<std::size_t> queue_;
  std::size_t promised_ = 0;  // jobs at the head of the queue that have a plan
  double now_ = -1.0;
  bool changed_ = false;  // by the round in progress
  bool learned_ = false;  // of an outage that came unannounced
};

}  // namespace

std::vector<double> slow_conservative(const std::vector<Job>& jobs,
                                      const std::vector<NodeGroup>& groups,
                                      const std::string& placement, std::size_t depth,
                                      const std::vector<PlannedOutage>& outages) {
  return SlowCluster(jobs, groups, placement, depth, outages).run();
}

}  // namespace gpuscape::test
