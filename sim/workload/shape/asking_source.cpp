#include "sim/workload/shape/asking_source.hpp"

#include <optional>
#include <utility>

namespace gpuscape {

namespace {

class AskingSource final : public WorkloadSource {
 public:
  AskingSource(std::unique_ptr<WorkloadSource> source, const StreamAsks& asks)
      : source_(std::move(source)), asks_(asks) {}

  bool next(Job& job) override {
    if (!source_->next(job)) return false;
    ask(job.demand);
    return true;
  }
  std::optional<Job> job_ended(const Job& job, Seconds date) override {
    std::optional<Job> follows = source_->job_ended(job, date);
    if (follows) ask(follows->demand);
    return follows;
  }
  [[nodiscard]] std::size_t expected_jobs() const override { return source_->expected_jobs(); }

 private:
  void ask(Demand& demand) const {
    demand.asks = demand.gpus == 1 ? asks_.part : asks_.whole;
    if (demand.gpus == 1 && asks_.parts) demand.gpu_milli = Demand::kWholeGpu / 2;
  }

  std::unique_ptr<WorkloadSource> source_;
  StreamAsks asks_;
};

}  // namespace

std::unique_ptr<WorkloadSource> make_asking_source(std::unique_ptr<WorkloadSource> source,
                                                   const StreamAsks& asks) {
  return std::make_unique<AskingSource>(std::move(source), asks);
}

}  // namespace gpuscape
