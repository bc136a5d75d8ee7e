/// Virtual GPUs by frame buffer, with the three schedulers of NVIDIA's vGPU software: what a vGPU
/// gets of the GPU's time is what its turns leave (best effort), an equal part for each that runs
/// (equal share), or the part that it would have on a full GPU (fixed share). Leaves out: slices of
/// time, which are short against any job.
/// Source: NVIDIA's documentation of its virtual GPU software, on scheduling policies.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/gpu_sharing/laws/shares_of_time.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

constexpr double kGiga = 1e9;
/// Frame buffers of profiles, in GB.
constexpr std::array kSizes{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48};

class VirtualGpus final : public GpuSharing {
 public:
  explicit VirtualGpus(ObjectReader& reader) : weights_(reader) {
    turns_ = reader.one_of("turns", {"best-effort", "equal-share", "fixed-share"}, "best-effort",
                           "What a vGPU gets of the time: its turn and what others leave of "
                           "theirs; an equal part for each that runs; the part that it would have "
                           "on a full GPU.");
    mixed_ = reader.boolean("mixed_sizes", false,
                            "Whether vGPUs of different frame buffers share one GPU.");
    memory_ = reader.optional_quantity<Bytes>(
        "memory", "Memory of one GPU, where the nodes do not say which GPUs they have.",
        Bounds{.least = 1e9, .most = 1e13});
    if (weights_.any() && turns_ != "best-effort")
      reader.issue("weights", "only turns of best effort can have weights",
                   R"("turns": "best-effort")");
    if (mixed_ && turns_ == "fixed-share")
      reader.issue("mixed_sizes", "a fixed share is one of vGPUs of one size on a GPU",
                   R"("turns": "best-effort" or "equal-share")");
  }

  [[nodiscard]] std::shared_ptr<const GpuCuts> cuts(const SharedGpuFacts& gpu,
                                                    std::string& fault) const override {
    const double memory = memory_.value_or(gpu.memory).value() / kGiga;
    if (!(memory > 0.0)) {
      fault = "nothing says how much memory these GPUs have, which vGPUs share";
      return nullptr;
    }
    auto cuts = std::make_shared<GpuCuts>();
    for (const int size : kSizes) {
      const int most = static_cast<int>(memory / size);
      if (most < 1) continue;
      const std::string name = fmt::format("{}q", size);
      if (most == 1) {
        cuts->whole.push_back(name);
        continue;
      }
      cuts->profiles.push_back({.name = name,
                                .milli = static_cast<std::uint16_t>(1000 / most),
                                .memory = Bytes(size * kGiga)});
    }
    std::ranges::stable_sort(cuts->profiles, {}, &GpuCuts::Profile::milli);
    for (std::size_t i = 0; i < cuts->profiles.size(); ++i) {
      const auto place = static_cast<std::uint8_t>(i);
      cuts->profiles[i].places = {place};
      const GpuPlaces all = GpuCuts::bit(static_cast<std::uint8_t>(cuts->profiles.size())) - 1;
      cuts->places.push_back(
          {.profile = place, .excludes = mixed_ ? 0 : all & ~GpuCuts::bit(place)});
    }
    return cuts;
  }
  [[nodiscard]] std::vector<std::string> streams() const override { return weights_.streams(); }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::string_view law() const override { return "vgpu"; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    if (turns_ == "equal-share") return gpu_sharing::equal(tenants);
    if (turns_ == "fixed-share") return gpu_sharing::fixed(tenants);
    return gpu_sharing::in_turn(tenants, 1.0, weights_);
  }

 private:
  gpu_sharing::StreamWeights weights_;
  std::string turns_;
  bool mixed_ = false;
  std::optional<Bytes> memory_;
};

}  // namespace

void register_gpu_sharing_vgpu(Registry& registry) {
  registry.gpu_sharings.add(
      {.name = "vgpu",
       .summary = "Virtual GPUs by frame buffer (`6q`), of one size on a GPU, that have its time "
                  "by one of three rules.",
       .example = R"({"memory": "24 GB"})"},
      [](ObjectReader& reader) { return std::make_unique<VirtualGpus>(reader); });
}

}  // namespace gpuscape
