/// The JSON Schema of scenarios against the program itself: what is shipped fits it, and a key that
/// the program does not know does not.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "models/builtin_models.hpp"
#include "sim/model/check/check.hpp"
#include "sim/model/reference/schema.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

using nlohmann::json;

const Registry& registry() {
  static const Registry builtin = [] {
    Registry result;
    register_builtin_models(result);
    return result;
  }();
  return builtin;
}

bool fits_schema(const json& scenario) {
  static const json text = json::parse(json_schema(registry(), objective_metrics()));
  static const auto schema = [] {
    auto parsed = std::make_unique<valijson::Schema>();
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *parsed);
    return parsed;
  }();
  valijson::Validator validator;
  return validator.validate(*schema, valijson::adapters::NlohmannJsonAdapter(scenario), nullptr);
}

json parsed(const std::string& text) { return json::parse(text, nullptr, true, true); }

std::vector<std::filesystem::path> shipped_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("scenarios")))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Whether the program finds that misspelt key unknown, and not one that is right at a name that is
/// wrong: a patch of a store of another name is one without a type; the text lies where the shipped
/// ones do.
bool has_unknown_key(const json& scenario) {
  LoadedScenario loaded =
      test::load_text(scenario.dump(), source_file("scenarios/mutated.json").string());
  check(loaded, registry());
  const auto issues = loaded.context.sorted_issues();
  return std::ranges::any_of(issues, [](const Issue& issue) {
    return issue.message.find("unknown key") != std::string::npos &&
           issue.message.find("zz\"") != std::string::npos;
  });
}

/// Every member of every object of the scenario.
void keys_in(const json& value, const json::json_pointer& at,
             std::vector<json::json_pointer>& keys) {
  if (value.is_object())
    for (const auto& [key, below] : value.items()) {
      keys.push_back(at / key);
      keys_in(below, at / key, keys);
    }
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) keys_in(value[i], at / i, keys);
}

json misspelt(json scenario, const json::json_pointer& key) {
  json& object = scenario[key.parent_pointer()];
  object[key.back() + "zz"] = object[key.back()];
  object.erase(key.back());
  return scenario;
}

TEST(ScenarioSchema, EveryShippedScenarioFits) {
  const auto files = shipped_files();
  EXPECT_GE(files.size(), 9U);
  for (const auto& file : files) EXPECT_TRUE(fits_schema(parsed(read_text(file)))) << file;
}

TEST(ScenarioSchema, RefusesEveryMisspeltKeyThatTheProgramRefuses) {
  std::size_t refused = 0;
  for (const auto& file : shipped_files()) {
    const json scenario = parsed(read_text(file));
    std::vector<json::json_pointer> keys;
    keys_in(scenario, json::json_pointer(), keys);
    for (const json::json_pointer& key : keys) {
      const json mutated = misspelt(scenario, key);
      if (!has_unknown_key(mutated)) continue;
      ++refused;
      EXPECT_FALSE(fits_schema(mutated)) << file << " " << key.to_string();
    }
  }
  EXPECT_GT(refused, 150U);
}

json quickstart() { return parsed(read_text(source_file("scenarios/quickstart.json"))); }

TEST(ScenarioSchema, AVariantIsAPatch) {
  json scenario = quickstart();
  scenario["variants"] = parsed(R"({"a": {"scheduler": {"backfill": null}, "slo": null}, "b": null,
      "c": {"cluster": {"nodes": {"gpu": {"count": 3}}}}})");
  EXPECT_TRUE(fits_schema(scenario));
  scenario["variants"] = parsed(R"({"a": {"scheduler": {"backfil": "easy"}}})");
  EXPECT_FALSE(fits_schema(scenario));
  scenario["variants"] = parsed(R"({"a": {"cluster": {"nodes": {"gpu": {"cuont": 3}}}}})");
  EXPECT_FALSE(fits_schema(scenario));
  scenario["variants"] = parsed(R"({"a": {"extends": "b.json"}})");
  EXPECT_FALSE(fits_schema(scenario));
}

TEST(ScenarioSchema, WhatExtendsAnotherNeedsNothingElse) {
  EXPECT_TRUE(fits_schema(parsed(R"({"format": 1, "extends": "a.json", "slo": {"wait": null}})")));
  EXPECT_FALSE(fits_schema(parsed(R"({"format": 1, "slo": {"wait": null}})")));
  EXPECT_FALSE(fits_schema(parsed(R"({"format": 1, "extends": "a.json", "scheduller": {}})")));
}

TEST(ScenarioSchema, SettingsOfSlurmLeaveTheRestToTheUser) {
  json scenario = quickstart();
  scenario["cluster"] = parsed(R"({"from": "slurm", "nodes": {"gpu": {"cores": 64}}})");
  EXPECT_TRUE(fits_schema(scenario));
  scenario["cluster"].erase("from");
  EXPECT_FALSE(fits_schema(scenario));
}

TEST(ScenarioSchema, ANodeOfTheCatalogueHasItsOwnKeys) {
  json scenario = quickstart();
  scenario["cluster"]["nodes"] = parsed(R"({"n": {"type": "dgx1-v100", "count": 2}})");
  EXPECT_TRUE(fits_schema(scenario));
  scenario["cluster"]["nodes"]["n"]["cuont"] = 3;
  EXPECT_FALSE(fits_schema(scenario));
}

}  // namespace
}  // namespace gpuscape
