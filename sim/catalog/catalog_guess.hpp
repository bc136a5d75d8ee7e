#pragma once
/// A value of the catalogue that nobody published or measured.

#include <string>

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
  LinkRole role = LinkRole::inside;  ///< of an entry of "links"
};

}  // namespace gpuscape
