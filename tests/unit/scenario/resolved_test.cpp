#include "sim/scenario/load/resolved.hpp"

#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using testing::faults;
using testing::generated;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::loaded;
using ::testing::Not;
using testing::with;

TEST(Resolved, MarksEveryDefaultAndNothingElse) {
  const std::string text = resolved_text(loaded(with(R"("run": {"seed": 1})")).spec);
  EXPECT_THAT(text, HasSubstr("\"seed\": 1,\n"));
  EXPECT_THAT(text, HasSubstr("\"confidence\": 0.95,  // default\n"));
  EXPECT_THAT(text, HasSubstr("\"type\": \"fifo\"  // default\n"));
  EXPECT_THAT(text, HasSubstr("\"overrun\": \"run\",  // default\n"));
}

TEST(Resolved, ReadsBackAsTheSameScenarioWithoutDefaults) {
  const ScenarioSpec first = loaded(generated()).spec;
  const auto second = loaded(resolved_text(first));
  EXPECT_THAT(faults(second), IsEmpty());
  EXPECT_EQ(write_json(second.spec.resolved), write_json(first.resolved));
  EXPECT_THAT(second.spec.defaulted, IsEmpty());
}

TEST(Resolved, HoldsTheChosenVariantAndNoOther) {
  const auto scenario =
      loaded(with(R"("variants": {"v": {"run": {"seed": 5}}, "w": {}})"), {.variant = "v"});
  const std::string text = resolved_text(scenario.spec);
  EXPECT_THAT(text, HasSubstr("\"seed\": 5,\n"));
  EXPECT_THAT(text, Not(HasSubstr("variants")));
}

}  // namespace
}  // namespace gpuscape
