#include "sim/workload/shape/marked_source.hpp"

#include <optional>
#include <utility>

namespace gpuscape {

namespace {

class MarkedSource final : public WorkloadSource {
 public:
  MarkedSource(std::unique_ptr<WorkloadSource> source, StreamRules rules)
      : source_(std::move(source)), rules_(std::move(rules)) {}

  bool next(Job& job) override {
    if (!source_->next(job)) return false;
    rules_.apply(job);
    return true;
  }

  std::optional<Job> job_ended(const Job& job, Seconds date) override {
    std::optional<Job> follows = source_->job_ended(job, date);
    if (follows) rules_.apply(*follows);
    return follows;
  }

  [[nodiscard]] std::size_t expected_jobs() const override { return source_->expected_jobs(); }

 private:
  std::unique_ptr<WorkloadSource> source_;
  StreamRules rules_;
};

}  // namespace

std::unique_ptr<WorkloadSource> make_marked_source(std::unique_ptr<WorkloadSource> source,
                                                   StreamRules rules) {
  return std::make_unique<MarkedSource>(std::move(source), std::move(rules));
}

}  // namespace gpuscape
