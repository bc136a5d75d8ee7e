#pragma once
/// What transfers use of a cluster, and the guesses of the catalogue that they therefore rest on.

#include <set>
#include <string>
#include <vector>

#include "sim/catalog/catalog_guesses.hpp"

namespace gpuscape {

struct PlanFootprint {
  std::set<std::string> transports = {};  ///< by id
  bool links = false;                     ///< within nodes: PCIe
  bool sockets = false;                   ///< links between sockets
  bool memory = false;                    ///< of hosts
  bool gpus = false;                      ///< their copy engines
  bool nvlink = false;
  bool network = false;
  bool remote = false;  ///< calls to remote GPUs
};

/// The widest ranges first.
std::vector<CatalogGuess> guesses_of_transfers(const std::vector<CatalogGuess>& all,
                                               const PlanFootprint& footprint);

}  // namespace gpuscape
