#pragma once
/// Which jobs of a part wait, and for what.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scheduling/queues/queue_view.hpp"

namespace gpuscape {

/// One rule holds for all jobs of the part that wait at a time: others come first, or only another
/// part has room.
class PartWaits {
 public:
  void join(std::uint32_t job, Seconds now);
  /// It starts, if it waited.
  void leave(std::uint32_t job, Seconds now);
  void set_rule(QueueRule rule, Seconds now) {
    count_until(now);
    rule_ = rule;
  }
  [[nodiscard]] std::size_t waiting() const { return since_.size(); }
  /// Of all, until `now`.
  [[nodiscard]] SecondsByRule waited(Seconds now) const;
  /// Of each that waited, one per job, appended in no order.
  void add_to(std::vector<QueueWait>& waits, std::uint32_t queue, Seconds now) const;

 private:
  void count_until(Seconds now);

  QueueRule rule_ = QueueRule::order;
  Seconds counted_until_{0.0};
  SecondsByRule clocks_ = {};                     // how long each rule held
  SecondsByRule waited_ = {};                     // times the jobs that waited
  std::map<std::uint32_t, SecondsByRule> since_;  // by job: the clocks when it joined
  std::map<std::uint32_t, SecondsByRule> over_;   // by job: what it waited before
};

}  // namespace gpuscape
