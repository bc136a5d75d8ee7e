#pragma once
/// What an entry of the catalogue may hold: one table, from which entries are checked, the
/// reference page is written and `gpuscape catalog` names its units.

#include <span>
#include <string>
#include <string_view>

namespace gpuscape {

enum class CatalogType : unsigned char {
  text,
  texts,   ///< a list of texts
  choice,  ///< one of the words in `names`
  name,    ///< the id of an entry in the section `names`
  names,   ///< a list of such ids
  boolean,
  count,
  number,
  year,
  share,  ///< 0 to 1
  bytes,
  bytes_list,
  rate,       ///< payload, per direction
  wire_rate,  ///< what the wire carries: payload and framing
  line_rate,  ///< what a port is sold as
  latency,
  latencies,
  delay,  ///< a time that people notice
  power,
  price,
  hourly_price,
  compute,
  frequency,
  length,
  table,  ///< pairs of message size and time
};

struct CatalogField {
  std::string_view path;  ///< "cpu.sockets"; "nics.*.speed" by the user's names; "links[].lanes"
  CatalogType type;
  std::string_view doc;
  std::string_view names = {};  ///< words of a choice; the section of a name
};

struct CatalogSectionFields {
  std::string_view section;
  std::string_view about;
  std::span<const CatalogField> fields;
};

/// Every section, by name.
std::span<const CatalogSectionFields> catalog_fields();
/// The fields of a section; empty for an unknown one.
std::span<const CatalogField> fields_of(std::string_view section);

/// How far a guess of that type may be from the truth where nobody says otherwise.
struct GuessRange {
  std::string_view quantity;  ///< "prices"; empty where a guess is taken as it stands
  double low = 1.0;           ///< times the value
  double high = 1.0;
};
GuessRange guess_range(CatalogType type);

/// "GB", "per direction", …: what a field of that type is written in.
std::string unit_words(const CatalogField& field);

}  // namespace gpuscape
