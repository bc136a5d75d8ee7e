#pragma once
/// A job's life on one allocation is a list of stretches: it waits, it works, it saves. By default
/// it is one, its run time; parts add others. One part serves all jobs of a run.

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "sim/base/units/quantity.hpp"
#include "sim/run/life/work.hpp"
#include "sim/run/pace/traffic_shape.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/scheduling/interruption.hpp"

namespace gpuscape {

/// What a part knows of the job that asks what comes next.
struct LifeView {
  std::uint32_t slot = 0;  ///< names the life until it ends; small, and used again afterwards
  std::uint32_t job = 0;
  ApplicationKey runs;
  Demand demand;
  bool writes = false;  ///< what it began to write beside its work is still under way
  Work work;
  Seconds limit{kForever};  ///< from now until the job is killed; kForever: never
  std::span<const AllocationSpan> spans;
  Seconds now{0.0};
};

/// What a part knows of a life that a planner thinks of, on whatever nodes.
struct LifeAhead {
  std::uint32_t job = 0;
  ApplicationKey runs;
  Demand demand;
  Seconds work{0.0};  ///< that is left of it
};

/// Time in which nothing of the run time is worked off.
struct Pause {
  enum class For : std::uint8_t { starting, saving };
  Seconds length{0.0};
  bool saves = false;  ///< when it is over, no interruption loses what was done before
  For what_for = For::starting;
  /// When it is over, the memory of the job's nodes keeps what was done before, while it is on
  /// them and loses at most so many of them at once; 0: it does not.
  std::int64_t copy_survives = 0;
};
/// Bytes for a storage that several jobs may write to at once.
struct Write {
  std::size_t to = 0;
  Bytes bytes{0.0};
  BytesPerSecond at_most{1.0};
};
/// The job waits until it has written them; no interruption loses then what was done before.
struct Saving {
  Write write;
};
/// The job waits until what it writes beside its work is written.
struct AwaitWrite {};
/// The run time is worked off until so much of it is done, at the pace that the network leaves.
struct Steps {
  Seconds until{0.0};
  std::optional<Seconds> saves = {};  ///< when they are over, no interruption loses so much of it
  bool saves_all = false;             ///< meanwhile: an interruption loses nothing of it
  /// Begins now, beside them, and goes on when they are over; no interruption loses then what was
  /// done before.
  std::optional<Write> beside = {};
};
/// The job gives up one of its spans: it gets other GPUs for it, if there are any, and asks again.
struct GiveUp {
  std::size_t span = 0;
};
using Stretch = std::variant<Pause, Steps, GiveUp, Saving, AwaitWrite>;

class LifePart {
 public:
  virtual ~LifePart() = default;
  /// What comes next in that life; nothing: this part has nothing (more) to add, and the next one
  /// is asked. Asked when a life begins and after each stretch; behind all parts the rest of the
  /// run time is worked off, with which a life ends.
  virtual std::optional<Stretch> next(const LifeView& life) = 0;
  /// The life is over, in whatever stretch it was. `keeps` counts where it was interrupted.
  virtual void ended(const LifeView& /*life*/, Cause /*cause*/, const Keeps& /*keeps*/) {}
  /// What the job had in the memory of its nodes, where it was suspended, is lost.
  virtual void forgets(std::uint32_t /*job*/) {}
  /// The life goes on with another node in the place of one that failed, from what it saved.
  virtual void fell_back(const LifeView& /*life*/) {}
  /// Pauses of a life ahead, as far as planners can expect them, where no time limit tells them
  /// when it is over.
  [[nodiscard]] virtual Seconds expected_pauses(const LifeAhead& /*life*/) const {
    return Seconds(0.0);
  }
  /// These nodes of the cluster go away; nobody lives on them any more.
  virtual void nodes_go(std::span<const std::uint32_t> /*nodes*/) {}
  /// What it did in the run.
  virtual void add_to(RunResult& /*result*/) const {}
};

}  // namespace gpuscape
