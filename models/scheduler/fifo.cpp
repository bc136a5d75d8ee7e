/// First in, first out: jobs start in the order in which they were submitted; what may pass a head
/// that does not fit is the backfill's question. Leaves out: priorities, shares, limits. Has no
/// numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Fifo final : public Scheduler {
 public:
  [[nodiscard]] double rank(const WaitingJob& /*job*/) const override { return 0.0; }
};

}  // namespace

void register_scheduler_fifo(Registry& registry) {
  registry.schedulers.add("fifo", "Order of submission.",
                          [](ObjectReader&) { return std::make_unique<Fifo>(); });
}

}  // namespace gpuscape
