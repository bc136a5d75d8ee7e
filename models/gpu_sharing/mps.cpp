/// Processes that compute on one GPU at once (NVIDIA's Multi-Process Service), each on at most its
/// part of the multiprocessors. They share caches, memory bandwidth and power: what the others use
/// slows each by `interference` times that. Leaves out: which of these it is, and faults that one
/// process brings upon all.

#include "models/gpu_sharing/laws/shares_of_time.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class MultiProcess final : public GpuSharing {
 public:
  explicit MultiProcess(ObjectReader& reader) {
    interference_ = reader.number(
        "interference", 0.15,
        "Extra time that a job takes where the others on its GPU use all of it: 0.15 is 15 %. "
        "Measured between 0 and 0.43 (30 % less throughput where memory is short): a guess in "
        "between.",
        Bounds{.least = 0.0, .most = 10.0});
  }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    return gpu_sharing::together(tenants, interference_);
  }

 private:
  double interference_ = 0.0;
};

}  // namespace

void register_gpu_sharing_mps(Registry& registry) {
  registry.gpu_sharings.add(
      {.name = "mps",
       .summary = "Processes at once on one GPU, each on at most its part of it, that slow each "
                  "other.",
       .example = R"({"interference": 0.1})"},
      [](ObjectReader& reader) { return std::make_unique<MultiProcess>(reader); });
}

}  // namespace gpuscape
