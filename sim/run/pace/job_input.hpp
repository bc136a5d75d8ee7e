#pragma once
/// Jobs that read what they train on, beside their work: loaders fetch the next samples while a
/// step computes, so that a job goes at the lesser of two paces,
///     pace = min(what its exchange leaves, supplied ÷ demanded),
/// which is the use of accelerators of such a loop to within a point (docs/explanation/storage.md).
/// What is supplied is the max-min fair share of each node that reads: of the store's limits, of
/// its own mount and adapters, and no more than its readers attain.
///
/// A job's activity counts the bytes that its fullest node reads; it is complete when the run time
/// is worked off. The first epoch comes from the store, later ones as far as nodes do not keep it.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/run/pace/input_shape.hpp"
#include "sim/run/pace/node_caches.hpp"
#include "sim/run/pace/store_limits.hpp"
#include "sim/run/pace/store_meter.hpp"
#include "sim/run/pace/store_ways.hpp"
#include "sim/run/record/input_result.hpp"

namespace gpuscape {

class JobInput {
 public:
  /// `ways` must outlive it. `limits` are those of the plan's stores.
  JobInput(InputParts parts, const FreeCapacity& capacity, Simulation& simulation, StoreWays& ways,
           const StoreLimits& limits);

  [[nodiscard]] bool reads(ApplicationKey runs, std::span<const AllocationSpan> spans) const {
    return shaper_.reads(runs, spans);
  }

  struct Start {
    std::uint32_t job = 0;
    ApplicationKey runs;
    Seconds run_time{0.0};  ///< > 0, to be worked off
    Seconds done{0.0};      ///< of the job's run time, before
    std::span<const AllocationSpan> spans;
    Seconds step{0.0};  ///< that it takes alone, with its exchange; 0: it exchanges nothing
  };
  /// The job of that slot works until the run time is worked off: then a completion with `token`
  /// comes.
  void start(std::uint32_t slot, const Start& start, std::uint32_t token);
  /// The same, of a job whose pace nothing else bounds; at its limit it is killed. Completions have
  /// tokens of this class.
  void start_alone(std::uint32_t slot, const Start& start, Seconds limit);
  /// What its exchange leaves it; above 0, at most 1. At first 1.
  void set_pace(std::uint32_t slot, double pace);
  /// Worked off of the run time so far.
  [[nodiscard]] Seconds progress(std::uint32_t slot);
  /// It stops, or its completion has come: `complete`. Returns its progress.
  Seconds leave(std::uint32_t slot, bool complete);
  /// Of a job alone; returns its progress.
  Seconds stop(std::uint32_t slot);

  /// Something has changed since the last `settle`.
  [[nodiscard]] bool is_outdated() const { return outdated_; }
  /// What everybody reads now, to `ways`; returns who reads faster or slower than before, of jobs
  /// that exchange data.
  const std::vector<std::uint32_t>& find_changed();
  /// Share of full pace at which its data come now; 0 while it is staging.
  [[nodiscard]] double supplied(std::uint32_t slot);
  /// Share of the time in which it reads, if it reads as fast as it can until it has enough.
  [[nodiscard]] double reading_share(std::uint32_t slot);

  [[nodiscard]] static bool is_own(std::uint32_t token) {
    return token >= kFirstToken && token < kFirstToken * 2;
  }
  [[nodiscard]] static std::uint32_t slot_of(std::uint32_t token) {
    return (token - kFirstToken) / kTokens;
  }
  struct End {
    bool by_limit = false;  ///< killed at its limit, else complete
  };
  /// Of a completion of its own; nothing: the job goes on with its next epoch.
  std::optional<End> end(std::uint32_t token);
  /// So much of a store is away from now on, and its limits have changed.
  void change_store(std::size_t store, const StoreState& state);
  /// Somebody begins to write there, or ends.
  void note_write(std::size_t store) {
    stores_[store].is_written = true;
    outdated_ = true;
  }
  /// They fail, or are taken away: what was in their memory is lost.
  void nodes_go(std::span<const std::uint32_t> nodes) { stays_.nodes_go(nodes); }
  /// The nodes that hold what such jobs read; null: none is nearer to it than others.
  [[nodiscard]] const NodeFilter* holders(ApplicationKey runs) const;
  /// Others than jobs begin to read there, or end.
  void note_copy(std::size_t store) {
    stores_[store].is_copied = true;
    outdated_ = true;
  }
  /// After starts and ends at this instant: who waits for what.
  void settle();

  [[nodiscard]] InputResult result() const;
  /// Series of the stores over time.
  void add_to(Timeline& timeline) const { meter_.add_to(timeline, simulation_.now()); }

 private:
  static constexpr std::uint32_t kFirstToken = std::uint32_t{1} << 30U;
  /// So little of the run time, in s, is no epoch.
  static constexpr double kLeastEpoch = 1e-9;
  static constexpr std::uint32_t kTokens = 4;  // of a slot: end, limit, epoch
  enum Token : std::uint32_t { kEnd, kLimit, kEpoch };
  static std::uint32_t token_of(std::uint32_t slot, Token of) {
    return kFirstToken + kTokens * slot + of;
  }

