/// GPUs of boxes appear in hosts over a PCIe fabric: a job uses them with its framework as local
/// ones. Cores and memory stay with the host. Of a step with S calls that wait for the GPU
///   waits = S · 2 · one way                      beyond what a local GPU's take
///   copies = what is copied, over the host's adapter and the box's uplink, as the fabric has them
/// A controller attaches GPUs, by default as Kubernetes' composable-resource operators do: it polls
/// every 60 s, an attach that fails is given up after 10 min and made elsewhere, a GPU that is idle
/// for 10 min is returned (CoHDI composable-resource-operator and dynamic-device-scaler; KEP-5007
/// waits for devices to be attached before it binds a pod). Each is a parameter. Leaves out: how a
/// longer way slows reads of which only so many may be outstanding.

#include <memory>

#include "models/gpu_access/lending/read_lending.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class ComposedAccess final : public GpuAccess {
 public:
  explicit ComposedAccess(ObjectReader& reader) {
    lending_.composed = true;
    gpu_access::read_lending(reader, lending_);
    const AttachTerms controller{
        .poll = Seconds(60.0), .idle_return = Seconds(600.0), .time_out = Seconds(600.0)};
    gpu_access::read_controller(reader, controller, lending_.attach);
  }

  [[nodiscard]] const GpuLending* lending() const override { return &lending_; }

  [[nodiscard]] AccessDemand demand(const StepCosts& step, const AccessWay& way) const override {
    return {.waits = way.one_way * (2.0 * static_cast<double>(step.synchronous_calls)),
            .to_gpu = step.to_gpu,
            .from_gpu = step.from_gpu,
            .hidden = step.prefetch};
  }

 private:
  GpuLending lending_;
};

}  // namespace

void register_gpu_access_composed_pcie(Registry& registry) {
  registry.of<GpuAccess>().add(
      {.name = "composed-pcie",
       .summary = "GPUs of boxes appear in hosts over a PCIe fabric.",
       .example = R"({"over": "fabric", "clients": ["host"], "servers": ["box"]})"},
      [](ObjectReader& reader) { return std::make_unique<ComposedAccess>(reader); });
}

}  // namespace gpuscape
