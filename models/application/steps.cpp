/// A step whose time and bytes are given: on whatever GPUs it takes as long, and the nodes of a job
/// reduce the bytes over the network, each as one, after they have computed. Leaves out: that
/// hardware differs, what GPUs of a node exchange, overlap, input, and calls. The numbers are the
/// user's.

#include "sim/model/application.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Steps final : public Application {
 public:
  explicit Steps(ObjectReader& reader)
      : step_time_(reader.quantity<Seconds>("step_time",
                                            "Time that a step computes, without the exchange.",
                                            Bounds{.least = 1e-9, .most = 1e9})),
        bytes_(reader.quantity<Bytes>(
            "bytes_per_step", "Data that each step reduces over all nodes of the job (gradients).",
            Bounds{.least = 0.0, .most = 1e18})),
        traits_{.exchanges = bytes_ > Bytes(0.0), .exchanges_among_nodes = true} {}

  [[nodiscard]] const ApplicationTraits& traits() const override { return traits_; }
  [[nodiscard]] ApplicationFault fault(const StepCase& /*of*/) const override { return {}; }
  [[nodiscard]] StepCosts step(const StepCase& of) const override {
    return {.compute = step_time_,
            .exchange = of.nodes > 1 ? bytes_ : Bytes(0.0),
            .exchange_among_nodes = true,
            .basis = "given"};
  }

 private:
  Seconds step_time_;
  Bytes bytes_;
  ApplicationTraits traits_;
};

}  // namespace

void register_application_steps(Registry& registry) {
  registry.applications.add(
      {.name = "steps",
       .summary = "The same time and bytes in every step, whatever the hardware.",
       .example = R"({"step_time": "250 ms", "bytes_per_step": "200 MB"})"},
      [](ObjectReader& reader) { return std::make_unique<Steps>(reader); });
}

}  // namespace gpuscape