  /// What a reader adds to the rates of its store, and of that which its nodes keep data on.
  struct Counted {
    std::size_t store = 0;
    std::size_t cache = 0;
    double bytes = 0.0;  // B/s, and so on
    double cached = 0.0;
    double reads_per_byte = 0.0;
    std::int64_t jobs = 0;
  };
  struct Reader {
    ActivityId activity;
    std::optional<ActivityId> limit;
    std::uint32_t token = 0;
    InputRecord record;
    InputShape shape;
    double gpus = 0.0;
    Seconds work{0.0};     // of the run time, in the present activity
    Seconds later{0.0};    // in that behind it
    Seconds before{0.0};   // in that before it
    bool cached = false;   // nodes have kept what they could
    bool staging = false;  // its nodes are given what they keep; it does not work
    // By node of its shape, whether that had what it keeps when the job began, until all have it;
    // empty: all had it, or none.
    std::vector<bool> has;
    double mixed = 1.0;       // then: of what all of them read, the share that comes from the store
    Seconds epoch_left{0.0};  // of the first one, when it began
    [[nodiscard]] bool is_mixed() const { return !has.empty(); }
    // Of the present activity: what it reads from, and the share of its bytes that comes from
    // there.
    std::size_t store = 0;
    double of_store = 1.0;
    double pace = 1.0;  // what the exchange leaves
    bool exchanges = false;
    double told = 0.0;  // B/s, by find_changed
    std::vector<Use> uses;
    std::vector<StoreWays::Part>
        shared;          // with those who exchange data; of a byte, all on the wire
    Seconds since{0.0};  // what follows holds from here on
    BytesPerSecond rate{0.0};
    InputCause by;
    std::vector<std::pair<InputCause, Seconds>> stalls;
    std::size_t place = 0;      // in reading_
    bool is_looked_at = false;  // it is in to_look_at_
    Counted counted;
  };
  [[nodiscard]] const InputPlan::Data& data_of(const Reader& reader) const {
    return shaper_.plan().datasets[reader.shape.data];
  }
  [[nodiscard]] double from_store(const Reader& reader) const {
    if (reader.is_mixed()) return reader.mixed;
    return reader.cached ? 1.0 - data_of(reader).kept : 1.0;
  }
  [[nodiscard]] double bound(const Reader& reader) const;
  [[nodiscard]] double attained(const Reader& reader) const;
  void begin(std::uint32_t slot);
  void find_uses(Reader& reader);
  void begin_staging(std::uint32_t slot);
  bool find_what_stayed(Reader& reader, Seconds done);
  [[nodiscard]] double share_of(const Reader& reader, const InputShape::Node& node,
                                std::size_t store, double share) const;
  void keep(Reader& reader);
  void leave_what_stays(Reader& reader, bool complete);
  /// Of the bytes that its fullest node reads now, what that one of its nodes does.
  [[nodiscard]] static double part_of(const Reader& reader, const InputShape::Node& node) {
    return reader.staging ? 1.0 : node.part;
  }
  [[nodiscard]] static double together(const Reader& reader) {
    return reader.staging ? static_cast<double>(reader.shape.nodes.size())
                          : reader.shape.nodes_together;
  }
  void add_connections(const InputPlan::Data& data, double share, Reader& reader);
  void add_uses(std::size_t store, double share, Reader& reader);
  void add_way(std::size_t store, double share, Reader& reader);
  void leave_ways(std::uint32_t slot);
  [[nodiscard]] bool is_reading(std::uint32_t slot) const {
    const std::size_t place = slot < readers_.size() ? readers_[slot].place : reading_.size();
    return place < reading_.size() && reading_[place] == slot;
  }
  void look_at(std::uint32_t slot);
  void collect_changes();
  void count(const Counted& counted, double times);
  void count_anew(Reader& reader);
  void find_rates();
  void account(Reader& reader);
  void find_cause(Reader& reader);
  ResourceId add_resource(double capacity, InputCause cause);
  void know(ResourceId resource, InputCause cause);
  const std::vector<ResourceId>& of_node(std::size_t store, std::uint32_t node);
  InputCause new_cause(std::string name);
  [[nodiscard]] InputCause cause_of(const Reader& reader, ResourceId resource) const;

  InputShaper shaper_;
  const FreeCapacity& capacity_;
  Simulation& simulation_;
  StoreWays& ways_;
  NodeCaches stays_;
  std::vector<std::string> causes_;
  std::vector<GpuSeconds> lost_;        // by cause
  std::vector<double> shared_use_;      // share, by resource that all share; 0 for others
  std::vector<InputCause> cause_of_;    // by resource; of others' resources none
  std::vector<InputCause> readers_of_;  // by dataset
  std::vector<InputCause> staging_of_;  // likewise
  struct Store {
    std::vector<ResourceId> shared;  // by limit; of a store in the nodes none
    std::vector<InputCause> causes;  // by limit
    InputCause mount;
    InputCause adapters;  // on the network over which it is read
    InputCause switches;  // likewise, between switches
    InputCause host_copy;
    InputCause protocols;
    InputCause connections;
    bool is_written = false;  // so far
    bool is_copied = false;   // likewise: others than jobs read there
  };
  std::vector<Store> stores_;
  /// By store and node: the limits of a node's own store, or its mount; empty: nothing bounds it.
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<ResourceId>> of_nodes_;
  std::map<std::pair<std::size_t, std::uint32_t>, ResourceId> connections_;  // likewise
  std::vector<Reader> readers_;                                              // by slot
  std::vector<std::uint32_t> reading_;                                       // slots
  std::vector<InputRecord> ended_;
  StoreMeter meter_;
  std::vector<StoreMeter::Rates> rates_;    // by store, now
  std::vector<std::int64_t> jobs_reading_;  // likewise
  std::vector<std::uint32_t> tokens_;       // scratch
  std::vector<std::uint32_t> to_look_at_;   // slots that have another rate or pace
  std::vector<std::uint32_t> fresh_;        // slots, since find_changed
  std::vector<std::uint32_t> waiting_;      // slots that wait for something
  std::vector<std::uint32_t> look_closer_;  // scratch: slots
  std::vector<std::uint32_t> changed_;      // scratch: slots
  std::vector<StoreWays::Part> way_;        // scratch
  bool outdated_ = false;
};

}  // namespace gpuscape
