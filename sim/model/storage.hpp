#pragma once
/// What jobs read their data from and write their checkpoints to.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/scenario/store_makeup.hpp"

namespace gpuscape {

/// What all who read share of a store; of a store in the nodes, all who read on one node.
struct StoreLimit {
  std::string what;        ///< in reports: "drives", "ports", "operations"
  double capacity = 1.0;   ///< B/s; or reads/s; of what is in service, without other users' part
  bool of_reads = false;   ///< the second
  double all = 0.0;        ///< of all machines that it was built with, with other users' part
  double others = 0.0;     ///< what other users take all the time
  bool of_drives = false;  ///< drives that are lost take their part of it
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
  std::string protocols = {};    ///< that a node's processor works at: "tls, ipsec"; empty: none
  double core_s_per_byte = 0.0;  ///< of a node's processor, for those
  std::optional<double> protocol_cores = {};  ///< of each node; none: they bound nothing
  Seconds latency{0.0};                       ///< of one read, from a client
  std::int64_t connections = 0;  ///< reads that a node has under way at once; 0: any number
  std::optional<BytesPerSecond> per_connection = {};  ///< what each carries at most; none: no bound
  std::optional<Bytes> capacity = {};  ///< usable, of the volume or of a node; none: not known
  bool in_nodes = false;               ///< each node has its own, for jobs on it alone
  std::string over = {};               ///< a network by name; empty: ports of its own reach all
  double wire_payload = 1.0;           ///< share of the bytes on that network that is data
  /// Of a read, processor time of the store's servers; none: not known.
  std::optional<Seconds> core_time = {};
  StoreMakeup makeup = {};           ///< what of it can be lost in a run
  BytesPerSecond write_of_all{1.0};  ///< of all machines that it was built with
  /// Writing takes of the first limit, too: as large a part of it as of what can be written.
  bool writes_meet_reads = false;
  std::string model = {};  ///< what is bought, by the catalogue's id; empty: described in place
  std::int64_t count = 0;  ///< how many of them; 0: it is part of other machines
};

/// What a byte that is written takes of the first limit, in bytes read; 0: nothing.
[[nodiscard]] inline double write_as_read(const StoreFacts& store) {
  if (!store.writes_meet_reads || store.limits.empty()) return 0.0;
  return store.limits.front().all / store.write_of_all.value();
}
/// Capacity of a limit while that is away, as StoreLimit::capacity; not above 0: nothing is left.
/// What rebuilds read and write of drives is taken off first; what is left is read for what jobs
/// ask for.
[[nodiscard]] inline double capacity_of(const StoreFacts& store, std::size_t limit,
                                        const StoreState& state) {
  const StoreLimit& of = store.limits[limit];
  double left = of.all * share_in_service(store.makeup, state, of.of_drives);
  if (!of.of_reads) {
    const double written = limit == 0 ? write_as_read(store) / written_for_data(store.makeup) : 0.0;
    left -=
        rebuilt_per_second(store.makeup, state).value() * (store.makeup.read_for_lost + written);
  }
  return left / read_for_asked(store.makeup, state) - of.others;
}
/// What is written meanwhile, likewise.
[[nodiscard]] inline BytesPerSecond write_bandwidth_of(const StoreMakeup& store,
                                                       BytesPerSecond of_all,
                                                       const StoreState& state) {
  return of_all * share_in_service(store, state, true) -
         rebuilt_per_second(store, state) / written_for_data(store);
}

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
