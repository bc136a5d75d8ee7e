#pragma once
/// The room on the nodes of one group from now on: what is free, what running jobs are expected to
/// give back, and what is planned.

#include <cstdint>
#include <vector>

#include "sim/platform/future/expected_releases.hpp"
#include "sim/platform/future/least_column.hpp"

namespace gpuscape {

/// Room changes at dates; at equal dates it grows before it shrinks. Dates of overdue jobs lie in
/// the past: they are expected to end now. Changes are seen after `update`, which is called when
/// capacity and timeline agree again.
class GroupTimeline {
 public:
  /// A date before every other.
  static constexpr Seconds kNow = GroupReleases::kNow;

  explicit GroupTimeline(const GroupCapacity& capacity);

  /// A running job gives `share` back at `end`.
  void add_release(std::uint32_t node, Seconds end, const Demand& share);
  void remove_release(std::uint32_t node, Seconds end, const Demand& share);
  /// `share` is taken from `from` to `to`.
  void add_plan(std::uint32_t node, Seconds from, Seconds to, const Demand& share);
  void remove_plan(std::uint32_t node, Seconds from, Seconds to, const Demand& share);
  /// Puts the releases of these jobs in place of all those it knew.
  void replace_releases(const GroupReleases& releases);
  void update();

  /// Earliest date from which `share` stays free on the node for ever; kNow when it is free and
  /// stays so, infinity when it never fits.
  [[nodiscard]] Seconds free_from(std::uint32_t node, const Demand& share) const;
  /// The date up to which `share` stays free on the node; minus infinity where it does not fit now.
  [[nodiscard]] Seconds free_until(std::uint32_t node, const Demand& share) const;
  /// Earliest date from which `share` stays free on the node up to `date`; infinity when it does
  /// not fit right before.
  [[nodiscard]] Seconds free_from_up_to(std::uint32_t node, Seconds date,
                                        const Demand& share) const;
  /// The least `free_from` and the greatest `free_until` of any node, for GPUs alone; those nodes
  /// have at most as much of each.
  [[nodiscard]] Seconds soonest(std::int32_t gpus) const;
  [[nodiscard]] Seconds longest(std::int32_t gpus) const;
  /// `free_from` for GPUs alone, over the nodes; not of a pool.
  [[nodiscard]] const LeastColumn& free_from_column(std::int32_t gpus) const {
    return from_[static_cast<std::size_t>(gpus)];
  }
  [[nodiscard]] const GroupCapacity& capacity() const { return *capacity_; }

 private:
  enum class Kind : std::uint8_t { release, plan_end, plan_start };
  struct Step {
    Seconds date{0.0};
    Demand share{};
    Kind kind = Kind::release;
    [[nodiscard]] bool takes() const { return kind == Kind::plan_start; }
    void change(Demand& room) const {
      if (takes())
        room = room - share;
      else
        room += share;
    }
  };

  [[nodiscard]] Seconds date_of_room(std::size_t i) const {
    return i == 0 ? kNow : steps_[0][i - 1].date;
  }
  void add(std::uint32_t node, const Step& step);
  void remove(std::uint32_t node, const Step& step);
  void mark(std::uint32_t node);
  [[nodiscard]] Seconds pool_free_from_up_to(Seconds date, std::int32_t gpus) const;
  void refresh_pool();
  void find_least() const;
  void refresh_from(std::uint32_t node, std::int32_t room);
  std::int32_t refresh_until(std::uint32_t node);

  const GroupCapacity* capacity_;
  std::vector<std::vector<Step>> steps_;  // of each node, by date, those that take last
  std::vector<LeastColumn> from_;         // [GPUs], over the nodes
  std::vector<LeastColumn> until_;        // the same, with the sign changed
  // Of a pool, its room in processors before the first step and after each; the least so far and
  // from there on.
  std::vector<std::int32_t> room_;
  mutable std::vector<std::int32_t> least_so_far_;
  mutable std::vector<std::int32_t> least_to_come_;
  mutable bool least_known_ = false;
  std::vector<std::uint32_t> changed_;  // nodes since the last update
  std::vector<bool> is_changed_;
};

}  // namespace gpuscape
