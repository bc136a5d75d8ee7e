#pragma once
/// The phases of a job's life on one allocation: what happens from the date on which it gets its
/// nodes to the date on which it gives them back. One object serves all jobs of a run that go
/// through such a phase; a job is named by its slot.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/base/units/quantity.hpp"
#include "sim/run/phases/job_traffic.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// What a phase knows of the job that enters it.
struct PhaseContext {
  std::uint32_t slot = 0;  ///< names the life until it ends; small, and used again afterwards
  std::uint32_t job = 0;
  ApplicationKey runs;
  Seconds run_time{0.0};    ///< left to be worked off, at full pace
  Seconds limit{kForever};  ///< from now until the job is killed; kForever: never
  std::span<const AllocationSpan> spans;
};

class Phase {
 public:
  virtual ~Phase() = default;

  /// Whether such a job on such an allocation goes through this phase.
  [[nodiscard]] virtual bool applies(const PhaseContext& context) const = 0;
  /// Whether the run time is worked off here. Such a phase is the last of a life: all of the run
  /// time is done when it ends.
  [[nodiscard]] virtual bool works_off_run_time() const = 0;
  /// The job enters the phase. Returns how long the phase takes where that is known: an event then
  /// ends it, or the job's limit if that comes first. Otherwise the phase starts an activity of the
  /// fluid system whose token is `completion_token(slot, …)`, and is itself responsible for ending
  /// at the limit.
  virtual std::optional<Seconds> begin(const PhaseContext& context) = 0;
  /// An activity of this phase is complete and the phase is over. Returns true where it was over
  /// because of the limit. Called only where `begin` returned nothing.
  virtual bool complete(std::uint32_t /*token*/) { return false; }
  /// Asked when the event of such a phase comes, where its end was not the limit: which of the
  /// job's spans it gives up. The job then gets other GPUs for it, if there are any, and enters the
  /// phase again.
  virtual std::optional<std::size_t> gives_up(std::uint32_t /*job*/) { return std::nullopt; }
  /// The job leaves the phase before its end, `elapsed` after it began. Returns how much of the run
  /// time was worked off in it.
  virtual Seconds stop(std::uint32_t slot, Seconds elapsed) = 0;
  /// Called once after everything that happened at one date.
  virtual void settle() {}
  /// A life of the job is over, whatever phase it was in.
  virtual void left(std::uint32_t /*job*/, std::span<const AllocationSpan> /*spans*/,
                    Seconds /*now*/) {}

  /// Each life can have two activities at a time.
  static constexpr std::uint32_t completion_token(std::uint32_t slot, std::uint32_t which) {
    return 2 * slot + which;
  }
  static constexpr std::uint32_t slot_of(std::uint32_t completion_token) {
    return completion_token / 2;
  }
};

}  // namespace gpuscape
