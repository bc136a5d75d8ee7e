#pragma once
/// Who holds what of which node, and when: running jobs and plans, as lists.

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "sim/platform/node_group.hpp"

namespace gpuscape::test {

struct SlowShare {
  std::size_t node = 0;  // over all groups
  Demand demand{};
};

/// Shares that are held from one date to before another: by a plan or by a running job.
struct SlowHeld {
  std::size_t job = 0;
  double from = 0.0;
  double to = 0.0;
  double end = 0.0;  // of a running job: when it really ends
  std::vector<SlowShare> shares;
};

[[nodiscard]] Demand plus(const Demand& a, const Demand& b, int sign);

struct SlowBooks {
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  static constexpr double kNow = -1.0;

  std::vector<Demand> free;
  std::vector<SlowHeld> running;
  std::vector<SlowHeld> plans;

  /// From when on the share stays free for ever.
  [[nodiscard]] double free_from(std::size_t node, const Demand& share) const;
  /// Where the plan that is to be bettered holds enough from its date on, it is enough that the
  /// share stays free up to that.
  [[nodiscard]] double free_from(std::size_t node, const Demand& share,
                                 const std::optional<SlowHeld>& own) const;
  /// True when the share stays free from now to `end`.
  [[nodiscard]] bool free_to(std::size_t node, const Demand& share, double end) const;

 private:
  [[nodiscard]] std::vector<double> dates_on(std::size_t node) const;
  [[nodiscard]] Demand room_at(std::size_t node, double date) const;
};

}  // namespace gpuscape::test
