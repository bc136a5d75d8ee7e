#include "sim/workload/shape/asking_source.hpp"

#include <optional>
#include <utility>

namespace gpuscape {

namespace {

class AskingSource final : public WorkloadSource {
 public:
  AskingSource(std::unique_ptr<WorkloadSource> source, std::uint16_t asks)
      : source_(std::move(source)), asks_(asks) {}

  bool next(Job& job) override {
    if (!source_->next(job)) return false;
    job.demand.asks = asks_;
    return true;
  }
  std::optional<Job> job_ended(const Job& job, Seconds date) override {
    std::optional<Job> follows = source_->job_ended(job, date);
    if (follows) follows->demand.asks = asks_;
    return follows;
  }
  [[nodiscard]] std::size_t expected_jobs() const override { return source_->expected_jobs(); }

 private:
  std::unique_ptr<WorkloadSource> source_;
  std::uint16_t asks_;
};

}  // namespace

std::unique_ptr<WorkloadSource> make_asking_source(std::unique_ptr<WorkloadSource> source,
                                                   std::uint16_t asks) {
  return std::make_unique<AskingSource>(std::move(source), asks);
}

}  // namespace gpuscape
