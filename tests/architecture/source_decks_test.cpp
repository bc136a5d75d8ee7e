/// validation/published/source-decks.json says of every figure of the founding decks what has
/// become of it; docs/reference/source-decks.md is written from it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "test_paths.hpp"
#include "tests/architecture/source_tree.hpp"

namespace gpuscape {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(GPUSCAPE_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Json decks() { return Json::parse(text_of("validation/published/source-decks.json")); }

/// "Suite.Name" of every TEST, TEST_F and TEST_P.
std::set<std::string> test_names() {
  const std::regex definition(R"(\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::set<std::string> names;
  for (const SourceFile& file : source_files({"tests"}, {"_test.cpp"})) {
    std::string text;
    for (const std::string& line : file.lines) text += line + "\n";
    for (std::sregex_iterator match(text.begin(), text.end(), definition), end; match != end;
         ++match)
      names.insert((*match)[1].str() + "." + (*match)[2].str());
  }
  return names;
}

std::set<std::string> catalogue_ids() {
  std::set<std::string> ids;
  for (const SourceFile& file : source_files({"models/catalog"}, {".json"})) {
    for (const auto& section : Json::parse(text_of(file.path))) {
      if (!section.is_object()) continue;
      for (const auto& [id, entry] : section.items()) ids.insert(id);
    }
  }
  return ids;
}

std::set<std::string> validated_ids() {
  std::set<std::string> ids;
  for (const char* file : {"2-fabric", "2-collectives", "3-training", "4-sharing"}) {
    const Json area = Json::parse(text_of(std::string("validation/published/") + file + ".json"));
    for (const auto& [id, figure] : area.at("figures").items()) ids.insert(id);
  }
  return ids;
}

/// "`gpuscape validate --figure ID`", "`gpuscape catalog ID`", "test `Suite.Name`".
std::string place_text(const std::string& place) {
  const std::string kind = place.substr(0, place.find(' '));
  const std::string name = place.substr(place.find(' ') + 1);
  if (kind == "test") return "test `" + name + "`";
  return "`gpuscape " + kind + (kind == "validate" ? " --figure " : " ") + name + "`";
}

std::string row_of(const Json& figure) {
  std::string where;
  for (const auto& place : figure.value("where", Json::array()))
    where += (where.empty() ? "" : ", ") + place_text(place.get<std::string>());
  const std::string why = figure.value("why", "");
  return "| " + figure.at("element").get<std::string>() + " | " +
         figure.at("figure").get<std::string>() + " | " + figure.at("role").get<std::string>() +
         " | " + where + (where.empty() || why.empty() ? "" : "; ") + why + " |\n";
}

std::string page() {
  const Json document = decks();
  std::string text = "# What has become of the decks' figures\n\n" +
                     document.at("about").get<std::string>() +
                     "\n\nWritten from `validation/published/source-decks.json`. An *input* is fed "
                     "in, an *oracle* must come out,\n*context* is recorded.\n";
  for (const auto& [id, name] : document.at("decks").items()) {
    text += "\n## " + name.get<std::string>() + "\n\n| of | figure | is | where, or why |\n";
    text += "| --- | --- | --- | --- |\n";
    for (const Json& figure : document.at("figures"))
      if (figure.at("deck") == id) text += row_of(figure);
  }
  return text;
}

TEST(SourceDecks, EveryFigureIsInputOracleOrContext) {
  const Json figures = decks().at("figures");
  EXPECT_GE(figures.size(), 34U);
  for (const Json& figure : figures) {
    const std::string role = figure.at("role");
    const bool has_place = figure.contains("where") && !figure.at("where").empty();
    EXPECT_TRUE(role == "input" || role == "oracle" || role == "context") << figure;
    EXPECT_TRUE(has_place || role == "context") << figure;
    EXPECT_TRUE(role != "context" || figure.contains("why")) << figure;
  }
}

TEST(SourceDecks, WhatTheyPointToIsThere) {
  const auto tests = test_names();
  const auto catalogue = catalogue_ids();
  const auto validated = validated_ids();
  const Json figures = decks().at("figures");
  int places = 0;
  for (const Json& figure : figures) {
    for (const auto& item : figure.value("where", Json::array())) {
      const std::string place = item;
      ++places;
      const std::string kind = place.substr(0, place.find(' '));
      const std::string name = place.substr(place.find(' ') + 1);
      const auto& known = kind == "test" ? tests : kind == "catalog" ? catalogue : validated;
      EXPECT_TRUE(known.contains(name)) << place << " of " << figure.at("figure");
    }
  }
  EXPECT_GE(places, 38);
}

TEST(SourceDecks, ThePageIsWrittenFromThem) {
  const std::string path = "docs/reference/source-decks.md";
  if (std::getenv("GPUSCAPE_UPDATE") != nullptr)  // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::ofstream(std::string(GPUSCAPE_SOURCE_DIR) + "/" + path) << page();
  EXPECT_EQ(text_of(path), page())
      << "renew it: GPUSCAPE_UPDATE=1 build/release/bin/tests/architecture "
         "--gtest_filter='*Page*'";
}

}  // namespace
}  // namespace gpuscape
