#include "tests/bench/fluid_traffic.hpp"

#include "sim/engine/fluid_network.hpp"
#include "tests/bench/rows.hpp"

namespace gpuscape::bench {
namespace {

class FluidTraffic final : public EventHandler {
 public:
  explicit FluidTraffic(const Traffic& traffic)
      : slots_(traffic), network_(simulation_, network_map(traffic)) {
    for (std::uint32_t slot = 0; slot < traffic.concurrent; ++slot)
      network_.start(slots_.next(slot));
  }

  void advance(std::uint64_t completions) {
    const std::uint64_t end = completed_ + completions;
    while (completed_ < end) simulation_.advance_to(*simulation_.next_date());
  }
  void record_to(std::vector<Completion>& record) { record_ = &record; }
  [[nodiscard]] const FluidStatistics& statistics() { return simulation_.fluid().statistics(); }

  void handle_event(std::uint32_t) override {}
  void handle_input() override {}
  void settle() override {}
  void handle_completion(std::uint32_t slot) override {
    ++completed_;
    if (record_ != nullptr) record_->push_back({slot, simulation_.now().value()});
    network_.start(slots_.next(slot));
  }

 private:
  Simulation simulation_{*this};
  TrafficSlots slots_;
  FluidNetwork network_;
  std::uint64_t completed_ = 0;
  std::vector<Completion>* record_ = nullptr;
};

}  // namespace

double seconds_of_traffic(const Traffic& traffic, Window window) {
  FluidTraffic run(traffic);
  run.advance(window.skipped);
  return seconds_of([&] { run.advance(window.count); });
}

std::vector<Completion> completions_of_traffic(const Traffic& traffic, std::uint64_t count) {
  std::vector<Completion> result;
  FluidTraffic run(traffic);
  run.record_to(result);
  run.advance(count);
  return result;
}

FluidStatistics statistics_of_traffic(const Traffic& traffic, Window window) {
  FluidTraffic run(traffic);
  run.advance(window.skipped);
  const FluidStatistics before = run.statistics();
  run.advance(window.count);
  FluidStatistics result = run.statistics();
  result.solves -= before.solves;
  result.resources_reached -= before.resources_reached;
  result.rates_changed -= before.rates_changed;
  return result;
}

}  // namespace gpuscape::bench
