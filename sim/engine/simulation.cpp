#include "sim/engine/simulation.hpp"

#include "sim/base/error.hpp"

namespace gpuscape {

void EventHandler::handle_completion(std::uint32_t /*token*/) {
  ensure(false, "whoever starts activities handles their completion");
}

void Simulation::restart_clock() {
  ensure(is_idle(), "a clock starts anew while nothing is under way");
  fluid_.restart_clock(now_);
  now_ = Seconds(0.0);
  next_input_ = kForever;
}

void Simulation::advance_to(Seconds date) {
  now_ = date;
  do {
    while (!events_.empty() && events_.top().date <= now_)
      handler_.handle_event(events_.pop().token());
    while (const auto token = fluid_.pop_completed(date)) handler_.handle_completion(*token);
    while (next_input_ <= now_) handler_.handle_input();
    handler_.settle();
  } while (next_input_ <= now_ || (!events_.empty() && events_.top().date <= now_) ||
           fluid_.next_date() <= now_);
}

}  // namespace gpuscape
