/// The rule for the kind of a field, case by case.

#include "sim/catalog/catalog_kind.hpp"

#include <gtest/gtest.h>

#include "sim/catalog/catalog_rows.hpp"

namespace gpuscape {
namespace {

constexpr std::string_view kSources = R"("sources": {
  "lab": {"text": "t", "kind": "measurement"}, "sheet": {"text": "t", "kind": "datasheet"},
  "paper": {"text": "t", "kind": "publication"}, "slides": {"text": "t", "kind": "deck"},
  "shop": {"text": "t", "kind": "publication", "holds": ["prices", "memory"]},
  "quote": "no kind is said"})";

Catalog with_gpus(const std::string& gpus) {
  ReadingContext context;
  Catalog catalog = Catalog::shipped();
  catalog.overlay_text("{" + std::string(kSources) + R"(, "gpus": {)" + gpus + "}}", "o.json",
                       context);
  catalog.check_own(context);
  EXPECT_EQ(format_issues(context.sorted_issues()), "");
  return catalog;
}

/// The kind of a field of gpu "x", and the source that gives it.
std::string kind(const std::string& gpus, const std::vector<std::string>& path = {"memory"}) {
  const FieldOrigin origin = field_origin(with_gpus(gpus), "gpus", "x", path);
  return std::string(field_kind_name(origin.kind)) +
         (origin.decided_by.empty() ? "" : " by " + origin.decided_by);
}

std::string x(const std::string& fields) { return R"("x": {"memory": "1 GB", )" + fields + "}"; }

const std::vector<std::string> kRate = {"copy_rate"};

TEST(FieldKind, IsThatOfTheSourceThatNamesTheField) {
  const std::string three = x(R"("copy_rate": "9 GB/s", "tdp": "9 W", "source": {
      "paper": ["memory"], "sheet": ["tdp"], "lab": ["copy_rate"]})");
  EXPECT_EQ(kind(three, {"memory"}), "published by paper");
  EXPECT_EQ(kind(three, {"tdp"}), "vendor by sheet");
  EXPECT_EQ(kind(three, kRate), "measured by lab");
  EXPECT_EQ(kind(x(R"("source": {"slides": ["memory"]})")), "deck by slides");
}

TEST(FieldKind, IsAGuessWhereNoSourceNamesTheField) {
  EXPECT_EQ(kind(x(R"("source": {"sheet": ["tdp"], "recall": []}, "tdp": "9 W")")), "guess");
  EXPECT_EQ(kind(x(R"("source": {"sheet": []})")), "guess");
  EXPECT_EQ(kind(x(R"("source": {"sheet": ["memory"]}, "verified": false)")), "guess");
}

TEST(FieldKind, IsAGuessWhereNoSourceTellsAnything) {
  EXPECT_EQ(kind(x(R"("source": ["recall", "estimate", "quote"], "verified": true)")), "guess");
  EXPECT_EQ(kind(x(R"("verified": true)")), "guess");
}

TEST(FieldKind, OneSourceMayStandForAllThatIsVerified) {
  EXPECT_EQ(kind(x(R"("source": ["recall", "sheet"], "verified": true)")), "vendor by sheet");
  EXPECT_EQ(kind(x(R"("source": ["sheet"], "verified": true, "verified_fields": ["memory"])")),
            "vendor by sheet");
  EXPECT_EQ(kind(x(R"("source": ["sheet"], "verified": true, "verified_fields": ["tdp"])")),
            "guess");
  EXPECT_EQ(kind(x(R"("source": ["sheet"], "verified": false)")), "guess");
  EXPECT_EQ(kind(x(R"("source": ["sheet"])")), "guess");
}

TEST(FieldKind, ANamedObjectCoversWhatItHolds) {
  const std::string gpu = R"("x": {"nvlink": {"links": 4}, "source": {"lab": )";
  EXPECT_EQ(kind(gpu + R"(["nvlink"]}})", {"nvlink", "links"}), "measured by lab");
  EXPECT_EQ(kind(gpu + R"(["nvlink.links"]}})", {"nvlink", "links"}), "measured by lab");
  EXPECT_EQ(kind(gpu + R"(["nvlink.type"]}})", {"nvlink", "links"}), "guess");
}

