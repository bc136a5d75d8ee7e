/// Faults of the user's own entries.

#include "sim/catalog/check_catalog.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// "pointer: message" of everything that is wrong with a text over the shipped parts.
std::vector<std::string> faults(const std::string& text,
                                std::vector<std::string>* hints = nullptr) {
  ReadingContext context;
  Catalog catalog = Catalog::shipped();
  catalog.overlay_text(text, "ours.json", context);
  catalog.check_own(context);
  std::vector<std::string> result;
  for (const Issue& issue : context.sorted_issues()) {
    result.push_back(issue.pointer + ": " + issue.message);
    if (hints != nullptr) hints->push_back(issue.hint);
  }
  return result;
}

std::string hint(const std::string& text) {
  std::vector<std::string> hints;
  faults(text, &hints);
  return hints.empty() ? "" : hints.front();
}

std::string gpu(const std::string& fields) { return R"({"gpus": {"x": {)" + fields + "}}}"; }
std::string node(const std::string& fields) { return R"({"nodes": {"x": {)" + fields + "}}}"; }

TEST(CheckCatalog, TheShippedOneHasNoFault) {
  const Catalog catalog = Catalog::shipped();
  ReadingContext context;
  for (const std::string& section : catalog_sections())
    for (const std::string& id : catalog.ids(section))
      check_catalog_entry(catalog, section, {id, *catalog.written(section, id), {}}, context);
  EXPECT_EQ(format_issues(context.sorted_issues()), "");
}

TEST(CheckCatalog, ASoundEntryHasNone) {
  EXPECT_THAT(faults(R"({"sources": {"quote": "Offer of May", "lab": {"text": "Our lab",
      "kind": "measurement"}}, "gpus": {"x": {"inherits": "k40m", "memory": "24 GB",
      "street_price": {"value": "900 USD", "low": "800 USD", "high": "1 USD", "source": ["quote"]},
      "copy_rate": {"value": "9 GB/s", "source": ["lab"], "notes": "pinned"}, "source": ["lab"],
      "verified": true, "verified_fields": ["memory"], "notes": "n"}}})"),
              ElementsAre("/gpus/x/street_price/high: \"high\" is less than \"value\""));
}

TEST(CheckCatalog, AnUnknownKeyIsRefusedWithTheNearest) {
  EXPECT_THAT(faults(gpu(R"("memmory": "24 GB")")),
              ElementsAre("/gpus/x/memmory: unknown key \"memmory\""));
  EXPECT_EQ(hint(gpu(R"("memmory": "24 GB")")), "did you mean \"memory\"?");
  EXPECT_EQ(hint(node(R"("cpu": {"socket": 2})")), "did you mean \"sockets\"?");
  EXPECT_EQ(hint(node(R"("nics": {"e": {"sped": "1 Gbit/s"}})")), "did you mean \"speed\"?");
  EXPECT_EQ(hint(gpu(R"("memory": {"value": "24 GB", "lo": "20 GB"})")), "did you mean \"low\"?");
}

TEST(CheckCatalog, AFaultHasItsLineAndColumn) {
  ReadingContext context;
  Catalog catalog = Catalog::shipped();
  catalog.overlay_text("{\"gpus\": {\n  \"x\": {\"tdp\": \"300 GB\"}}}", "ours.json", context);
  catalog.check_own(context);
  EXPECT_EQ(format_issues(context.sorted_issues()),
            "ours.json:2:16: error: /gpus/x/tdp: \"300 GB\" is an amount of data, not a power\n"
            "  hint: for example \"700 W\"\n");
}

TEST(CheckCatalog, AWrongUnitIsRefused) {
  EXPECT_THAT(faults(gpu(R"("tdp": "300 GB")")),
              ElementsAre("/gpus/x/tdp: \"300 GB\" is an amount of data, not a power"));
  EXPECT_EQ(hint(gpu(R"("tdp": "300 Watt")")), "units are: W kW MW");
  EXPECT_EQ(hint(gpu(R"("tdp": 300)")), "for example \"700 W\"");
  EXPECT_EQ(hint(gpu(R"("fp16_tensor": "312 TFLOPS")")),
            "units are: GFLOP/s TFLOP/s PFLOP/s GOP/s TOP/s POP/s");
  EXPECT_THAT(faults(gpu(R"("pcie_bandwidth": "15.75 GB/s raw")")), IsEmpty());
  EXPECT_EQ(hint(gpu(R"("memory_bandwidth": "900 GB/s raw")")),
            "write the payload rate, without raw");
}

TEST(CheckCatalog, NegativeCapacitiesAreRefused) {
  EXPECT_THAT(faults(gpu(R"("memory": "-24 GB")")),
              ElementsAre("/gpus/x/memory: -24 GB is less than 0"));
  EXPECT_THAT(faults(gpu(R"("sm_count": -1)")), ElementsAre("/gpus/x/sm_count: -1 is less than 0"));
  EXPECT_THAT(faults(gpu(R"("memory_bandwidth": "0 GB/s")")),
              ElementsAre("/gpus/x/memory_bandwidth: 0 GB/s carries nothing: a rate is at "
                          "least 1 B/s"));
}

