#pragma once
/// Failures of nodes, drawn as the run goes on. Each unit has a random stream of its own, so that
/// two designs see the same failures on the nodes that both have.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/platform/failing_parts.hpp"
#include "sim/platform/planned_outage.hpp"

namespace gpuscape {

class NodeFailures final : public OutageSource {
 public:
  /// `parts` must outlive it.
  NodeFailures(const std::vector<FailingParts>& parts, std::uint64_t seed,
               std::uint64_t replication);

  [[nodiscard]] std::optional<Seconds> next_date() const override;
  PlannedOutage next() override;

 private:
  struct Unit {
    const FailingParts* parts = nullptr;
    std::size_t index = 0;  // into their units
    bool is_bad = false;
    RandomStream random;
  };
  static Seconds time_to_failure(Unit& unit);
  static Seconds repair_time(Unit& unit);

  [[nodiscard]] const PlannedOutage* next_logged() const {
    return logged_ < log_.size() ? log_[logged_] : nullptr;
  }

  std::vector<Unit> units_;
  std::set<std::pair<Seconds, std::size_t>> next_;  // failure of each unit
  std::vector<const PlannedOutage*> log_;           // of all logs, by rising date
  std::size_t logged_ = 0;                          // so many of them are past
};

}  // namespace gpuscape
