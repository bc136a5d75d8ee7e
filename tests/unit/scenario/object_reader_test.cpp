#include "sim/fields/object_reader.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A reader over a text, and the faults it recorded as "line:column pointer: message; hint".
struct Fixture {
  explicit Fixture(std::string_view text) : value(parse_json(text, "s.json")) {}
  JsonValue value;
  ReadingContext context;
  ObjectReader reader{value, "/n", context};

  std::vector<std::string> faults() {
    reader.finish();
    std::vector<std::string> result;
    for (const Issue& issue : context.sorted_issues())
      result.push_back(issue.pointer + ": " + issue.message +
                       (issue.hint.empty() ? "" : "; " + issue.hint));
    return result;
  }
};

TEST(ObjectReader, ReadsEveryKindOfValue) {
  Fixture f(
      R"({"c": 3, "n": 0.5, "b": true, "t": "x", "o": "b", "s": "2 min", "m": "1 GiB", "w": "8 Gbit/s"})");
  EXPECT_EQ(f.reader.count("c", "doc"), 3);
  EXPECT_EQ(f.reader.number("n", "doc"), 0.5);
  EXPECT_TRUE(f.reader.boolean("b", false, "doc"));
  EXPECT_EQ(f.reader.text("t", "doc"), "x");
  EXPECT_EQ(f.reader.one_of("o", {"a", "b"}, "doc"), "b");
  EXPECT_EQ(f.reader.quantity<Seconds>("s", "doc"), Seconds(120));
  EXPECT_EQ(f.reader.quantity<Bytes>("m", "doc"), Bytes(1073741824.0));
  EXPECT_EQ(f.reader.quantity<BytesPerSecond>("w", "doc"), BytesPerSecond(1e9));
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(ObjectReader, TakesAWholeNumberInAnyNotationForACount) {
  Fixture f(R"({"a": 1e3, "b": 2.0, "c": 2.5})");
  EXPECT_EQ(f.reader.count("a", "doc"), 1000);
  EXPECT_EQ(f.reader.count("b", "doc"), 2);
  f.reader.count("c", "doc");
  EXPECT_THAT(f.faults(), ElementsAre("/n/c: expected an integer, found a number 2.5"));
}

TEST(ObjectReader, SaysWhatIsMissing) {
  Fixture f("{}");
  EXPECT_EQ(f.reader.count("nodes", "How many.", Bounds{.least = 1}), 1);
  EXPECT_THAT(f.faults(), ElementsAre("/n: \"nodes\" is missing; nodes: How many."));
}

TEST(ObjectReader, TakesNullForMissing) {
  Fixture f(R"({"a": null})");
  EXPECT_EQ(f.reader.count("a", 7, "doc"), 7);
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(ObjectReader, OffersTheNearestKeyForAnUnknownOneAndDoesNotCallItMissingToo) {
  Fixture f(R"({"cuont": 3})");
  f.reader.count("count", "doc");
  EXPECT_THAT(f.faults(), ElementsAre("/n/cuont: unknown key \"cuont\"; did you mean \"count\"?"));
}

TEST(ObjectReader, IgnoresKeysThatBeginWithX) {
  Fixture f(R"({"x-note": 3})");
  EXPECT_THAT(f.faults(), IsEmpty());
}

TEST(ObjectReader, CountsUnknownKeysBeyondTwenty) {
  std::string text = "{";
  for (int i = 0; i < 25; ++i) text += "\"k" + std::to_string(100 + i) + "\": 1, ";
  Fixture f(text + "\"x-\": 0}");
  const auto faults = f.faults();
  ASSERT_EQ(faults.size(), 21U);
  EXPECT_EQ(faults.back(), "/n: 5 more unknown keys in this object");
}

TEST(ObjectReader, ProbesBothSidesOfABound) {
  Fixture f(R"({"a": 1, "b": 0, "c": 5, "d": 6, "e": 0})");
  const Bounds bounds{.least = 1, .most = 5};
  for (const char* key : {"a", "b", "c", "d"}) f.reader.count(key, "doc", bounds);
  f.reader.number("e", "doc", kPositive);
  EXPECT_THAT(f.faults(),
              ElementsAre("/n/b: 0 is too small: at least 1", "/n/d: 6 is too large: at most 5",
                          "/n/e: 0 is too small: must be more than 0"));
}

TEST(ObjectReader, ShowsBoundsOfQuantitiesWithTheirUnit) {
  Fixture f(R"({"a": "-5 min", "b": "2 h", "c": "5 PiB", "d": "0 GB/s"})");
  f.reader.quantity<Seconds>("a", "doc");
  f.reader.quantity<Seconds>("b", "doc", Bounds{.least = 0, .most = 3600});
  f.reader.quantity<Bytes>("c", Bytes(0), "doc", Bounds{.least = 0, .most = 1e15});
  f.reader.quantity<BytesPerSecond>("d", "doc");
  EXPECT_THAT(f.faults(), ElementsAre("/n/a: -5 min is too small: at least 0 s",
                                      "/n/b: 2 h is too large: at most 1 h",
                                      "/n/c: 5 PiB is too large: at most 1 PB",
                                      "/n/d: 0 GB/s is too small: must be more than 0 B/s"));
}

TEST(ObjectReader, KeepsEveryTimeAndAmountInAReasonableRange) {
  Fixture f(R"({"a": "100001 y", "b": "5000 PiB"})");
  f.reader.quantity<Seconds>("a", "doc");
  f.reader.quantity<Bytes>("b", "doc");
  EXPECT_THAT(f.faults(), ElementsAre("/n/a: 100001 y is too large: at most 100000 y",
                                      "/n/b: 5000 PiB is too large: at most 4096 PiB"));
}

TEST(ObjectReader, RefusesABareNumberForAQuantity) {
  Fixture f(R"({"a": 5})");
  f.reader.quantity<Seconds>("a", "doc");
  EXPECT_THAT(f.faults(),
              ElementsAre("/n/a: expected a text with number, space and unit, found an integer 5; "
                          "number, space, unit; for example \"20 min\""));
}

TEST(ObjectReader, RefusesAnUncertainValueAsNotInThisVersion) {
  Fixture f(R"({"a": {"value": "5 s", "low": "4 s"}})");
  f.reader.quantity<Seconds>("a", "doc");
  EXPECT_THAT(f.faults(),
              ElementsAre("/n/a: an uncertain value {value, low, high} is not in this version; "
                          "write the value alone"));
}

TEST(ObjectReader, RefusesAnUnknownChoiceWithTheNearestOne) {
  Fixture f(R"({"a": "killl", "b": "tco"})");
  EXPECT_EQ(f.reader.one_of("a", {"run", "kill"}, "run", "doc"), "run");
  EXPECT_EQ(f.reader.one_of("b", {"job"}, "doc"), "");
  EXPECT_THAT(f.faults(), ElementsAre("/n/a: unknown a \"killl\"; did you mean \"kill\"?",
                                      "/n/b: unknown b \"tco\"; known here: job"));
}

TEST(ObjectReader, SaysThatANumberStandsWithoutQuotes) {
  Fixture f(R"({"c": "12"})");
  f.reader.count("c", "doc");
  EXPECT_THAT(f.faults(), ElementsAre("/n/c: expected an integer, found a text \"12\"; write it "
                                      "without quotes"));
}

TEST(ObjectReader, RefusesEveryWrongType) {
  Fixture f(R"({"n": [], "b": 1, "t": 5, "o": "x"})");
  f.reader.number("n", "doc");
  f.reader.boolean("b", false, "doc");
  f.reader.text("t", "doc");
  f.reader.object("o", "doc", [](ObjectReader&) {});
  EXPECT_THAT(f.faults(), ElementsAre("/n/n: expected a number, found a list",
                                      "/n/b: expected true or false, found an integer 1",
                                      "/n/t: expected a text, found an integer 5",
                                      "/n/o: expected an object, found a text"));
}

TEST(ObjectReader, RefusesWhatIsNoObjectOnce) {
  Fixture f("[1]");
  f.reader.count("c", "doc");
  EXPECT_THAT(f.faults(), ElementsAre("/n: expected an object, found a list"));
}

TEST(ObjectReader, CutsLongKeysAndValuesInMessages) {
  Fixture f("{\"" + std::string(100'000, 'k') + "\": 1, \"t\": \"" + std::string(100'000, 'v') +
            "\"}");
  f.reader.one_of("t", {"a"}, "doc");
  const auto faults = f.faults();
  EXPECT_THAT(faults, testing::SizeIs(2));
  for (const std::string& fault : faults) EXPECT_LT(fault.size(), 400U);
}

TEST(ObjectReader, WritesDefaultsIntoTheResolvedCopyAndMarksThem) {
  Fixture f(R"({"a": 1})");
  f.reader.count("a", "doc");
  f.reader.quantity<Seconds>("b", Seconds(1200), "doc");
  f.reader.defaulted_object("o", "doc",
                            [](ObjectReader& r) { r.one_of("c", {"x", "y"}, "y", "doc"); });
  EXPECT_EQ(write_json(f.reader.take_resolved(), -1), R"({"a":1,"b":"20 min","o":{"c":"y"}})");
  EXPECT_THAT(f.context.take_defaulted(), ElementsAre("/n/b", "/n/o/c"));
}

TEST(ObjectReader, RefusesNamesThatCannotBePrinted) {
  Fixture f("{\"m\": {\"\": {}, \"a\\nb\": {}, \"" + std::string(101, 'n') +
            "\": {}, \"fine\": {}}}");
  std::vector<std::string> names;
  f.reader.map("m", "doc", [&](const std::string& name, ObjectReader&) { names.push_back(name); });
  EXPECT_EQ(f.faults().size(), 3U);
  EXPECT_THAT(names, ElementsAre("fine"));
}

TEST(ObjectReader, LeavesTheOtherKeysAloneWhenTheDecidingOneIsWrong) {
  Fixture f(R"({"kind": "wat", "value": 3})");
  const std::vector<ObjectReader::Alternative> choices = {
      {"fixed", "doc", [](ObjectReader& r) { r.count("value", "doc"); }}};
  EXPECT_EQ(f.reader.alternatives("kind", choices, "", "doc"), "");
  EXPECT_THAT(f.faults(), ElementsAre("/n/kind: unknown kind \"wat\"; known here: fixed"));
}

TEST(ObjectReader, TakesATextForTheShortFormOfAnObject) {
  Fixture f(R"({"a": "col", "b": {"from": "col2"}})");
  std::vector<std::string> from;
  for (const char* key : {"a", "b", "c"})
    f.reader.optional_short_object(key, "from", "doc",
                                   [&](ObjectReader& r) { from.push_back(r.text("from", "doc")); });
  EXPECT_THAT(from, ElementsAre("col", "col2"));
  EXPECT_EQ(write_json(f.reader.take_resolved(), -1),
            R"({"a":{"from":"col"},"b":{"from":"col2"}})");
}

TEST(DescribingReader, CollectsWhatIsAskedForAndFindsNoFault) {
  const JsonValue empty = JsonValue::make_object();
  ReadingContext context(ReadingContext::Purpose::describe);
  ObjectReader reader(empty, "", context);
  reader.count("c", "Doc.", Bounds{.least = 1});
  reader.quantity<Seconds>("t", Seconds(60), "Doc.");
  reader.map("m", "Doc.",
             [](const std::string&, ObjectReader& r) { r.boolean("b", true, "Doc."); });
  const auto fields = reader.take_fields();
  EXPECT_TRUE(fields.at(0).required);
  EXPECT_EQ(fields.at(1).default_text, "1 min");
  EXPECT_EQ(fields.at(2).fields.at(0).default_text, "true");
  EXPECT_FALSE(context.has_issues());
}

}  // namespace
}  // namespace gpuscape
