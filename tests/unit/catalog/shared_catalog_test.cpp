/// Every number that was gathered stands in the catalogue with the same value, and with a source
/// where it was gathered as read in one that can hold it, never with another.

#include <gmock/gmock.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog_kind.hpp"
#include "sim/catalog/check_catalog_value.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/catalog/shared_fields.hpp"

namespace gpuscape {
namespace {

using Path = std::vector<std::string>;

const Catalog& shipped() {
  static const Catalog catalog = Catalog::shipped();
  return catalog;
}

testing::SharedField ours(std::string_view key) {
  for (const testing::SharedField& field : testing::kSharedFields)
    if (field.key == key) return field;
  return {key, key, 1.0};
}

std::string joined(const Path& path) {
  std::string text;
  for (const std::string& key : path) text += (text.empty() ? "" : ".") + key;
  return text;
}

/// "nics.ib0.speed" as the field that describes it.
const CatalogField* field_of(std::string_view section, const Path& path) {
  for (const CatalogField& field : fields_of(section)) {
    std::string_view pattern = field.path;
    bool fits = true;
    for (const std::string& key : path) {
      const std::size_t end = std::min(pattern.find('.'), pattern.size());
      const std::string_view step = pattern.substr(0, end);
      const bool index = key.find_first_not_of("0123456789") == std::string::npos;
      if (index && pattern.empty()) continue;  // an item of a list of quantities
      if (index) continue;                     // "links[]" has taken its index along
      fits = fits && (step == key || step == key + "[]" || step == "*");
      pattern = pattern.substr(std::min(end + 1, pattern.size()));
    }
    if (fits && pattern.empty()) return &field;
  }
  return nullptr;
}

struct Walk {
  std::string section;
  std::string id;
  const JsonValue* claim;  ///< the object whose sources and verification count
  std::size_t numbers = 0;
};

bool is_verified(const Walk& walk, const Path& shared) {
  const JsonValue* fields = walk.claim->find("verified_fields");
  if (fields == nullptr) return walk.claim->find("verified")->boolean();
  const std::string path = joined(shared);
  return std::ranges::any_of(fields->items(), [&](const JsonValue& field) {
    return path == field.text() || path.starts_with(field.text() + ".");
  });
}

/// Whether the number was gathered as read in that source; "" for any that can hold it.
bool was_read_in(const Walk& walk, const Path& shared, const std::string& source,
                 CatalogTopic topic) {
  if (!is_verified(walk, shared)) return false;
  return std::ranges::any_of(walk.claim->find("source")->items(), [&](const JsonValue& gathered) {
    if (!source.empty()) return gathered.text() == source;
    const JsonValue* kind = shipped().find("sources", gathered.text())->find("kind");
    return holds_topic(shipped(), gathered.text(), topic) &&
           field_kind(kind->text(), topic) != FieldKind::guess;
  });
}

/// Our value at a path; null where there is none. `own_source` tells whether one lies on the way.
const JsonValue* our_value(const Walk& walk, const Path& path, bool& own_source) {
  const JsonValue* value = shipped().find(walk.section, walk.id);
  for (const std::string& key : path) {
    if (value == nullptr) return nullptr;
    if (value->is_array()) {
      std::size_t index = 0;
      std::from_chars(key.data(), key.data() + key.size(), index);
      value = index < value->items().size() ? &value->items()[index] : nullptr;
    } else {
      value = value->find(key);
    }
    if (value != nullptr && value->find("value") != nullptr) {
      own_source = own_source || value->find("source") != nullptr;
      value = value->find("value");
    }
  }
  return value;
}

double our_number(const Walk& walk, const JsonValue& value, const Path& path) {
  const CatalogField* field = field_of(walk.section, path);
  if (field == nullptr) return -1.0;
  if (field->type != CatalogType::table) return catalog_number(&value, *field).value_or(-1.0);
  if (path.back() == "0") return parse<Bytes>(value.text()).value.value_or(Bytes(-1.0)).value();
  return parse<Seconds>(value.text()).value.value_or(Seconds(-1.0)).value();
}

void expect_number(Walk& walk, double expected, const Path& shared, const Path& path) {
  bool own_source = false;
  const JsonValue* value = our_value(walk, path, own_source);
  const std::string where = walk.section + "/" + walk.id + "/" + joined(path);
  ASSERT_NE(value, nullptr) << where;
  ++walk.numbers;
  if (own_source) return;
  EXPECT_NEAR(our_number(walk, *value, path), expected, 1e-12 * expected) << where;
  const CatalogTopic topic = field_along(walk.section, path)->topic;
  const FieldOrigin origin = field_origin(shipped(), walk.section, walk.id, path);
  if (origin.kind == FieldKind::guess)
    EXPECT_FALSE(was_read_in(walk, shared, "", topic)) << where << ": a source holds it";
  else
    EXPECT_TRUE(was_read_in(walk, shared, origin.decided_by, topic))
        << where << ": not read in " << origin.decided_by;
}

void walk_object(Walk& walk, const JsonValue& object, const Path& shared, const Path& path);

Path with(Path path, std::string key) {
  path.push_back(std::move(key));
  return path;
}

/// What stands in place of an item's number: its id, its name, or the number.
std::string item_key(const JsonValue& item, std::size_t index) {
  const JsonValue* name = item.find("id") != nullptr ? item.find("id") : item.find("name");
  return name == nullptr ? std::to_string(index) : name->text();
}

void walk_any(Walk& walk, const JsonValue& value, const Path& shared, const Path& path,
              double unit) {
  if (value.is_number()) return expect_number(walk, value.number() * unit, shared, path);
  if (value.is_object()) return walk_object(walk, value, shared, path);
  for (std::size_t i = 0; i < value.items().size(); ++i) {
    const JsonValue& item = value.items()[i];
    const bool pair_of_table = shared.back().ends_with("_table_us");
    const double item_unit = pair_of_table && i == 1 && item.is_number() ? 1e-6 : unit;
    walk_any(walk, item, shared, with(path, item_key(item, i)), item_unit);
  }
}

void walk_object(Walk& walk, const JsonValue& object, const Path& shared, const Path& path) {
  const JsonValue* outer = walk.claim;
  if (object.find("source") != nullptr) walk.claim = &object;
  for (const JsonMember& member : object.members()) {
    // Graphs and generations have tests of their own.
    if (member.key == "pcie" || member.key == "generation" || member.key == "nvlink_generation")
      continue;
    testing::SharedField field = ours(member.key);
    if (member.key == "local_storage") field.ours = "storage";
    if (member.key.ends_with("_table_us")) field.ours = field.ours.substr(0, field.ours.size() - 3);
    walk_any(walk, member.value, with(shared, member.key), testing::with_steps(path, field.ours),
             field.unit);
  }
  walk.claim = outer;
}

/// Compares a list of the gathered facts with a section of ours; how many numbers it held.
std::size_t compare(const JsonValue& file, std::string_view list, const std::string& section) {
  std::size_t numbers = 0;
  for (const JsonValue& entry : file.find(list)->items()) {
    const std::string& id = entry.find("id")->text();
    EXPECT_NE(shipped().find(section, id), nullptr) << section << "/" << id;
    Walk walk{.section = section, .id = id, .claim = &entry};
    walk_object(walk, entry, {}, {});
    numbers += walk.numbers;
  }
  return numbers;
}

JsonValue gathered(const std::filesystem::path& folder, const std::string& name) {
  return parse_json(read_text(folder / name), name);
}

TEST(GatheredFacts, StandInTheCatalogueWithTheirKinds) {
  const auto folder = shared_file("data/catalog");
  if (!folder) return;
  const JsonValue network = gathered(*folder, "network.json");
  for (const char* list : {"nics", "switches", "nvswitches", "pcie_fabrics", "cables"})
    EXPECT_GT(compare(network, list, list), 20U) << list;
  EXPECT_GT(compare(gathered(*folder, "gpus.json"), "gpus", "gpus"), 800U);
  EXPECT_GT(compare(gathered(*folder, "nodes.json"), "nodes", "nodes"), 1000U);
  EXPECT_EQ(compare(gathered(*folder, "nodes.json"), "path_classes", "path_classes"), 12U);
  EXPECT_GT(compare(gathered(*folder, "cloud.json"), "instances", "cloud"), 700U);
  EXPECT_GT(compare(gathered(*folder, "transports.json"), "transports", "transports"), 120U);
  EXPECT_GT(compare(gathered(*folder, "transports.json"), "remoting", "remoting"), 10U);
}

std::string link_text(const JsonValue& link) {
  const JsonValue* type = link.find("type");
  if (type == nullptr) return "";  // from a socket to its host bridge: no PCIe link
  const JsonValue* lanes = link.find("lanes");
  return type->text() + (lanes == nullptr ? " " + link.find("bandwidth")->text()
                                          : " x" + std::to_string(lanes->integer()));
}

/// What the links from `a` down to `b` are, each kind once, as "pcie-gen3 x16"; none where no way
/// leads there through devices that the gathered facts do not know (`known`): captures of machines
/// show host bridges and switches inside what was gathered as one link.
std::set<std::string> links_between(const JsonValue& node, const std::string& a,
                                    const std::string& b, const std::set<std::string>& known) {
  for (const JsonValue& link : node.find("links")->items()) {
    const auto& ends = link.find("between")->items();
    if (ends[0].text() != a) continue;
    const std::string& next = ends[1].text();
    std::set<std::string> kinds;
    if (next != b) {
      if (known.contains(next)) continue;
      kinds = links_between(node, next, b, known);
      if (kinds.empty()) continue;
    }
    if (const std::string text = link_text(link); !text.empty()) kinds.insert(text);
    return kinds;
  }
  return {};
}

std::string gathered_link(const JsonValue& link) {
  const JsonValue* lanes = link.find("lanes");
  if (lanes != nullptr)
    return "pcie-gen" + std::to_string(link.find("pcie_generation")->integer()) + " x" +
           std::to_string(lanes->integer());
  return "nvlink-c2c " + json_number(link.find("bandwidth_gb_per_s_per_direction")->number()) +
         " GB/s";
}

TEST(GatheredFacts, EveryLinkStandsInItsNode) {
  const auto folder = shared_file("data/catalog");
  if (!folder) return;
  const JsonValue file = gathered(*folder, "nodes.json");
  int links = 0;
  for (const JsonValue& node : file.find("nodes")->items()) {
    const std::string& id = node.find("id")->text();
    if (id == "mi250x-4") continue;  // with us, a switch in the package carries GPU and adapter
    std::set<std::string> known;
    for (const JsonValue& device : node.find("pcie")->find("nodes")->items())
      known.insert(device.find("id")->text());
    for (const JsonValue& link : node.find("pcie")->find("links")->items()) {
      ++links;
      std::string b = link.find("b")->text();
      if (id == "aws-p5-host" && b.starts_with("ib")) b = "efa" + b.substr(2);
      EXPECT_EQ(links_between(*shipped().find("nodes", id), link.find("a")->text(), b, known),
                std::set<std::string>{gathered_link(link)})
          << id << " " << b;
    }
  }
  EXPECT_GE(links, 620);
}

std::string generation_of(const JsonValue& fabric) {
  const JsonValue* generation = fabric.find("nvlink_generation");
  if (generation == nullptr) generation = fabric.find("generation");
  if (generation->is_text()) return "infinity-fabric";
  return "nvlink-" + std::to_string(generation->integer());
}

/// Compares the generation that entries of a list give for `key` with the type of our links; how
/// many have one.
int compare_generations(const JsonValue& entries, const std::string& section,
                        const std::string& key) {
  int compared = 0;
  for (const JsonValue& entry : entries.items()) {
    const std::string& id = entry.find("id")->text();
    const JsonValue& links = *entry.find(key);
    if (links.is_null()) continue;
    ++compared;
    EXPECT_EQ(shipped().find(section, id)->find(key)->find("type")->text(), generation_of(links))
        << id;
  }
  return compared;
}

TEST(GatheredFacts, GenerationsAreKindsOfLinks) {
  const auto folder = shared_file("data/catalog");
  if (!folder) return;
  const JsonValue gpus = gathered(*folder, "gpus.json");
  const JsonValue nodes = gathered(*folder, "nodes.json");
  EXPECT_GE(compare_generations(*gpus.find("gpus"), "gpus", "nvlink"), 17);
  EXPECT_GE(compare_generations(*nodes.find("nodes"), "nodes", "gpu_fabric"), 24);
}

}  // namespace
}  // namespace gpuscape
