#include "tests/contract/conservative_oracle.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "tests/contract/gang_books.hpp"

namespace gpuscape::test {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kNow = -1.0;

struct Share {
  std::size_t node = 0;  // over all groups
  Demand demand{};
};

/// Shares that are held from one date to before another: by a plan or by a running job.
struct Held {
  std::size_t job = 0;
  double from = 0.0;
  double to = 0.0;
  double end = 0.0;  // of a running job: when it really ends
  std::vector<Share> shares;
};

Demand plus(const Demand& a, const Demand& b, int sign) {
  return sign < 0 ? a - b : Demand(a) += b;
}

class SlowCluster {
 public:
  SlowCluster(const std::vector<Job>& jobs, const std::vector<NodeGroup>& groups,
              std::string placement, std::size_t depth)
      : jobs_(jobs),
        groups_(groups),
        placement_(std::move(placement)),
        depth_(depth),
        starts_(jobs.size(), -1.0) {
    for (const NodeGroup& group : groups) {
      first_.push_back(free_.size());
      free_.insert(free_.end(), group.count, group.capacity);
    }
    first_.push_back(free_.size());
  }

  std::vector<double> run() {
    std::size_t next = 0;
    while (next < jobs_.size() || !running_.empty() || !queue_.empty()) {
      double date = next < jobs_.size() ? jobs_[next].submit.value() : kNever;
      for (const Held& r : running_) date = std::min(date, r.end);
      for (const Held& p : plans_) {
        if (p.from > now_) date = std::min(date, p.from);
      }
      now_ = date;
      // A job that never fits is nothing that happens.
      bool happens = std::any_of(plans_.begin(), plans_.end(),
                                 [this](const Held& p) { return p.from == now_; });
      happens = finish() || happens;
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
    const std::size_t before = running_.size();
    for (std::size_t i = before; i-- > 0;) {
      if (running_[i].end > now_) continue;
      for (const Share& s : running_[i].shares) free_[s.node] = plus(free_[s.node], s.demand, 1);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return running_.size() < before;
  }

  void pass() {
    const bool overdue =
        std::any_of(plans_.begin(), plans_.end(), [this](const Held& p) { return p.from < now_; });
    if (overdue) {
      plans_.clear();
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

  [[nodiscard]] std::optional<Held> plan_of(std::size_t job) const {
    for (const Held& p : plans_) {
      if (p.job == job) return p;
    }
    return std::nullopt;
  }
  void forget_plan(std::size_t job) {
    std::erase_if(plans_, [job](const Held& p) { return p.job == job; });
  }

  void improve(std::size_t job) {
    const std::optional<Held> before = plan_of(job);
    const Held after = best_plan(job, before);
    if (after.from >= before->from) return;
    forget_plan(job);
    plans_.push_back(after);
    changed_ = true;
  }
  void plan(std::size_t job) { plans_.push_back(best_plan(job, std::nullopt)); }

  [[nodiscard]] std::vector<double> dates_on(std::size_t node) const {
    std::vector<double> dates;
    for (const std::vector<Held>* list : {&running_, &plans_}) {
      for (const Held& held : *list) {
        for (const Share& s : held.shares) {
          if (s.node != node) continue;
          dates.push_back(held.from);
          dates.push_back(held.to);
        }
      }
    }
    std::sort(dates.begin(), dates.end());
    return dates;
  }
  [[nodiscard]] Demand room_at(std::size_t node, double date) const {
    Demand room = free_[node];
    for (const Held& r : running_) {
      for (const Share& s : r.shares) {
        if (s.node == node && r.to <= date) room = plus(room, s.demand, 1);
      }
    }
    for (const Held& p : plans_) {
      for (const Share& s : p.shares) {
        if (s.node == node && p.from <= date && date < p.to) room = plus(room, s.demand, -1);
      }
    }
    return room;
  }
  /// From when on the share stays free for ever.
  [[nodiscard]] double free_from(std::size_t node, const Demand& share) const {
    const std::vector<double> dates = dates_on(node);
    double from = kNever;
    for (std::size_t i = dates.size(); i-- > 0;) {
      if (!room_at(node, dates[i]).holds(share)) return from;
      from = dates[i];
    }
    return free_[node].holds(share) ? kNow : from;
  }
  /// True when the share stays free from now to `end`.
  [[nodiscard]] bool free_to(std::size_t node, const Demand& share, double end) const {
    const std::vector<double> dates = dates_on(node);
    return free_[node].holds(share) && std::all_of(dates.begin(), dates.end(), [&](double date) {
             return date >= end || room_at(node, date).holds(share);
           });
  }

  [[nodiscard]] static std::vector<Demand> cut(const Demand& demand, const NodeGroup& group) {
    if (group.pool) return {Demand{demand.gpus, 0, 0}};
    return slow_shares(demand, group.capacity);
  }

  /// Where the plan that is to be bettered holds enough from its date on, it is enough that the
  /// share stays free up to that.
  [[nodiscard]] double free_from(std::size_t node, const Demand& share,
                                 const std::optional<Held>& own) const {
    const bool has_it = own && std::any_of(own->shares.begin(), own->shares.end(), [&](auto& s) {
                          return s.node == node && s.demand.holds(share);
                        });
    if (!has_it) return free_from(node, share);
    double from = kNever;
    std::vector<double> dates = dates_on(node);
    std::erase_if(dates, [&](double date) { return date >= own->from; });
    for (std::size_t i = dates.size(); i-- > 0;) {
      if (!room_at(node, dates[i]).holds(share)) return from;
      from = dates[i];
    }
    return free_[node].holds(share) ? kNow : from;
  }

  [[nodiscard]] Held best_plan(std::size_t job, const std::optional<Held>& own) const {
    Held best{job, kNever, kNever, 0.0, {}};
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      Held here{job, kNow, kNever, 0.0, {}};
      for (const Demand& share : cut(jobs_[job].demand, groups_[group])) {
        std::pair<double, std::size_t> soonest{kNever, 0};
        for (std::size_t node = first_[group]; node < first_[group + 1]; ++node) {
          if (!is_in(here.shares, node))
            soonest = std::min(soonest, std::pair{free_from(node, share, own), node});
        }
        here.shares.push_back({soonest.second, share});
        here.from = std::max(here.from, soonest.first);
      }
      if (here.from < best.from) best = here;
    }
    best.from = std::max(best.from, now_);
    best.to = best.from + run_time(job);
    return best;
  }
  [[nodiscard]] static bool is_in(const std::vector<Share>& shares, std::size_t node) {
    return std::any_of(shares.begin(), shares.end(),
                       [node](const Share& s) { return s.node == node; });
  }

  /// Now, if its date has come or if it delays no plan.
  bool start(std::size_t job) {
    const std::optional<Held> own = plan_of(job);
    const bool due = own && own->from <= now_;
    if (due) forget_plan(job);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      const auto shares = place(job, group);
      if (!shares) continue;
      forget_plan(job);
      for (const Share& s : *shares) free_[s.node] = plus(free_[s.node], s.demand, -1);
      running_.push_back(
          {job, kNow, now_ + run_time(job), now_ + jobs_[job].run_time.value(), *shares});
      starts_[job] = now_;
      changed_ = true;
      return true;
    }
    if (due) plans_.push_back(*own);
    return false;
  }

  [[nodiscard]] std::optional<std::vector<Share>> place(std::size_t job, std::size_t group) const {
    std::vector<Share> shares;
    const double end = now_ + run_time(job);
    for (const Demand& share : cut(jobs_[job].demand, groups_[group])) {
      std::optional<std::size_t> chosen;
      for (std::size_t node = first_[group]; node < first_[group + 1]; ++node) {
        if (is_in(shares, node) || !free_to(node, share, end)) continue;
        if (!chosen || (placement_ == "best-fit" && free_[node].gpus < free_[*chosen].gpus) ||
            (placement_ == "spread" && free_[node].gpus > free_[*chosen].gpus)) {
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
  std::vector<double> starts_;
  std::vector<std::size_t> first_;  // node of each group
  std::vector<Demand> free_;
  std::vector<Held> running_;
  std::vector<Held> plans_;
  std::vector<std::size_t> queue_;
  std::size_t promised_ = 0;  // jobs at the head of the queue that have a plan
  double now_ = -1.0;
  bool changed_ = false;  // by the round in progress
};

}  // namespace

std::vector<double> slow_conservative(const std::vector<Job>& jobs,
                                      const std::vector<NodeGroup>& groups,
                                      const std::string& placement, std::size_t depth) {
  return SlowCluster(jobs, groups, placement, depth).run();
}

}  // namespace gpuscape::test
