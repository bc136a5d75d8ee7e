#pragma once
/// Which transport carries bytes from one device to another, and over which links.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/model/transfers/transport_set.hpp"
#include "sim/platform/cluster/cluster_graph.hpp"

namespace gpuscape {

/// Of a part of the way that begins or ends at a store: what that costs beside the links of the
/// cluster.
struct StoreLeg {
  std::vector<ClusterLink> links = {};  ///< of the plan, kFirstStoreLink and above
  BytesPerSecond rate{std::numeric_limits<double>::infinity()};  ///< of the slowest of them
  Seconds latency{0.0};                                          ///< of each read or write
  std::optional<BytesPerSecond> per_connection = {};             ///< each message has one to itself
  std::int64_t connections = 0;                                  ///< of a node; 0: any number
  double wire_payload = 1.0;                                     ///< of the network, what is data
};

/// A part of the way with a transport of its own.
struct TransferLeg {
  const NamedTransport* transport = nullptr;
  const NamedTransport* gpudirect = nullptr;  ///< what it adds; null where no end is a GPU
  std::optional<BytesPerSecond> core = {};    ///< a core copies within host memory, at that rate
  std::vector<ClusterLink> links;
  Crossing crossing;
  std::optional<StoreLeg> store = {};  ///< then it has no transport
};

struct TransferWay {
  std::vector<TransferLeg> legs;  ///< in order; several where bytes go through host memory
  Bytes chunk{0.0};  ///< what goes through host memory at a time; 0: everything, leg after leg
  PathClass path = PathClass::same;
  std::string transport;  ///< "ib-verbs-edr with gpudirect-rdma-pix"
};

struct WayFault {
  std::string message;
  std::string hint;
};

class TransportChooser {
 public:
  /// `of_network`: what each network's `transport` says, null where it says nothing. `speaks`: what
  /// each network's switches speak ("infiniband"), empty where that is not known. All must outlive
  /// it.
  TransportChooser(const ClusterGraph& graph, const TransportSet& transports,
                   std::vector<const NamedTransport*> of_network, std::vector<std::string> speaks);

  /// `named` is null where the choice is by what the ends are.
  [[nodiscard]] std::variant<TransferWay, WayFault> way(Endpoint from, Endpoint to,
                                                        const NamedTransport* named) const;

 private:
  using Result = std::variant<TransferWay, WayFault>;
  struct Ends {
    Endpoint from;
    Endpoint to;
  };
  /// Of a way between nodes.
  struct Crossed {
    Endpoint from_nic;
    Endpoint to_nic;
    std::size_t network = 0;
  };

  [[nodiscard]] std::optional<WayFault> fault_of(Ends ends) const;
  /// Within a node, or over a PCIe fabric.
  [[nodiscard]] Result by_copy(Ends ends, const NamedTransport* named) const;
  [[nodiscard]] Result host_copy(Ends ends, const NamedTransport* named) const;
  [[nodiscard]] Result peer_copy(Ends ends, const NamedTransport* named) const;
  [[nodiscard]] Result staged_copy(Ends ends, const NamedTransport* staged) const;
  [[nodiscard]] Result alone(Ends ends, const NamedTransport* named) const;
  [[nodiscard]] Result between_nodes(Ends ends, const NamedTransport* named) const;
  [[nodiscard]] Result through_memory(Ends ends, const TransferLeg& direct) const;
  [[nodiscard]] std::optional<WayFault> adapter_fault(const NamedTransport& transport,
                                                      const Crossed& crossed) const;
  [[nodiscard]] std::vector<std::string> protocols(const Crossed& crossed) const;
  [[nodiscard]] const NamedTransport* default_of(TransportScope scope) const;
  [[nodiscard]] const NamedTransport* default_network(const Crossed& crossed) const;
  [[nodiscard]] const NamedTransport* default_peer(Ends ends) const;
  /// What lies between two GPUs of a node; over a PCIe fabric what does in the nodes, at least
  /// several switches.
  [[nodiscard]] PathClass peer_path(Ends ends, bool by_nvlink) const;
  [[nodiscard]] const NamedTransport* gpudirect_for(PathClass path,
                                                    const NamedTransport* named) const;
  [[nodiscard]] PathClass path_to_adapters(Ends ends, const Crossed& crossed) const;
  [[nodiscard]] std::optional<TransferLeg> copy_leg(Ends ends) const;
  [[nodiscard]] std::optional<Endpoint> memory_beside(Endpoint end) const;
  [[nodiscard]] TransferLeg leg(const NamedTransport* transport, Ends ends,
                                const ClusterRoute& route) const;
  [[nodiscard]] std::string_view processor_of(Endpoint end) const;
  [[nodiscard]] Seconds counted_latency(const ClusterRoute& route, std::size_t network) const;
  [[nodiscard]] Seconds fabric_latency(const ClusterRoute& route) const;
  [[nodiscard]] bool crosses_fabric(const ClusterRoute& route) const;
  /// Nothing within a node.
  [[nodiscard]] static std::optional<Crossed> crossed_by(const ClusterRoute& route);
  /// Of a copy, which is where there always is one.
  [[nodiscard]] ClusterRoute copy_route(Ends ends, bool by_nvlink) const {
    return graph_.route(ends.from, ends.to, {.by_nvlink = by_nvlink}).value_or(ClusterRoute{});
  }
  [[nodiscard]] WayFault not_joined(Ends ends) const;
  [[nodiscard]] bool is_gpu(Endpoint end) const;

  const ClusterGraph& graph_;
  const TransportSet& transports_;
  std::vector<const NamedTransport*> of_network_;
  std::vector<std::string> speaks_;
};

}  // namespace gpuscape
