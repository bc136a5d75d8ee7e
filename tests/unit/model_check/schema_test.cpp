#include "sim/model/reference/schema.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "models/builtin_models.hpp"
#include "sim/base/json/json.hpp"
#include "sim/model/reference/reference.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "test_paths.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

Registry registry() {
  Registry result;
  register_builtin_models(result);
  return result;
}

std::string file_text(const std::string& name) {
  std::ifstream stream(std::string(GPUSCAPE_SOURCE_DIR) + "/" + name, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

const JsonValue& at(const JsonValue& value, const std::vector<std::string>& names) {
  const JsonValue* result = &value;
  for (const std::string& name : names) {
    result = result->find(name);
    EXPECT_NE(result, nullptr) << name;
  }
  return *result;
}

TEST(Reference, IsUpToDate) {
  EXPECT_EQ(file_text("docs/reference/scenario.md"),
            reference_markdown(registry(), objective_metrics()))
      << "renew it: gpuscape schema --reference > docs/reference/scenario.md";
}

TEST(Reference, ListsTheParametersOfEveryModel) {
  const std::string page = reference_markdown(registry(), objective_metrics());
  for (const char* part :
       {"### `\"type\": \"custom\"`", "`hosts_per_leaf`", "### `\"type\": \"easy\"`", "`depth`"})
    EXPECT_THAT(page, HasSubstr(part));
}

TEST(Schema, IsUpToDate) {
  EXPECT_EQ(file_text("docs/reference/scenario.schema.json"),
            json_schema(registry(), objective_metrics()))
      << "renew it: gpuscape schema > docs/reference/scenario.schema.json";
}

/// The descriptions within a schema that begin with a word that only makes sense behind the key.
void find_texts_that_lean_on_their_key(const JsonValue& value, std::set<std::string>& found) {
  static const std::regex leaning(
      "^(That|Those|Of|Beyond|After|The same|In|With|Its|Their|It|They|These|This|Until|Without|"
      "Only|For|By|On|From|To|At|So|As|Among|Against|Beside|Between) .*");
  if (value.is_object()) {
    const JsonValue* text = value.find("description");
    if (text != nullptr && text->is_text() && std::regex_match(text->text(), leaning))
      found.insert(text->text());
    for (const JsonMember& member : value.members())
      find_texts_that_lean_on_their_key(member.value, found);
  } else if (value.kind() == JsonValue::Kind::array) {
    for (const JsonValue& item : value.items()) find_texts_that_lean_on_their_key(item, found);
  }
}

TEST(Schema, TextsCanBeReadWithoutTheirKey) {
  std::set<std::string> found;
  find_texts_that_lean_on_their_key(
      parse_json(json_schema(registry(), objective_metrics()), "schema"), found);
  EXPECT_THAT(found, ::testing::IsEmpty());
  find_texts_that_lean_on_their_key(parse_json(R"({"description": "Of a GB."})", "one"), found);
  EXPECT_THAT(found, ::testing::ElementsAre("Of a GB."));
}

/// What a scenario must be that extends no other.
JsonValue whole_schema() {
  return at(parse_json(json_schema(registry(), objective_metrics()), "schema"), {"else"});
}

TEST(Schema, RefusesUnknownKeysButThoseThatBeginWithX) {
  const JsonValue schema = whole_schema();
  EXPECT_EQ(write_json(at(schema, {"additionalProperties"})), "false");
  EXPECT_EQ(write_json(at(schema, {"patternProperties"}), -1), R"({"^x-":{}})");
  EXPECT_NE(at(schema, {"properties"}).find("$schema"), nullptr);
}

TEST(Schema, RequiresWhatHasNoDefault) {
  const JsonValue schema = whole_schema();
  EXPECT_EQ(write_json(at(schema, {"required"}), -1), R"(["format","cluster","workload"])");
  EXPECT_EQ(write_json(at(schema, {"properties", "run", "properties", "seed", "default"})), "1");
}

TEST(Schema, OffersAModelByNameOnlyWhereItNeedsNothingElse) {
  const JsonValue schema = whole_schema();
  const JsonValue& backfill =
      at(schema, {"properties", "scheduler", "else", "properties", "backfill", "oneOf"});
  EXPECT_EQ(write_json(*backfill.items().at(0).find("enum"), -1),
            R"(["none","easy","conservative","slurm"])");
  const JsonValue& nodes = at(schema, {"properties", "cluster", "else", "properties", "nodes",
                                       "additionalProperties", "oneOf"});
  EXPECT_EQ(nodes.items().at(0).find("enum"), nullptr);
}

TEST(Schema, ANodeMayBeOneOfTheCatalogue) {
  const JsonValue schema = parse_json(json_schema(registry(), objective_metrics()), "schema");
  const std::vector<JsonValue>& nodes =
      at(schema, {"else", "properties", "cluster", "else", "properties", "nodes",
                  "additionalProperties", "oneOf"})
          .items();
  const JsonValue& name = nodes.at(nodes.size() - 2);
  EXPECT_THAT(write_json(*name.find("examples"), -1), HasSubstr("\"dgx1-v100\""));
  EXPECT_THAT(write_json(*name.find("not"), -1), HasSubstr("\"custom\",\"pool\""));
  const JsonValue& entry = at(schema, {"definitions", "catalog_nodes", "anyOf"}).items().at(0);
  EXPECT_EQ(write_json(at(entry, {"properties", "type"})), write_json(name));
  EXPECT_EQ(write_json(at(entry, {"additionalProperties"})), "false");
}

}  // namespace
}  // namespace gpuscape
