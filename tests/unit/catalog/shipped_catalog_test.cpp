/// The shipped catalogue holds together: names resolve, graphs are sound.

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/catalog/catalog_files.hpp"
#include "sim/catalog/shipped_catalog.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

using testing::IsEmpty;

const Catalog& shipped() {
  static const Catalog catalog = Catalog::shipped();
  return catalog;
}

/// The names of a section; the calling test fails where there are fewer than `least`.
std::vector<std::string> ids_of(std::string_view section, std::size_t least) {
  const std::vector<std::string> ids = shipped().ids(section);
  EXPECT_GE(ids.size(), least) << section;
  return ids;
}

std::vector<std::string> node_ids() { return ids_of("nodes", 42); }

/// Names in `section` that `refer(node, name)` says are unknown, as "node: name".
std::vector<std::string> unknown(std::string_view section, std::string_view map,
                                 std::string_view key) {
  std::vector<std::string> result;
  std::size_t found = 0;
  for (const std::string& id : node_ids()) {
    const JsonValue* members = shipped().find("nodes", id)->find(map);
    if (members == nullptr) continue;
    found += members->members().size();
    for (const JsonMember& member : members->members()) {
      const JsonValue* name = member.value.find(key);
      if (name == nullptr || shipped().find(section, name->text()) == nullptr)
        result.push_back(id + ": " + member.key);
    }
  }
  EXPECT_GE(found, 180U) << map;
  return result;
}

/// Devices that no way leads to from cpu0, over links, sockets and the GPUs' fabric.
std::set<std::string> unreached(const JsonValue& node) {
  std::set<std::string> left;
  for (const JsonMember& device : node.find("devices")->members()) left.insert(device.key);
  std::vector<std::string> open = {"cpu0"};
  if (node.find("cpu")->find("inter_socket") != nullptr) open.emplace_back("cpu1");
  for (const std::string& first : open) left.erase(first);
  while (!open.empty()) {
    const std::string from = open.back();
    open.pop_back();
    for (const JsonValue& link : node.find("links")->items())
      for (const int end : {0, 1})
        if (link.find("between")->items()[static_cast<std::size_t>(end)].text() == from)
          if (const std::string& to = link.find("between")->items()[end == 0 ? 1U : 0U].text();
              left.erase(to) > 0)
            open.push_back(to);
  }
  return left;
}

TEST(ShippedCatalog, EveryFileOfTheFolderIsCompiledIn) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("models/catalog")))
    files.insert(entry.path().stem().string());
  std::set<std::string> compiled;
  for (const EmbeddedFile& file : shipped_catalog_files()) compiled.emplace(file.name);
  EXPECT_EQ(compiled, files);
}

/// Transfers a second and lane times what the line code leaves (PCI Express Base Specification):
/// 8b/10b, 128b/130b from generation 3 on, 242 of a flit's 256 bytes in generation 6.
TEST(ShippedCatalog, LanesOfPcieHaveTheRateOfTheirGeneration) {
  const std::map<std::string, double> bytes_per_s = {
      {"pcie-gen1", 2.5e9 * 8 / 10 / 8},   {"pcie-gen2", 5e9 * 8 / 10 / 8},
      {"pcie-gen3", 8e9 * 128 / 130 / 8},  {"pcie-gen4", 16e9 * 128 / 130 / 8},
      {"pcie-gen5", 32e9 * 128 / 130 / 8}, {"pcie-gen6", 64e9 * 242 / 256 / 8}};
  for (const auto& [id, rate] : bytes_per_s) {
    const JsonValue plain = plain_entry(*shipped().find("links", id));
    const auto reading = parse<BytesPerSecond>(plain.find("rate_per_lane")->text());
    ASSERT_TRUE(reading.value) << id;
    EXPECT_NEAR(reading.value->value() / rate, 1.0, 1e-4) << id;
  }
}

TEST(ShippedCatalog, LinksCarryAtMostTheirRateAsPayload) {
  for (const std::string& id : ids_of("links", 16)) {
    const JsonValue plain = plain_entry(*shipped().find("links", id));
    EXPECT_GT(plain.find("payload_share")->number(), 0.7) << id;
    EXPECT_LT(plain.find("payload_share")->number(), 1.0) << id;
  }
}

