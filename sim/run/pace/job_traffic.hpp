#pragma once
/// Jobs that exchange data in every step, and what they do to each other on the links that they
/// share. What a step asks for says TrafficShaper; how much slower it is among others,
/// MeanPresence.
///
/// The pace of a job is relative to itself alone on an idle network in which its nodes share one
/// switch: 1 there, below 1 where its exchange meets itself, a thinner uplink or other jobs. A job
/// ends when it has made as much progress as its run time says.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/engine/mean_presence.hpp"
#include "sim/engine/simulation.hpp"
#include "sim/platform/cluster/network.hpp"
#include "sim/run/pace/job_input.hpp"
#include "sim/run/pace/traffic_shape.hpp"
#include "sim/run/record/link_meter.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

class JobTraffic {
 public:
  JobTraffic(TrafficParts parts, const FreeCapacity& capacity, Simulation& simulation);

  struct Start {
    std::uint32_t job;
    ApplicationKey runs;
    Seconds run_time;  ///< > 0
    Seconds limit;     ///< > 0; it is killed then; kForever: never
    std::span<const AllocationSpan> spans;
    Seconds done{0.0};  ///< of the job's run time, before
  };

  [[nodiscard]] const Network& network() const { return shaper_.network(); }
  /// Jobs read what they train on, too. It must outlive this.
  void read_with(JobInput& input) { input_ = &input; }
  /// Stores are read and written over the same links. It must outlive this.
  void share_with(StoreWays& ways) { ways_ = &ways; }

  /// Whether a job on those nodes exchanges anything over links that others can use.
  [[nodiscard]] bool exchanges(ApplicationKey runs, std::span<const AllocationSpan> spans) const {
    return shaper_.exchanges(runs, spans);
  }

  struct End {
    std::uint32_t slot;
    bool by_limit;  ///< killed at its limit, else complete
  };

  /// The job begins on the nodes of its spans. Once it has made its run time of progress, or at its
  /// limit, a completion comes whose token is for `end`. Slots are small: they index.
  void start(std::uint32_t slot, const Start& start);
  /// The slot of the job to which that completion belongs.
  [[nodiscard]] static std::uint32_t slot_of(std::uint32_t token) { return token / 2; }
  /// The job to which that completion belongs ends.
  End end(std::uint32_t token);
  /// A running job stops before its end; returns the progress that it made, in its run time.
  Seconds stop(std::uint32_t slot);
  /// After starts and ends at this instant: everybody gets the pace that the others leave.
  void settle();

  /// Links of a node's adapters, of all or of the first, have so many times the rate, for what is
  /// read from now on, and for jobs that start.
  void scale_links(std::uint32_t node, bool all_adapters, double factor);

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
    MeanPresence::Step alone;  // beside its traffic
    Seconds waits{0.0};        // in each step, for what it reads
    /// Links that it shares with those who read, and the share of each that these leave it.
    std::vector<StoreWays::PlaceId> places;
    std::vector<double> left;
    std::uint32_t job = 0;
    double gpus = 0.0;
    std::vector<MeanPresence::Use> uses;
    Seconds run_time{0.0};
    Seconds ideal_step{0.0};      // alone below one switch
    Seconds ideal_exchange{0.0};  // of its traffic
    Seconds calls{0.0};           // as TrafficShape
    Seconds copies{0.0};
    LinkId copies_on;
    bool remote = false;
    bool reads = false;  // its progress is JobInput's
    std::uint32_t slot = 0;
    Seconds stalled{0.0};  // it waited for what it reads
    RemoteCost cost;       // until `since`
    Seconds step{0.0};     // now, without what it waits; 0: not yet known
    Seconds cycle{0.0};    // with it
    Seconds started{0.0};
    Seconds since{0.0};     // `step` holds from here on
    Seconds progress{0.0};  // of its run time, until then
    std::array<Loss, 4> losses{};
    LinkId bottleneck;
  };
  /// A job that exchanged and ended.
  // A time of exchange: a job has several where it is interrupted, or saves in between.
  struct Ended {
    std::uint32_t job;
    LinkId slowed_by;  // most; none: by no link
    Seconds slowed_for;
    Seconds elapsed;
    Seconds progress;
    void add(const Ended& later);
    [[nodiscard]] double slowdown() const;  // as TrafficRecord::slowdown
  };
  static_assert(sizeof(Ended) == 32);

  static double pace(const Exchange& exchange) { return exchange.ideal_step / exchange.step; }
  /// A pace closer to 1 than this is 1.
  static bool is_slowed(const Exchange& exchange) { return pace(exchange) < 1.0 - 1e-6; }
  void hold(Exchange& exchange);
  void hold(Exchange& exchange, Seconds made);
  void remove(Exchange& exchange, bool complete);
  void pay(Exchange& exchange, Seconds calls, Seconds copies);
  void lose(Exchange& exchange, LinkId link, Seconds time);
  void set_step(Exchange& exchange, Seconds step);
  void take_steps();
  void find_places(Exchange& exchange);
  void leave_places(const Exchange& exchange);
  void touch_places(const Exchange& exchange);
  /// With what those who read leave it of its links.
  void enter(Exchange& exchange);
  [[nodiscard]] double taken(StoreWays::PlaceId place) const;
  bool meet_stores();
  bool wait_for_inputs();
  bool wait_for_input(Exchange& exchange);
  bool make_room();
  bool find_left(Exchange& exchange);
  void add_losses(TrafficResult& result, std::size_t most) const;
  [[nodiscard]] static Ended ended(const Exchange& exchange, Seconds now);
  [[nodiscard]] std::vector<Ended> ended_by_job() const;

  TrafficShaper shaper_;
  Simulation& simulation_;
  JobInput* input_ = nullptr;  // null: nobody reads
  StoreWays* ways_ = nullptr;  // null: no store has any
  MeanPresence presence_;
  LinkMeter meter_;
  std::vector<Exchange> exchanges_;     // by slot
  std::vector<std::uint32_t> slot_of_;  // by index in presence_
  std::vector<Ended> ended_;
  std::vector<GpuSeconds> lost_;    // by the link that set the pace
  GpuSeconds lost_on_routes_{0.0};  // of longer routes alone
  GpuSeconds lost_by_calls_{0.0};   // of calls to lent GPUs
  GpuSeconds lost_by_copies_{0.0};  // likewise
  GpuSeconds lost_by_own_copies_{0.0};
  std::vector<std::pair<std::uint32_t, RemoteCost>> remote_;  // jobs on lent GPUs that have ended
  std::int64_t shorter_than_a_step_ = 0;
  std::int64_t exchanging_ = 0;
  std::int64_t slowed_ = 0;
  std::vector<std::vector<std::uint32_t>> in_place_;  // by place of StoreWays: slots
  std::vector<std::uint32_t> crowded_;                // scratch: slots
  std::vector<std::uint32_t> waiting_;                // likewise, for what they read
  std::vector<MeanPresence::Use> uses_;               // scratch
  TrafficShape shape_;                                // scratch
};

}  // namespace gpuscape
