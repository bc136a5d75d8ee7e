#include "sim/model/transfers/plan_footprint.hpp"

#include <algorithm>
#include <iterator>

namespace gpuscape {

namespace {

bool is_used(const CatalogGuess& guess, const PlanFootprint& footprint) {
  if (guess.section == "remoting") return footprint.remote;
  if (guess.used_by == CatalogUse::jobs || guess.used_by == CatalogUse::steps) return false;
  if (guess.section == "transports") return footprint.transports.contains(guess.entry);
  if (guess.section == "links") {
    if (guess.role == LinkRole::sockets) return footprint.sockets;
    return guess.role == LinkRole::fabric ? footprint.nvlink : footprint.links;
  }
  if (guess.section == "gpus") return footprint.gpus;
  if (guess.section == "nvswitches") return footprint.nvlink;
  if (guess.section != "nodes") return footprint.network;
  if (guess.field.starts_with("nics")) return footprint.network;
  if (guess.field.starts_with("gpu_fabric")) return footprint.nvlink;
  if (guess.field.starts_with("cpu.inter_socket")) return footprint.sockets;
  return guess.field == "cpu.memory_bandwidth_per_socket" ? footprint.memory : footprint.links;
}

}  // namespace

std::vector<CatalogGuess> guesses_of_transfers(const std::vector<CatalogGuess>& all,
                                               const PlanFootprint& footprint) {
  std::vector<CatalogGuess> used;
  std::ranges::copy_if(all, std::back_inserter(used),
                       [&](const CatalogGuess& guess) { return is_used(guess, footprint); });
  sort_by_spread(used);
  return used;
}

}  // namespace gpuscape
