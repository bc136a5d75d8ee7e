#include "sim/engine/simulation.hpp"

namespace gpuscape {

void Simulation::advance_to(Seconds date) {
  now_ = date.value();
  do {
    while (!events_.empty() && events_.top().date <= now_)
      handler_.handle_event(events_.pop().token());
    while (next_input_ <= now_) handler_.handle_input();
    handler_.settle();
  } while (next_input_ <= now_ || (!events_.empty() && events_.top().date <= now_));
}

}  // namespace gpuscape
