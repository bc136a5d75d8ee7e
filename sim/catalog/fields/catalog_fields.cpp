#include "sim/catalog/fields/catalog_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "sim/base/units/unit_table.hpp"
#include "sim/catalog/fields/catalog_field_tables.hpp"

namespace gpuscape {

std::span<const CatalogSectionFields> catalog_fields() {
  static const std::vector<CatalogSectionFields> sections = {
      {"applications", "What jobs train, and what a step of it takes.", applications_fields()},
      {"cables", "Cables with their transceivers.", cables_fields()},
      {"cloud",
       "Instances to rent. One that names a node has its graph; the others are priced by GPU.",
       cloud_fields()},
      {"collective_libraries", "Software by which GPUs exchange data together.",
       collective_libraries_fields()},
      {"datasets", "What is trained on.", datasets_fields()},
      {"failures", "What fails, how often, and how long repairs take.", failures_fields()},
      {"frameworks", "Software that trains: how it exchanges gradients.", frameworks_fields()},
      {"gpus", "Boards, or the part of one that software sees as a GPU.", gpus_fields()},
      {"links", "Kinds of links within a node.", links_fields()},
      {"nic_names", "Which adapter a name as people write it means.", nic_names_fields()},
      {"nics", "Network adapters.", nics_fields()},
      {"nodes", "Machines: CPU sockets, GPUs, adapters and drives, and the links between them.",
       nodes_fields()},
      {"nvswitches", "Switch chips between GPUs.", nvswitches_fields()},
      {"path_classes", "The path between two devices, as nvidia-smi topo -m names it.",
       path_classes_fields()},
      {"pcie_fabrics", "Switches and boxes that hosts share GPUs through.", pcie_fabrics_fields()},
      {"rates", "What one GPU was measured to train in a second.", rates_fields()},
      {"remoting", "Software that lets a host use GPUs of another.", remoting_fields()},
      {"sources", "Where values are from.", sources_fields()},
      {"storage", "Arrays, file systems and drives.", storage_fields()},
      {"switches", "Network switches.", switches_fields()},
      {"transports", "Ways to move bytes between memories.", transports_fields()},
  };
  return sections;
}

std::span<const CatalogField> fields_of(std::string_view section) {
  for (const CatalogSectionFields& known : catalog_fields())
    if (known.section == section) return known.fields;
  return {};
}

namespace {

struct TypeRow {
  std::string_view words;
  GuessRange range = {};
};

/// In the order of CatalogType. Ranges are for planning: what quotes of one part differ by, what
/// power meters show between loads, what latencies measured on like systems differ by.
constexpr auto kTypes = std::to_array<TypeRow>({
    {"text"},
    {"list of texts"},
    {"one of {}"},
    {"list out of {}"},
    {"id in {}"},
    {"list of ids in {}"},
    {"true or false"},
    {"integer"},
    {"number", {"other numbers", 0.8, 1.25}},
    {"year"},
    {"0 to 1", {"shares, at most 1", 0.85, 1.1}},
    {"amount of data"},
    {"list of amounts of data"},
    {"payload rate, per direction", {"payload rates", 0.8, 1.1}},
    {"rate of the wire, per direction; may say `raw`"},
    {"line rate of a port, per direction"},
    {"time", {"latencies and times per message", 0.5, 2.0}},
    {"list of times", {"latencies and times per message", 0.5, 2.0}},
    {"time", {"other times", 0.5, 2.0}},
    {"power", {"power", 0.8, 1.2}},
    {"USD", {"prices", 0.7, 1.5}},
    {"USD/h", {"prices", 0.7, 1.5}},
    {"TFLOP/s or TOP/s", {"rates of operations", 0.9, 1.0}},
    {"frequency"},
    {"length"},
    {"list of pairs: size, time"},
});

const TypeRow& row_of(CatalogType type) { return kTypes.at(static_cast<std::size_t>(type)); }

}  // namespace

bool is_list(CatalogType type) {
  return type == CatalogType::texts || type == CatalogType::choices || type == CatalogType::names ||
         type == CatalogType::bytes_list || type == CatalogType::latencies ||
         type == CatalogType::table;
}

const CatalogField* field_along(std::string_view section, std::span<const std::string> path) {
  for (const CatalogField& field : fields_of(section)) {
    std::string_view rest = field.path;
    const bool fits = std::ranges::all_of(path, [&](const std::string& key) {
      const std::size_t end = std::min(rest.find_first_of(".["), rest.size());
      const std::string_view step = rest.substr(0, end);
      const bool of_list = rest.substr(end).starts_with("[]");
      rest.remove_prefix(end);
      if (step.empty() && of_list) {  // an index of the list whose key is behind us
        rest.remove_prefix(2);
        if (rest.starts_with('.')) rest.remove_prefix(1);
        return true;
      }
      if (rest.starts_with('.')) rest.remove_prefix(1);
      if (step.empty()) return is_list(field.type);  // an item of a list of values
      return step == "*" || step == key;
    });
    if (fits) return &field;
  }
  return nullptr;
}

std::string_view topic_name(CatalogTopic topic) {
  std::string_view names = kTopicNames;
  for (auto left = static_cast<std::size_t>(topic); left > 0; --left)
    names.remove_prefix(names.find(' ') + 1);
  return names.substr(0, names.find(' '));
}

std::string_view use_name(CatalogUse use) {
  constexpr std::string_view kNames[] = {"nothing",   "jobs",  "graph", "network",
                                         "transfers", "steps", "cost"};
  return kNames[static_cast<std::size_t>(use)];
}

GuessRange guess_range(CatalogType type) { return row_of(type).range; }

std::string unit_words(const CatalogField& field) {
  return fmt::format(fmt::runtime(row_of(field.type).words), field.names);
}

}  // namespace gpuscape
