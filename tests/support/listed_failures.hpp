#pragma once
/// Failures on dates that a test gives.

#include <memory>
#include <utility>
#include <vector>

#include "sim/platform/planned_outage.hpp"

namespace gpuscape::test {

class ListedFailures final : public OutageSource {
 public:
  /// By rising date of failure.
  explicit ListedFailures(std::vector<PlannedOutage> all) : all_(std::move(all)) {
    for (PlannedOutage& one : all_) one.unforeseen = true;
  }
  [[nodiscard]] std::optional<Seconds> next_date() const override {
    return at_ < all_.size() ? std::optional(all_[at_].begin) : std::nullopt;
  }
  std::optional<PlannedOutage> next(const NodeUse& /*use*/) override { return all_[at_++]; }

 private:
  std::vector<PlannedOutage> all_;
  std::size_t at_ = 0;
};

/// Node `node` of the first group fails at `begin` and is back at `end`.
inline PlannedOutage failure(double begin, double end, std::uint32_t node = 0) {
  return {.name = "node", .begin = Seconds(begin), .end = Seconds(end), .nodes = {{0, node}}};
}

}  // namespace gpuscape::test
