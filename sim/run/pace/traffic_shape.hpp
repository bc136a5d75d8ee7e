#pragma once
/// What one step of a job asks of the links that jobs share.

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/engine/mean_presence.hpp"
#include "sim/model/applications/job_costs.hpp"
#include "sim/model/exchange_pattern.hpp"
#include "sim/platform/cluster/network.hpp"
#include "sim/run/pace/access_shape.hpp"
#include "sim/run/record/shared_links.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What a job runs: of its stream the application of its class, or that of the stream.
struct ApplicationKey {
  std::uint16_t stream = 0;
  ClassId application;  ///< none: that of the stream
};

/// What the jobs of a stream run.
struct StreamApplications {
  std::optional<ApplicationSpec> of_stream;
  std::vector<std::optional<ApplicationSpec>> by_class;  ///< as StreamSpec::classes
};

/// What carries traffic in a run, and whose; no network: nothing does.
struct TrafficParts {
  std::shared_ptr<const Network> network;
  std::vector<StreamApplications> applications;  ///< by stream
  /// Of applications that name a collective; null where none does.
  std::shared_ptr<const ExchangePatterns> exchanges = nullptr;
  /// Of applications whose steps depend on hardware; null where none do.
  std::shared_ptr<const JobCosts> costs = nullptr;
  /// Of jobs on GPUs that are lent over this network; null where none are.
  std::shared_ptr<const RemoteAccess> access = nullptr;
  std::vector<std::string> networks = {};  ///< that make up `network`, in the scenario's order
};

/// Bytes that a step sends along one route.
struct TrafficFlow {
  std::vector<LinkIndex> links;  ///< of SharedLinks, each once
  Bytes bytes{0.0};
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};  ///< alone on an idle network
};

struct TrafficShape {
  MeanPresence::Step step;
  std::vector<MeanPresence::Use> uses;
  Seconds ideal_step{0.0};      ///< alone on an idle network, below one switch
  Seconds ideal_exchange{0.0};  ///< what its traffic takes then, hidden or not
  Seconds calls{0.0};           ///< of a step: what calls to lent GPUs add
  Seconds copies{0.0};          ///< likewise, copies that nothing hides, alone on the cluster
  Id<struct SharedLinkTag> copies_on = {};  ///< the link that they wait for; none: their own
};

/// A step computes for the application's step time, or as long as JobCosts says on that hardware,
/// then exchanges its bytes: by the application's collective among all GPUs, as its pattern says;
/// or, where it names none, in a ring over the
/// job's nodes: with k nodes, 2(k−1)/k of the bytes over each link of the ring and 2(k−1) latencies
/// (Thakur, Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH",
/// 2005). Where nodes have several adapters there is one ring per rail, and each carries an equal
/// part of the bytes, as NCCL's channels do; a node with fewer adapters than others of the job uses
/// its own in turn. A job on a part of a node uses the adapters nearest to its GPUs, and what lies
/// between them can be shared with its neighbours (SharedLinks).
class TrafficShaper {
 public:
  TrafficShaper(TrafficParts parts, const FreeCapacity& capacity);

  [[nodiscard]] const std::vector<std::string>& networks() const { return parts_.networks; }
  [[nodiscard]] const Network& network() const { return *parts_.network; }
  [[nodiscard]] const SharedLinks& links() const { return shared_; }
  /// Whether some application exchanges data by a collective, or some by a ring over nodes.
  [[nodiscard]] bool any(bool by_collective) const;
  /// Whether a job on those nodes exchanges anything over links that others can use.
  [[nodiscard]] bool exchanges(ApplicationKey runs, std::span<const AllocationSpan> spans) const;
  void shape(ApplicationKey runs, std::span<const AllocationSpan> spans, TrafficShape& shape);
  /// Links of a node's adapters, of all or of the first, have so many times the rate from now on;
  /// an ideal is of whole ones.
  void scale_links(std::uint32_t node, bool all_adapters, double factor);
  /// Of its rate when it is whole.
  [[nodiscard]] double rate_of(LinkIndex link) const {
    if (slow_.empty()) return 1.0;
    const auto at = slow_.find(link);
    return at == slow_.end() ? 1.0 : at->second;
  }
  /// The same, and by which routes its exchange goes; copies to lent GPUs are not among them.
  void shape(ApplicationKey runs, std::span<const AllocationSpan> spans, TrafficShape& shape,
             std::vector<TrafficFlow>& flows);

 private:
  struct RingNode {
    AllocationSpan span;
    std::vector<std::uint32_t> rails;  // its adapters
  };
  /// What a step does by itself.
  struct Own {
    Seconds compute{0.0};
    Seconds covers{0.0};  // of it, that in which an exchange may be hidden
    Bytes bytes{0.0};
    double last = 0.0;  // share of the exchange that begins when all is computed
  };
  [[nodiscard]] const std::optional<ApplicationSpec>& application(ApplicationKey runs) const;
  [[nodiscard]] bool exchanges(const ApplicationSpec& spec) const;
  /// Else it is among the job's nodes, with GPUs or without.
  [[nodiscard]] static bool is_among_gpus(const ApplicationSpec& spec) {
    return spec.model || spec.collective;
  }
  [[nodiscard]] Own own(const ApplicationSpec& spec) const;
  void shape_ring(const ApplicationSpec& spec, TrafficShape& shape);
  void find_rails();
  void lay_rings(const ApplicationSpec& spec);
  void shape_exchange(const ApplicationSpec& spec, const Own& step, TrafficShape& shape);
  void add_access(const Own& step, const StepCosts& costs, std::span<const AllocationSpan> spans,
                  TrafficShape& shape);
  void shape_pattern(const Own& own, const ExchangePattern& pattern, TrafficShape& shape);
  void use(LinkIndex link, Seconds time, TrafficShape& shape) const;
  void add_flow(std::span<const LinkIndex> links, Bytes bytes, Bytes paced) const;
  [[nodiscard]] Bytes ring_bytes(const ApplicationSpec& spec) const;

  TrafficParts parts_;
  const FreeCapacity& capacity_;
  SharedLinks shared_;
  std::optional<AccessShaper> access_;
  std::map<LinkIndex, double> slow_;  // share of their rate
  AccessShape of_access_;             // scratch
  std::vector<RingNode> nodes_;       // scratch: of one job, by rising number
  std::vector<LinkIndex> links_;      // scratch: of its whole rings
  std::vector<ExchangeNode> places_;  // scratch
  JobCosts::Clients clients_;         // scratch
  /// What bytes do to a link: it is busy, and alone they take a little longer.
  struct OnLink {
    LinkIndex link = 0;
    Seconds busy{0.0};
    Seconds paced{0.0};
  };
  std::vector<OnLink> on_links_;               // scratch: each link as often as bytes cross it
  std::vector<TrafficFlow>* flows_ = nullptr;  // where they are asked for
  std::uint32_t rails_ = 1;                    // scratch: its rings
  std::size_t longest_route_ = 0;              // scratch: links
};

}  // namespace gpuscape
