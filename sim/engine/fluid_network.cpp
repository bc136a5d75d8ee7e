#include "sim/engine/fluid_network.hpp"

#include <utility>

namespace gpuscape {

FluidNetwork::FluidNetwork(Simulation& simulation, NetworkMap map)
    : simulation_(simulation),
      map_(std::move(map)),
      first_link_(static_cast<ResourceId>(simulation.fluid().resources())) {
  for (const BytesPerSecond capacity : map_.links) simulation_.fluid().add_resource(capacity);
}

TransferId FluidNetwork::start(const Transfer& transfer) {
  route_.clear();
  uses_.clear();
  map_.route(transfer.from, transfer.to, route_);
  for (const std::uint32_t link : route_) uses_.push_back({first_link_ + link, Ratio(1.0)});
  const ActivityId id = simulation_.fluid().start(simulation_.now(), transfer.bytes, transfer.bound,
                                                  uses_, transfer.token);
  return TransferId{(std::uint64_t{id.generation} << 32U) | id.index};
}

namespace {

ActivityId activity(TransferId id) {
  const auto bits = static_cast<std::uint64_t>(id);
  return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U)};
}

}  // namespace

void FluidNetwork::cancel(TransferId id) {
  simulation_.fluid().cancel(simulation_.now(), activity(id));
}

BytesPerSecond FluidNetwork::rate(TransferId id) { return simulation_.fluid().rate(activity(id)); }

bool FluidNetwork::is_full(std::uint32_t link) {
  constexpr double kNearly = 1.0 - 1e-9;
  FluidSystem& fluid = simulation_.fluid();
  return fluid.usage(first_link_ + link) >= fluid.capacity(first_link_ + link) * kNearly;
}

}  // namespace gpuscape
