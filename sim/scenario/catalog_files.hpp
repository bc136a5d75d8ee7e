#pragma once
/// The catalogue that is compiled in: models/catalog/*.json.

#include <span>
#include <string_view>

namespace gpuscape {

struct ShippedCatalogFile {
  std::string_view name;                   ///< "models/catalog/gpus.json"
  std::span<const std::string_view> text;  ///< in pieces, because a compiler's literals are short
};

/// By name.
std::span<const ShippedCatalogFile> shipped_catalog_files();

}  // namespace gpuscape