TEST(ShippedCatalog, EveryAdapterIsInTheTableOfNamesAndInTheCatalogue) {
  EXPECT_THAT(unknown("nic_names", "nics", "as_written"), IsEmpty());
  EXPECT_THAT(unknown("nics", "nics", "model"), IsEmpty());
}

TEST(ShippedCatalog, TheModelOfAnAdapterIsTheOneThatTheTableOfNamesSays) {
  int adapters = 0;
  for (const std::string& id : node_ids()) {
    const JsonValue* nics = shipped().find("nodes", id)->find("nics");
    if (nics == nullptr) continue;
    for (const JsonMember& nic : nics->members()) {
      ++adapters;
      const JsonValue* name = shipped().find("nic_names", nic.value.find("as_written")->text());
      const JsonValue* nodes = name->find("nodes");
      const JsonValue* own = nodes == nullptr ? nullptr : nodes->find(id);
      EXPECT_EQ(nic.value.find("model")->text(),
                (own != nullptr ? own : name->find("model"))->text())
          << id;
    }
  }
  EXPECT_GE(adapters, 180);
}

TEST(ShippedCatalog, EveryDeviceOfANodeIsReached) {
  for (const std::string& id : node_ids()) {
    EXPECT_THAT(unreached(*shipped().find("nodes", id)), IsEmpty()) << id;
  }
}

TEST(ShippedCatalog, ANodeHasAsManyGpusAsItSays) {
  for (const std::string& id : node_ids()) {
    const JsonValue& node = *shipped().find("nodes", id);
    std::int64_t gpus = 0;
    for (const JsonMember& device : node.find("devices")->members())
      gpus += device.value.text() == "gpu" ? 1 : 0;
    if (const JsonValue* trays = node.find("trays")) gpus *= trays->integer();
    EXPECT_EQ(gpus, node.find("gpu")->find("count")->integer()) << id;
  }
}

TEST(ShippedCatalog, EverySourceIsNamedWithItsKind) {
  int named = 0;
  for (const std::string& section : catalog_sections())
    for (const std::string& id : shipped().ids(section)) {
      const JsonValue* sources = shipped().find(section, id)->find("source");
      if (sources == nullptr) continue;
      named += static_cast<int>(sources->items().size() + sources->members().size());
      for (const JsonValue& source : sources->items())
        EXPECT_NE(shipped().find("sources", source.text()), nullptr) << id << " " << source.text();
      for (const JsonMember& source : sources->members())
        EXPECT_NE(shipped().find("sources", source.key), nullptr) << id << " " << source.key;
    }
  EXPECT_GE(named, 520);
}

/// The same values with the same places, all the way down.
void expect_equal(const JsonValue& a, const JsonValue& b) {
  EXPECT_EQ(write_json(a), write_json(b));
  EXPECT_EQ(a.place().line, b.place().line);
  EXPECT_EQ(a.place().column, b.place().column);
  EXPECT_EQ(*a.place().file, *b.place().file);
  for (std::size_t i = 0; i < std::min(a.members().size(), b.members().size()); ++i) {
    EXPECT_EQ(a.members()[i].key_place.column, b.members()[i].key_place.column);
    expect_equal(a.members()[i].value, b.members()[i].value);
  }
}

TEST(ShippedEntries, AreThoseOfTheFilesReadAsAWhole) {
  auto entry = shipped_entries().begin();
  for (const EmbeddedFile& file : shipped_catalog_files()) {
    const JsonValue whole =
        parse_json(file.text(), "models/catalog/" + std::string(file.name) + ".json");
    for (const JsonMember& section : whole.members()) {
      for (const JsonMember& member : section.value.members()) {
        ASSERT_NE(entry, shipped_entries().end());
        EXPECT_EQ(entry->section, section.key);
        EXPECT_EQ(entry->id, member.key);
        EXPECT_EQ(entry->key_place.line, member.key_place.line);
        expect_equal(parse_entry(*entry), member.value);
        ++entry;
      }
    }
  }
  EXPECT_EQ(entry, shipped_entries().end());
}

}  // namespace
}  // namespace gpuscape
