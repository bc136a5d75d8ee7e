#pragma once
/// A clock and what is still to happen. Two questions carry it: when is the next thing
/// (`next_date`), and make it happen (`advance_to`). Whoever asks them is the loop: ten lines of
/// our own, or SimGrid's. It has no globals: many live in one process, one per thread.

#include <cstdint>
#include <optional>

#include "sim/base/units/quantity.hpp"
#include "sim/engine/event_queue.hpp"
#include "sim/engine/fluid_system.hpp"

namespace gpuscape {

/// What happens. Called by `advance_to`; may schedule more, also at the present date.
class EventHandler {
 public:
  virtual ~EventHandler() = default;
  /// A scheduled event is due.
  virtual void handle_event(std::uint32_t token) = 0;
  /// An activity of the fluid system is complete. Whoever starts activities overrides this: here it
  /// throws InternalError.
  virtual void handle_completion(std::uint32_t token);
  /// The next input (an arrival) is due: take it in and set the date of the one after it.
  virtual void handle_input() = 0;
  /// Everything due at this date has been handled: decide.
  virtual void settle() = 0;
};

class Simulation {
 public:
  explicit Simulation(EventHandler& handler) : handler_(handler) {}

  [[nodiscard]] Seconds now() const { return now_; }
  /// An event at `date`, which must not lie in the past; `token` is below EventQueue::kTokens.
  void schedule(Seconds date, std::uint32_t token) { events_.push(date, token); }
  /// Date of the next input from outside; kForever when there is none.
  void set_next_input(Seconds date) { next_input_ = date; }

  /// Activities that share resources; dates handed to it are `now()`.
  [[nodiscard]] FluidSystem& fluid() { return fluid_; }

  /// Events are still to come, whether anything comes of them or not.
  [[nodiscard]] bool has_events() const { return !events_.empty(); }
  /// Neither an event nor an activity is left: only inputs can come.
  [[nodiscard]] bool is_idle() const { return events_.empty() && fluid_.activities() == 0; }
  /// The present becomes date 0; only while idle. The next input is to be set anew.
  void restart_clock();

  /// When the next thing happens; nothing when nothing is left.
  [[nodiscard]] std::optional<Seconds> next_date() const {
    const Seconds next = next_due();
    if (next == kForever) return std::nullopt;
    return next;
  }

  /// Handles everything due up to `date`, which must be `next_date()`: events in the order of
  /// (date, sequence), then completions in the order of their starts, then inputs, then `settle`;
  /// again as long as that leaves something due at this date. The rates that follow from what was
  /// started and ended are found once, after it all.
  void advance_to(Seconds date);

 private:
  [[nodiscard]] Seconds next_due() const {
    const Seconds other = std::min(next_input_, fluid_.next_date());
    return events_.empty() ? other : std::min(other, events_.top().date);
  }

  EventHandler& handler_;
  EventQueue events_;
  Seconds now_{0.0};
  Seconds next_input_ = kForever;
  mutable FluidSystem fluid_;  ///< asked for its next date, it may first find it
};

}  // namespace gpuscape
