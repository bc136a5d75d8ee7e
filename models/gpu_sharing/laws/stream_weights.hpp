#pragma once
/// Weights of streams whose jobs have the time of a GPU in turn.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/object_reader.hpp"

namespace gpuscape::gpu_sharing {

class StreamWeights {
 public:
  /// Reads `weights`.
  explicit StreamWeights(ObjectReader& reader) {
    for (auto& [name, weight] : reader.number_map(
             "weights",
             "Weights of streams by name, where others have 1: while GPUs are busy, their jobs "
             "have so many times the turns, and what one leaves goes to the others by theirs.",
             Bounds{.least = 0.0, .most = 1e6, .above_least = true}, false))
      weights_.emplace(name, weight);
  }
  [[nodiscard]] bool any() const { return !weights_.empty(); }
  [[nodiscard]] double of(std::string_view stream) const {
    const auto at = weights_.find(stream);
    return at == weights_.end() ? 1.0 : at->second;
  }
  [[nodiscard]] std::vector<std::string> streams() const {
    std::vector<std::string> names;
    names.reserve(weights_.size());
    for (const auto& [name, weight] : weights_) names.push_back(name);
    return names;
  }

 private:
  std::map<std::string, double, std::less<>> weights_;
};

}  // namespace gpuscape::gpu_sharing
