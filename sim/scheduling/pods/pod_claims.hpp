#pragma once
/// Jobs whose pods are put on nodes one by one, as Kubernetes does without a gang plug-in: what the
/// first ones hold while the others wait, and which jobs lock each other by it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/allocation.hpp"
#include "sim/platform/free_capacity.hpp"
#include "sim/platform/gang.hpp"
#include "sim/scheduling/pods/pods_result.hpp"

namespace gpuscape {

/// Which of a gang's shares a pod is.
enum class PodKind : std::uint8_t { full, rest };

class PodClaims {
 public:
  /// Nodes on which its pods may be.
  using MayUse = std::function<bool(std::size_t group, std::uint32_t node)>;
  explicit PodClaims(FreeCapacity& capacity, MayUse may_use = {})
      : capacity_(capacity), may_use_(std::move(may_use)) {}

  /// The pods of one job that are on nodes, all of one group; its number is `group`.
  struct Held {
    Gang gang;
    std::size_t group = 0;
    Seconds since{0.0};    ///< the first of them is there
    Allocation full = {};  ///< in the order in which they came
    Allocation rest = {};
    GroupNode last = {};  ///< the node of the pod that came last
    [[nodiscard]] bool is_on(std::uint32_t node) const;
    [[nodiscard]] std::size_t pods() const { return full.size() + rest.size(); }
  };
  /// Null: it has none.
  [[nodiscard]] const Held* of(std::uint32_t job) const {
    const auto at = held_.find(job);
    return at == held_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] const std::map<std::uint32_t, Held>& all() const { return held_; }

  /// Thousandths of GPUs that all of them hold.
  [[nodiscard]] std::int64_t gpu_milli() const { return milli_; }

  /// One more pod of a job of that shape; its share was claimed.
  void add(std::uint32_t job, const Gang& gang, PodKind kind, const AllocationShare& share,
           Seconds now);
  /// The job starts with all of its pods, the full ones first: they are the job's from now on.
  Allocation take(std::uint32_t job, Seconds now);
  /// Its pods are gone, and what they held is free.
  void give_up(std::uint32_t job, Seconds now);
  /// The pods on a node are gone with it; what they held there is free.
  void lose(std::size_t group, std::uint32_t node, Seconds now);
  /// The pods that `lose` took, since the last question.
  std::vector<std::pair<std::uint32_t, PodKind>> take_lost() { return std::exchange(lost_, {}); }
  /// Thousandths of GPUs that jobs hold by pods more than before, by job, since the last question.
  std::vector<std::pair<std::uint32_t, std::int64_t>> take_changes() {
    return std::exchange(changes_, {});
  }
  /// After everything of an instant: whether jobs lock each other from now on.
  void settle(Seconds now);
  /// Until `now`.
  [[nodiscard]] PodsResult result(Seconds now) const;

 private:
  void count_until(Seconds now);
  void change(std::uint32_t job, std::int64_t gpu_milli);
  void give_back(const Allocation& shares);
  [[nodiscard]] std::vector<std::uint32_t> locked() const;
  [[nodiscard]] std::int64_t milli_of(const std::vector<std::uint32_t>& jobs) const;

  FreeCapacity& capacity_;
  MayUse may_use_;
  std::map<std::uint32_t, Held> held_;  // by job
  std::vector<std::pair<std::uint32_t, PodKind>> lost_;
  std::vector<std::pair<std::uint32_t, std::int64_t>> changes_;
  std::set<std::uint32_t> waited_;  // jobs that had to
  bool is_settled_ = true;
  Seconds counted_until_{0.0};
  std::int64_t milli_ = 0;         // that all pods hold
  std::int64_t locked_milli_ = 0;  // of it those of jobs that lock each other
  bool is_locked_ = false;
  PodsResult counted_;
};

}  // namespace gpuscape
