/// Processes that compute on one GPU at once (NVIDIA's Multi-Process Service), each on at most its
/// part of the multiprocessors. They share caches, memory bandwidth and power. A neighbour slows a
/// job as was measured of the two; where no pair was measured, as follows from what both do alone
/// (SoloRuns); where that is not known either, by `interference` times what it uses. What one kind
/// of neighbour leaves of a job's pace is multiplied with what the others leave, as if each took
/// its share of the rest; what three do to each other is rarely measured. Leaves out: faults that
/// one process brings upon all.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "models/gpu_sharing/laws/shares_of_time.hpp"
#include "models/gpu_sharing/laws/solo_runs.hpp"
#include "sim/base/excerpt.hpp"
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
        "`solo` holds for all others, and `interference` where it has nothing.",
        [&](ObjectReader& pair) { read_pair(pair); });
    solo_.emplace(reader);
  }
  [[nodiscard]] std::vector<std::string> streams() const override {
    std::set<std::string> names;
    for (const auto& [stream, paces] : paces_) {
      names.insert(stream);
      for (const auto& [beside, pace] : paces) names.insert(beside);
    }
    for (std::string& name : solo_->streams()) names.insert(std::move(name));
    return {names.begin(), names.end()};
  }
  [[nodiscard]] std::string_view law() const override { return "mps"; }
  [[nodiscard]] ToldBy told_by(std::string_view stream, std::string_view beside) const override {
    if (paces_.empty() && solo_->empty()) return ToldBy::rule;
    if (pace_beside(stream, beside) != nullptr) return ToldBy::pair;
    if (stream == beside && solo_->has_runs(stream)) return ToldBy::processes;
    const bool both = solo_->use(stream) != nullptr && solo_->use(beside) != nullptr;
    return both ? ToldBy::uses : ToldBy::guess;
  }
  [[nodiscard]] std::vector<std::string> outside_of(
      std::span<const GpuTenant> tenants) const override {
    std::vector<std::string> all;
    if (solo_->empty()) return all;
    const std::vector<double> alone = gpu_sharing::capped(tenants);
    for (std::size_t i = 0; i < tenants.size(); ++i) {
      const std::string_view stream = tenants[i].stream;
      const Neighbours beside = neighbours_of(i, tenants, alone);
      if (beside.same > kMostMeasured)
        all.push_back(
            fmt::format("more than {} jobs of \"{}\" on one GPU", kMostMeasured, excerpt(stream)));
      if (beside.uses.size() > 1 && solo_->pace_of_first(beside.uses) < kLeastMeasured)
        all.push_back(
            fmt::format("jobs of \"{}\" below {:.0f} % of their pace, by what "
                        "neighbours use",
                        excerpt(stream), 100.0 * kLeastMeasured));
    }
    return all;
  }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    if (paces_.empty() && solo_->empty()) return gpu_sharing::together(tenants, interference_);
    const std::vector<double> alone = gpu_sharing::capped(tenants);
    std::vector<double> shares = alone;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const std::string_view stream = tenants[i].stream;
      const Neighbours beside = neighbours_of(i, tenants, alone);
      // Its part is a ceiling: what several processes leave each other may be less, or more.
      if (beside.same > 1)
        shares[i] =
            std::min(alone[i], tenants[i].use * solo_->pace_of_several(stream, beside.same));
      for (const double pace : beside.paces) shares[i] *= pace;
      if (beside.uses.size() > 1) shares[i] *= solo_->pace_of_first(beside.uses);
      shares[i] /= 1.0 + interference_ * beside.others;
    }
    return shares;
  }

 private:
  /// 2 to 5 processes of one model (ParvaGPU's measurements); at most 30 % less throughput by
  /// contention for memory (arXiv 2604.22430).
  static constexpr std::size_t kMostMeasured = 5;
  static constexpr double kLeastMeasured = 0.7;

  /// Of one job, by what tells its pace beside them.
  struct Neighbours {
    std::vector<double> paces = {};  ///< beside those with which it was measured
    std::size_t same = 1;            ///< it and jobs of its stream, by the law of processes
    std::vector<GpuUse> uses = {};   ///< its own, and those of jobs by the law of uses
    double others = 0.0;             ///< of the GPU, used by those of which nothing is known
  };
  [[nodiscard]] Neighbours neighbours_of(std::size_t i, std::span<const GpuTenant> tenants,
                                         const std::vector<double>& alone) const {
    Neighbours beside;
    const std::string_view stream = tenants[i].stream;
    const auto add_use = [&](std::size_t of) {
      beside.uses.push_back(use_on_part(tenants[of], alone[of]));
    };
    for (std::size_t j = 0; j < tenants.size(); ++j) {
      if (j == i) continue;
      switch (told_by(stream, tenants[j].stream)) {
        case ToldBy::pair:
          beside.paces.push_back(*pace_beside(stream, tenants[j].stream));
          break;
        case ToldBy::processes:
          ++beside.same;
          break;
        case ToldBy::uses:
          if (beside.uses.empty()) add_use(i);
          add_use(j);
          break;
        default:
          beside.others += alone[j];
      }
    }
    return beside;
  }
  /// Of the whole GPU, of a job that its part slows down.
  [[nodiscard]] GpuUse use_on_part(const GpuTenant& tenant, double alone) const {
    GpuUse use = *solo_->use(tenant.stream);
    const double pace = alone / tenant.use;
    use.multiprocessors = std::min(use.multiprocessors * pace, Ratio(tenant.part));
    use.memory_bandwidth = use.memory_bandwidth * pace;
    use.power = use.power * pace;
    return use;
  }
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
  std::optional<gpu_sharing::SoloRuns> solo_;  // once it is read
};

}  // namespace

void register_gpu_sharing_mps(Registry& registry) {
  registry.gpu_sharings.add(
      {.name = "mps",
       .summary = "Processes at once on one GPU, each on at most its part of it, that slow each "
                  "other: by a guess, as follows from runs of one, or as was measured of pairs.",
       .example = R"({"interference": 0.1})"},
      [](ObjectReader& reader) { return std::make_unique<MultiProcess>(reader); });
}

}  // namespace gpuscape
