#pragma once
/// What jobs on lent GPUs ask of the links between their clients and their GPUs.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/engine/mean_presence.hpp"
#include "sim/model/access/remote_access.hpp"
#include "sim/run/record/shared_links.hpp"

namespace gpuscape {

/// Of one step, alone on the cluster.
struct AccessShape {
  Seconds issue{0.0};                        ///< clients send calls for so long
  Seconds waits{0.0};                        ///< for answers
  Seconds copies{0.0};                       ///< in all, hidden or not
  Seconds hidden{0.0};                       ///< of them, while the step computes
  Id<struct SharedLinkTag> bound_by = {};    ///< the shared link that copies take longest on, alone
  std::vector<MeanPresence::Use> uses = {};  ///< by rising link, each once
};

/// GPUs of the servers are dealt to the clients in order. All GPUs of a client copy at once over
/// its adapter; clients work side by side.
class AccessShaper {
 public:
  /// Both must outlive it.
  AccessShaper(std::shared_ptr<const RemoteAccess> access, const SharedLinks& links)
      : access_(std::move(access)), links_(links) {}

  /// `spans` of a job on lent GPUs; `compute` is how long its step computes. `costs` stay where
  /// they are as long as this lives: what they ask of a GPU's way is found once.
  void shape(const StepCosts& costs, Seconds compute, std::span<const AllocationSpan> spans,
             AccessShape& shape);

 private:
  struct Place {
    AllocationSpan client;
    AllocationSpan server;
  };
  /// What a step asks of the way between a client and one of its GPUs.
  struct OnWay {
    AccessDemand demand;
    RemoteCopy to_gpu;
    RemoteCopy from_gpu;
  };
  /// By GPU of the server; nothing: nobody has asked yet.
  using OnWays = std::vector<std::optional<OnWay>>;
  void deal(std::span<const AllocationSpan> spans);
  [[nodiscard]] OnWays& ways(const StepCosts& costs, const Place& place);
  [[nodiscard]] const OnWay& on_way(const StepCosts& costs, const RemoteGpu& of,
                                    OnWays& ways) const;
  void add(const RemoteCopy& copy, const Place& place);
  [[nodiscard]] Seconds longest_own();

  std::shared_ptr<const RemoteAccess> access_;
  const SharedLinks& links_;
  std::vector<std::pair<Place, std::uint32_t>> gpus_;  // scratch: of the job, by client
  std::vector<MeanPresence::Use> uses_;                // scratch
  std::vector<LinkIndex> route_;                       // scratch
  /// Scratch: what links take that nobody else can be on, by node and link of its graph.
  std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, Seconds>> own_;
  /// By the costs, and the groups of client and server.
  std::map<std::tuple<const StepCosts*, std::size_t, std::size_t>, OnWays> known_;
};

}  // namespace gpuscape
