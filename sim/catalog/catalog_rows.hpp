#pragma once
/// An entry of the catalogue field by field, as people read it, and the entry that they meant.

#include <string>
#include <string_view>
#include <vector>

#include "sim/catalog/catalog_kind.hpp"

namespace gpuscape {

struct CatalogRow {
  std::string field;    ///< "nics.ib0.speed", "links.3.lanes"
  std::string pattern;  ///< "nics.*.speed", "links[].lanes"
  std::string value;    ///< without its unit
  std::string unit;
  std::vector<std::string> path;  ///< the keys of `field`
  CatalogUse used_by = CatalogUse::nothing;
  CatalogType type = CatalogType::text;
  FieldOrigin origin;
  std::string low;  ///< as written; of a guess the default of its class; empty where there is none
  std::string high;
};

/// Fields in the order of the entry; empty where there is no such entry.
[[nodiscard]] std::vector<CatalogRow> catalog_rows(const Catalog& catalog, std::string_view section,
                                                   std::string_view id);

/// What somebody meant by a node that is not in the catalogue, `did you mean "dgx-h100"?`: of
/// `names` one that is near, those that have the word as a part, or the nodes of the catalogue
/// whose GPUs have it; empty where there is none.
std::string node_hint(const std::string& word, const std::vector<std::string>& names,
                      const Catalog& catalog);

/// The one of the same family: the same letters with another number behind them, "b200-sxm" for
/// "b400-sxm". The nearest number, the first of equally near ones. Empty where there is none.
std::string nearest_sibling(std::string_view word, const std::vector<std::string>& candidates);

/// That one where none of the candidates is near enough to be a typing mistake, else what
/// nearest_hint says.
std::string name_hint(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace gpuscape
