#pragma once
/// What somebody meant by a node that is not in the catalogue.

#include <string>
#include <vector>

#include "sim/catalog/catalog.hpp"

namespace gpuscape {

/// `did you mean "dgx-h100"?`: of `names` one that is near, those that have the word as a part, or
/// the nodes of the catalogue whose GPUs have it; empty where there is none.
std::string node_hint(const std::string& word, const std::vector<std::string>& names,
                      const Catalog& catalog);

}  // namespace gpuscape
