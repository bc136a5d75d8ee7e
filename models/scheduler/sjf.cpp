/// Shortest job first: waiting jobs are considered by the run time that is believed to be left,
/// shortest first; running ones are let be. With a backfill, jobs may pass a head that does not
/// fit. Leaves out: ageing, so a long job may wait for ever while shorter ones keep coming. Its
/// only number, the error of estimates, is the scenario's.

#include "sim/model/registry.hpp"
#include "sim/scheduling/run_time_estimate.hpp"

namespace gpuscape {
namespace {

class ShortestJobFirst final : public Scheduler {
 public:
  explicit ShortestJobFirst(ObjectReader& reader) : estimate_(reader) {}

  [[nodiscard]] double rank(const WaitingJob& job) const override {
    return estimate_.left(job).value();
  }

 private:
  RunTimeEstimate estimate_;
};

}  // namespace

void register_scheduler_sjf(Registry& registry) {
  registry.schedulers.add(
      "sjf", "Shortest job first, by estimated remaining run time; without preemption.",
      [](ObjectReader& reader) { return std::make_unique<ShortestJobFirst>(reader); });
}

}  // namespace gpuscape
