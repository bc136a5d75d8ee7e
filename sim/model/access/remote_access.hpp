#pragma once
/// What lies between clients and the GPUs that are lent to them, and what steps pay for it.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "sim/model/application.hpp"
#include "sim/model/exchange_pattern.hpp"
#include "sim/model/gpu_access.hpp"
#include "sim/model/transfers/transfer_ways.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

struct LocalCopy;

/// A client's GPU, or where it lies between two nodes of its kinds.
struct RemoteGpu {
  std::uint32_t client = 0;  ///< node over the platform
  std::uint32_t server = 0;  ///< likewise
  std::uint32_t gpu = 0;     ///< of the server
};

/// A copy of some bytes between a client's memory and a GPU, one way.
struct RemoteCopy {
  Seconds alone{0.0};  ///< on an idle cluster
  Seconds fixed{0.0};  ///< of it: waits for no bytes, or for stages one after the other
  Seconds bound{0.0};  ///< of it: by what belongs to the copy alone, as its transport's rate
  /// Over the network and inside nodes, which are by place: 0 is the client, 1 the server.
  std::vector<ExchangePattern::Flow> flows = {};
  std::vector<ExchangePattern::Inner> inner = {};
};

/// Contract: answers depend on the nodes' groups and nothing that was asked before. Any thread may
/// ask.
class RemoteAccess {
 public:
  /// What is wrong with transports goes to the context.
  RemoteAccess(const ScenarioSpec& spec, std::shared_ptr<const Cluster> cluster,
               std::shared_ptr<const GpuAccess> access, const AttachTerms& attach,
               const Registry& registry, ReadingContext& context);

  [[nodiscard]] const GpuAccess& access() const { return *access_; }
  [[nodiscard]] const GpuLending& lending() const { return *access_->lending(); }
  [[nodiscard]] const AttachTerms& attach() const { return attach_; }
  /// Why no client reaches a server's GPU; with an empty message where each reaches all.
  [[nodiscard]] WayFault fault() const;
  /// Where a round trip is longer than the software's maker recommends; empty: it is not.
  [[nodiscard]] std::string latency_warning() const;
  /// A small message, one way.
  [[nodiscard]] AccessWay way(const RemoteGpu& of) const;
  [[nodiscard]] RemoteCopy copy(const RemoteGpu& of, Bytes bytes, bool to_gpu) const;

 private:
  struct Leg {
    Seconds latency{0.0};
    BytesPerSecond bound{1.0};                       // of its transport
    BytesPerSecond alone{1.0};                       // its links with that
    std::vector<ExchangePattern::Flow> flows = {};   // for 1 B
    std::vector<ExchangePattern::Inner> inner = {};  // likewise
  };
  struct Known {
    WayFault fault = {};
    AccessWay way;
    std::vector<Leg> to_gpu;
    std::vector<Leg> from_gpu;
  };
  [[nodiscard]] const Known& known(const RemoteGpu& of) const;
  [[nodiscard]] Known look(const RemoteGpu& of) const;
  [[nodiscard]] std::vector<Leg> legs(const TransferWay& way, const RemoteGpu& of) const;
  void hold_to(const LocalCopy& local, std::vector<Leg>& legs) const;
  [[nodiscard]] Endpoint memory_of(std::uint32_t node) const;

  std::shared_ptr<const Cluster> cluster_;
  ScenarioSpec spec_;  // of it what ways need, with the lending network alone
  std::shared_ptr<const GpuAccess> access_;
  AttachTerms attach_;
  ClusterGraph graph_;
  mutable std::mutex mutex_;  // of what follows
  TransferWays ways_;
  mutable std::map<std::tuple<std::size_t, std::size_t, std::uint32_t>, Known> known_;
};

}  // namespace gpuscape
