#pragma once
/// The entries of the catalogue that is compiled in, as text: a scenario names a few of some
/// hundred, and only those are parsed.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"

namespace gpuscape {

struct ShippedEntry {
  std::string_view section;
  std::string_view id;
  std::string_view text;  ///< its value
  SourcePlace place;      ///< of the value
  SourcePlace key_place;
};

/// In the order of the files and the entries in them. Found once in a process, without parsing.
const std::vector<ShippedEntry>& shipped_entries();

/// The entry's value, with its places in the file.
JsonValue parse_entry(const ShippedEntry& entry);

}  // namespace gpuscape
