/// No backfill: nobody passes a head that does not fit.
/// Leaves out nothing. Has no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class NoBackfill final : public Backfill {
 public:
  void fill(SchedulingPass& /*pass*/) override {}
  [[nodiscard]] bool knows_shared_gpus() const override { return true; }
  [[nodiscard]] bool plans_over_groups() const override { return true; }
  [[nodiscard]] bool plans_on_pools() const override { return true; }
  [[nodiscard]] std::optional<std::int64_t> depth() const override { return std::nullopt; }
};

}  // namespace

void register_backfill_none(Registry& registry) {
  registry.backfills.add("none", "A head that does not fit holds up everyone behind it.",
                         [](ObjectReader&) { return std::make_unique<NoBackfill>(); });
}

}  // namespace gpuscape
