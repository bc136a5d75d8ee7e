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

/// What a store gives while machines of it are lost.
struct StoreService {
  std::vector<double> limits = {};  ///< capacities, in the order of StoreFacts::limits
  BytesPerSecond write_bandwidth{1.0};
};

/// What a store gives, and what of it stands in the hall.
struct StoreFacts {
  std::vector<StoreLimit> limits = {};  ///< of reading; none: as fast as clients can
  BytesPerSecond write_bandwidth{1.0};  ///< shared by all who write; of a node's own: of each
  std::optional<BytesPerSecond> read_per_node = {};   ///< what one client can; none: no bound
  std::optional<BytesPerSecond> write_per_node = {};  ///< likewise
  /// What a node copies through its memory on the way to its GPUs; none: no bound.
  std::optional<BytesPerSecond> host_copy = {};
  bool past_host = false;        ///< what is read goes past that memory
  Seconds latency{0.0};          ///< of one read, from a client
  std::int64_t connections = 0;  ///< reads that a node has under way at once; 0: any number
  std::optional<BytesPerSecond> per_connection = {};  ///< what each carries at most; none: no bound
  std::optional<Bytes> capacity = {};  ///< usable, of the volume or of a node; none: not known
  bool in_nodes = false;               ///< each node has its own, for jobs on it alone
  std::string over = {};               ///< a network by name; empty: ports of its own reach all
  double wire_payload = 1.0;           ///< share of the bytes on that network that is data
  /// Of a read, processor time of the store's servers; none: not known.
  std::optional<Seconds> core_time = {};
  std::string machine = {};   ///< what of it can be lost in a run: "controller"; empty: nothing
  std::int64_t machines = 0;  ///< of them in service when it begins
  bool keeps_data = true;     ///< with any number of them lost; else with those of `with_lost`
  /// With 1, 2, … of them lost; with more it serves nobody.
  std::vector<StoreService> with_lost = {};
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
