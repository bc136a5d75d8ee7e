/// Analytics and inference over stored data: each GPU goes through so many bytes a second of
/// computing, whatever hardware it is on. The unit of work is one second of it. Leaves out: that
/// queries read some data twice, and what they write. The numbers are the user's.

#include "sim/model/application.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Scan final : public Application {
 public:
  explicit Scan(ObjectReader& reader) {
    constexpr Bounds kRates{.least = 1.0, .most = 1e15};
    traits_.reads_by_rate = true;
    traits_.dataset =
        reader.text("dataset", "What it goes through, out of the `datasets` of the workload.");
    rate_ = reader.quantity<BytesPerSecond>(
        "rate", "What each GPU goes through in a second of computing.", kRates);
  }

  [[nodiscard]] const ApplicationTraits& traits() const override { return traits_; }
  [[nodiscard]] ApplicationFault fault(const StepCase& /*of*/) const override { return {}; }
  [[nodiscard]] StepCosts step(const StepCase& of) const override {
    constexpr Seconds kStep{1.0};
    return {.compute = kStep,
            .backward = kStep,
            .input_per_node = rate_ * kStep * static_cast<double>(of.gpus_per_node),
            .samples = static_cast<double>(of.gpus),
            .basis = "given"};
  }

 private:
  BytesPerSecond rate_{1.0};
  ApplicationTraits traits_;
};

}  // namespace

void register_application_scan(Registry& registry) {
  registry.applications.add(
      {.name = "scan",
       .summary = "Going through stored data at a rate, whatever the hardware.",
       .example = R"({"dataset": "clicks", "rate": "1 GB/s"})"},
      [](ObjectReader& reader) { return std::make_unique<Scan>(reader); });
}

}  // namespace gpuscape
