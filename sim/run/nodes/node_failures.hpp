#pragma once
/// Failures of nodes, drawn as the run goes on. Each unit has a random stream of its own, so that
/// two designs see the same failures on the nodes that both have, unless what fails depends on what
/// jobs do there.

#include <cstddef>
#include <cstdint>
#include <map>
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
  std::optional<PlannedOutage> next(const NodeUse& use) override;

 private:
  /// Times to a failure of units that fail so many times as often as those that are not bad.
  class Clock {
   public:
    Clock(const FailingParts& of, double times_as_often);
    /// From now on, of a unit that has been in service for so long.
    Seconds draw(Seconds age, RandomStream& random) const;

   private:
    Distribution as_new_;
    Distribution one_;  // exponential, of mean 1
    double shape_;
    double scale_;  // of Weibull's distribution, s
  };
  struct Kind {
    explicit Kind(const FailingParts& of);
    const FailingParts* parts;
    Clock good;
    Clock bad;
    Distribution repair;
    Distribution manual;
    std::map<OutageNode, std::size_t> units = {};  // by node, where others may be taken for them
  };
  struct Unit {
    std::size_t kind = 0;   // into kinds_
    std::size_t index = 0;  // into their units
    bool is_bad = false;
    RandomStream random;
    Seconds since{0.0};  // in service
    Seconds next{0.0};   // failure
    std::int64_t failures = 0;
  };
  /// Draws its next failure, which is after `date`.
  void plan(std::size_t which, Seconds date);
  Seconds repair(Unit& unit) const;
  [[nodiscard]] bool happens_here(Unit& unit, const NodeUse& use) const;
  /// The unit that goes to repair when that one fails.
  std::size_t diagnose(std::size_t failed, const NodeUse& use);

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
