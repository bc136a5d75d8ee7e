#pragma once
/// What jobs read their data from and write their checkpoints to.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// What all who read share of a store; of a store in the nodes, all who read on one node.
struct StoreLimit {
  std::string what;       ///< in reports: "drives", "ports", "operations"
  double capacity = 1.0;  ///< B/s; or reads/s
  bool of_reads = false;  ///< the second
};

/// What a store gives, and what of it stands in the hall.
struct StoreFacts {
  std::vector<StoreLimit> limits = {};  ///< of reading; none: as fast as clients can
  BytesPerSecond write_bandwidth{1.0};  ///< shared by all who write; of a node's own: of each
  std::optional<BytesPerSecond> read_per_node = {};   ///< what one client can; none: no bound
  std::optional<BytesPerSecond> write_per_node = {};  ///< likewise
  Seconds latency{0.0};                               ///< of one read, from a client
  std::optional<Bytes> capacity = {};  ///< usable, of the volume or of a node; none: not known
  bool in_nodes = false;               ///< each node has its own, for jobs on it alone
  std::string over = {};               ///< a network by name; empty: ports of its own reach all
  double wire_payload = 1.0;           ///< share of the bytes on that network that is data
  /// Of a read, processor time of the store's servers; none: not known.
  std::optional<Seconds> core_time = {};
  std::string model = {};  ///< what is bought, by the catalogue's id; empty: described in place
  std::int64_t count = 0;  ///< how many of them; 0: it is part of other machines
};

/// Contract: facts do not change; limits, rates and bandwidths are above 0, and nothing is
/// negative.
class Storage {
 public:
  static constexpr ModelPlace kPlace{
      .section = "cluster",
      .key = "storage",
      .doc =
          "What jobs read what they train on from, and write their checkpoints to, by names of "
          "your own; one without a type is of `declared`.",
      .fallback = "declared",
      .by_name = true};

  virtual ~Storage() = default;
  [[nodiscard]] virtual const StoreFacts& facts() const = 0;
};

}  // namespace gpuscape
