#pragma once
/// What an entry of the catalogue may hold: one table, from which entries are checked, the
/// reference page is written and `gpuscape catalog` names its units.

#include <span>
#include <string>
#include <string_view>

namespace gpuscape {

enum class CatalogType : unsigned char {
  text,
  texts,    ///< a list of texts
  choice,   ///< one of the words in `names`
  choices,  ///< a list of such words
  name,     ///< the id of an entry in the section `names`
  names,    ///< a list of such ids
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

/// Whether its values are lists.
bool is_list(CatalogType type);

/// What a field is about. A source says which topics it holds; it tells nothing about the others.
enum class CatalogTopic : unsigned char {
  description,
  gpus,  ///< which GPUs, and how many
  compute,
  memory,
  processors,  ///< CPUs: model, sockets, cores
  ratings,     ///< of CPUs: clocks, power, memory bandwidth, links between sockets
  layout,      ///< which devices there are, and what is behind what
  lanes,       ///< generation and width of PCIe links
  nvlink,
  ports,  ///< adapters and network ports: how many, how fast
  drives,
  sharing,  ///< MIG and vGPU
  rates,    ///< what is attained, and how long it takes
  rack,
  power,  ///< ratings
  draw,   ///< power drawn in use
  prices,
  reliability,  ///< what fails how often, and how long repairs take
};

/// In the order of CatalogTopic.
inline constexpr std::string_view kTopicNames =
    "description gpus compute memory processors ratings layout lanes nvlink ports drives sharing "
    "rates rack power draw prices reliability";

/// Which models read a field, or the cost of a design.
enum class CatalogUse : unsigned char { nothing, jobs, graph, network, transfers, steps, cost };

/// Prices, power and height are no keys of a model: what a design costs takes them from the entry.
[[nodiscard]] constexpr bool is_read_by_models(CatalogUse use) {
  return use != CatalogUse::nothing && use != CatalogUse::cost;
}

struct CatalogField {
  std::string_view path;  ///< "cpu.sockets"; "nics.*.speed" by the user's names; "links[].lanes"
  CatalogType type;
  CatalogTopic topic;
  CatalogUse used_by;
  std::string_view doc;
  std::string_view names = {};  ///< words of a choice; the section of a name
  /// Of a transport: time and rate, which a measured law says instead.
  bool of_law = false;

  /// Its first key: "regimes" of "regimes[].up_to".
  [[nodiscard]] constexpr std::string_view top_key() const {
    return path.substr(0, path.find_first_of(".["));
  }
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
/// The field at a path of keys and list indices; of an object or a list the first field in it; null
/// where there is none.
const CatalogField* field_along(std::string_view section, std::span<const std::string> path);

std::string_view topic_name(CatalogTopic topic);
/// "nothing" for a field that no model reads.
std::string_view use_name(CatalogUse use);

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
