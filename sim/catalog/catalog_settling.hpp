#pragma once
/// What the settling of entries that inherit one another keeps track of.

#include <cstddef>
#include <vector>

#include "sim/catalog/catalog.hpp"

namespace gpuscape {

struct Catalog::Settling {
  ReadingContext& context;
  std::vector<const JsonMember*> under_way = {};
  std::size_t values = 0;  ///< of all entries that inherit, with what they inherit
};

}  // namespace gpuscape
