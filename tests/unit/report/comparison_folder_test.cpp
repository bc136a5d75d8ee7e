/// A folder that a comparison and a run share.

#include <gmock/gmock.h>

#include "sim/report/folder/result_folder.hpp"
#include "sim/report/format/json_values.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

Provenance of_folder(const ResultFolder& folder) {
  Provenance provenance;
  provenance.scenario_file = folder.scenario_file();
  return provenance;
}

/// compare.json as a comparison writes it.
void write_comparison_into(const fs::path& out, const fs::path& scenario, const std::string& csv,
                           const std::vector<PictureFile>& pictures = {}) {
  ResultFolder top(out, scenario);
  std::vector<ResultFolder> none;
  top.prepare_comparison({.designs = csv, .bill = "", .pictures = pictures}, of_folder(top),
                         [](const Provenance& complete) {
                           JsonValue document = JsonValue::make_object();
                           document.set("provenance", json::provenance(complete));
                           return write_json(document);
                         });
  ResultFolder::put_in_place(top, none);
}

TEST(ComparisonFolder, ARunLeavesAComparisonBesideItAndAComparisonReplacesItsTable) {
  const ScratchFolder folder;
  const fs::path out = folder.path() / "out";
  const fs::path scenario = folder.path() / "a.json";
  write_comparison_into(out, scenario, "first\n");
  {
    ResultFolder run(out, scenario);
    run.prepare(small_study(), of_folder(run));
    run.put_in_place();
  }
  EXPECT_EQ(read_text(out / "compare.csv"), "first\n");
  write_comparison_into(out, scenario, "second\n");
  EXPECT_EQ(read_text(out / "compare.csv"), "second\n");
  EXPECT_TRUE(fs::exists(out / "jobs.csv"));
  EXPECT_FALSE(fs::exists(out / "compare.csv.kept"));
}

TEST(ComparisonFolder, APictureThatTheNextOneDoesNotHaveGoes) {
  const ScratchFolder folder;
  const fs::path out = folder.path() / "out";
  const fs::path scenario = folder.path() / "a.json";
  write_comparison_into(out, scenario, "first\n",
                        {{"compare-wait.svg", "<svg/>\n"}, {"compare-cost.svg", "<svg/>\n"}});
  EXPECT_TRUE(fs::exists(out / "compare-cost.svg"));
  write_comparison_into(out, scenario, "second\n", {{"compare-wait.svg", "<svg></svg>\n"}});
  EXPECT_EQ(read_text(out / "compare-wait.svg"), "<svg></svg>\n");
  EXPECT_FALSE(fs::exists(out / "compare-cost.svg"));
  EXPECT_FALSE(fs::exists(out / "compare-wait.svg.kept"));
}

TEST(ComparisonFolder, KeepsATableThatSomebodyChanged) {
  const ScratchFolder folder;
  const fs::path out = folder.path() / "out";
  const fs::path scenario = folder.path() / "a.json";
  write_comparison_into(out, scenario, "first\n");
  write_text(out / "compare.csv", "with my notes\n");
  write_comparison_into(out, scenario, "second\n");
  EXPECT_EQ(read_text(out / "compare.csv"), "second\n");
  EXPECT_EQ(read_text(out / "compare.csv.kept"), "with my notes\n");
}

}  // namespace
}  // namespace gpuscape
