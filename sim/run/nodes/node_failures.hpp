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
#include "sim/workload/draw/distribution.hpp"

namespace gpuscape {

class NodeFailures final : public OutageSource {
 public:
  /// `parts` must outlive it.
  NodeFailures(const std::vector<FailingParts>& parts, std::uint64_t seed,
               std::uint64_t replication);

  [[nodiscard]] std::optional<Seconds> next_date() const override;
  PlannedOutage next() override;

 private:
  struct Kind {
    explicit Kind(const FailingParts& of);
    const FailingParts* parts;
    Distribution good;  // time to a failure
    Distribution bad;   // the same of bad units
    Distribution repair;
    Distribution manual;
  };
  struct Unit {
    std::size_t kind = 0;   // into kinds_
    std::size_t index = 0;  // into their units
    bool is_bad = false;
    RandomStream random;
  };
  Seconds time_to_next(Unit& unit) const;
  Seconds time_away(Unit& unit) const;

  [[nodiscard]] const PlannedOutage* next_logged() const {
    return logged_ < log_.size() ? log_[logged_] : nullptr;
  }

  std::vector<Kind> kinds_;
  std::vector<Unit> units_;
  std::set<std::pair<Seconds, std::size_t>> next_;  // failure of each unit
  std::vector<const PlannedOutage*> log_;           // of all logs, by rising date
  std::size_t logged_ = 0;                          // so many of them are past
};

}  // namespace gpuscape
