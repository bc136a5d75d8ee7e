#pragma once
/// How GPUs exchange data together: what each of them sends to whom, in which rounds.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

enum class CollectiveOperation : unsigned char {
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  broadcast,
  send_receive,  ///< every rank to the next one
};
inline constexpr std::array<std::string_view, 6> kCollectiveOperations = {
    "all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "send-receive"};
[[nodiscard]] std::string_view operation_name(CollectiveOperation operation);
/// The one of that name, which is one of kCollectiveOperations.
[[nodiscard]] CollectiveOperation operation_named(std::string_view name);

/// How a library moves bytes: with flags among them (LL, LL128), or with a flag for a buffer.
enum class CollectiveProtocol : unsigned char { ll, ll128, simple };
inline constexpr std::array<CollectiveProtocol, 3> kCollectiveProtocols = {
    CollectiveProtocol::ll, CollectiveProtocol::ll128, CollectiveProtocol::simple};
[[nodiscard]] std::string_view protocol_name(CollectiveProtocol protocol);
/// The one of that name; nothing for "auto".
[[nodiscard]] std::optional<CollectiveProtocol> protocol_named(std::string_view name);

/// What one of a library's protocols takes on one kind of links.
struct ProtocolOnLinks {
  bool offered = true;
  Seconds hop{0.0};       ///< from one rank to the next of a ring
  Seconds tree_hop{0.0};  ///< of a tree
  double share = 1.0;     ///< of what Simple attains
};
struct LibraryProtocol {
  Seconds base{0.0};  ///< of a ring, on the GPUs
  Seconds tree_base{0.0};
  ProtocolOnLinks nvlink;
  ProtocolOnLinks pcie;
  ProtocolOnLinks network;
};
/// What GPUs with one generation of NVLink attain.
struct LibraryGeneration {
  std::string id = {};                   ///< "nvlink-4"
  double latency_factor = 1.0;           ///< on the times of trees and messages within nodes
  double base_factor = 1.0;              ///< on a ring's base
  double hop_factor = 1.0;               ///< on a ring's hops within nodes
  double ring_share = 1.0;               ///< of a GPU's links, by a ring
  double ll128_share = 1.0;              ///< of that, with LL128
  double in_switch_share = 0.0;          ///< of a GPU's links, reduced by the switch; 0: it cannot
  std::optional<double> last_step = {};  ///< within one node, in place of the library's
  std::optional<double> own_part = {};   ///< in place of the library's
};
struct CollectiveLibrary {
  std::string id = {};      ///< "nccl"
  std::string vendor = {};  ///< of the GPUs that it runs on
  std::string basis = {};
  std::vector<std::string> algorithms = {};  ///< among which it chooses by itself
  std::array<LibraryProtocol, 3> protocols = {};
  std::vector<LibraryGeneration> generations = {};
  double pcie_share = 1.0;     ///< of PCIe links, from GPU to GPU
  double staged_share = 1.0;   ///< of them, by way of host memory
  double network_share = 1.0;  ///< of what the network's transport attains
  double tree_share = 1.0;     ///< of what a ring attains
  double send_share = 1.0;     ///< of that, by messages
  Seconds send_base{0.0};      ///< of a message with Simple
  Seconds send_step{0.0};      ///< of each further message of an all-to-all within a node
  Seconds post{0.0};       ///< likewise between nodes, beside what the transport's own post takes
  std::string sends = {};  ///< the transport of send-receive over NVLink; empty: none of its own
  Seconds network_start{0.0};  ///< of a call that crosses a network: proxy threads wake up
  Seconds hop_message{0.0};    ///< of a network's hops, what is a message's own latency
  BytesPerSecond channel_rate{std::numeric_limits<double>::infinity()};  ///< what one channel moves
  std::int64_t most_channels = 0;                                        ///< 0: not known
  double last_step = 0.0;  ///< of a round: what the last one takes that only receives
  double own_part = 0.0;   ///< likewise of an all-to-all: a rank's own part, copied beside
  Seconds launch{0.0};     ///< from the host, where no graph of calls is replayed
  Seconds in_switch_base{0.0};
  Seconds sharp_base{0.0};
  Seconds sharp_first{0.0};  ///< within a node, one way: the first hop, and each
  Seconds sharp_hop{0.0};

  [[nodiscard]] const LibraryProtocol& of(CollectiveProtocol protocol) const {
    return protocols[static_cast<std::size_t>(protocol)];
  }
};

/// By which rank of a node, and by which of the adapters that are nearest to it, a share of what
/// leaves the node leaves it.
struct CollectiveExit {
  std::uint32_t rank = 0;  ///< within its node
  std::uint32_t lane = 0;  ///< of the rank's adapters
  double share = 1.0;      ///< of a node's; all of a node's are 1
};

/// A message as a transport carries it.
struct CollectiveMessage {
  Seconds latency{0.0};
  double share = 1.0;  ///< of the links
};

/// What is asked for, and of what kind of machine.
struct CollectiveCase {
  CollectiveOperation operation = CollectiveOperation::all_reduce;
  Bytes bytes{0.0};  ///< as nccl-tests prints it: what a rank ends up with, or begins with
  std::vector<std::uint32_t> node_sizes = {};  ///< ranks of each node, in their order
  const CollectiveLibrary* library = nullptr;
  const LibraryGeneration* generation = nullptr;  ///< null: PCIe within nodes
  bool switch_reduces = false;                    ///< the NVSwitch, data of that type
  bool network_reduces = false;  ///< the network's switches (SHARP), data of that type
  Seconds network_message{0.0};  ///< latency of a small message between nodes, the longest
  Seconds network_post{0.0};     ///< CPU time of a small message's sender, the longest
  bool network_in_order = true;  ///< bytes arrive as written: flags among them can be trusted
  std::vector<std::vector<CollectiveExit>> exits = {};  ///< by node; empty: each rank, alike
  std::uint32_t adapters = 0;  ///< by which ranks leave a node, the fewest; 0: not known
  std::optional<CollectiveProtocol> protocol = {};  ///< asked for; nothing: the quickest
  std::int64_t channels = 0;                        ///< at most; 0: as many as it likes
  std::optional<CollectiveMessage> message = {};    ///< of send-receive, where a transport says it

  [[nodiscard]] std::uint32_t ranks() const;
  [[nodiscard]] std::uint32_t nodes() const {
    return static_cast<std::uint32_t>(node_sizes.size());
  }
  /// Of the largest node.
  [[nodiscard]] std::uint32_t ranks_per_node() const;
  [[nodiscard]] double latency_factor() const {
    return generation == nullptr ? 1.0 : generation->latency_factor;
  }
  [[nodiscard]] double last_step() const {
    const bool known = generation != nullptr && generation->last_step && nodes() == 1;
    return known ? *generation->last_step : library->last_step;
  }
  [[nodiscard]] double own_part() const {
    const bool known = generation != nullptr && generation->own_part;
    return known ? *generation->own_part : library->own_part;
  }
  [[nodiscard]] double base_factor() const {
    return generation == nullptr ? 1.0 : generation->base_factor;
  }
  [[nodiscard]] double hop_factor() const {
    return generation == nullptr ? 1.0 : generation->hop_factor;
  }
};

struct CollectiveMove {
  std::uint32_t from = 0;  ///< ranks
  std::uint32_t to = 0;
  Bytes bytes{0.0};
  std::optional<std::uint32_t> lane = {};  ///< of the sender's adapters; nothing: by the receiver
};

/// Rounds of the same moves, one after the other.
struct CollectiveStage {
  std::int64_t rounds = 1;
  Seconds delay{0.0};         ///< of each, before bytes flow
  double nvlink_share = 1.0;  ///< of the links' payload that bytes attain
  double pcie_share = 1.0;
  double network_share = 1.0;
  BytesPerSecond rank_rate{std::numeric_limits<double>::infinity()};  ///< what a rank sends at most
  double tail = 0.0;  ///< rounds that pass after the last one, on no link
  /// Within a node a rank's bytes may go to any rank that has a link of its own to it, in
  /// proportion to the links: as many rings as there are.
  bool spreads = false;
  std::vector<CollectiveMove> moves = {};
};

struct CollectivePlan {
  Seconds latency{0.0};  ///< before the first round
  std::vector<CollectiveStage> stages = {};
  Bytes sent{0.0};  ///< by all ranks together, in all rounds
};

struct CollectiveTraits {
  std::vector<CollectiveOperation> operations = {};
  std::vector<CollectiveProtocol> protocols = {};  ///< among which its time differs
};

struct CollectiveFault {
  std::string message = {};  ///< empty: nothing is wrong
  std::string hint = {};
};

/// Contract: functions of their arguments alone. `plan` is asked only of a case in which `fault`
/// finds nothing, with one of the traits' operations and protocols. No move leads from a
/// rank to itself, and the bytes of all moves, as often as there are rounds, are the plan's `sent`.
class Collective {
 public:
  virtual ~Collective() = default;
  [[nodiscard]] virtual const CollectiveTraits& traits() const = 0;
  [[nodiscard]] virtual CollectiveFault fault(const CollectiveCase& of) const = 0;
  [[nodiscard]] virtual CollectivePlan plan(const CollectiveCase& of,
                                            CollectiveProtocol protocol) const = 0;
};

/// Steps of a ring, each of 1/ranks of the bytes: what an operation of that kind takes.
[[nodiscard]] std::int64_t ring_steps(CollectiveOperation operation, std::uint32_t ranks);
/// By which nccl-tests turns bytes ÷ time into a bandwidth that does not hang on the ranks.
[[nodiscard]] double bus_factor(CollectiveOperation operation, std::uint32_t ranks);

}  // namespace gpuscape
