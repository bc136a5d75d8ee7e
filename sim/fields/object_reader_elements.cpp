#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_table.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/field_bounds.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

/// Why an element of a list or map is not a number or quantity within its bounds; empty when it is.
std::string ObjectReader::element_fault(const FieldDescription& element, const JsonValue& value,
                                        double& number) {
  if (element.type == FieldType::number) {
    if (!value.is_number()) return fmt::format("expected a number, found {}", value.kind_name());
    number = value.number();
    return bounds_fault(element.bounds, number, write_json(value));
  }
  if (!value.is_text())
    return fmt::format("expected {} such as \"{}\", found {}", dimension_name(element.dimension),
                       example_of(element.dimension), value.kind_name());
  const UnitReading<double> read = parse_quantity(value.text(), element.dimension);
  if (!read.value) return read.message;
  number = *read.value;
  return bounds_fault(TypedBounds(element.dimension, element.bounds), number,
                      excerpt(value.text()));
}

std::vector<double> ObjectReader::numbers(std::string_view key, std::size_t length,
                                          std::string_view doc, Bounds bounds) {
  const FieldDescription field{.key = std::string(key),
                               .type = FieldType::numbers,
                               .doc = std::string(doc),
                               .required = true,
                               .bounds = bounds,
                               .length = length};
  std::vector<double> result(length, 1.0);
  const JsonValue* value = ask(field);
  if (value == nullptr) return result;
  resolve(key, *value);
  if (!value->is_array() || value->items().size() != length) {
    const std::string found = value->is_array() ? fmt::format("{}", value->items().size())
                                                : std::string(value->kind_name());
    issue(key, fmt::format("expected a list of {} numbers, found {}", length, found));
    return result;
  }
  const FieldDescription element{.key = "", .type = FieldType::number, .bounds = bounds};
  for (std::size_t i = 0; i < length; ++i) {
    const JsonValue& item = value->items()[i];
    const std::string fault = element_fault(element, item, result[i]);
    if (fault.empty()) continue;
    result[i] = 1.0;
    context_.add(item.place(), child_pointer(child_pointer(pointer_, key), std::to_string(i)),
                 fault);
  }
  return result;
}

}  // namespace gpuscape
