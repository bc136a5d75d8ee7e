#pragma once
/// What FluidSystem and its solver share: activities, resources, and who uses what. Rates lie in a
/// column of their own, for the solver reads them far more often than anything else.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/engine/block_pool.hpp"
#include "sim/engine/line_vector.hpp"
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
constexpr std::uint32_t kInlineUses = 2;

/// One cache line: what a solve that changes the rate touches.
struct alignas(kCacheLine) Activity {
  double bound = 0.0;
  double left = 0.0;   ///< at `since`
  double since = 0.0;  ///< s
  std::uint32_t token = 0;
  std::uint32_t use_count = 0;
  std::array<ResourceUse, kInlineUses> inline_uses;

  /// Where a long use list begins in the pool; the inline uses are free then.
  [[nodiscard]] std::uint32_t& first_use() { return inline_uses[0].resource; }
};

/// What a solve does not ask of an activity.
struct ActivityLabel {
  std::uint64_t order = 0;  ///< of its start
  double work = 0.0;
  std::uint32_t generation = 0;  ///< rises when it ends
};

/// One cache line; what only a solve knows lies with the solver.
struct alignas(kCacheLine) Resource {
  double capacity = 0.0;
  double load = 0.0;         ///< Σ rate·amount between solves; rounding drifts, see updates
  double level = kInfinity;  ///< rate of the activities it holds down; infinite when there is none
  UserList users;
  std::uint32_t holds = 0;    ///< how many activities it holds down
  std::uint32_t updates = 0;  ///< of load since it was last summed afresh
  std::uint32_t reached =
      0;  ///< its index among what the solve has reached, if that entry names it
};
static_assert(sizeof(Activity) == kCacheLine && sizeof(Resource) == kCacheLine);

struct State {
  LineVector<Rate> rates;  ///< beside `activities`, as are `labels`
  std::vector<Activity> activities;
  std::vector<ActivityLabel> labels;
  std::vector<Resource> resources;
  BlockPool<ResourceUse> uses;
  UserPool users;

  [[nodiscard]] std::span<ResourceUse> uses_of(Activity& activity) {
    if (activity.use_count <= kInlineUses) return {activity.inline_uses.data(), activity.use_count};
    return {uses.at(activity.first_use()), activity.use_count};
  }
  [[nodiscard]] UserList::Range users_of(const Resource& resource) const {
    return resource.users.in(users);
  }
};

}  // namespace gpuscape::fluid
