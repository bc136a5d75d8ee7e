#pragma once
/// What a policy with queues of its own tells those who measure: what each queue holds, and why its
/// jobs wait.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Why a job waits, as far as queues go.
enum class QueueRule : std::uint8_t {
  order,              ///< it would fit, or will when nodes come back: others come first
  limit,              ///< a queue on its path would go over its limit
  not_preemptible,    ///< it cannot be preempted, and a queue would hold more than it deserves
  share_reached,      ///< its queue, with it, would be above its fair share: it may not reclaim
  nobody_above,       ///< no other queue holds more than it is sure of
  protected_jobs,     ///< those above hold jobs that cannot be preempted, or ran too shortly yet
  no_room_made,       ///< all that may be reclaimed would not make room on the nodes it needs
  delay,              ///< it has not waited for `preemption_delay`
  grace,              ///< others are leaving for it
  not_reclaiming,     ///< `reclaim` is off
  other_part,         ///< nodes of another part of the cluster had room for it
  nothing_to_borrow,  ///< with it, its queue would borrow, and nobody lends that much
};
inline constexpr std::size_t kQueueRules = 12;

/// As in results, and in a sentence "it waited because ...".
std::string_view queue_rule_name(QueueRule rule);
std::string_view queue_rule_text(QueueRule rule);
/// A few words, for a table.
std::string_view queue_rule_short(QueueRule rule);

/// A queue as the scenario gives it.
struct QueueFacts {
  std::string name;
  std::optional<std::uint32_t> parent = {};
  std::optional<double> gpus_deserved = {};  ///< none: all that it asks for
  std::optional<double> gpus_limit = {};     ///< none: no limit
  bool is_part = false;                      ///< a part of the cluster, with a policy of its own
};

/// What it has at an instant, those below it included.
struct QueueState {
  double gpus_held = 0.0;
  double gpus_fair = 0.0;     ///< its fair share
  double jobs_waiting = 0.0;  ///< in it alone
};

/// Seconds by rule.
using SecondsByRule = std::array<Seconds, kQueueRules>;

/// Why one job waited in its queue: the rule that held longest, over all its waits.
struct QueueWait {
  std::uint32_t job = 0;
  std::uint32_t queue = 0;
  std::uint32_t of = 0;  ///< whose rule it was: a queue on its path
  QueueRule rule = QueueRule::order;
  Seconds by_rule{0.0};
  Seconds waited{0.0};
};

/// What was stopped for others, over a run, of one queue alone.
struct QueueStops {
  std::int64_t reclaimed = 0;  ///< its jobs that were stopped for other queues
  std::int64_t preempted = 0;  ///< that were stopped for more important ones of its own
  std::int64_t reclaims = 0;   ///< its jobs for which those of other queues were stopped
  double gpu_seconds = 0.0;    ///< that its stopped jobs had held since they last started
};

inline constexpr std::uint32_t kInNoQueue = std::numeric_limits<std::uint32_t>::max();

class QueueView {
 public:
  virtual ~QueueView() = default;
  [[nodiscard]] virtual std::vector<QueueFacts> queues() const = 0;
  [[nodiscard]] virtual QueueState state(std::uint32_t queue) const = 0;
  /// Queues whose state may have changed since the last question.
  virtual std::vector<std::uint32_t> take_changed() = 0;
  /// Of jobs that waited, until `now` where they still do; by rising job.
  [[nodiscard]] virtual std::vector<QueueWait> waits(Seconds now) const = 0;
  [[nodiscard]] virtual QueueStops stops(std::uint32_t queue) const = 0;
  /// The queue of each job that joined one, by job; kInNoQueue of others.
  [[nodiscard]] virtual std::vector<std::uint32_t> queues_of_jobs() const = 0;
  /// What jobs of that queue alone waited for each rule until `now`.
  [[nodiscard]] virtual SecondsByRule waited(std::uint32_t queue, Seconds now) const = 0;
};

}  // namespace gpuscape
