#include <set>

#include "tests/bench/bare_cluster.hpp"

namespace gpuscape::bench {

void bare_fifo(std::vector<BareJob>& jobs, std::uint32_t nodes) {
  BareCluster cluster(nodes);
  BareHeap ends;
  std::size_t next = 0;
  std::size_t head = 0;  // jobs before `next` and from `head` on wait
  while (next < jobs.size() || !ends.empty()) {
    double now = 0.0;
    if (next < jobs.size() && (ends.empty() || jobs[next].submit < ends.top().date)) {
      now = jobs[next++].submit;
    } else {
      now = ends.top().date;
      cluster.give(jobs[ends.pop().job]);
    }
    while (head < next && cluster.fits(jobs[head].gpus)) {
      BareJob& job = jobs[head];
      cluster.take(job);
      job.start = now;
      job.end = now + job.run_time;
      ends.push(job.end, static_cast<std::uint32_t>(head++));
    }
  }
}

namespace {

class CountedEasy {
 public:
  CountedEasy(std::vector<BareJob>& jobs, std::uint32_t nodes, std::size_t depth)
      : jobs_(jobs), cluster_(nodes), depth_(depth) {}

  void run() {
    std::size_t next = 0;
    while (next < jobs_.size() || !ends_.empty()) {
      if (next < jobs_.size() && (ends_.empty() || jobs_[next].submit < ends_.top().date)) {
        now_ = jobs_[next].submit;
        queue_.push_back(static_cast<std::uint32_t>(next++));
      } else {
        now_ = ends_.top().date;
        const std::uint32_t job = ends_.pop().job;
        cluster_.give(jobs_[job]);
        expected_.erase({jobs_[job].start + jobs_[job].limit, job});
        freed_ = true;
      }
      pass();
    }
  }

 private:
  void start(std::uint32_t index) {
    BareJob& job = jobs_[index];
    cluster_.take(job);
    job.start = now_;
    job.end = now_ + job.run_time;
    ends_.push(job.end, index);
    expected_.insert({now_ + job.limit, index});
  }

  void pass() {
    while (head_ < queue_.size() && cluster_.fits(jobs_[queue_[head_]].gpus))
      start(queue_[head_++]);
    if (head_ == queue_.size()) {
      queue_.clear();
      head_ = 0;
      return;
    }
    std::size_t from = std::max(head_ + 1, queue_.size() - 1);
    if (freed_) {
      reserve();
      from = head_ + 1;
    }
    const std::size_t end = std::min(queue_.size(), head_ + 1 + depth_);
    std::size_t kept = from;
    for (std::size_t i = from; i < end; ++i) {
      if (!try_start(queue_[i])) queue_[kept++] = queue_[i];
    }
    if (from < end)
      queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(kept),
                   queue_.begin() + static_cast<std::ptrdiff_t>(end));
  }

  void reserve() {
    const std::int64_t need = jobs_[queue_[head_]].gpus;
    std::int64_t free = cluster_.free_total;
    date_ = now_;
    for (auto at = expected_.begin(); free < need && at != expected_.end(); ++at) {
      free += jobs_[at->second].gpus;
      date_ = at->first;
    }
    spare_ = free - need;
    freed_ = false;
  }

  bool try_start(std::uint32_t index) {
    const BareJob& job = jobs_[index];
    const bool outlives = now_ + job.limit > date_;
    if (!cluster_.fits(job.gpus) || (outlives && job.gpus > spare_)) return false;
    if (outlives) spare_ -= job.gpus;
    start(index);
    return true;
  }

  std::vector<BareJob>& jobs_;
  BareCluster cluster_;
  BareHeap ends_;
  std::set<std::pair<double, std::uint32_t>> expected_;
  std::vector<std::uint32_t> queue_;
  std::size_t head_ = 0;
  std::size_t depth_;
  double now_ = 0.0;
  double date_ = 0.0;
  std::int64_t spare_ = 0;
  bool freed_ = true;
};

}  // namespace

void bare_easy_by_count(std::vector<BareJob>& jobs, std::uint32_t nodes, std::size_t depth) {
  CountedEasy(jobs, nodes, depth).run();
}

}  // namespace gpuscape::bench
