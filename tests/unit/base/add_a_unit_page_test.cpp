/// The unit of docs/how-to/add-a-unit.md, compiled into copies of the files that it changes.

#include <gtest/gtest.h>

#include "sim/base/units/unit_table.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {
namespace {

TEST(AddAUnitPage, ItsQuantityIsReadAndWritten) {
  EXPECT_EQ(parse<Joules>("12 kWh").value, Joules(43.2e6));
  EXPECT_EQ(exact_text(Joules(43.2e6)), "12 kWh");
  EXPECT_EQ(human_text(Joules(1234.5e6)), "343 kWh");
}

TEST(AddAUnitPage, OtherUnitsAreCalledWhatTheyAre) {
  EXPECT_EQ(parse<Joules>("12 kW").message, "\"12 kW\" is a power, not an energy");
  EXPECT_EQ(parse<Seconds>("12 kWh").message, "\"12 kWh\" is an energy, not a time");
  EXPECT_EQ(parse<Joules>("12 BTU").hint, "units are: J Wh kWh MWh");
}

TEST(AddAUnitPage, AReaderTakesIt) {
  const JsonValue object = parse_json(R"({"used": "3 Wh", "lost": "3 h"})", "test");
  ReadingContext context;
  ObjectReader reader(object, "", context);
  EXPECT_EQ(reader.quantity<Joules>("used", "Doc."), Joules(10800.0));
  EXPECT_EQ(reader.quantity("idle", Joules(3600.0), "Doc."), Joules(3600.0));
  EXPECT_EQ(reader.optional_quantity<Joules>("lost", "Doc."), std::nullopt);
  reader.finish();
  ASSERT_EQ(context.issue_count(), 1U);
}

}  // namespace
}  // namespace gpuscape
