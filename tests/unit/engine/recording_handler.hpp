#pragma once

#include <string>
#include <vector>

#include "sim/engine/simulation.hpp"

namespace gpuscape::test {

/// Writes down what happens; an event 1xx schedules event 2xx after 10 s, 3xx one at the same date,
/// the completion of activity 1xx starts activity 2xx on resource 0.
class RecordingHandler final : public EventHandler {
 public:
  void handle_event(std::uint32_t token) override {
    note("event " + std::to_string(token));
    if (token / 100 == 1) simulation->schedule(simulation->now() + Seconds(10.1), token + 100);
    if (token / 100 == 3) simulation->schedule(simulation->now(), token + 100);
  }
  void handle_completion(std::uint32_t token) override {
    note("completion " + std::to_string(token));
    if (token / 100 == 1) start(0.7, token + 100);
  }
  void handle_input() override {
    note("input");
    simulation->set_next_input(++inputs < 3 ? simulation->now() + Seconds(0.3) : kForever);
  }
  void settle() override { note("settle"); }

  void start(double work, std::uint32_t token) {
    const Use use{0, Ratio(1.0)};
    simulation->fluid().start(simulation->now(), Bytes(work), BytesPerSecond(3.0), {&use, 1},
                              token);
  }

  void note(const std::string& what) {
    dates.push_back(simulation->now().value());
    log.push_back(what);
  }

  Simulation* simulation = nullptr;
  int inputs = 0;
  std::vector<std::string> log;
  std::vector<double> dates;
};

}  // namespace gpuscape::test
