#pragma once
/// How jobs reach GPUs: in their own nodes, or lent by other nodes over a network.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sim/fields/model_names.hpp"
#include "sim/model/application.hpp"

namespace gpuscape {

/// How GPUs are given to a client and taken back.
struct AttachTerms {
  Seconds attach{0.0};  ///< until a client can use a GPU
  Seconds detach{0.0};  ///< until a GPU that was taken from a client can be attached again
  Seconds poll{0.0};    ///< a controller looks for work so often; 0: at once
  Seconds idle_return{
      0.0};               ///< a GPU stays attached for so long after a job, for another one there
  Seconds time_out{0.0};  ///< an attach that fails is given up then, and tried again
  double failure = 0.0;   ///< probability that an attach fails, 0 to below 1

  [[nodiscard]] bool takes_time() const {
    return attach > Seconds(0.0) || detach > Seconds(0.0) || poll > Seconds(0.0) ||
           (failure > 0.0 && time_out > Seconds(0.0));
  }
};

/// Who lends GPUs to whom, over what.
struct GpuLending {
  std::string over;                  ///< the network's name
  std::vector<std::string> clients;  ///< groups of nodes on which jobs run
  std::vector<std::string> servers;  ///< groups of nodes whose GPUs they use
  /// The network is PCIe: a GPU appears in its client. Else software sends the GPU's calls.
  bool composed = false;
  std::optional<std::int64_t> most_gpus_per_job = {};
  std::optional<std::int64_t> most_gpus_per_client = {};  ///< of all its jobs together
  /// Over composed PCIe attaching and detaching take what the network says.
  AttachTerms attach = {};
  std::optional<Seconds> most_latency = {};  ///< of a round trip, by the software's maker
  /// One way of a message between a client and a server on one node, of software that serves GPUs
  /// of the client's own node, too; nothing: those are used directly.
  std::optional<Seconds> loopback = {};
};

/// Of a client and one of its GPUs, alone on an idle cluster.
struct AccessWay {
  Seconds one_way{0.0};  ///< of a small message
};

/// What one GPU's part of a step asks of the way between client and GPU. A step then takes
///   max(compute, input, issue) + waits + max(0, copies − hidden · compute)
/// before what it waits for in an exchange.
struct AccessDemand {
  Seconds issue{0.0};  ///< the client sends calls for so long, or the server makes them
  Seconds waits{0.0};  ///< for answers that are waited for, one after the other, and what the
                       ///< software takes of each step
  Bytes to_gpu{0.0};   ///< on the wire: calls' own bytes among them
  Bytes from_gpu{0.0};
  double hidden = 0.0;  ///< share of `compute` in which copies pass, 0 to 1
};

/// How copies pass what lies between.
struct AccessCopies {
  bool pipelined = true;  ///< all stages at once, chunk by chunk; else one stage after the other
  Bytes chunk{0.0};       ///< 0: as the transport does
  /// What the software itself carries, on the wire, however fast the links.
  BytesPerSecond rate{std::numeric_limits<double>::infinity()};
  /// Bytes within a node for each one on the wire, at least 1: compressed ones are smaller there.
  double ratio = 1.0;
};

/// Contract: functions of their arguments alone; nothing is negative, and no access is quicker than
/// a local one.
class GpuAccess {
 public:
  static constexpr ModelPlace kPlace = kGpuAccessPlace;

  virtual ~GpuAccess() = default;
  /// Null where GPUs are used in their own nodes alone.
  [[nodiscard]] virtual const GpuLending* lending() const { return nullptr; }
  /// Asked where GPUs are lent.
  [[nodiscard]] virtual AccessDemand demand(const StepCosts& /*step*/,
                                            const AccessWay& /*way*/) const {
    return {};
  }
  [[nodiscard]] virtual AccessCopies copies() const { return {}; }
  /// Of a call that waits, from the client to the GPU's driver and back.
  [[nodiscard]] virtual Seconds round_trip(const AccessWay& way) const { return way.one_way * 2.0; }
  /// What the first step of a process takes less than on a local GPU: the server holds its context.
  [[nodiscard]] virtual Seconds context() const { return Seconds(0.0); }
};

}  // namespace gpuscape
