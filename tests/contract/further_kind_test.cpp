/// A kind of model that a program adds, that of docs/how-to/add-a-kind-of-model.md, and one whose
/// models stand by name: everything that reads or describes a scenario follows from its interface.

#include <gmock/gmock.h>

#include <string>

#include "models/builtin_models.hpp"
#include "sim/model/check/check.hpp"
#include "sim/model/reference/reference.hpp"
#include "sim/model/reference/schema.hpp"
#include "sim/model/tariff.hpp"
#include "sim/scenario/load/resolved.hpp"

namespace gpuscape {

void register_tariff_flat(Registry& registry);

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Models by name, in a section.
class Door {
 public:
  static constexpr ModelPlace kPlace{
      .section = "cluster", .key = "doors", .doc = "Ways into the room.", .by_name = true};
  explicit Door(ObjectReader& reader) : width_(reader.number("width", 0.9, "In metres.", kShare)) {}
  [[nodiscard]] double width() const { return width_; }

 private:
  double width_;
};

const Registry& models() {
  static const Registry registry = [] {
    Registry filled;
    register_builtin_models(filled);
    register_tariff_flat(filled);
    filled.of<Door>().add("hinged", "It swings.",
                          [](ObjectReader& reader) { return std::make_unique<Door>(reader); });
    return filled;
  }();
  return registry;
}

std::string scenario(const std::string& cluster, const std::string& more) {
  return R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "gpus": 8}})" + cluster +
         R"(}, "workload": {"streams": {"jobs": {"generate": {"jobs": 1, "jobs_per_hour": 1,
             "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}})" +
         more + "}";
}

LoadedScenario loaded(const std::string& text, const Design& design = {}) {
  return load_scenario_text(text, "test.json", design, {.models = models().names()});
}
CheckedScenario checked(const std::string& text, const Design& design = {}) {
  LoadedScenario read = loaded(text, design);
  std::optional<CheckedFile> file = check(read, models());
  read.throw_if_issues();
  return std::move(file->chosen);
}
std::vector<std::string> faults(const std::string& text) {
  LoadedScenario read = loaded(text);
  check(read, models());
  std::vector<std::string> all;
  for (const Issue& issue : read.context.sorted_issues())
    all.push_back(issue.pointer + ": " + issue.message);
  return all;
}
double price(const CheckedScenario& scenario) {
  return scenario.models.make<Tariff>()->hourly_price(Seconds(0.0));
}

constexpr const char* kTariff = R"(, "tariff": {"type": "flat", "usd": 2.5})";

TEST(AFurtherKind, IsMadeAsTheScenarioHasIt) {
  EXPECT_EQ(price(checked(scenario("", kTariff))), 2.5);
}

TEST(AFurtherKind, IsNotThereWhereTheScenarioNamesNone) {
  EXPECT_EQ(checked(scenario("", "")).models.make<Tariff>(), nullptr);
  EXPECT_THAT(checked(scenario("", "")).models.make_all<Door>(), IsEmpty());
}

TEST(AFurtherKind, IsChangedByVariantsAndFromTheCommandLine) {
  const std::string text =
      scenario("", std::string(kTariff) + R"(, "variants": {"dear": {"tariff": {"usd": 4}}})");
  EXPECT_EQ(price(checked(text, {.variant = "dear"})), 4.0);
  EXPECT_EQ(price(checked(text, {.sets = {"/tariff/usd=3"}})), 3.0);
}

TEST(AFurtherKind, MayStandByItsTypeAlone) {
  EXPECT_THAT(faults(scenario("", R"(, "tariff": "flat")")),
              ElementsAre("/tariff: \"usd\" is missing"));
}

TEST(AFurtherKind, IsRefusedWhereItIsWrong) {
  EXPECT_THAT(faults(scenario("", R"(, "tariff": "steep")")),
              ElementsAre("/tariff: unknown type \"steep\""));
  EXPECT_THAT(
      faults(scenario("", R"(, "tariff": {"type": "flat", "usd": -1, "eur": 2})")),
      ElementsAre("/tariff/usd: -1 is too small: at least 0", "/tariff/eur: unknown key \"eur\""));
  EXPECT_THAT(faults(scenario("", R"(, "tariff": 3)")), testing::SizeIs(1));
}

TEST(AFurtherKind, StandsInTheResolvedScenarioWithItsDefaults) {
  const CheckedScenario first = checked(scenario("", kTariff));
  EXPECT_EQ(write_json(*first.spec.resolved.find("tariff"), -1),
            R"({"type":"flat","usd":2.5,"discount":0})");
  EXPECT_THAT(first.spec.defaulted, testing::Contains("/tariff/discount"));
  EXPECT_EQ(write_json(checked(resolved_text(first.spec)).spec.resolved),
            write_json(first.spec.resolved));
}

TEST(AFurtherKind, MayStandByNames) {
  const CheckedScenario open = checked(
      scenario(R"(, "doors": {"front": "hinged", "back": {"type": "hinged", "width": 0.8}})", ""));
  const auto doors = open.models.make_all<Door>();
  ASSERT_EQ(doors.size(), 2U);
  EXPECT_EQ(doors[0].first, "front");
  EXPECT_EQ(doors[0].second->width(), 0.9);
  EXPECT_EQ(doors[1].second->width(), 0.8);
  EXPECT_THAT(faults(scenario(R"(, "doors": {"front": {"type": "hinged", "width": 2}})", "")),
              ElementsAre("/cluster/doors/front/width: 2 is too large: at most 1"));
}

TEST(AFurtherKind, IsInTheSchemaAndTheReference) {
  const JsonValue schema = parse_json(json_schema(models()), "schema");
  const JsonValue* properties = schema.find("else")->find("properties");
  EXPECT_NE(properties->find("tariff"), nullptr);
  const std::string page = reference_markdown(models());
  for (const char* part :
       {"policy, backfill, placement, gpu_sharing, gpu_access, storage, items, tariff, doors)",
        "## `/tariff`", R"({"type": "flat", "usd": 2.5})", "## `/cluster/doors/NAME`",
        "It swings."})
    EXPECT_THAT(page, HasSubstr(part));
}

/// Where tariffs stand already.
struct Toll {
  static constexpr ModelPlace kPlace{.key = "tariff", .doc = "For a bridge."};
};
struct Nowhere {
  static constexpr ModelPlace kPlace{.section = "slo", .key = "nowhere", .doc = "Of objectives."};
};

TEST(AFurtherKind, HasAPlaceOfItsOwnWhereModelsStand) {
  Registry registry;
  register_tariff_flat(registry);
  EXPECT_THROW(registry.of<Toll>(), InternalError);
  registry.of<Nowhere>();
  EXPECT_THROW(json_schema(registry), InternalError);
}

TEST(AFurtherKind, IsUnknownToAProgramWithoutIt) {
  Registry without;
  register_builtin_models(without);
  LoadedScenario read =
      load_scenario_text(scenario("", kTariff), "test.json", {}, {.models = without.names()});
  EXPECT_EQ(check(read, without), std::nullopt);
  EXPECT_EQ(read.context.sorted_issues().front().message, "unknown key \"tariff\"");
}

}  // namespace
}  // namespace gpuscape
