#include "sim/workload/shape/parts_source.hpp"

#include <optional>
#include <utility>

namespace gpuscape {

namespace {

class PartsSource final : public WorkloadSource {
 public:
  PartsSource(std::unique_ptr<WorkloadSource> source, Platform platform)
      : source_(std::move(source)), platform_(std::move(platform)) {}

  bool next(Job& job) override {
    if (!source_->next(job)) return false;
    measure(job.demand);
    return true;
  }
  std::optional<Job> job_ended(const Job& job, Seconds date) override {
    std::optional<Job> follows = source_->job_ended(job, date);
    if (follows) measure(follows->demand);
    return follows;
  }
  [[nodiscard]] std::size_t expected_jobs() const override { return source_->expected_jobs(); }

 private:
  void measure(Demand& demand) const {
    if (demand.gpu_milli == 0 || demand.asks == 0) return;
    for (const NodeGroup& group : platform_.groups()) {
      if (!group.will_do(demand) || demand.asks >= group.parts.size()) continue;
      const GpuPartOfAsk& part = group.parts[demand.asks];
      if (!part.is_asked) continue;
      demand.gpu_milli = part.milli;
      return;
    }
  }

  std::unique_ptr<WorkloadSource> source_;
  Platform platform_;
};

}  // namespace

std::unique_ptr<WorkloadSource> make_parts_source(std::unique_ptr<WorkloadSource> source,
                                                  Platform platform) {
  return std::make_unique<PartsSource>(std::move(source), std::move(platform));
}

}  // namespace gpuscape
