#pragma once
/// One value of a catalogue entry against the type of its field.

#include <optional>
#include <string>

#include "sim/catalog/catalog.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"

namespace gpuscape {

struct ValueFault {
  std::string message;  ///< empty where nothing is wrong
  std::string hint;
};

ValueFault catalog_value_fault(const JsonValue& value, const CatalogField& field,
                               const Catalog& catalog);

/// The number of a value that is one, in SI units; nothing for null and for other values.
std::optional<double> catalog_number(const JsonValue* value, const CatalogField& field);

}  // namespace gpuscape
