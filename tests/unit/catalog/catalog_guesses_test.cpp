/// Which guesses of the catalogue a scenario rests on.

#include "sim/catalog/catalog_guesses.hpp"

#include <gmock/gmock.h>

#include <set>

#include "sim/scenario/load/loader.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// "section/entry field value (low to high)".
std::string text_of(const CatalogGuess& guess) {
  return guess.section + "/" + guess.entry + " " + guess.field + " " + guess.value +
         (guess.low.empty() ? "" : " (" + guess.low + " to " + guess.high + ")");
}

std::vector<std::string> texts_of(const std::vector<CatalogGuess>& guesses) {
  std::vector<std::string> texts;
  for (const CatalogGuess& guess : guesses) texts.push_back(text_of(guess));
  return texts;
}

std::vector<CatalogGuess> guesses_in(const std::string& node, const std::string& more = "") {
  return test::load_text(R"({"format": 1, "cluster": {"nodes": {"n": )" + node + "}" + more +
                             R"(}, "workload": {"streams": {}}, "run": {"detail": "step"}})",
                         "s.json")
      .guesses;
}

TEST(CatalogGuesses, AreTheFieldsThatModelsReadAndNobodyPublished) {
  const auto guesses = texts_of(guesses_in(R"({"type": "dgx1-v100", "count": 2})"));
  EXPECT_THAT(guesses, Contains("links/pcie-gen3 payload_share 0.8 (0.68 to 0.88)"));
  EXPECT_THAT(guesses, Contains(HasSubstr("transports/cudamemcpy-local latency 3.5 us (1.75 us")));
  // Idle power is a guess, too, and no model reads it; memory stands in the MLPerf description.
  EXPECT_THAT(guesses, Not(Contains(HasSubstr("power_idle"))));
  EXPECT_THAT(guesses, Not(Contains(HasSubstr("dgx1-v100 memory"))));
}

TEST(CatalogGuesses, WhatTheUserWritesIsNone) {
  const char* const bandwidth = "dgx1-v100 cpu.memory_bandwidth_per_socket";
  EXPECT_THAT(texts_of(guesses_in(R"("dgx1-v100")")), Contains(HasSubstr(bandwidth)));
  EXPECT_THAT(texts_of(guesses_in(R"({"type": "dgx1-v100",
                  "cpu": {"memory_bandwidth_per_socket": "70 GB/s"}})")),
              Not(Contains(HasSubstr(bandwidth))));
  EXPECT_THAT(texts_of(guesses_in(R"({"type": "custom", "gpus": 8})")),
              Not(Contains(HasSubstr("nodes/"))));
}

TEST(CatalogGuesses, PartsOfNetworksCount) {
  EXPECT_THAT(texts_of(guesses_in(R"("dgx1-v100")", R"(, "networks": {"n": {
                  "type": "single-switch", "switch": "mellanox-sb7800"}})")),
              Contains("switches/mellanox-sb7800 port_to_port_latency 90 ns (45 ns to 180 ns)"));
}

TEST(CatalogGuesses, LinksKnowWhereTheyAre) {
  std::set<LinkRole> roles;
  for (const CatalogGuess& guess : guesses_in(R"("dgx1-v100")")) {
    if (guess.section != "links") continue;
    const LinkRole role = guess.entry == "qpi"        ? LinkRole::sockets
                          : guess.entry == "nvlink-2" ? LinkRole::fabric
                                                      : LinkRole::inside;
    EXPECT_EQ(guess.role, role) << guess.entry;
    roles.insert(role);
  }
  EXPECT_EQ(roles.size(), 3U);
}

TEST(CatalogGuesses, TheWidestRangeComesFirst) {
  std::vector<CatalogGuess> guesses(3);
  for (std::size_t i = 0; i < 3; ++i) guesses[i].field = std::string(1, "abc"[i]);
  guesses[0].spread = 1.0;
  guesses[1].spread = guesses[2].spread = 4.0;
  sort_by_spread(guesses);
  EXPECT_EQ(guesses[0].field + guesses[1].field + guesses[2].field, "bca");
}

TEST(CatalogGuesses, JobsRestOnCountsAndWithTrafficOnPorts) {
  const auto all = guesses_in(R"("dgx-a100-80gb")", R"(, "networks": {"n": {
      "type": "single-switch", "switch": "mellanox-sb7800"}})");
  EXPECT_THAT(texts_of(guesses_of_jobs(all, false)),
              AllOf(Contains("nodes/dgx-a100-80gb gpu.count 8"),
                    Not(Contains(HasSubstr("mellanox-sb7800")))));
  EXPECT_THAT(texts_of(guesses_of_jobs(all, true)),
              Contains(HasSubstr("mellanox-sb7800 speed 100 Gbit/s")));
}

TEST(CatalogGuesses, ThereAreNoneWithoutNamesOfTheCatalogue) {
  EXPECT_THAT(test::load_text(R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom",
                  "gpus": 8}}}, "workload": {"streams": {}}})",
                              "s.json")
                  .guesses,
              IsEmpty());
}

TEST(CatalogChange, IsInTheEntryAndInThoseThatInheritIt) {
  Catalog catalog;
  ReadingContext context;
  catalog.overlay_text(R"({"links": {"a": {"latency": {"value": "75 ns", "low": "50 ns"}},
                                     "b": {"inherits": "a", "lanes": 4}}})",
                       "own.json", context);
  EXPECT_TRUE(catalog.change({"links", "a", {"latency"}, "60 ns"}));
  EXPECT_EQ(catalog.find("links", "a")->find("latency")->find("value")->text(), "60 ns");
  EXPECT_EQ(catalog.find("links", "b")->find("latency")->find("value")->text(), "60 ns");
  EXPECT_TRUE(catalog.change({"links", "b", {"lanes"}, "8"}));
  EXPECT_EQ(catalog.find("links", "b")->find("lanes")->integer(), 8);
  EXPECT_EQ(catalog.find("links", "b")->find("latency")->find("value")->text(), "60 ns");
}

TEST(CatalogChange, IsRefusedWhereNothingIsThere) {
  Catalog catalog = Catalog::shipped();
  EXPECT_FALSE(catalog.change({"links", "no such link", {"latency"}, "60 ns"}));
  EXPECT_FALSE(catalog.change({"gpus", "h100-sxm5-80gb", {"no", "such", "key"}, "1"}));
}

}  // namespace
}  // namespace gpuscape
