/// Jobs of one GPU have its time in turn, as the time-slicing of NVIDIA's device plug-in for
/// Kubernetes gives it: a GPU counts as `replicas` of them, and none is kept from the memory or the
/// time of the others. Leaves out: memory, of which all must fit together.

#include <algorithm>

#include "models/gpu_sharing/laws/shares_of_time.hpp"
#include "sim/model/registry.hpp"
#include "sim/sharing/vgpu_share.hpp"

namespace gpuscape {
namespace {

class TimeSlices final : public GpuSharing {
 public:
  explicit TimeSlices(ObjectReader& reader) : weights_(reader) {
    replicas_ = static_cast<int>(
        reader.count("replicas", 4, "Jobs that may share one GPU: each holds one part in so many.",
                     Bounds{.least = 2, .most = 48}));
    slice_ = reader.quantity<Seconds>(
        "slice", Seconds(0.002),
        "How long a job has the GPU before it is the next one's turn, the switch to it included.",
        Bounds{.least = 1e-6, .most = 10.0});
    change_ = reader.quantity<Seconds>("switch", Seconds(0.0),
                                       "How long the GPU does nothing between two of them: it is "
                                       "lost of every slice.",
                                       Bounds{.least = 0.0, .most = 1.0});
    if (!(change_ < slice_))
      reader.issue("switch", "nothing is left of a slice that its switch takes whole",
                   "a shorter `switch` or a longer `slice`");
  }
  [[nodiscard]] std::shared_ptr<const GpuCuts> cuts(const SharedGpuFacts& /*gpu*/,
                                                    std::string& /*fault*/) const override {
    auto cuts = std::make_shared<GpuCuts>();
    for (int parts = 1; parts < replicas_; ++parts) {
      const auto place = static_cast<std::uint8_t>(parts - 1);
      cuts->profiles.push_back({.name = "",
                                .milli = static_cast<std::uint16_t>(1000 * parts / replicas_),
                                .places = {place}});
      cuts->places.push_back({.profile = place});
    }
    return cuts;
  }
  [[nodiscard]] std::vector<std::string> streams() const override { return weights_.streams(); }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::string_view law() const override { return "time-slices"; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    const double lost = tenants.size() > 1 ? switch_loss(change_, slice_).value() : 0.0;
    return gpu_sharing::in_turn(tenants, 1.0 - lost, weights_);
  }

 private:
  gpu_sharing::StreamWeights weights_;
  int replicas_ = 4;
  Seconds slice_{0.002};
  Seconds change_{0.0};
};

}  // namespace

void register_gpu_sharing_time_slices(Registry& registry) {
  registry.gpu_sharings.add(
      {.name = "time-slices",
       .summary = "Jobs have the time of a GPU in turn: who needs less leaves the rest to the "
                  "others.",
       .example = R"({"replicas": 4})"},
      [](ObjectReader& reader) { return std::make_unique<TimeSlices>(reader); });
}

}  // namespace gpuscape
