/// EASY with reservation by placement in as little code as it takes: jobs of 1, 2, 4 or 8·n GPUs on
/// nodes of eight, limits not below run times (so nobody is overdue). Everything is inlined into
/// one class.

#include <limits>

#include "tests/bench/bare_cluster.hpp"

namespace gpuscape::bench {

namespace {

class PlacedEasy {
 public:
  PlacedEasy(std::vector<BareJob>& jobs, std::uint32_t nodes, std::size_t depth)
      : jobs_(jobs), cluster_(nodes), depth_(depth), releases_(nodes), reserved_(nodes, -1) {
    for (auto& column : available_) column.assign(nodes, -1.0);
  }

  void run() {
    std::size_t next = 0;
    while (next < jobs_.size() || !ends_.empty()) {
      if (next < jobs_.size() && (ends_.empty() || jobs_[next].submit < ends_.top().date)) {
        now_ = jobs_[next].submit;
        queue_.push_back(static_cast<std::uint32_t>(next++));
      } else {
        now_ = ends_.top().date;
        finish(ends_.pop().job);
      }
      pass();
    }
  }

 private:
  struct Release {
    double end;
    std::uint32_t job;
    std::int32_t gpus;
  };
  struct Releases {
    std::array<Release, 8> at;
    std::size_t count = 0;
  };

  [[nodiscard]] std::uint32_t node_count(const BareJob& job) const {
    return job.gpus < 8 ? 1U : static_cast<std::uint32_t>(job.gpus) / 8;
  }

  void refresh(std::uint32_t node) {
    std::int32_t free = cluster_.free[node];
    std::int32_t gpus = 1;
    for (; gpus <= free; ++gpus) available_[static_cast<std::size_t>(gpus)][node] = -1.0;
    for (std::size_t i = 0; i < releases_[node].count; ++i) {
      free += releases_[node].at[i].gpus;
      for (; gpus <= free; ++gpus)
        available_[static_cast<std::size_t>(gpus)][node] = releases_[node].at[i].end;
    }
  }

  void start(std::uint32_t index) {
    BareJob& job = jobs_[index];
    job.start = now_;
    job.end = now_ + job.run_time;
    ends_.push(job.end, index);
    const double expected = now_ + job.limit;
    for (std::uint32_t i = 0; i < node_count(job); ++i) {
      const std::uint32_t node = cluster_.held[job.first_node + i];
      Releases& list = releases_[node];
      std::size_t at = list.count++;
      for (; at > 0 && expected < list.at[at - 1].end; --at) list.at[at] = list.at[at - 1];
      list.at[at] = {expected, index, std::min(job.gpus, 8)};
      refresh(node);
      if (reserved_[node] >= 0) stale_ = true;
    }
  }

  void finish(std::uint32_t index) {
    const BareJob& job = jobs_[index];
    cluster_.give(job);
    freed_ = true;
    for (std::uint32_t i = 0; i < node_count(job); ++i) {
      const std::uint32_t node = cluster_.held[job.first_node + i];
      Releases& list = releases_[node];
      std::size_t at = 0;
      while (list.at[at].job != index) ++at;
      for (--list.count; at < list.count; ++at) list.at[at] = list.at[at + 1];
      refresh(node);
      if (reserved_[node] >= 0 || available_[static_cast<std::size_t>(need_)][node] <= date_)
        stale_ = true;
    }
  }

  void pass() {
    while (head_ < queue_.size() && cluster_.fits(jobs_[queue_[head_]].gpus)) {
      cluster_.take(jobs_[queue_[head_]]);
      start(queue_[head_++]);
    }
    if (head_ == queue_.size()) {
      queue_.clear();
      head_ = 0;
      return;
    }
    if (queue_.size() - head_ < 2) return;
    const bool anew = stale_ || reserved_for_ != queue_[head_];
    if (anew) reserve(queue_[head_]);
    if (anew || freed_) tested_ = 1;
    freed_ = false;
    fill();
  }

