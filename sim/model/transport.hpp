#pragma once
/// How bytes travel between two devices: what it costs before the first byte, what bounds the rate,
/// and what it asks of adapters and paths.

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/node_graph.hpp"

namespace gpuscape {

/// Between what a transport carries bytes. A PCIe fabric joins what it lends as if it were of one
/// node.
enum class TransportScope : unsigned char {
  host_copy,    ///< a GPU and host memory of its node
  peer_copy,    ///< two GPUs of a node
  staged_copy,  ///< two GPUs of a node, by way of host memory
  network,      ///< two nodes
  gpudirect,    ///< what a GPU at an end adds to a network transport
  links_alone,  ///< any two devices
};

/// "between two GPUs of a node".
[[nodiscard]] std::string_view scope_text(TransportScope scope);

/// What a transport is for and what it asks for.
struct TransportTraits {
  TransportScope scope = TransportScope::network;
  bool default_choice = false;  ///< taken where nothing is named
  bool over_nvlink = false;     ///< peer_copy: else over PCIe
  /// network: what adapters must speak ("infiniband"); empty: whatever they do.
  std::string protocol = {};
  std::optional<BytesPerSecond> line = {};  ///< network: of the adapters that it was measured on
  bool reaches_gpus = false;  ///< network: reads and writes GPU memory where GPUDirect can
  /// The farthest path: from GPU to GPU (peer_copy), or from GPU to adapter (gpudirect).
  PathClass farthest = PathClass::sys;
  PathClass nearest = PathClass::same;
  /// staged_copy, and network for GPU memory that it does not reach: the chunks in which it goes
  /// through host memory; 0: all of it at once.
  Bytes chunk{0.0};
  std::string basis = "guess";  ///< what its numbers rest on, the weakest of them; empty: none
  /// network: what a collective library's plug-in for it spends on each message beside that.
  Seconds plugin_latency{0.0};
  /// network: bytes arrive as they were written, as flags among them ask for (LL, LL128).
  bool in_order = true;
  /// host_copy: rate at which a core first copies into a pinned buffer.
  std::optional<BytesPerSecond> pinning = {};
  /// network: connections that a collective library opens on it side by side.
  std::int64_t library_flows = 1;
  std::optional<BytesPerSecond> flow_rate = {};  ///< network: of one of them
};

/// What is known of a way before a byte moves.
struct Crossing {
  PathClass path = PathClass::same;  ///< in the node; between nodes the farther of GPU and adapter
  Seconds links_latency{0.0};        ///< of the links that count beside the transport's own
  Seconds fabric_latency{0.0};       ///< of these, what a PCIe fabric adds to a node's own links
  BytesPerSecond narrowest{
      std::numeric_limits<double>::infinity()};  ///< of the links in nodes and of a PCIe fabric
  BytesPerSecond lane{
      std::numeric_limits<double>::infinity()};  ///< of the slowest PCIe lane in nodes
  BytesPerSecond gpu_link{
      std::numeric_limits<double>::infinity()};  ///< between nodes: the GPUs' own, the narrower
  BytesPerSecond wire{std::numeric_limits<double>::infinity()};  ///< the narrowest between nodes
  /// In a node: "EPYC 7742", which must outlive it; empty where it is not known.
  std::string_view processor = {};
  bool from_gpu = false;                         ///< the sender is a GPU
  std::optional<BytesPerSecond> copy_rate = {};  ///< of the slower copy engine that takes part
  std::optional<Seconds> adapter_latency = {};   ///< between two such adapters over one switch
};

/// What bounds a transfer's rate where its links do not.
enum class RateLimit : unsigned char {
  links,
  transport,
  copy_engine,
  path,        ///< peer traffic across a root complex, or between GPU and adapter
  core,        ///< what one core moves
  messages,    ///< CPU time per message
  window,      ///< messages in flight
  connection,  ///< what a store gives each of them
};

/// "copy engine"; empty for links, which have names of their own.
[[nodiscard]] std::string_view rate_limit_text(RateLimit limit);

struct MessageCost {
  Seconds latency{0.0};          ///< before the first byte, CPU time and links in it
  Seconds cpu_per_message{0.0};  ///< serial: of several in flight only one pays it at a time
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};
  RateLimit limit = RateLimit::links;
  bool outside_range = false;  ///< measured, but not at such a size
  double wire_payload = 1.0;   ///< share of a network link's bytes that is payload
  /// What both directions of a PCIe link carry together, as a share of twice what one does alone.
  double both_ways = 1.0;

  void lower_bound_to(BytesPerSecond rate, RateLimit by) {
    if (rate < bound) {
      bound = rate;
      limit = by;
    }
  }
};

/// Contract: `cost` is a function of its arguments alone. It never lowers with the message: latency
/// plus size ÷ bound may only rise, but for steps between regimes.
class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual const TransportTraits& traits() const = 0;
  [[nodiscard]] virtual MessageCost cost(const Crossing& crossing, Bytes message) const = 0;
};

}  // namespace gpuscape