TEST(FieldKind, AFieldMayCarryItsOwnSource) {
  const std::string value = R"("x": {"copy_rate": {"value": "1 GB/s", "source": ["lab"])";
  EXPECT_EQ(kind(value + R"(}, "source": ["sheet"]})", kRate), "measured by lab");
  EXPECT_EQ(kind(value + R"(, "verified": false}, "source": ["sheet"], "verified": true})", kRate),
            "guess");
  EXPECT_EQ(kind(R"("x": {"mig": {"max_instances": 4, "source": ["sheet"]}, "source": ["lab"]})",
                 {"mig", "max_instances"}),
            "vendor by sheet");
}

TEST(FieldKind, APriceIsNeverMeasured) {
  EXPECT_EQ(field_kind("measurement", CatalogTopic::prices), FieldKind::guess);
  EXPECT_EQ(field_kind("datasheet", CatalogTopic::prices), FieldKind::list_price);
  EXPECT_EQ(field_kind("quote", CatalogTopic::prices), FieldKind::quote);
  EXPECT_EQ(field_kind("publication", CatalogTopic::prices), FieldKind::published);
}

TEST(FieldKind, WhatAMeasurementRepeatsOfADataSheetIsPublished) {
  EXPECT_EQ(kind(x(R"("source": {"lab": ["memory"]})")), "published by lab");
}

TEST(FieldKind, ASourceTellsNothingOfWhatItDoesNotHold) {
  EXPECT_EQ(kind(x(R"("source": {"shop": ["memory"]}, "street_price": "9 USD")"), {"street_price"}),
            "guess");
  EXPECT_TRUE(holds_topic(with_gpus(x(R"("tdp": "9 W")")), "shop", CatalogTopic::prices));
  EXPECT_FALSE(holds_topic(with_gpus(x(R"("tdp": "9 W")")), "shop", CatalogTopic::power));
}

TEST(FieldKind, WhatIsInheritedKeepsItsSource) {
  const std::string two = R"("y": {"memory": "1 GB", "tdp": "9 W", "source": ["sheet"],
      "verified": true}, "x": {"inherits": "y", "tdp": "8 W", "source": ["lab"], "verified": true})";
  EXPECT_EQ(kind(two, {"memory"}), "vendor by sheet");
  EXPECT_EQ(kind(two, {"tdp"}), "published by lab");
}

/// The row of a field of gpu "x" as "value unit low high".
std::string row(const std::string& gpus, const std::string& field) {
  for (const CatalogRow& found : catalog_rows(with_gpus(gpus), "gpus", "x"))
    if (found.field == field)
      return found.value + " " + found.unit + " " + found.low + " " + found.high;
  return "";
}

TEST(CatalogRows, AGuessHasTheRangeOfItsClass) {
  // Prices 0.7 to 1.5 times, power 0.8 to 1.2, capacities as they stand.
  EXPECT_EQ(row(x(R"("street_price": "1000 USD")"), "street_price"), "1000 USD 700 1500");
  EXPECT_EQ(row(x(R"("tdp": "250 W")"), "tdp"), "250 W 200 300");
  EXPECT_EQ(row(x(R"("tdp": "250 W")"), "memory"), "1 GB  ");
}

TEST(CatalogRows, ARangeThatIsSaidIsKept) {
  EXPECT_EQ(row(x(R"("tdp": {"value": "250 W", "low": "240 W"})"), "tdp"), "250 W 240 300");
  EXPECT_EQ(row(x(R"("tdp": {"value": "250 W", "low": "240 W", "high": "245 kW",
                             "source": ["lab"]})"),
                "tdp"),
            "250 W 240 245");
}

TEST(CatalogRows, WhatIsMeasuredHasNoRangeOfItsOwn) {
  EXPECT_EQ(row(x(R"("tdp": "250 W", "source": ["lab"], "verified": true)"), "tdp"), "250 W  ");
}

}  // namespace
}  // namespace gpuscape