  void reserve(std::uint32_t head) {
    for (const std::uint32_t node : nodes_) reserved_[node] = -1;
    nodes_.clear();
    need_ = std::min(jobs_[head].gpus, 8);
    const std::size_t count = node_count(jobs_[head]);
    const std::vector<double>& column = available_[static_cast<std::size_t>(need_)];
    double worst = std::numeric_limits<double>::infinity();
    const auto later = [&column](std::uint32_t a, std::uint32_t b) {
      return column[a] < column[b] || (column[a] == column[b] && a < b);
    };
    for (std::uint32_t node = 0; node < column.size(); ++node) {
      if (column[node] >= worst) continue;
      if (nodes_.size() == count) {
        std::pop_heap(nodes_.begin(), nodes_.end(), later);
        nodes_.back() = node;
      } else {
        nodes_.push_back(node);
      }
      std::push_heap(nodes_.begin(), nodes_.end(), later);
      if (nodes_.size() == count) worst = column[nodes_.front()];
    }
    date_ = std::max(now_, worst);
    for (const std::uint32_t node : nodes_) reserved_[node] = free_at(node) - need_;
    reserved_for_ = head;
    stale_ = false;
  }

  [[nodiscard]] std::int32_t free_at(std::uint32_t node) const {
    std::int32_t free = cluster_.free[node];
    for (std::size_t i = 0; i < releases_[node].count && releases_[node].at[i].end <= date_; ++i)
      free += releases_[node].at[i].gpus;
    return free;
  }

  void fill() {
    const std::size_t end = std::min(queue_.size() - head_, depth_ + 1);
    std::array<std::array<bool, 2>, 65> refused{};
    std::size_t started = 0;
    for (std::size_t i = tested_; i < end - started && cluster_.free_total > 0; ++i) {
      const std::uint32_t index = queue_[head_ + i];
      const bool outlives = now_ + jobs_[index].limit > date_;
      bool& no =
          refused[static_cast<std::size_t>(std::min(jobs_[index].gpus, 64))][outlives ? 1 : 0];
      if (no) continue;
      if (!place(jobs_[index], outlives)) {
        no = true;
        continue;
      }
      start(index);
      // Those before it move up by one, so that the queue stays in one piece; the next has the same
      // index.
      for (std::size_t k = head_ + i; k > head_; --k) queue_[k] = queue_[k - 1];
      ++head_;
      --i;
      ++started;
    }
    tested_ = std::max(tested_, end) - started;
    trim();
  }

  bool place(BareJob& job, bool outlives) {
    if (!outlives) {
      if (!cluster_.fits(job.gpus)) return false;
      cluster_.take(job);
      return true;
    }
    const std::size_t before = cluster_.held.size();
    const std::int32_t share = std::min(job.gpus, 8);
    for (std::uint32_t i = 0; i < node_count(job); ++i) {
      const std::uint32_t node = allowed(share);
      if (node == BareCluster::kNone) {
        for (; cluster_.held.size() > before; cluster_.held.pop_back()) {
          cluster_.set_free(cluster_.held.back(), cluster_.free[cluster_.held.back()] + share);
        }
        return false;
      }
      cluster_.claim(node, share);
    }
    job.first_node = static_cast<std::uint32_t>(before);
    for (std::size_t i = before; i < cluster_.held.size(); ++i) {
      if (reserved_[cluster_.held[i]] >= 0) reserved_[cluster_.held[i]] -= share;
    }
    return true;
  }

  [[nodiscard]] std::uint32_t allowed(std::int32_t share) const {
    for (int level = share; level <= 8; ++level) {
      for (std::uint32_t node = cluster_.first(level); node != BareCluster::kNone;
           node = cluster_.next(level, node + 1)) {
        if (reserved_[node] < 0 || reserved_[node] >= share) return node;
      }
    }
    return BareCluster::kNone;
  }

  void trim() {
    if (head_ <= 4096 || head_ * 2 <= queue_.size()) return;
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }

  std::vector<BareJob>& jobs_;
  BareCluster cluster_;
  BareHeap ends_;
  std::vector<std::uint32_t> queue_;
  std::size_t head_ = 0;
  std::size_t depth_;
  std::size_t tested_ = 1;
  std::vector<Releases> releases_;
  std::array<std::vector<double>, 9> available_;
  std::vector<std::int32_t> reserved_;  // headroom beyond the head's share; −1: not reserved
  std::vector<std::uint32_t> nodes_;    // reserved for the head
  std::uint32_t reserved_for_ = 0xffffffffU;
  std::int32_t need_ = 8;
  double now_ = 0.0;
  double date_ = 0.0;
  bool freed_ = false;
  bool stale_ = true;
};

}  // namespace

void bare_easy(std::vector<BareJob>& jobs, std::uint32_t nodes, std::size_t depth) {
  PlacedEasy(jobs, nodes, depth).run();
}

}  // namespace gpuscape::bench