TEST(CheckCatalog, RatesThatNeverEndAndNumbersThatOverflowAreRefused) {
  EXPECT_THAT(faults(gpu(R"("memory_bandwidth": "1e-320 GB/s")")),
              ElementsAre(HasSubstr("1e-320 GB/s carries nothing")));
  EXPECT_THAT(faults(gpu(R"("memory": "1e30 GB")")),
              ElementsAre(HasSubstr("/gpus/x/memory: 1e30 GB is too large")));
}

TEST(CheckCatalog, SharesWordsAndWholeNumbersAreWhatTheyAre) {
  EXPECT_EQ(hint(R"({"links": {"x": {"payload_share": 97}}})"), "a share of 97 % is 0.97");
  EXPECT_EQ(hint(node(R"("devices": {"gpu0": "gpus"})")), "did you mean \"gpu\"?");
  EXPECT_THAT(faults(node(R"("gpu": {"count": 1.5})")),
              ElementsAre("/nodes/x/gpu/count: expected an integer, found a number"));
}

TEST(CheckCatalog, NamesOfOtherEntriesAreLookedUp) {
  EXPECT_THAT(faults(node(R"("gpu": {"model": "k40"})")),
              ElementsAre("/nodes/x/gpu/model: unknown entry \"k40\" in gpus"));
  EXPECT_THAT(faults(R"({"gpus": {"mine": {}}, "nodes": {"x": {"gpu": {"model": "mine"}}}})"),
              IsEmpty());
  EXPECT_THAT(faults(node(R"("links": [{"between": ["a", "b"], "type": "pcie-3"}])")),
              ElementsAre("/nodes/x/links/0/type: unknown entry \"pcie-3\" in links"));
}

TEST(CheckCatalog, ASourceMustBeSaid) {
  EXPECT_EQ(hint(gpu(R"("source": ["our-quote"])")), "say what it is under \"sources\"");
  EXPECT_EQ(hint(gpu(R"("source": ["mlperf-07"])")), "did you mean \"mlperf07\"?");
  EXPECT_THAT(faults(gpu(R"("verified_fields": ["memry"])")),
              ElementsAre("/gpus/x/verified_fields: unknown field \"memry\""));
}

TEST(CheckCatalog, ASourceNamesFieldsThatThereAre) {
  EXPECT_THAT(faults(gpu(R"("source": {"mlperf07": ["memry"]})")),
              ElementsAre("/gpus/x/source/mlperf07: unknown field \"memry\""));
  EXPECT_THAT(faults(gpu(R"("source": {"mlperf-07": ["memory"]})")),
              ElementsAre("/gpus/x/source/mlperf-07: unknown source \"mlperf-07\""));
  EXPECT_THAT(faults(gpu(R"("source": {"mlperf07": "memory"})")),
              ElementsAre("/gpus/x/source/mlperf07: expected a list of fields, found a text"));
  EXPECT_THAT(faults(node(R"("source": {"mlperf07": ["nics.*.speed", "nics", "gpu.count"]})")),
              IsEmpty());
}

TEST(CheckCatalog, ASourceNamesOnlyWhatItHolds) {
  EXPECT_THAT(faults(node(R"("source": {"nccl-1505": ["devices", "power_max"]})")),
              ElementsAre("/nodes/x/source/nccl-1505: \"nccl-1505\" has no power: it cannot be the "
                          "source of \"power_max\""));
  EXPECT_THAT(
      faults(gpu(R"("tdp": {"value": "9 W", "source": ["nccl-1505"]})")),
      ElementsAre(
          "/gpus/x/tdp/source: \"nccl-1505\" has no power: it cannot be the source of \"tdp\""));
}

TEST(CheckCatalog, AMeasurementIsNoSourceOfAPrice) {
  const std::string lab = R"("sources": {"lab": {"text": "Ours", "kind": "measurement"}}})";
  EXPECT_THAT(
      faults(R"({"nodes": {"x": {"list_price": "1 USD", "source": {"lab": ["list_price"]}}}, )" +
             lab),
      ElementsAre("/nodes/x/source/lab: \"lab\" is a measurement, and a price is not measured: it "
                  "cannot be the source of \"list_price\""));
}

TEST(CheckCatalog, OfSeveralSourcesEachSaysWhatItHolds) {
  const std::string two = R"("memory": "1 GB", "source": ["mlperf07", "wiki-dgx"])";
  EXPECT_THAT(faults(gpu(two + R"(, "verified": true)")),
              ElementsAre("/gpus/x/source: 2 sources, and it is not said which field is from "
                          "which"));
  EXPECT_THAT(faults(gpu(two)), IsEmpty());
  EXPECT_THAT(faults(gpu(R"("source": ["recall", "mlperf07"], "verified": true)")), IsEmpty());
}

TEST(CheckCatalog, ValuesOfAnotherKindAreRefused) {
  EXPECT_THAT(faults(node(R"("links": {})")),
              ElementsAre("/nodes/x/links: expected a list, found an object"));
  EXPECT_THAT(faults(node(R"("cpu": 3)")),
              ElementsAre("/nodes/x/cpu: expected an object, found an integer"));
  EXPECT_THAT(faults(gpu(R"("memory": {"low": "1 GB"})")),
              ElementsAre("/gpus/x/memory: \"value\" is missing"));
  EXPECT_THAT(faults(R"({"transports": {"x": {"latency_table": [["4 us", "4096 B"]]}}})"),
              ElementsAre("/transports/x/latency_table: \"4 us\" is a time, not an amount of "
                          "data"));
}

}  // namespace
}  // namespace gpuscape
