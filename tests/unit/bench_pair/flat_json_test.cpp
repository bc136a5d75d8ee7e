#include "pair/flat_json.hpp"

#include <gtest/gtest.h>

#include "core/machine.hpp"
#include "core/measure.hpp"

namespace gpuscape::bench {
namespace {

TEST(FlatObject, TakesOverTheFactsOfAMachine) {
  const std::string facts = machine_facts(false).text();
  EXPECT_EQ(flat_object(facts).text(), facts);
}

TEST(FlatObject, KeepsQuotesAndTruths) {
  Json json = Json::object();
  json.set("a \"b\" \\c", true).set("d", false).set("e", 1.5).set("f", "");
  EXPECT_EQ(flat_object(json.text()).text(), json.text());
}

TEST(FlatObject, RefusesWhatIsNoFlatObject) {
  for (const char* text : {"", "{", "[]", "{\"a\"}", "{\"a\": {}}", "{\"a\": [1]}", "{\"a\": 1,}",
                           "{} {}", "{\"a\": \"b}", "{\"a\": \"b\\"})
    EXPECT_THROW(flat_object(text), Lost) << text;
}

}  // namespace
}  // namespace gpuscape::bench
