#pragma once
/// Which client of a job uses which lent GPU.

#include <cstdint>
#include <span>

#include "sim/platform/client_cut.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Deals the GPUs of the servers to the clients in order. `gpus_of(span)` are those of a server,
/// empty where they are not told apart; calls `visit(client, server, gpu)`, spans and the GPU's
/// number on its node.
template <class GpusOf, class Visit>
void for_each_lent_gpu(std::span<const AllocationSpan> spans, const GpusOf& gpus_of,
                       const Visit& visit) {
  const std::uint32_t clients = clients_among(spans);
  Demand demand;
  for (const AllocationSpan& span : spans) demand.gpus += span.gpus;
  std::uint32_t client = 0;
  std::int32_t left = cut_for_client(demand, clients, 0).gpus;
  for (const AllocationSpan& span : spans.subspan(clients)) {
    GpuSet which = gpus_of(span);
    if (which.empty()) which = GpuSet::first(static_cast<std::uint32_t>(span.gpus));
    which.for_each([&](std::uint32_t gpu) {
      while (left == 0) left = cut_for_client(demand, clients, ++client).gpus;
      --left;
      visit(spans[client], span, gpu);
    });
  }
}

}  // namespace gpuscape
