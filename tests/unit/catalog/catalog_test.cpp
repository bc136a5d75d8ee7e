/// Own entries over the shipped ones.

#include "sim/catalog/catalog.hpp"

#include <gmock/gmock.h>

#include "sim/catalog/catalog_rows.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// The shipped catalogue with one text laid over it, and what was wrong with that text.
struct Overlaid {
  Catalog catalog = Catalog::shipped();
  ReadingContext context;
  std::vector<std::string> faults;
};

std::vector<std::string> faults_of(const ReadingContext& context) {
  std::vector<std::string> faults;
  for (const Issue& issue : context.sorted_issues())
    faults.push_back(std::to_string(issue.line) + " " + issue.pointer + ": " + issue.message);
  return faults;
}

Overlaid overlaid(const std::string& text) {
  Overlaid result;
  result.catalog.overlay_text(text, "ours.json", result.context);
  result.faults = faults_of(result.context);
  return result;
}

std::string field(const Catalog& catalog, std::string_view section, std::string_view id,
                  std::string_view key) {
  const JsonValue* entry = catalog.find(section, id);
  const JsonValue* value = entry == nullptr ? nullptr : entry->find(key);
  return value == nullptr ? "" : write_json(*value, -1);
}

TEST(Catalog, HoldsWhatIsShipped) {
  const Catalog catalog = Catalog::shipped();
  EXPECT_THAT(catalog.ids("nodes"), Contains("dgx1-v100"));
  EXPECT_EQ(field(catalog, "gpus", "v100-sxm2-32gb", "memory"), "\"32 GB\"");
  EXPECT_EQ(catalog.find("gpus", "v100"), nullptr);
  EXPECT_EQ(catalog.find("cars", "v100"), nullptr);
}

TEST(Catalog, ANewIdAddsAnEntry) {
  const Overlaid ours = overlaid(R"({"gpus": {"x1": {"about": "Ours", "memory": "96 GB"}}})");
  EXPECT_THAT(ours.faults, IsEmpty());
  EXPECT_EQ(field(ours.catalog, "gpus", "x1", "memory"), "\"96 GB\"");
  EXPECT_EQ(ours.catalog.ids("gpus").back(), "x1");
}

TEST(Catalog, AnIdThatExistsReplacesThatEntryInItsPlace) {
  const Overlaid ours = overlaid(R"({"gpus": {"k40m": {"memory": "24 GB"}}})");
  EXPECT_EQ(field(ours.catalog, "gpus", "k40m", "memory"), "\"24 GB\"");
  EXPECT_EQ(field(ours.catalog, "gpus", "k40m", "vendor"), "");
  EXPECT_EQ(ours.catalog.ids("gpus").front(), "k40m");
}

TEST(Catalog, AnEntryLiesOverTheOneItInherits) {
  const Overlaid ours = overlaid(R"({"gpus": {
      "y": {"inherits": "x", "tdp": "350 W", "notes": null},
      "x": {"inherits": "k40m", "memory": "24 GB"}}})");
  EXPECT_THAT(ours.faults, IsEmpty());
  EXPECT_EQ(field(ours.catalog, "gpus", "y", "tdp"), "\"350 W\"");
  EXPECT_EQ(field(ours.catalog, "gpus", "y", "memory"), "\"24 GB\"");
  EXPECT_EQ(field(ours.catalog, "gpus", "y", "vendor"), "\"NVIDIA\"");
  EXPECT_EQ(field(ours.catalog, "gpus", "y", "notes"), "");
}

TEST(Catalog, AnObjectOfAnotherKindReplacesTheInheritedOne) {
  const Overlaid ours = overlaid(R"({"nodes": {"x": {"inherits": "dgx-h100",
      "gpu_fabric": {"kind": "point_to_point", "type": "nvlink-4", "links": []}}}})");
  EXPECT_EQ(field(ours.catalog, "nodes", "x", "gpu_fabric"),
            R"({"kind":"point_to_point","type":"nvlink-4","links":[]})");
}

TEST(Catalog, AFieldWithAValueReplacesTheInheritedOne) {
  const Overlaid ours = overlaid(
      R"({"gpus": {"x": {"inherits": "k40m", "copy_rate": {"value": "9 GB/s", "low": "8 GB/s"}}}})");
  EXPECT_EQ(field(ours.catalog, "gpus", "x", "copy_rate"), R"({"value":"9 GB/s","low":"8 GB/s"})");
}

