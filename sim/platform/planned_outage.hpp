#pragma once
/// Nodes that are away for a while, planned or not.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// A node of a group.
struct OutageNode {
  std::uint32_t group = 0;
  std::uint32_t node = 0;  ///< within its group
  friend auto operator<=>(const OutageNode&, const OutageNode&) = default;
};

/// What comes of an outage.
enum class OutageEffect : std::uint8_t {
  away,        ///< its nodes are out of service
  slow,        ///< jobs on its nodes go slower
  slow_links,  ///< adapters of its nodes carry less
  no_starts,   ///< a management server is lost; without a majority of them, no job starts
  store        ///< machines of a store are lost, which serves less
};

/// What a store of which too much is lost still serves, as a share: flows have a rate above 0.
inline constexpr double kServesNobody = 1e-9;

/// Nodes that are taken away at one date and given back at another one.
struct PlannedOutage {
  std::string name = {};
  Seconds begin{0.0};
  Seconds end{0.0};  ///< above `begin`
  /// Jobs are stopped when it begins, and wait again; else those that would not end by then are not
  /// started there.
  bool requeues = false;
  bool moves = false;  ///< those that may go to free nodes elsewhere do, and are not stopped
  /// Nobody knows of it before it begins; jobs are stopped then.
  bool unforeseen = false;
  bool retires = false;    ///< its nodes never come back
  bool stands_by = false;  ///< its nodes are spares, which come when they are called
  OutageEffect effect = OutageEffect::away;
  double pace = 1.0;          ///< of jobs on slow nodes, or of slow links, at most 1
  bool all_adapters = false;  ///< of slow links: else each node's first
  std::uint32_t servers = 0;  ///< of which one is lost, where no job may start
  std::uint32_t store = 0;    ///< of the scenario's, of which `machines` are lost
  std::int64_t machines = 1;
  bool of_drives = false;              ///< those are drives in its machines
  std::vector<OutageNode> nodes = {};  ///< rising, none twice
  /// Nodes that failed and stay in service, because others were taken for them: jobs are stopped.
  std::vector<OutageNode> mistaken = {};
};

/// Nodes that stand aside until they are called.
struct Spares {
  std::vector<OutageNode> nodes = {};
  Seconds time{0.0};  ///< from the call until jobs can use one
};

/// What jobs do on nodes, for failures that depend on it.
class NodeUse {
 public:
  virtual ~NodeUse() = default;
  /// A job works or saves there; it is neither about to start nor on standby.
  [[nodiscard]] virtual bool is_working(const OutageNode& at) const = 0;
  /// Another node of the job that works there; `draw` in [0, 1) says which of them. None where no
  /// job works there, or on no other node.
  [[nodiscard]] virtual std::optional<OutageNode> another_of_its_job(const OutageNode& at,
                                                                     double draw) const = 0;
};

/// Unforeseen outages, in the order in which they begin.
class OutageSource {
 public:
  virtual ~OutageSource() = default;
  /// When the next one begins; none: there is no other.
  [[nodiscard]] virtual std::optional<Seconds> next_date() const = 0;
  /// The one that begins then; none where what was due depends on the use of nodes, and did not
  /// happen.
  virtual std::optional<PlannedOutage> next(const NodeUse& use) = 0;
};

}  // namespace gpuscape
