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
      : step_time_(reader.quantity<Seconds>("step_time",
                                            "Time that a step computes, without the exchange.",
                                            Bounds{.least = 1e-9, .most = 1e9})),
        bytes_(reader.quantity<Bytes>(
            "bytes_per_step", "Data that each step reduces over all nodes of the job (gradients).",
            Bounds{.least = 0.0, .most = 1e18})),
        overlap_(reader
                     .optional_number("overlap",
                                      "Share of the step's computing while which the exchange can "
                                      "pass; without it none.",
                                      kShare)
                     .value_or(0.0)),
        traits_{.exchanges = bytes_ > Bytes(0.0),
                .exchanges_among_nodes = !read_job_collective(reader)} {}

  [[nodiscard]] const ApplicationTraits& traits() const override { return traits_; }
  [[nodiscard]] ApplicationFault fault(const StepCase& /*of*/) const override { return {}; }
  [[nodiscard]] StepCosts step(const StepCase& of) const override {
    const std::int64_t parties = traits_.exchanges_among_nodes ? of.nodes : of.gpus;
    return {.compute = step_time_,
            .backward = step_time_,
            .overlap = overlap_,
            .exchange = parties > 1 ? bytes_ : Bytes(0.0),
            .exchange_among_nodes = traits_.exchanges_among_nodes,
            .basis = "given"};
  }

 private:
  Seconds step_time_;
  Bytes bytes_;
  double overlap_;
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
