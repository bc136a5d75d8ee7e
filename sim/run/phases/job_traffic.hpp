#pragma once
/// Jobs on several nodes that exchange data in every step, and what they do to each other on the
/// network. A step computes for the application's step time, then reduces its bytes in a ring over
/// the job's nodes: with k nodes, 2(k−1)/k of them over each link of the ring and 2(k−1) latencies
/// (Thakur, Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH",
/// 2005). Where nodes have several adapters there is one ring per rail, and each carries an equal
/// part of the bytes, as NCCL's channels do; a node with fewer adapters than others of the job uses
/// its own in turn. A job on a part of a node uses the adapters nearest to its GPUs, and what lies
/// between them can be shared with its neighbours (SharedLinks). How much slower all that is among
/// others says MeanPresence.
///
/// The pace of a job is relative to itself alone on an idle network in which its nodes share one
/// switch: 1 there, below 1 where its ring meets itself, a thinner uplink or other jobs. A job ends
/// when it has made as much progress as its run time says.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/engine/mean_presence.hpp"
#include "sim/engine/simulation.hpp"
#include "sim/platform/network.hpp"
#include "sim/run/record/link_meter.hpp"
#include "sim/run/record/run_result.hpp"
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
  std::string role = {};  ///< of the adapters that it joins; empty: nodes are not looked into
};

class JobTraffic {
 public:
  JobTraffic(TrafficParts parts, const FreeCapacity& capacity, Simulation& simulation);

  struct Start {
    std::uint32_t job;
    ApplicationKey runs;
    Seconds run_time;  ///< > 0
    Seconds limit;     ///< > 0; it is killed then; kForever: never
    std::span<const AllocationSpan> spans;
  };

  /// Whether such a job on so many nodes exchanges anything.
  [[nodiscard]] bool exchanges(ApplicationKey runs, std::size_t nodes) const;

  struct End {
    std::uint32_t slot;
    bool by_limit;  ///< killed at its limit, else complete
  };

  /// The job begins on the nodes of its spans. Once it has made its run time of progress, or at its
  /// limit, a completion comes whose token is for `end`. Slots are small: they index.
  void start(std::uint32_t slot, const Start& start);
  /// The job to which that completion belongs ends.
  End end(std::uint32_t token);
  /// A running job stops before its end; returns the progress that it made, in its run time.
  Seconds stop(std::uint32_t slot);
  /// After starts and ends at this instant: everybody gets the pace that the others leave.
  void settle();

  [[nodiscard]] std::int64_t jobs_exchanging() const { return exchanging_; }
  [[nodiscard]] std::int64_t jobs_slowed() const { return slowed_; }
  [[nodiscard]] double used(LinkTier tier) const { return meter_.used(tier); }
  [[nodiscard]] TrafficResult result() const;

 private:
  using LinkId = Id<struct NetworkLinkTag>;  // of the network
  /// A job's time lost while one link set its pace.
  struct Loss {
    LinkId link;
    Seconds time{0.0};
  };
  struct Exchange {
    ActivityId activity;
    std::optional<ActivityId> limit;  // an activity at pace 1 that ends at the job's limit
    MeanPresence::JobIndex presence = 0;
    std::uint32_t job = 0;
    double gpus = 0.0;
    std::vector<MeanPresence::Use> uses;
    Seconds run_time{0.0};
    Seconds ideal_step{0.0};      // alone below one switch
    Seconds ideal_exchange{0.0};  // of it
    Seconds step{0.0};            // now; 0: not yet known
    Seconds started{0.0};
    Seconds since{0.0};     // `step` holds from here on
    Seconds progress{0.0};  // of its run time, until then
    std::array<Loss, 4> losses{};
    LinkId bottleneck;
  };
  /// A job that exchanged and ended.
  struct Ended {
    std::uint32_t job;
    LinkId slowed_by;  // most; none: by no link
    double slowdown;   // as TrafficRecord::slowdown
  };
  static_assert(sizeof(Ended) == 16);

  [[nodiscard]] const std::optional<ApplicationSpec>& application(ApplicationKey runs) const;
  void find_rails(std::span<const AllocationSpan> spans);
  void lay_rings();
  void use_links(Exchange& exchange, Bytes per_link) const;
  static double pace(const Exchange& exchange) { return exchange.ideal_step / exchange.step; }
  void hold(Exchange& exchange);
  void remove(Exchange& exchange);
  void lose(Exchange& exchange, Seconds time);
  void set_step(Exchange& exchange, Seconds step);
  void add_losses(TrafficResult& result, std::size_t most) const;
  [[nodiscard]] static Ended ended(const Exchange& exchange, Seconds now);

  std::shared_ptr<const Network> network_;
  std::vector<StreamApplications> applications_;
  Simulation& simulation_;
  SharedLinks shared_;
  MeanPresence presence_;
  LinkMeter meter_;
  std::vector<Exchange> exchanges_;     // by slot
  std::vector<std::uint32_t> slot_of_;  // by index in presence_
  std::vector<Ended> ended_;
  std::vector<double> lost_;     // GPU seconds, by the link that set the pace
  double lost_on_routes_ = 0.0;  // GPU seconds, of longer routes alone
  std::int64_t shorter_than_a_step_ = 0;
  std::int64_t exchanging_ = 0;
  std::int64_t slowed_ = 0;
  struct RingNode {
    AllocationSpan span;
    std::vector<std::uint32_t> rails;  // its adapters
  };
  std::vector<RingNode> nodes_;    // scratch: of one job, by rising number
  std::vector<LinkIndex> links_;   // scratch: of its whole rings
  std::uint32_t rails_ = 1;        // scratch: its rings
  std::size_t longest_route_ = 0;  // scratch: links
};

}  // namespace gpuscape
