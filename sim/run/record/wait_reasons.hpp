#pragma once
/// Why jobs wait, second by second. Jobs that ask for the same wait for the same thing, so reasons
/// are kept for each distinct demand, as clocks that count how long each reason held; a waiting job
/// reads them when it joins and when it starts.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/platform/free_capacity.hpp"
#include "sim/run/record/run_events.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/scheduling/node_mask.hpp"

namespace gpuscape {

class WaitReasons {
 public:
  explicit WaitReasons(const FreeCapacity& capacity);

  /// What a job is, as far as its waiting goes.
  struct Who {
    std::uint32_t job;
    std::uint32_t origin;
    const NodeMask* open = nullptr;  ///< the nodes on which it may run; null: all
  };
  /// A job waits from now on; its number is above those of all that joined before.
  void join(const Who& who, const Demand& demand, Seconds now);
  /// The same for a job that a limit or a dependency holds back.
  void join_held(const Who& who, WaitReason held_by, Seconds now);
  /// A waiting job is held back from now on, or waits for capacity again.
  void hold_back(std::uint32_t job, Seconds now);
  void let_go(std::uint32_t job, const Demand& demand, Seconds now);
  /// A job that ran waits again; only the reason for its first wait is kept for the job itself.
  void rejoin(const Who& who, const Demand& demand, Seconds now);
  /// A job that waited starts, or never will.
  void leave(std::uint32_t job, Seconds now);
  /// After everything that happened at `now`: what does each demand wait for from here on?
  void settle(Seconds now);

  void on(const JobWaits& event);
  void on(const JobHeldBack& event) {
    if (event.waited) hold_back(event.job, event.date);
  }
  void on(const JobLetGo& event) {
    if (event.waited) let_go(event.job, event.demand, event.date);
  }
  void on(const DependencyFailed& event) { leave(event.job, event.date); }
  void on(const JobStarted& event) {
    if (event.waited) leave(event.job, event.date);
  }
  void on(const JobPreempted& event) {
    if (!event.is_new) rejoin({event.job, event.origin, event.open}, event.demand, event.date);
  }
  void on(const StartsChanged& event) { may_start_ = event.may_start; }
  void on(const InstantSettled& event) {
    if (!active_.empty()) settle(event.date);
  }

  /// Seconds that jobs waited for each reason, also those still waiting at `now`; and the reason
  /// that held longest for each job that started.
  [[nodiscard]] WaitResult result(Seconds now) const;

 private:
  using Clocks = SecondsByReason;
  using ClassId = Id<struct WaitClassTag>;  // into classes_
  /// Jobs with one demand.
  struct Class {
    Demand demand;
    const NodeMask* open = nullptr;
    std::int64_t waiting = 0;
    WaitReason reason = WaitReason::order;
    Seconds since{0.0};                // `reason` holds from here on
    std::optional<Seconds> looked_at;  // none: not yet
    Clocks clocks{};                   // that each reason held until `since`
    Clocks total{};                    // the same times the jobs that waited
  };
  struct Waiting {
    Who who;
    ClassId of_class;  // none: it left
    Clocks at_join;    // less what it waited in classes before this one
  };
  /// What is free in a group, as far as most demands need it.
  struct Room {
    std::int64_t gpus = 0;
    std::int64_t on_one_node = 0;  // the most; all of a pool
  };
  static void hold(Class& one, Seconds now);
  [[nodiscard]] WaitReason reason_of(const Demand& demand) const;
  [[nodiscard]] WaitReason reason_of_amounts(const Demand& demand) const;
  [[nodiscard]] bool fits_now(std::size_t group, const Demand& demand) const;
  [[nodiscard]] bool has_gpus(std::size_t group, const Demand& demand) const;
  [[nodiscard]] WaitReason reason_of(const Class& one) const;
  ClassId class_of(const Demand& demand, const NodeMask* open);
  [[nodiscard]] ClassId class_of(WaitReason held_by) const;
  Waiting enter(const Who& who, ClassId of_class, Seconds now);
  Clocks exit(const Waiting& waiting, Seconds now);
  void move(std::uint32_t job, ClassId to_class, Seconds now);
  Waiting* find(std::uint32_t job);
  void add_to_origin(std::uint32_t origin, const Clocks& waited);

  const FreeCapacity& capacity_;
  /// A demand and the nodes that are open to it.
  using Key = std::tuple<std::int32_t, std::int64_t, std::int64_t, std::int32_t, std::uint16_t,
                         std::uint16_t, const NodeMask*>;
  std::map<Key, ClassId> index_;
  std::vector<Class> classes_;
  std::vector<ClassId> active_;   // classes with waiting jobs
  std::vector<Waiting> waiting_;  // by rising job; those that left have no class
  std::size_t first_waiting_ = 0;
  std::map<std::uint32_t, Waiting> again_;  // those that ran before
  std::vector<SecondsByReason> by_origin_;
  std::vector<JobWait> jobs_;
  std::vector<Room> rooms_;  // by group, since `settle` began
  bool may_start_ = true;    // else no job does, whatever is free
};

}  // namespace gpuscape