TEST(Catalog, AnEntryMayNotInheritFromItself) {
  EXPECT_THAT(overlaid(R"({"gpus": {"x": {"inherits": "x"}}})").faults,
              ElementsAre("1 /gpus/x/inherits: \"x\" inherits from itself"));
  EXPECT_THAT(
      overlaid("{\"gpus\": {\"x\": {\"inherits\": \"y\"},\n \"y\": {\"inherits\": \"x\"}}}").faults,
      Contains("2 /gpus/y/inherits: \"x\" inherits from itself"));
}

TEST(Catalog, AtMostTwentyEntriesInheritOneAnother) {
  std::string text = R"({"gpus": {"x0": {"memory": "1 GB"})";
  for (int i = 1; i <= 21; ++i)
    text += ", \"x" + std::to_string(i) + R"(": {"inherits": "x)" + std::to_string(i - 1) + "\"}";
  const Overlaid ours = overlaid(text + "}}");
  EXPECT_THAT(ours.faults, ElementsAre(HasSubstr("more than 20 entries inherit one another")));
  EXPECT_EQ(field(ours.catalog, "gpus", "x20", "memory"), "\"1 GB\"");
}

TEST(Catalog, WhatIsNoCatalogueIsRefusedAtItsPlace) {
  EXPECT_THAT(overlaid("[]").faults,
              ElementsAre("1 : a catalogue is an object of sections, found a list"));
  EXPECT_THAT(overlaid(R"({"gpu": {}})").faults, ElementsAre("1 /gpu: unknown section \"gpu\""));
  EXPECT_THAT(overlaid(R"({"gpus": []})").faults,
              ElementsAre("1 /gpus: expected entries by id, found a list"));
  EXPECT_THAT(overlaid("{\"gpus\":\n{\"x\": 3}}").faults,
              ElementsAre("2 /gpus/x: an entry is an object, found an integer"));
  EXPECT_THAT(overlaid(R"({"gpus": {"x": {"inherits": "k40"}}})").faults,
              ElementsAre("1 /gpus/x/inherits: unknown entry \"k40\" in gpus"));
}

TEST(Catalog, TheSameIdTwiceInAFolderIsRefused) {
  const ScratchFolder folder;
  write_text(folder.path() / "a.json", R"({"gpus": {"x": {}}})");
  write_text(folder.path() / "b.json", R"({"nics": {"x": {}}, "gpus": {"x": {}}})");
  write_text(folder.path() / "notes.txt", "not read");
  ReadingContext context;
  Catalog catalog = Catalog::shipped();
  catalog.overlay(folder.path().string(), {}, "/catalog", context);
  EXPECT_THAT(faults_of(context),
              ElementsAre(StartsWith("1 /gpus/x: \"x\" is defined twice in this folder")));
}

TEST(Catalog, AFolderThatIsNoneIsRefused) {
  const ScratchFolder folder;
  ReadingContext context;
  Catalog catalog;
  catalog.overlay((folder.path() / "no").string(), {}, "/catalog", context);
  catalog.overlay(folder.path().string(), {}, "/catalog", context);
  EXPECT_THAT(faults_of(context),
              ElementsAre(HasSubstr("no such folder"), HasSubstr("contains no .json file")));
}

TEST(PlainEntry, HasTheValuesWithoutWhereTheyAreFrom) {
  const JsonValue entry = parse_json(R"({"a": {"value": "3 GB/s raw", "low": "2 GB/s"},
      "b": [{"rate": "8 GB/s raw both directions", "source": ["x"]}], "source": ["y"],
      "verified": true, "verified_fields": ["a"], "notes": "z", "c": 4})",
                                     "e.json");
  EXPECT_EQ(write_json(plain_entry(entry), -1),
            R"({"a":"3 GB/s","b":[{"rate":"8 GB/s both directions"}],"c":4})");
}

std::string hint_of(const std::string& word) {
  const Catalog catalog = Catalog::shipped();
  return node_hint(word, catalog.ids("nodes"), catalog);
}

TEST(NodeHint, AGpuStandsForTheNodesThatHaveIt) {
  EXPECT_EQ(hint_of("h100"), R"(did you mean "dgx-h100" or "hgx-h100-8"?)");
  EXPECT_THAT(hint_of("H100-SXM5-80GB"), HasSubstr("\"dgx-h100\""));
  EXPECT_EQ(hint_of("v100-sxm3"), R"(did you mean "dgx2" or "dgx2h"?)");
}

TEST(NodeHint, AMistypedNodeIsStillTheNearest) {
  EXPECT_EQ(hint_of("dgx-h10"), R"(did you mean "dgx-h100"?)");
  EXPECT_EQ(hint_of("nothing-like-it"), "");
}

}  // namespace
}  // namespace gpuscape
