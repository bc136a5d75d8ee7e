/// Every value that is shipped has a source that holds it, or is a guess.

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/catalog/catalog_rows.hpp"

namespace gpuscape {
namespace {

using testing::IsEmpty;

const Catalog& shipped() {
  static const Catalog catalog = Catalog::shipped();
  return catalog;
}

struct Shipped {
  std::string section;
  std::string id;
  CatalogRow row;
};

const std::vector<Shipped>& all_fields() {
  static const std::vector<Shipped> all = [] {
    std::vector<Shipped> fields;
    for (const std::string& section : catalog_sections())
      for (const std::string& id : shipped().ids(section))
        for (CatalogRow& row : catalog_rows(shipped(), section, id))
          fields.push_back({section, id, std::move(row)});
    return fields;
  }();
  return all;
}

CatalogTopic topic_of(const Shipped& field) {
  return field_along(field.section, field.row.path)->topic;
}

std::string place(const Shipped& field) {
  return field.section + "/" + field.id + " " + field.row.field;
}

TEST(Provenance, NoPriceIsMeasured) {
  std::size_t prices = 0;
  for (const Shipped& field : all_fields()) {
    if (topic_of(field) != CatalogTopic::prices) continue;
    ++prices;
    EXPECT_NE(field.row.origin.kind, FieldKind::measured) << place(field);
    EXPECT_NE(field.row.origin.kind, FieldKind::vendor) << place(field);
  }
  EXPECT_GT(prices, 600U);
}

TEST(Provenance, TheSourceOfAFieldHoldsWhatItIsAbout) {
  std::size_t sourced = 0;
  for (const Shipped& field : all_fields()) {
    const FieldOrigin& origin = field.row.origin;
    EXPECT_EQ(origin.kind == FieldKind::guess, origin.decided_by.empty()) << place(field);
    if (origin.decided_by.empty()) continue;
    ++sourced;
    EXPECT_TRUE(holds_topic(shipped(), origin.decided_by, topic_of(field))) << place(field);
  }
  EXPECT_GT(sourced, 2000U);
}

TEST(Provenance, EverySourceThatTellsSomethingSaysWhatItHolds) {
  std::set<std::string> silent;
  EXPECT_GE(shipped().ids("sources").size(), 90U);
  for (const std::string& id : shipped().ids("sources"))
    if (tells(shipped(), id) && shipped().find("sources", id)->find("holds") == nullptr)
      silent.insert(id);
  EXPECT_THAT(silent, IsEmpty());
}

/// Sources that an entry names for fields, by the name of the field.
std::set<std::string> named(const JsonValue& entry) {
  std::set<std::string> result;
  const JsonValue* sources = entry.find("source");
  if (sources == nullptr || !sources->is_object()) return result;
  for (const JsonMember& source : sources->members())
    if (!source.value.items().empty()) result.insert(source.key);
  return result;
}

TEST(Provenance, ASourceThatAnEntryNamesIsTheSourceOfAField) {
  std::map<std::string, std::set<std::string>> idle;
  for (const std::string& section : catalog_sections())
    for (const std::string& id : shipped().ids(section))
      if (auto sources = named(*shipped().written(section, id)); !sources.empty())
        idle[section + "/" + id] = std::move(sources);
  EXPECT_GT(idle.size(), 150U);
  const std::vector<std::string> about = {"about"};  // a field that is printed elsewhere
  for (const Shipped& field : all_fields()) {
    const auto of_entry = idle.find(field.section + "/" + field.id);
    if (of_entry == idle.end()) continue;
    of_entry->second.erase(field.row.origin.decided_by);
    of_entry->second.erase(field_origin(shipped(), field.section, field.id, about).decided_by);
  }
  std::erase_if(idle, [](const auto& entry) { return entry.second.empty(); });
  EXPECT_THAT(idle, IsEmpty());
}

/// "kind by source" of a field of the DGX A100.
std::string of_dgx_a100(const std::vector<std::string>& path) {
  const FieldOrigin origin = field_origin(shipped(), "nodes", "dgx-a100-40gb", path);
  return std::string(field_kind_name(origin.kind)) +
         (origin.decided_by.empty() ? "" : " by " + origin.decided_by);
}

TEST(Provenance, ATopologyIsNoSourceOfPricesPowerAndRackUnits) {
  // A printed matrix shows what is behind what, and not how wide links are.
  EXPECT_EQ(of_dgx_a100({"links", "1", "between"}), "measured by nccl-1505");
  EXPECT_EQ(of_dgx_a100({"links", "1", "lanes"}), "guess");
  EXPECT_EQ(of_dgx_a100({"list_price"}), "published by wiki-dgx");
  EXPECT_EQ(of_dgx_a100({"power_max"}), "published by flashgenius");
  EXPECT_EQ(of_dgx_a100({"rack_units"}), "guess");
  EXPECT_EQ(of_dgx_a100({"cpu", "base_clock"}), "guess");
}

TEST(Provenance, EveryFieldOfTheCatalogueIsFoundByItsPath) {
  EXPECT_GT(all_fields().size(), 2000U);
  for (const Shipped& field : all_fields()) {
    const CatalogField* found = field_along(field.section, field.row.path);
    ASSERT_NE(found, nullptr) << place(field);
    EXPECT_EQ(found->path, field.row.pattern) << place(field);
  }
}

TEST(Provenance, TopicsAndUsesHaveNames) {
  EXPECT_EQ(topic_name(CatalogTopic::description), "description");
  EXPECT_EQ(topic_name(CatalogTopic::prices), "prices");
  EXPECT_EQ(use_name(CatalogUse::nothing), "nothing");
  EXPECT_EQ(use_name(CatalogUse::transfers), "transfers");
}

}  // namespace
}  // namespace gpuscape
