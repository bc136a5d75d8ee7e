#pragma once
/// A list of names, or one.

#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/object_reader.hpp"

namespace gpuscape {

inline std::vector<std::string> read_names(ObjectReader& reader, std::string_view key,
                                           std::string_view doc) {
  std::vector<std::string> all;
  for (const auto& [value, pointer] : reader.values(key, FieldType::texts, doc))
    all.push_back(value->text());
  return all;
}

}  // namespace gpuscape
