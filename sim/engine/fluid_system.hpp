#pragma once
/// Max-min fair sharing of resources among activities, in continuous time.
///
/// A resource has a capacity. An activity has work, a bound on its rate, and a list of resources
/// with the amount of each that one unit of its work takes. A plain transfer is: bytes, the rate
/// its transport can attain, and every link of its route with amount 1. All rates rise together
/// until an activity meets its bound or one of its resources is full (Σ rate·amount = capacity);
/// the others rise on. The result is the one allocation in which no rate can be raised without
/// lowering one that is no higher.
///
/// Rates are constant between changes, so the next completion is known; changes made at one instant
/// are answered by one solve, when the first question is asked after them. A solve costs about what
/// it changes (fluid_solver.hpp says how); docs/explanation/sharing.md has figures.
///
/// The same calls in the same order give the same bits. Once the largest population has been seen,
/// nothing is allocated.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/engine/fluid_solver.hpp"
#include "sim/engine/fluid_state.hpp"
#include "sim/engine/indexed_heap.hpp"

namespace gpuscape {

/// Numbers of resources count from 0 in the order in which they were added.
using ResourceId = std::uint32_t;

/// Names an activity until it completes or is cancelled; then it names nothing.
struct ActivityId {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;
  friend bool operator==(ActivityId, ActivityId) = default;
};

/// An activity takes `amount` of a resource for each unit of its work.
struct Use {
  ResourceId resource = 0;
  Ratio amount{1.0};
};

/// What the solving cost, for reports.
struct FluidStatistics {
  std::uint64_t solves = 0;
  std::uint64_t resources_reached = 0;
  std::uint64_t rates_changed = 0;
};

/// Dates handed in must not fall: each is at or after the one before. Wrong values (a capacity,
/// amount, bound or work that is not above 0; all but bounds finite), an id that names nothing, a
/// date that falls, and an activity with neither resource nor finite bound are InternalErrors.
class FluidSystem {
 public:
  FluidSystem() = default;
  FluidSystem(const FluidSystem&) = delete;
  FluidSystem& operator=(const FluidSystem&) = delete;

  ResourceId add_resource(BytesPerSecond capacity);
  void set_capacity(Seconds now, ResourceId resource, BytesPerSecond capacity);
  [[nodiscard]] BytesPerSecond capacity(ResourceId resource) const;

  /// An activity of `work` that starts now; each resource stands in `uses` at most once.
  /// `pop_completed` will return `token`, of which nothing is asked.
  ActivityId start(Seconds now, Bytes work, BytesPerSecond bound, std::span<const Use> uses,
                   std::uint32_t token);
  /// Ends it early; the work that was left.
  Bytes cancel(Seconds now, ActivityId id);
  void set_bound(Seconds now, ActivityId id, BytesPerSecond bound);

  [[nodiscard]] BytesPerSecond rate(ActivityId id);
  /// Tokens of activities whose rates have changed since the last call, as they changed: some may
  /// come twice, or have ended. Of what was before the first call, nothing is known.
  void take_changed(std::vector<std::uint32_t>& tokens);
  /// Work left at `now`, which is not before the last change; never negative.
  [[nodiscard]] Bytes remaining(ActivityId id, Seconds now);
  /// Σ rate·amount now; costs a look at each of the resource's users.
  [[nodiscard]] BytesPerSecond usage(ResourceId resource);
  [[nodiscard]] std::size_t activities() const { return running_; }
  /// Dates count from the present on; only while nothing is active.
  void restart_clock(Seconds now);
  [[nodiscard]] std::size_t resources() const { return state_.resources.size(); }

  /// Date of the next completion, in s; infinite when there is none.
  [[nodiscard]] Seconds next_date() {
    return Seconds(next_date_ >= 0.0 ? next_date_ : find_next_date());
  }
  /// Ends an activity that is complete at `now` and returns its token; nothing when there is none.
  /// By date, then in the order of their starts. One with 1e-12 of its work left counts as
  /// complete, so that ends which are equal but for rounding come together.
  std::optional<std::uint32_t> pop_completed(Seconds now) {
    if (next_date_ > now.value() * kNearby) return std::nullopt;
    return complete_first(now);
  }

  [[nodiscard]] const FluidStatistics& statistics() const { return statistics_; }

 private:
  /// Later dates than this times the present need no closer look.
  static constexpr double kNearby = 1.0 + 1e-9;

  struct InOrderOfStart {
    const std::vector<fluid::ActivityLabel>* labels;
    bool operator()(const HeapEntry& a, const HeapEntry& b) const {
      return (*labels)[a.item].order < (*labels)[b.item].order;
    }
  };

  [[nodiscard]] bool names_running(ActivityId id) const;
  fluid::Activity& find(ActivityId id);
  [[nodiscard]] const fluid::Resource& find(ResourceId resource) const;
  void check_uses(std::span<const Use> uses);
  bool names_each_once(std::span<const Use> uses);
  std::uint32_t new_index();
  void attach(std::uint32_t index, std::span<const Use> uses);
  void detach(std::uint32_t index);
  void remove(std::uint32_t index);
  /// Call before a change at `now`: answers changes made earlier.
  void reach_date(Seconds now);
  void mark_outdated(std::uint32_t activity);
  void mark_resource_outdated(ResourceId resource);
  double find_next_date();
  void fetch_ahead();
  void solve();
  void sweep();
  void apply(const fluid::Solver::Change& change);
  void add_load(const fluid::ResourceUse& use, double change);
  void sum_drifted_loads();
  std::optional<std::uint32_t> complete_first(Seconds now);

  double next_date_ = fluid::kInfinity;  ///< s; below 0 when it is to be found
  fluid::State state_;
  fluid::Solver solver_{state_};
  IndexedHeap<InOrderOfStart> ends_{InOrderOfStart{&state_.labels}};
  std::vector<std::uint32_t> unused_;  ///< indices of activities that have ended
  std::vector<ActivityId> outdated_activities_;
  std::vector<ResourceId> outdated_resources_;
  std::vector<ResourceId> named_;    ///< by the start that is being checked
  std::vector<ResourceId> drifted_;  ///< loads to be summed afresh
  FluidStatistics statistics_;
  std::vector<std::uint32_t> changed_;  ///< tokens, where they are asked for
  bool notes_changes_ = false;
  std::uint64_t next_order_ = 1;
  std::size_t running_ = 0;
  double changed_at_ = 0.0;  ///< s, of the last change
  bool outdated_ = false;
};

}  // namespace gpuscape
