#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::loaded;
using ::testing::SizeIs;
using testing::with;

const std::string kTwo = with(R"("scheduler": {"backfill": {"type": "easy", "depth": 5}},
  "variants": {"more": {"cluster": {"nodes": {"gpu": {"gpus": 4}, "cpu": {"type": "custom", "gpus": 0}}}},
               "none": {"scheduler": {"backfill": "none"}, "workload": {"streams": {"jobs": null, "new":
                        {"trace": {"format": "swf", "file": "b"}}}}}})");

TEST(Variants, AddChangeAndRemoveByName) {
  const auto more = loaded(kTwo, {.variant = "more"});
  EXPECT_THAT(faults(more), IsEmpty());
  EXPECT_EQ(more.spec.variant, "more");
  EXPECT_THAT(more.spec.cluster.nodes, SizeIs(2));
  EXPECT_EQ(more.spec.cluster.nodes[0].model.parameters.find("gpus")->integer(), 4);
  const auto none = loaded(kTwo, {.variant = "none"});
  EXPECT_EQ(none.spec.streams.at(0).name, "new");
}

TEST(Variants, AChangedTypeReplacesTheObject) {
  const auto none = loaded(kTwo, {.variant = "none"});
  EXPECT_EQ(none.spec.scheduler.backfill.type, "none");
  EXPECT_EQ(none.spec.scheduler.backfill.parameters.find("depth"), nullptr);
}

TEST(Variants, LeaveTheScenarioItselfAlone) {
  const auto base = loaded(kTwo);
  EXPECT_THAT(base.spec.variants, ElementsAre("more", "none"));
  EXPECT_THAT(base.spec.cluster.nodes, SizeIs(1));
  EXPECT_THAT(base.others, SizeIs(2));
}

TEST(Variants, AnUnknownNameIsRefusedWithTheNearestOne) {
  const auto issues = loaded(kTwo, {.variant = "mroe"}).context.sorted_issues();
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_EQ(issues[0].message, "unknown variant \"mroe\"");
  EXPECT_EQ(issues[0].hint, "did you mean \"more\"?");
}

TEST(Variants, AreCheckedWithTheScenario) {
  EXPECT_THAT(faults(with(R"("variants": {"v": {"run": {"seed": -1}}})")),
              ElementsAre("/run/seed: -1 is too small: at least 0 (in variant \"v\")"));
}

TEST(Variants, DoNotRepeatTheFaultsOfTheScenario) {
  EXPECT_THAT(faults(with(R"("run": {"seed": -1}, "variants": {"v": {"title": "V"}, "w": {}})")),
              ElementsAre("/run/seed: -1 is too small: at least 0"));
}

TEST(Variants, DoNotRepeatThemWhereOneIsChosenEither) {
  EXPECT_THAT(faults(with(R"("run": {"seed": -1}, "variants": {"v": {"title": "V"}, "w": {}})"),
                     {.variant = "w"}),
              ElementsAre("/run/seed: -1 is too small: at least 0"));
}

TEST(Variants, MustBeObjectsByName) {
  EXPECT_THAT(faults(with(R"("variants": [])")),
              ElementsAre("/variants: expected patches by name, found a list"));
  EXPECT_THAT(faults(with(R"("variants": {"v": 3})")),
              ElementsAre("/variants/v: a variant is an object, found an integer"));
}

TEST(Variants, CannotHoldVariantsOrExtendFiles) {
  EXPECT_THAT(faults(with(R"("variants": {"v": {"variants": {}, "extends": "a", "format": 1}})")),
              SizeIs(3));
}

TEST(Variants, AreAtMostAThousand) {
  std::string patches = "\"v0\": {}";
  for (int i = 1; i <= 1000; ++i) patches += ", \"v" + std::to_string(i) + "\": {}";
  EXPECT_THAT(faults(with("\"variants\": {" + patches + "}")),
              ElementsAre(HasSubstr("more than 1000 variants")));
}

TEST(Variants, ARemovedNetworkIsGone) {
  testing::ScenarioText text;
  text.cluster =
      R"("cluster": {"nodes": {"g": {"type": "pool"}}, "networks": {"n": {"type": "single-switch"}}})";
  text.more = R"(, "variants": {"v": {"cluster": {"networks": {"n": null}}}})";
  EXPECT_THAT(loaded(text.text(), {.variant = "v"}).spec.cluster.networks, IsEmpty());
}

}  // namespace
}  // namespace gpuscape
