/// A step whose time and bytes are given: on whatever GPUs it takes as long, and the nodes of a job
/// reduce the bytes over the network, each as one, after they have computed; or all its GPUs do, by
/// a collective, where one is named. Leaves out: that hardware differs, input, and calls. The
/// numbers are the user's.

#include "sim/model/application.hpp"
#include "sim/model/registry.hpp"
#include "sim/scenario/job_collective.hpp"

namespace gpuscape {
namespace {

class Steps final : public Application {
 public:
  explicit Steps(ObjectReader& reader)
      : given_(read_given_steps(reader, true)),
        traits_{.exchanges = given_.bytes_per_step > Bytes(0.0),
                .exchanges_among_nodes = !given_.collective} {}

  [[nodiscard]] const ApplicationTraits& traits() const override { return traits_; }
  [[nodiscard]] ApplicationFault fault(const StepCase& /*of*/) const override { return {}; }
  [[nodiscard]] StepCosts step(const StepCase& of) const override {
    const std::int64_t parties = traits_.exchanges_among_nodes ? of.nodes : of.gpus;
    return {.compute = given_.step_time,
            .backward = given_.step_time,
            .overlap = given_.overlap,
            .exchange = parties > 1 ? given_.bytes_per_step : Bytes(0.0),
            .exchange_among_nodes = traits_.exchanges_among_nodes,
            .basis = "given"};
  }

 private:
  ApplicationSpec given_;
  ApplicationTraits traits_;
};

}  // namespace

void register_application_steps(Registry& registry) {
  registry.applications.add(
      {.name = "steps",
       .summary = "Equal time and bytes in every step, whatever the hardware.",
       .example = R"({"step_time": "250 ms", "bytes_per_step": "200 MB"})"},
      [](ObjectReader& reader) { return std::make_unique<Steps>(reader); });
}

}  // namespace gpuscape
