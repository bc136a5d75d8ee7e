#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "sim/workload/job_table.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

namespace {

class TableSource final : public WorkloadSource {
 public:
  TableSource(std::shared_ptr<const JobTable> table, std::uint16_t stream)
      : table_(std::move(table)), stream_(stream) {}

  bool next(Job& job) override {
    if (index_ == table_->size()) {
      return false;
    }
    job = table_->job(index_++);
    job.stream = stream_;
    return true;
  }

  [[nodiscard]] std::vector<Dependency> further_dependencies(const Job& /*job*/,
                                                             std::uint32_t place) const override {
    return table_->further_dependencies(place);
  }

  [[nodiscard]] std::size_t expected_jobs() const override { return table_->size() - index_; }

 private:
  std::shared_ptr<const JobTable> table_;
  std::uint16_t stream_;
  std::size_t index_ = 0;
};

/// Holds the next job of each source in a heap.
class MergedSource final : public WorkloadSource {
 public:
  explicit MergedSource(std::vector<std::unique_ptr<WorkloadSource>> sources)
      : sources_(std::move(sources)) {
    heads_.reserve(sources_.size());
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      push_next_of(i);
    }
  }

  bool next(Job& job) override {
    if (heads_.empty()) {
      return false;
    }
    std::ranges::pop_heap(heads_, is_later);
    const std::size_t source = heads_.back().source;
    job = heads_.back().job;
    heads_.pop_back();
    push_next_of(source);
    return true;
  }

  std::optional<Job> job_ended(const Job& job, Seconds date) override {
    return sources_[job.stream]->job_ended(job, date);
  }

  [[nodiscard]] std::vector<Dependency> further_dependencies(const Job& job,
                                                             std::uint32_t place) const override {
    return sources_[job.stream]->further_dependencies(job, place);
  }

  [[nodiscard]] std::size_t expected_jobs() const override {
    std::size_t sum = heads_.size();
    for (const std::unique_ptr<WorkloadSource>& source : sources_) {
      sum += source->expected_jobs();
    }
    return sum;
  }

 private:
  struct Head {
    Job job;
    std::size_t source;
  };

  static bool is_later(const Head& a, const Head& b) {
    return std::tie(a.job.submit, a.job.stream, a.job.id, a.source) >
           std::tie(b.job.submit, b.job.stream, b.job.id, b.source);
  }

  void push_next_of(std::size_t source) {
    Head head{.job = {}, .source = source};
    if (sources_[source]->next(head.job)) {
      heads_.push_back(head);
      std::ranges::push_heap(heads_, is_later);
    }
  }

  std::vector<std::unique_ptr<WorkloadSource>> sources_;
  std::vector<Head> heads_;
};

}  // namespace

std::unique_ptr<WorkloadSource> make_table_source(std::shared_ptr<const JobTable> table,
                                                  std::uint16_t stream) {
  return std::make_unique<TableSource>(std::move(table), stream);
}

std::unique_ptr<WorkloadSource> merge_sources(
    std::vector<std::unique_ptr<WorkloadSource>> sources) {
  if (sources.size() == 1) {
    return std::move(sources.front());
  }
  return std::make_unique<MergedSource>(std::move(sources));
}

}  // namespace gpuscape
