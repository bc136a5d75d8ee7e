#pragma once
/// The least that a replay can be: nodes of eight GPUs in bitsets by free GPUs, a four-ary heap of
/// ends, jobs in one array. No models, no units, no streams, no timeline: what `bare_fifo` and
/// `bare_easy` share.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace gpuscape::bench {

struct BareJob {
  double submit = 0.0;
  double run_time = 0.0;
  double limit = 0.0;
  double start = -1.0;
  double end = 0.0;
  std::int32_t gpus = 0;
  std::uint32_t first_node = 0;  ///< into BareCluster::held
};

/// Up to 4096 nodes of eight GPUs.
class BareCluster {
 public:
  explicit BareCluster(std::uint32_t nodes)
      : free(nodes, 8), free_total(static_cast<std::int64_t>(nodes) * 8) {
    for (std::uint32_t n = 0; n < nodes; ++n) insert(8, n);
  }

  static constexpr std::uint32_t kNone = 0xffffffffU;

  [[nodiscard]] std::uint32_t first(int level) const {
    const auto l = static_cast<std::size_t>(level);
    if (summary_[l] == 0) return kNone;
    const auto word = static_cast<std::uint32_t>(std::countr_zero(summary_[l]));
    return word * 64 + static_cast<std::uint32_t>(std::countr_zero(words_[l][word]));
  }
  [[nodiscard]] std::uint32_t next(int level, std::uint32_t from) const {
    const auto l = static_cast<std::size_t>(level);
    for (std::uint32_t word = from / 64; word < 64; ++word) {
      std::uint64_t bits = words_[l][word];
      if (word == from / 64) bits &= ~std::uint64_t{0} << (from % 64);
      if (bits != 0) return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
    return kNone;
  }
  [[nodiscard]] bool fits(std::int32_t gpus) const {
    if (gpus >= 8) return count_[8] * 8 >= gpus;
    for (std::size_t l = static_cast<std::size_t>(gpus); l <= 8; ++l) {
      if (count_[l] != 0) return true;
    }
    return false;
  }
  void set_free(std::uint32_t node, std::int32_t gpus) {
    erase(free[node], node);
    insert(gpus, node);
    free_total += gpus - free[node];
    free[node] = gpus;
  }
  /// Best fit for less than a node, whole nodes otherwise. It must fit.
  void take(BareJob& job) {
    job.first_node = static_cast<std::uint32_t>(held.size());
    if (job.gpus < 8) {
      int level = job.gpus;
      while (count_[static_cast<std::size_t>(level)] == 0) ++level;
      claim(first(level), job.gpus);
    } else {
      for (std::int32_t left = job.gpus; left > 0; left -= 8) claim(first(8), 8);
    }
  }
  void give(const BareJob& job) {
    const std::uint32_t nodes = job.gpus < 8 ? 1U : static_cast<std::uint32_t>(job.gpus) / 8;
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint32_t node = held[job.first_node + i];
      set_free(node, free[node] + std::min(job.gpus, 8));
    }
  }
  void claim(std::uint32_t node, std::int32_t gpus) {
    set_free(node, free[node] - gpus);
    held.push_back(node);
  }

  std::vector<std::int32_t> free;
  std::vector<std::uint32_t> held;  ///< nodes of every job that ever started
  std::int64_t free_total;

 private:
  void insert(std::int32_t level, std::uint32_t node) {
    const auto l = static_cast<std::size_t>(level);
    words_[l][node / 64] |= std::uint64_t{1} << (node % 64);
    summary_[l] |= std::uint64_t{1} << (node / 64);
    ++count_[l];
  }
  void erase(std::int32_t level, std::uint32_t node) {
    const auto l = static_cast<std::size_t>(level);
    words_[l][node / 64] &= ~(std::uint64_t{1} << (node % 64));
    if (words_[l][node / 64] == 0) summary_[l] &= ~(std::uint64_t{1} << (node / 64));
    --count_[l];
  }

  std::array<std::array<std::uint64_t, 64>, 9> words_{};
  std::array<std::uint64_t, 9> summary_{};
  std::array<std::int32_t, 9> count_{};
};

/// Ends of running jobs, soonest first.
class BareHeap {
 public:
  struct End {
    double date;
    std::uint32_t job;
  };
  [[nodiscard]] bool empty() const { return ends_.empty(); }
  [[nodiscard]] const End& top() const { return ends_.front(); }
  void push(double date, std::uint32_t job) {
    std::size_t i = ends_.size();
    ends_.push_back({date, job});
    for (; i > 0 && date < ends_[(i - 1) / 4].date; i = (i - 1) / 4) ends_[i] = ends_[(i - 1) / 4];
    ends_[i] = {date, job};
  }
  End pop() {
    const End first = ends_.front();
    const End last = ends_.back();
    ends_.pop_back();
    if (ends_.empty()) return first;
    std::size_t i = 0;
    for (std::size_t c = 1; c < ends_.size(); c = i * 4 + 1) {
      std::size_t best = c;
      for (std::size_t k = c + 1; k < std::min(ends_.size(), c + 4); ++k) {
        if (ends_[k].date < ends_[best].date) best = k;
      }
      if (ends_[best].date >= last.date) break;
      ends_[i] = ends_[best];
      i = best;
    }
    ends_[i] = last;
    return first;
  }

 private:
  std::vector<End> ends_;
};

/// Strict first-come-first-served with best fit.
void bare_fifo(std::vector<BareJob>& jobs, std::uint32_t nodes);
/// EASY by placement, kept incrementally: the same start dates as ours.
void bare_easy(std::vector<BareJob>& jobs, std::uint32_t nodes, std::size_t depth);
/// EASY by GPU count, kept incrementally: faster, and no EASY once placement matters.
void bare_easy_by_count(std::vector<BareJob>& jobs, std::uint32_t nodes, std::size_t depth);

}  // namespace gpuscape::bench
