#pragma once
/// `gpuscape topo NODE…|SCENARIO`: what is near what, and what shares which link.

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/scenario_options.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct TopoOptions {
  std::vector<std::string> what;     ///< nodes of the catalogue, or one scenario file
  std::vector<std::string> catalog;  ///< folders of one's own parts
  ScenarioOptions scenario;          ///< --variant, --set
  std::string network;
  std::string svg;
  bool force = false;  ///< replace an existing file at `svg`, whatever it holds
  bool json = false;
};

/// Prints the map on `out`. Throws ScenarioError for what is wrong with a node or scenario.
int topo_command(const TopoOptions& options, const Registry& registry, std::ostream& out);

}  // namespace gpuscape
