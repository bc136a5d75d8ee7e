#pragma once
/// What jobs on lent GPUs ask of the links between their clients and their GPUs.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
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

  /// `spans` of a job on lent GPUs; `compute` is how long its step computes.
  void shape(const StepCosts& costs, Seconds compute, std::span<const AllocationSpan> spans,
             AccessShape& shape);

 private:
  struct Place {
    AllocationSpan client;
    AllocationSpan server;
  };
  void deal(std::span<const AllocationSpan> spans);
  void add(const RemoteCopy& copy, const Place& place);

  std::shared_ptr<const RemoteAccess> access_;
  const SharedLinks& links_;
  std::vector<std::pair<Place, std::uint32_t>> gpus_;  // scratch: of the job, by client
  std::vector<MeanPresence::Use> uses_;                // scratch
  std::vector<LinkIndex> route_;                       // scratch
  /// Scratch: what links take that nobody else can be on, by node and link of its graph.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Seconds> own_;
};

}  // namespace gpuscape
