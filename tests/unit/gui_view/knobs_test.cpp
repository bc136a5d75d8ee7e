#include "gui/view/knobs.hpp"

#include <gmock/gmock.h>

#include "sim/model/reference/describe.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<FieldDescription>& schema() {
  static const auto fields = describe_scenario(test::builtin_models(), objective_metrics());
  return fields;
}

CheckedScenario shipped(const std::string& file, const Design& design = {}) {
  return open_scenario({.file = source_file("scenarios/" + file).string()}, design,
                       test::builtin_models());
}

KnobList quickstart(const Design& design = {}) {
  const CheckedScenario base = shipped("quickstart.json");
  return knobs(schema(), shipped("quickstart.json", design), &base, design);
}

/// Null where there is none.
const Knob* find(const KnobList& list, std::string_view pointer) {
  for (const std::vector<Knob>* all : {&list.first, &list.rest})
    for (const Knob& knob : *all)
      if (knob.pointer == pointer) return &knob;
  return nullptr;
}

Knob knob(const KnobList& list, std::string_view pointer) {
  const Knob* found = find(list, pointer);
  if (found == nullptr) throw std::runtime_error(std::string(pointer) + " is no knob");
  return *found;
}

std::vector<std::string> pointers(const std::vector<Knob>& all) {
  std::vector<std::string> found;
  for (const Knob& one : all) found.push_back(one.pointer);
  return found;
}

TEST(Knobs, PutWhatMattersFirst) {
  EXPECT_THAT(
      pointers(quickstart().first),
      ElementsAre("/cluster/nodes/gpu/count", "/cluster/networks/compute/oversubscription",
                  "/cluster/networks/compute/link", "/scheduler/policy", "/scheduler/backfill",
                  "/scheduler/placement", "/workload/streams/jobs/generate/load", "/run/seed"));
}

TEST(Knobs, SayWhatTheSchemaSays) {
  const KnobList list = quickstart();
  const Knob count = knob(list, "/cluster/nodes/gpu/count");
  EXPECT_EQ(count.label, "gpu: nodes");
  EXPECT_EQ(count.kind, KnobKind::count);
  EXPECT_EQ(count.value, "16");
  EXPECT_EQ(count.doc, "How many of these nodes there are.");
  EXPECT_DOUBLE_EQ(count.bounds.most, 1e6);
  EXPECT_FALSE(count.is_default);
}

TEST(Knobs, OfferTheModelsAsChoices) {
  const Knob backfill = knob(quickstart(), "/scheduler/backfill");
  EXPECT_EQ(backfill.kind, KnobKind::choice);
  EXPECT_EQ(backfill.value, "easy");
  EXPECT_THAT(backfill.choices, testing::IsSupersetOf({"none", "easy", "conservative"}));
}

TEST(Knobs, KnowTheKeysThatAChoiceBringsAlong) {
  const KnobList list = quickstart();
  EXPECT_EQ(knob(list, "/workload/streams/jobs/generate/arrivals/peak_to_trough").value, "4");
  EXPECT_EQ(knob(list, "/workload/streams/jobs/generate/run_time/median").value, "1 h");
  EXPECT_TRUE(knob(list, "/run/confidence").is_default);
}

TEST(Knobs, ShowWhatADesignChanges) {
  const KnobList list = quickstart({.sets = {"/cluster/nodes/gpu/count=24"}});
  const Knob count = knob(list, "/cluster/nodes/gpu/count");
  EXPECT_TRUE(count.is_set);
  EXPECT_EQ(count.value, "24");
  EXPECT_EQ(count.base, "16");
  EXPECT_FALSE(knob(list, "/scheduler/policy").is_set);
}

TEST(Knobs, NameTheEntryOfTheCatalogueAndNotWhatItStandsFor) {
  const CheckedScenario scenario = shipped("rent-or-buy.json");
  const KnobList list = knobs(schema(), scenario, nullptr, {});
  EXPECT_EQ(knob(list, "/cluster/nodes/gpu/type").value, "dgx-a100-40gb");
  EXPECT_EQ(find(list, "/cluster/nodes/gpu/devices"), nullptr);
}

