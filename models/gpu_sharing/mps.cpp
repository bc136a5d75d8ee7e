/// Processes that compute on one GPU at once (NVIDIA's Multi-Process Service), each on at most its
/// part of the multiprocessors. They share caches, memory bandwidth and power: a neighbour slows a
/// job as was measured of the two, and where nothing was measured by `interference` times what it
/// uses. Several measured neighbours slow it by the product of their paces, as if each took its
/// share of what the others leave; what three do to each other is rarely measured. Leaves out:
/// faults that one process brings upon all.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

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
    reader.list(
        "pairs",
        "What was measured of jobs of two streams on one GPU, one entry for each direction; "
        "`interference` holds for all others.",
        [&](ObjectReader& pair) { read_pair(pair); });
  }
  [[nodiscard]] std::vector<std::string> streams() const override {
    std::set<std::string> names;
    for (const auto& [stream, paces] : paces_) {
      names.insert(stream);
      for (const auto& [beside, pace] : paces) names.insert(beside);
    }
    return {names.begin(), names.end()};
  }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    if (paces_.empty()) return gpu_sharing::together(tenants, interference_);
    const std::vector<double> alone = gpu_sharing::capped(tenants);
    std::vector<double> shares = alone;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      double others = 0.0;
      for (std::size_t j = 0; j < shares.size(); ++j) {
        if (j == i) continue;
        if (const double* pace = pace_beside(tenants[i].stream, tenants[j].stream))
          shares[i] *= *pace;
        else
          others += alone[j];
      }
      shares[i] /= 1.0 + interference_ * others;
    }
    return shares;
  }

 private:
  /// Null: nothing was measured of the two.
  [[nodiscard]] const double* pace_beside(std::string_view stream, std::string_view beside) const {
    const auto paces = paces_.find(stream);
    if (paces == paces_.end()) return nullptr;
    const auto pace = paces->second.find(beside);
    return pace == paces->second.end() ? nullptr : &pace->second;
  }
  void read_pair(ObjectReader& pair) {
    const std::string stream = pair.text("stream", "The stream whose jobs go at that pace.");
    const std::string beside = pair.text("beside", "The stream whose job is their neighbour.");
    const double pace =
        pair.number("pace", "Pace beside one such job ÷ pace alone on the same part of a GPU.",
                    Bounds{.least = 0.001, .most = 1.0});
    if (!paces_[stream].try_emplace(beside, pace).second)
      pair.issue("beside", "this pair is there already");
  }

  double interference_ = 0.0;
  std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>> paces_;
};

}  // namespace

void register_gpu_sharing_mps(Registry& registry) {
  registry.gpu_sharings.add(
      {.name = "mps",
       .summary = "Processes at once on one GPU, each on at most its part of it, that slow each "
                  "other: by a guess, or as was measured of pairs.",
       .example = R"({"interference": 0.1})"},
      [](ObjectReader& reader) { return std::make_unique<MultiProcess>(reader); });
}

}  // namespace gpuscape
