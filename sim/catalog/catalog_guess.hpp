#pragma once
/// A value of the catalogue that nobody published or measured.

#include <string>
#include <vector>

#include "sim/catalog/fields/catalog_fields.hpp"

namespace gpuscape {

/// Where a node has links of that type.
enum class LinkRole : unsigned char { inside, sockets, fabric };

struct CatalogGuess {
  std::string section;  ///< "links"
  std::string entry;    ///< "pcie-gen4"
  std::string field;    ///< "payload_share"
  std::string value;    ///< with its unit
  std::string low;      ///< with its unit; empty where the value is taken as written
  std::string high;
  double spread = 1.0;  ///< high / low; 1 without a range
  CatalogUse used_by = CatalogUse::nothing;
  LinkRole role = LinkRole::inside;    ///< of an entry of "links"
  std::vector<std::string> path = {};  ///< the keys of the value within the entry
};

/// A value that is tried in the place of the catalogue's.
struct CatalogChange {
  std::string section;
  std::string entry;
  std::vector<std::string> path;  ///< keys; indices into lists
  std::string value;              ///< "60 ns", or "0.25" for a number
};

}  // namespace gpuscape