// What the form offers is what `--set` takes: each value, set to what it is, changes nothing.
TEST(Knobs, SetToWhatTheyAreChangeNothing) {
  for (const char* file : {"quickstart.json", "lab-log.json", "thin-spine.json"}) {
    const CheckedScenario scenario = shipped(file);
    for (const Knob& one : knobs(schema(), scenario, nullptr, {}).first) {
      const CheckedScenario again = shipped(file, {.sets = {set_text(one, one.value)}});
      EXPECT_EQ(write_json(again.spec.resolved), write_json(scenario.spec.resolved)) << one.pointer;
    }
  }
}

TEST(Knobs, AreFoundByWordsOfTheirNameFirst) {
  const KnobList list = quickstart();
  const auto found = matching(list, "backfill");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front()->pointer, "/scheduler/backfill");
  EXPECT_EQ(matching(list, "run TIME median").front()->pointer,
            "/workload/streams/jobs/generate/run_time/median");
  EXPECT_THAT(matching(list, "no such thing"), IsEmpty());
  EXPECT_EQ(matching(list, "").size(), list.first.size() + list.rest.size());
}

TEST(KnobValues, GoThroughTheSliderInTheUnitOfTheFile) {
  const Knob link = knob(quickstart(), "/cluster/networks/compute/link");
  EXPECT_EQ(link.unit, "Gbit/s");
  EXPECT_DOUBLE_EQ(*knob_value(link, "200 Gbit/s"), 25e9);
  EXPECT_EQ(knob_text(link, 12.3456e9), "98.8 Gbit/s") << "12.3456 × 8 = 98.7648";
  EXPECT_TRUE(link.is_logarithmic);
  EXPECT_DOUBLE_EQ(link.slider_most, 250e9);
}

TEST(KnobValues, StayWithinTheBoundsOfTheSchema) {
  const Knob count = knob(quickstart(), "/cluster/nodes/gpu/count");
  EXPECT_DOUBLE_EQ(count.slider_most, 64.0) << "four times 16";
  EXPECT_EQ(knob_text(count, 23.6), "24");
  EXPECT_EQ(value_fault(count, "24"), "");
  EXPECT_THAT(value_fault(count, "0"), HasSubstr("1"));
  EXPECT_EQ(value_fault(count, "1"), "");
  EXPECT_EQ(value_fault(count, "1.5"), "expected an integer");
  EXPECT_EQ(value_fault(count, "many"), "expected an integer");
}

TEST(KnobValues, AreRefusedBeforeARunWhereTheyAreNone) {
  const KnobList list = quickstart();
  const Knob link = knob(list, "/cluster/networks/compute/link");
  EXPECT_EQ(value_fault(link, "400 Gbit/s"), "");
  EXPECT_THAT(value_fault(link, "400"), HasSubstr("Gbit/s"));
  EXPECT_NE(value_fault(knob(list, "/scheduler/policy"), "fast"), "");
  EXPECT_EQ(value_fault(knob(list, "/scheduler/policy"), "sjf"), "");
}

TEST(SetText, IsWhatTheCommandLineTakes) {
  const KnobList list = quickstart();
  EXPECT_EQ(set_text(knob(list, "/cluster/nodes/gpu/count"), "24"), "/cluster/nodes/gpu/count=24");
  EXPECT_EQ(set_text(knob(list, "/title"), "7"), "/title=\"7\"") << "a text, not a number";
  EXPECT_EQ(set_text(knob(list, "/title"), "seven"), "/title=seven");
  EXPECT_EQ(set_text(knob(list, "/run/warm_up"), ""), "/run/warm_up=null");
}

TEST(SetText, ReplacesAnEarlierSettingOfTheSameValue) {
  const Knob policy = knob(quickstart(), "/scheduler/policy");
  const std::vector<std::string> sets{"/run/seed=2", "/scheduler/policy=sjf",
                                      "/scheduler/policy/x=1", "/scheduler/policyholder=1"};
  EXPECT_THAT(with_set(sets, policy, "fifo"),
              ElementsAre("/run/seed=2", "/scheduler/policyholder=1", "/scheduler/policy=fifo"));
  EXPECT_THAT(without_set({"/run/seed=2", "/a=1"}, "/run/seed"), ElementsAre("/a=1"));
}

}  // namespace
}  // namespace gpuscape::gui
