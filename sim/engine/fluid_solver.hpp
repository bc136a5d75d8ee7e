#pragma once
/// Max-min fair rates after a change, by one rising sweep over what the change reaches.
///
/// Give every resource a level: the rate of the activities it holds down (infinite when it has
/// capacity to spare). An activity's rate is the least of its resources' levels and its own bound,
/// and a resource's level x is where Σ amount·min(rate its user has elsewhere, x) = capacity. A
/// level hence depends only on rates *below* it. So there is one solution, and it can be repaired
/// from below, as shortest paths are after a change of edges: take the affected resources by rising
/// key, the lesser of the old level and the new one.
///
/// * Old below new: at the old level the resource lets go; the activities it held rise, and all
///   their resources are affected.
/// * New at or below old: the resource is settled; every user that is rising or faster is held here
///   at this level, and the resources where it was counted otherwise are affected.
///
/// What is below the sweep is final, so each resource lets go at most once and is settled once
/// (again only for ties), and nothing is guessed and undone. The new level is found lazily:
/// with any set of users counted as fixed, (capacity − Σ fixed) / Σ other amounts is never above
/// it, so keys are updated in constant time and summed exactly only when their turn comes.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/engine/fluid_state.hpp"
#include "sim/engine/indexed_heap.hpp"

namespace gpuscape::fluid {

class Solver {
 public:
  explicit Solver(State& state) : state_(state) {}
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Opens a solve. Then what changed is named, then `run` is called once.
  void begin();
  /// An activity that is new or whose bound has changed.
  void add_activity(std::uint32_t activity) { let_rise(activity, kNothing); }
  /// A resource that lost a user or whose capacity has changed.
  void add_resource(std::uint32_t resource);
  /// Instead of the rest, where nothing else has changed: rates this activity at once when no
  /// resource of it holds anybody down and either its bound fits or its narrowest resource is its
  /// alone. False when it does not, and nothing is done.
  bool rate_alone(std::uint32_t activity);
  /// Brings all rates up to date. The loads of resources are the caller's to bring up to date.
  void run();

  struct Change {
    double previous_rate = 0.0;
    std::uint32_t activity = 0;
  };
  /// Activities whose rates may have changed.
  [[nodiscard]] std::span<const Change> changed() const { return changed_; }
  [[nodiscard]] std::size_t resources_reached() const { return reached_count_ + reached_alone_; }

 private:
  /// What a solve knows of a resource that it has reached. These lie side by side, in the order in
  /// which they were reached, so that a solve finds them in the nearest cache however large the
  /// system is.
  struct Reached {
    std::uint32_t resource = 0;
    std::uint32_t rising_count = 0;
    double fixed = 0.0;       ///< Σ rate·amount of users whose rates count as fixed
    double rising = 0.0;      ///< Σ amount of the others
    double threshold = 0.0;   ///< users held elsewhere at no more than this counted as fixed
    double next = kInfinity;  ///< (capacity − fixed) / rising: never above the level it will get
    bool exact = false;       ///< nothing has changed since next was summed
    bool settled = false;
  };
  using ReachedIndex = std::uint32_t;
  struct ByRank {
    bool operator()(const HeapEntry& a, const HeapEntry& b) const { return a.rank < b.rank; }
  };
  using Bound = std::pair<double, std::uint32_t>;

  void list_as_changed(std::uint32_t activity);
  void let_rise(std::uint32_t activity, std::uint32_t except);
  void fix(std::uint32_t activity, double value, std::uint32_t limit);
  void count_as_rising(const ResourceUse& use, const Rate& before, bool again);
  void count_as_fixed(const ResourceUse& use, const Rate& before, double value, bool again);
  [[nodiscard]] bool has_reached(std::uint32_t number) const;
  ReachedIndex reach(std::uint32_t number);
  void sum_up(ReachedIndex at);
  std::pair<double, double> sum_up_to(ReachedIndex at, double threshold);
  void place(ReachedIndex at);
  [[nodiscard]] double key_of(const Reached& reached) const;
  [[nodiscard]] double level_for(const Reached& reached) const;
  void process(ReachedIndex at, double key);
  void let_go(std::uint32_t number);
  void settle(ReachedIndex at);
  void fix_next_bound();

  State& state_;
  std::uint32_t solve_ = 0;
  double floor_ = 0.0;  ///< every rate and level below this is final
  std::vector<Reached> reached_;
  ReachedIndex reached_count_ = 0;          ///< in this solve; the rest is left from earlier ones
  IndexedHeap<ByRank> affected_{ByRank{}};  ///< by ReachedIndex; ranks are resources
  std::vector<Bound> bounds_;  ///< of rising activities, a heap; entries of fixed ones are skipped
  std::vector<Change> changed_;
  std::size_t reached_alone_ = 0;  ///< by rate_alone
};

}  // namespace gpuscape::fluid
