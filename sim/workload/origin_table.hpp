#pragma once
/// Who sends jobs, and where to: what fair shares, limits, owned nodes and reports go by.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/workload/node_asks.hpp"

namespace gpuscape {

/// Empty texts: not known.
struct JobOrigin {
  std::string user, account, partition, qos;
  friend bool operator==(const JobOrigin&, const JobOrigin&) = default;
};

/// Each distinct origin once, numbered in the order in which they came. Number 0 is the origin of
/// which nothing is known.
class OriginTable {
 public:
  OriginTable();
  /// The number of an origin, added if it is new.
  std::uint32_t intern(std::string_view user, std::string_view account, std::string_view partition,
                       std::string_view qos);
  [[nodiscard]] const JobOrigin& operator[](std::uint32_t number) const { return origins_[number]; }
  [[nodiscard]] std::size_t size() const { return origins_.size(); }
  /// What its jobs ask of nodes.
  [[nodiscard]] NodeAsks& asks() { return asks_; }
  [[nodiscard]] const NodeAsks& asks() const { return asks_; }
  /// True when nothing is known of any job.
  [[nodiscard]] bool empty() const { return origins_.size() == 1; }

 private:
  using Slot = Id<struct OriginTag>;  // the number of the origin that has it; none: it is free
  void grow();

  std::vector<JobOrigin> origins_;
  NodeAsks asks_;
  std::vector<Slot> slots_;  // by a seeded hash of the four texts, the next free one where it is
                             // taken; at most half of them are
};

}  // namespace gpuscape
