#pragma once
/// Whose turn it is: queues in KAI's order, siblings against siblings from the root down.
///  1. Those not over their fair share; 2. those that would stay within what they deserve with
///  their next job; 3. the higher priority; 4. those with a fair share at all; 5. the smaller
///  dominant share (held ÷ allocatable, the largest over resources) with the job, then without;
///  6. the smaller allocatable share; 7. the older.

#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/scheduler/quota/tree.hpp"

namespace gpuscape::quota {

/// Smaller comes first.
struct TurnKey {
  bool over_fair_share = false;
  bool out_of_quota = false;
  std::int64_t less_priority = 0;
  bool without_share = false;
  double share_with_job = 0.0;
  double share = 0.0;
  Amounts allocatable{};
  std::size_t age = 0;
  friend auto operator<=>(const TurnKey&, const TurnKey&) = default;
};

/// That of a queue that holds `held`, next to its siblings; `job`: its next one.
TurnKey turn_key(const QuotaTree& tree, std::size_t queue, const Amounts& held, const Amounts& job);

/// Of the queues in which the paths of two of them part, the children that they are below, or are.
std::pair<std::size_t, std::size_t> where_they_part(const QuotaTree& tree, std::size_t a,
                                                    std::size_t b);

class QueueOrder {
 public:
  explicit QueueOrder(const QuotaTree& tree) : tree_(tree), nodes_(tree.size()) {}

  /// What the next job of a queue without others below it asks for; none: it has none.
  void set_head(std::size_t leaf, const std::optional<Amounts>& head);
  /// What queues hold, or their fair shares, changed everywhere.
  void rebuild();
  /// What this one holds did.
  void refresh(std::size_t leaf) { carry_up(leaf); }
  /// The queue whose job is next; none: no queue has one.
  [[nodiscard]] std::optional<std::size_t> first() const;

 private:
  struct Node {
    std::optional<Amounts> head;  // of the best below it
    std::size_t best = 0;         // child
    TurnKey key;
  };
  void find_best(std::size_t queue);
  void find_key(std::size_t queue);
  void carry_up(std::size_t leaf);

  const QuotaTree& tree_;
  std::vector<Node> nodes_;
};

}  // namespace gpuscape::quota
