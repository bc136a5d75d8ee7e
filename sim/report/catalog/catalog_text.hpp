#pragma once
/// The catalogue as people read it.

#include <string>
#include <string_view>

#include "sim/catalog/catalog.hpp"

namespace gpuscape {

/// Every entry with what it is, by section; of one section alone where it is named.
std::string catalog_list_text(const Catalog& catalog, std::string_view section = "");

/// One entry: field, value, unit, kind, the source that gives the kind, the range of guesses, and
/// which models read it.
/// Equal fields of equal parts share a line.
std::string catalog_entry_text(const Catalog& catalog, std::string_view section,
                               std::string_view id);

/// {"gpus": {"k40m": "Tesla K40m", …}, …}, with a newline at the end.
std::string catalog_list_json(const Catalog& catalog, std::string_view section = "");
/// {"section": …, "id": …, "about": …, "fields": […]}, every field by itself.
std::string catalog_entry_json(const Catalog& catalog, std::string_view section,
                               std::string_view id);

/// The page docs/reference/catalog.md.
std::string catalog_reference();

}  // namespace gpuscape
