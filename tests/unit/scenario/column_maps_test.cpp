#include "sim/scenario/sections/column_maps.hpp"

#include <algorithm>

#include <gmock/gmock.h>

#include "tests/support/shared_data.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::loaded;
using testing::ScenarioFolder;
using testing::with_stream;

constexpr std::string_view kOwnMap = R"({"about": "Ours.", "delimiter": ";",
  "columns": {"submit": {"from": "t", "unit": "datetime"}, "run_time": "d", "gpus": "g"}})";

std::string csv(const std::string& columns) {
  return with_stream(R"("trace": {"format": "csv", "file": "a.csv", "columns": )" + columns + "}");
}

/// "field=column" or "field:constant", in the order read.
std::vector<std::string> columns_of(const LoadedScenario& scenario) {
  std::vector<std::string> result;
  for (const ColumnSpec& column : scenario.spec.streams.at(0).trace->columns)
    result.push_back(column.constant ? column.field + ":" + std::to_string(*column.constant)
                                     : column.field + "=" + column.from);
  return result;
}

TEST(ColumnMap, EveryOneOfTheFolderIsCompiledIn) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("models/trace_columns")))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  std::vector<std::string> shipped;
  for (const EmbeddedFile& map : shipped_column_maps()) shipped.emplace_back(map.name);
  EXPECT_EQ(shipped, names);
}

TEST(ColumnMap, EveryOneOfThemCanBeNamed) {
  EXPECT_GE(shipped_column_maps().size(), 5U);
  for (const EmbeddedFile& map : shipped_column_maps())
    EXPECT_THAT(faults(csv("\"" + std::string(map.name) + "\"")), IsEmpty()) << map.name;
}

TEST(ColumnMap, GivesTheColumns) {
  const auto scenario = loaded(csv(R"("tiresias")"));
  EXPECT_THAT(columns_of(scenario),
              ElementsAre("submit=submit_time", "run_time=duration", "gpus=num_gpu", "id=job_id",
                          "job_name=model_name"));
}

TEST(ColumnMap, YieldsToWhatTheScenarioSays) {
  const auto scenario =
      loaded(csv(R"({"map": "tiresias", "gpus": {"constant": 4}, "user": "who"})"));
  EXPECT_THAT(columns_of(scenario),
              ElementsAre("gpus:4.000000", "user=who", "submit=submit_time", "run_time=duration",
                          "id=job_id", "job_name=model_name"));
}

TEST(ColumnMap, OfAnUnknownNameIsRefusedWithTheNearestAndTheList) {
  const auto scenario = loaded(csv(R"("eagel")"));
  EXPECT_THAT(faults(scenario),
              ElementsAre("/workload/streams/jobs/trace/columns/map: no column map \"eagel\""));
  EXPECT_EQ(scenario.context.sorted_issues()[0].hint,
            "did you mean \"eagle\"? column maps are acme, eagle, helios, muri, pai, "
            "philly-list, surf-lisa, surf-week, tiresias; "
            "the name of a file ends in .json");
}

TEST(ColumnMap, MayLieInAFileBesideTheScenario) {
  const ScenarioFolder folder;
  folder.write("my-map.json", std::string(kOwnMap));
  const auto scenario = load_scenario(folder.write("s.json", csv(R"("my-map.json")")), {});
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_THAT(columns_of(scenario), ElementsAre("submit=t", "run_time=d", "gpus=g"));
  EXPECT_EQ(scenario.spec.streams[0].trace->delimiter, ';');
}

TEST(ColumnMap, InAFileThatIsNotThereIsRefused) {
  EXPECT_THAT(faults(csv(R"("no-map.json")")),
              ElementsAre("/workload/streams/jobs/trace/columns/map: no-map.json: cannot be read: "
                          "No such file or directory"));
}

TEST(ColumnMap, WithFaultsIsRefusedByItsOwnPlaces) {
  const ScenarioFolder folder;
  const std::string map = folder.write("m.json", R"({"columns": {"submit": {"from": "t",
    "unit": "GiB"}, "gpu": "g"}, "more": 1})");
  const auto scenario = load_scenario(folder.write("s.json", csv(R"("m.json")")), {});
  EXPECT_THAT(faults(scenario),
              ElementsAre("/columns/submit/unit: unknown unit \"GiB\"",
                          "/columns/gpu: unknown key \"gpu\"", "/more: unknown key \"more\""));
  EXPECT_EQ(scenario.context.sorted_issues()[0].file, map);
}

TEST(ColumnMap, ThatIsNoJsonIsRefused) {
  const ScenarioFolder folder;
  folder.write("m.json", "t,d,g\n");
  const auto scenario = load_scenario(folder.write("s.json", csv(R"("m.json")")), {});
  ASSERT_EQ(scenario.context.issue_count(), 1U);
  EXPECT_THAT(scenario.context.sorted_issues()[0].file, HasSubstr("m.json"));
}

TEST(ColumnMap, AConstantAndAColumnAreOneTooMany) {
  EXPECT_THAT(faults(csv(R"({"submit": "s", "run_time": "r", "gpus": {"from": "g",
                             "constant": 1}, "cores": {}})")),
              ElementsAre("/workload/streams/jobs/trace/columns/gpus: needs either \"from\" or "
                          "\"constant\"",
                          "/workload/streams/jobs/trace/columns/cores: needs either \"from\" or "
                          "\"constant\""));
}

}  // namespace
}  // namespace gpuscape
