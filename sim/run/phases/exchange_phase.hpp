#pragma once
/// The job computes and exchanges data over the network in steps: its pace depends on other jobs.

#include <cstdint>
#include <optional>
#include <utility>

#include "sim/run/phases/job_traffic.hpp"
#include "sim/run/phases/phase.hpp"

namespace gpuscape {

class ExchangePhase final : public Phase {
 public:
  ExchangePhase(TrafficParts parts, const FreeCapacity& capacity, Simulation& simulation)
      : traffic_(std::move(parts), capacity, simulation) {}

  [[nodiscard]] const JobTraffic& traffic() const { return traffic_; }

  [[nodiscard]] bool applies(const PhaseContext& context) const override {
    return context.run_time > Seconds(0.0) && context.limit > Seconds(0.0) &&
           traffic_.exchanges(context.runs, context.spans);
  }
  [[nodiscard]] bool works_off_run_time() const override { return true; }
  std::optional<Seconds> begin(const PhaseContext& context) override {
    traffic_.start(context.slot,
                   {context.job, context.runs, context.run_time, context.limit, context.spans});
    return std::nullopt;
  }
  bool complete(std::uint32_t token) override { return traffic_.end(token).by_limit; }
  Seconds stop(std::uint32_t slot, Seconds /*elapsed*/) override { return traffic_.stop(slot); }
  void settle() override { traffic_.settle(); }

 private:
  JobTraffic traffic_;
};

}  // namespace gpuscape
