#pragma once
/// Why a job gives its nodes back, and what it keeps of its work where it waits again.

#include <cstdint>
#include <string_view>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Why a stretch of a job's life on one allocation ended.
enum class Cause : std::uint8_t {
  none,  ///< it has not ended
  finished,
  limit,        ///< killed at its time limit
  over_budget,  ///< killed as a budget was used up
  preempted,    ///< for other jobs
  suspended,    ///< likewise, in the memory of its nodes
  reclaimed,    ///< for jobs of a queue that is below its share
  requeued,     ///< its nodes went away
  moved,        ///< it goes on with other nodes
  node_failed,
};

/// Why a job left its nodes before its end; empty where it did not.
inline std::string_view interruption_name(Cause cause) {
  switch (cause) {
    case Cause::preempted:
      return "preempted";
    case Cause::suspended:
      return "suspended";
    case Cause::reclaimed:
      return "reclaimed";
    case Cause::requeued:
      return "requeued";
    case Cause::node_failed:
      return "node failed";
    case Cause::moved:
      return "moved";
    case Cause::none:
    case Cause::finished:
    case Cause::limit:
    case Cause::over_budget:
      break;
  }
  return "";
}

/// What an interrupted job has when it starts again.
struct Keeps {
  enum class What : std::uint8_t {
    all,    ///< it goes on where it was; its time limit counts on
    here,   ///< likewise, and on the same nodes alone
    saved,  ///< it goes back to what it saved; its time limit counts anew
  };
  What what = What::all;
  [[nodiscard]] bool all() const { return what != What::saved; }
  Seconds restart{0.0};  ///< of run time and limit, added to what is left
  friend bool operator==(const Keeps&, const Keeps&) = default;
};

/// A decision as data: this job gives its nodes back, now or after a grace time, and waits again.
struct Interruption {
  std::uint32_t job = 0;
  Cause cause = Cause::preempted;
  Keeps keeps = {};
  /// It joins the queue at once, where its rank, which must lie behind those of all jobs that the
  /// pass has looked at, puts it, and may be started in this pass; else when the pass is over.
  bool may_resume = false;
  Seconds grace{0.0};  ///< until it leaves; it works on meanwhile, and may end by itself
  friend bool operator==(const Interruption&, const Interruption&) = default;
};

}  // namespace gpuscape
