#pragma once
/// What FluidSystem and its solver share: activities, resources, and who uses what. Rates lie in a
/// column of their own, for the solver reads them far more often than anything else.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/engine/user_list.hpp"

namespace gpuscape::fluid {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// A relative change below this is none.
inline constexpr double kTolerance = 1e-12;

/// Stands where a resource is named as an activity's limit.
inline constexpr std::uint32_t kNothing = 0xFFFFFFFFU;  ///< not yet rated
inline constexpr std::uint32_t kOwnBound = 0xFFFFFFFEU;
inline constexpr std::uint32_t kRising = 0xFFFFFFFDU;  ///< inside a solve: still to be fixed
inline constexpr std::uint32_t kLeastMark = kRising;

/// One resource of an activity, and where the activity stands among that resource's users.
struct ResourceUse {
  std::uint32_t resource = 0;
  std::uint32_t position = 0;
  double amount = 1.0;
};

struct Rate {
  double value = 0.0;              ///< infinite while rising
  std::uint32_t limit = kNothing;  ///< the resource that holds it down, or a mark
  std::uint32_t changed_in = 0;    ///< the last solve that listed it as changed
};

/// Short use lists lie in the activity itself, long ones in the pool.
constexpr std::uint32_t kInlineUses = 4;

/// Two cache lines, of which the second holds a short use list.
struct alignas(64) Activity {
  double previous_rate = 0.0;  ///< before the solve that listed it
  double bound = 0.0;
  double work = 0.0;
  double left = 0.0;        ///< at `since`
  double since = 0.0;       ///< s
  std::uint64_t order = 0;  ///< of its start
  std::uint32_t first_use = 0;
  std::uint32_t use_count = 0;
  std::uint32_t token = 0;
  std::uint32_t generation = 0;  ///< rises when it ends
  std::array<ResourceUse, kInlineUses> inline_uses;
};

/// Two cache lines, of which changes that meet no full resource touch the first only.
struct alignas(64) Resource {
  double capacity = 0.0;
  double load = 0.0;         ///< Σ rate·amount between solves; rounding drifts, see updates
  double level = kInfinity;  ///< rate of the activities it holds down; infinite when there is none
  UserList users;
  std::uint32_t holds = 0;    ///< how many activities it holds down
  std::uint32_t updates = 0;  ///< of load since it was last summed afresh
  // The second line; during a solve, once `solve` is its number:
  std::uint32_t solve = 0;
  std::uint32_t rising_count = 0;
  double fixed = 0.0;       ///< Σ rate·amount of users whose rates count as fixed
  double rising = 0.0;      ///< Σ amount of the others
  double threshold = 0.0;   ///< users held elsewhere at no more than this counted as fixed
  double next = kInfinity;  ///< (capacity − fixed) / rising: never above the level it will get
  bool exact = false;       ///< nothing has changed since next was summed
  bool settled = false;
};

/// Use lists in one array, in blocks whose sizes are powers of two and which are used again.
class UsePool {
 public:
  std::uint32_t allocate(std::size_t count);
  void release(std::uint32_t first, std::size_t count);
  [[nodiscard]] std::span<ResourceUse> at(std::uint32_t first, std::size_t count) {
    return {uses_.data() + first, count};
  }

 private:
  std::vector<ResourceUse> uses_;
  std::array<std::vector<std::uint32_t>, 32> free_;  ///< by the logarithm of the size
};

struct State {
  std::vector<Rate> rates;  ///< beside `activities`
  std::vector<Activity> activities;
  std::vector<Resource> resources;
  UsePool uses;

  [[nodiscard]] std::span<ResourceUse> uses_of(Activity& activity) {
    if (activity.use_count <= kInlineUses) return {activity.inline_uses.data(), activity.use_count};
    return uses.at(activity.first_use, activity.use_count);
  }
};

}  // namespace gpuscape::fluid
