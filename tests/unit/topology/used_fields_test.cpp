/// What the catalogue says of its fields' readers is true: nonsense in a field is noticed where a
/// model reads it, and only there.

#include <gmock/gmock.h>

#include <charconv>
#include <set>

#include "models/builtin_models.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/model/check/catalog_node.hpp"
#include "sim/model/transfers/transport_set.hpp"
#include "tests/unit/topology/catalog_nodes.hpp"

namespace gpuscape {
namespace {

const Registry& registry() {
  static const Registry builtin = [] {
    Registry result;
    register_builtin_models(result);
    return result;
  }();
  return builtin;
}

/// A value that is right for no field.
JsonValue nonsense() { return parse_json(R"([[{"nonsense": true}]])", "nonsense"); }

JsonValue with_nonsense(JsonValue entry, const std::vector<std::string>& path) {
  JsonValue* value = &entry;
  for (const std::string& key : path) {
    if (value->is_array()) {
      std::size_t index = 0;
      std::from_chars(key.data(), key.data() + key.size(), index);
      value = &value->items().at(index);
    } else {
      value = value->find(key);
    }
  }
  *value = nonsense();
  return entry;
}

bool node_is_refused(const std::string& node, const std::string& section, const std::string& id,
                     const JsonValue& entry) {
  ReadingContext context;
  Catalog catalog = testing::shipped_catalog();
  JsonValue file = JsonValue::make_object();
  JsonValue entries = JsonValue::make_object();
  entries.set(id, entry);
  file.set(section, std::move(entries));
  catalog.overlay_text(write_json(file), "nonsense.json", context);
  try {
    catalog_node(node, catalog, registry());
  } catch (const ScenarioError&) {
    return true;
  }
  return false;
}

/// Expects of every field of an entry that a node takes, once for each field of the section, that
/// nonsense in it is noticed if and only if the graph or jobs use it. How many fields were tried.
std::size_t try_fields(const std::string& node, const std::string& section, const std::string& id,
                       std::set<std::string>& tried) {
  // The node's own entry names its adapter; only without `model` does the other name count.
  tried.insert("nodes nics.*.as_written");
  std::size_t count = 0;
  const JsonValue& entry = *testing::shipped_catalog().find(section, id);
  for (const CatalogRow& row : catalog_rows(testing::shipped_catalog(), section, id)) {
    if (!tried.insert(section + " " + row.pattern).second) continue;
    ++count;
    // Memory of a GPU is of steps first, and of jobs on parts of GPUs as well.
    const bool of_parts = section == "gpus" && row.pattern == "memory";
    const bool used = row.used_by == CatalogUse::graph || row.used_by == CatalogUse::jobs ||
                      row.pattern == "rack_units" || of_parts;
    EXPECT_EQ(node_is_refused(node, section, id, with_nonsense(entry, row.path)), used)
        << section << " " << row.pattern;
  }
  return count;
}

TEST(UsedFields, OfNodesAndTheirPartsAreThoseThatTheGraphReads) {
  std::set<std::string> tried;
  std::size_t fields = 0;
  for (const char* node : {"dgx-a100-80gb", "dgx1-v100", "gb200-nvl72", "dell-c4130-b", "dgx2h"})
    fields += try_fields(node, "nodes", node, tried);
  EXPECT_GT(fields, 45U);
  EXPECT_GT(try_fields("dgx-a100-80gb", "gpus", "a100-sxm4-80gb", tried), 20U);
  EXPECT_GT(try_fields("dgx-a100-80gb", "nics", "cx6-hdr", tried), 5U);
  EXPECT_GT(try_fields("dgx-a100-80gb", "links", "pcie-gen4", tried), 2U);
  EXPECT_GT(try_fields("dgx-a100-80gb", "nvswitches", "nvswitch-2", tried), 3U);
}

bool transport_is_refused(const std::string& id, JsonValue entry) {
  ReadingContext context;
  JsonValue all = JsonValue::make_object();
  all.set(id, std::move(entry));
  const TransportSet set(all, registry(), context);
  return context.issue_count() > 0;
}

TEST(UsedFields, OfTransportsAreThoseThatTransfersRead) {
  std::set<std::string> tried;
  for (const std::string& id : testing::shipped_catalog().ids("transports")) {
    const JsonValue entry = plain_entry(*testing::shipped_catalog().find("transports", id));
    if (entry.find("kind") == nullptr) continue;
    for (const CatalogRow& row : catalog_rows(testing::shipped_catalog(), "transports", id)) {
      tried.insert(row.pattern);
      EXPECT_EQ(transport_is_refused(id, with_nonsense(entry, row.path)),
                row.used_by == CatalogUse::transfers)
          << id << " " << row.pattern;
    }
  }
  EXPECT_GT(tried.size(), 25U);
}

bool network_is_refused(const std::string& type, const std::string& part, JsonValue entry) {
  ReadingContext context;
  JsonValue network = parse_json(R"({"link": "1 GB/s", "latency": "1 us"})", "network");
  if (part == "fabric") network = JsonValue::make_object();
  entry.set("entry", JsonValue::make_text("x"));
  network.set(part, std::move(entry));
  ObjectReader reader(network, "/cluster/networks/n", context);
  registry().networks.find(type)->read(reader);
  reader.finish();
  return context.issue_count() > 0;
}

std::size_t try_network(const std::string& type, const std::string& part,
                        const std::string& section) {
  std::set<std::string> tried = {"kind"};  // read beside the network, for what it carries
  for (const std::string& id : testing::shipped_catalog().ids(section)) {
    const JsonValue entry = plain_entry(*testing::shipped_catalog().find(section, id));
    for (const CatalogRow& row : catalog_rows(testing::shipped_catalog(), section, id)) {
      if (!tried.insert(row.pattern).second) continue;
      EXPECT_EQ(network_is_refused(type, part, with_nonsense(entry, row.path)),
                row.used_by == CatalogUse::network)
          << section << " " << row.pattern;
    }
  }
  return tried.size();
}

TEST(UsedFields, OfSwitchesCablesAndFabricsAreThoseThatNetworksRead) {
  EXPECT_GT(try_network("single-switch", "switch", "switches"), 12U);
  EXPECT_GT(try_network("single-switch", "cable", "cables"), 4U);
  EXPECT_GT(try_network("composed-pcie", "fabric", "pcie_fabrics"), 8U);
}

}  // namespace
}  // namespace gpuscape
