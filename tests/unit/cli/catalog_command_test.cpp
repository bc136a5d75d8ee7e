#include "cli/commands/catalog.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "sim/base/error.hpp"
#include "sim/base/json/json.hpp"
#include "sim/report/catalog/catalog_text.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Printed {
  int code = 0;
  std::string out;
  std::string err;
};

Printed catalog(const CatalogOptions& options) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = catalog_command(options, out, err);
  return {code, out.str(), err.str()};
}

TEST(CatalogCommand, ListsEverySectionAndEntry) {
  EXPECT_THAT(catalog({}).out,
              AllOf(HasSubstr("gpus (37): "), HasSubstr("  dgx1-v100 "), HasSubstr("cloud (101)")));
}

TEST(CatalogCommand, ListsOneSection) {
  EXPECT_THAT(catalog({.name = "nvswitches"}).out,
              AllOf(StartsWith("nvswitches (4): "), Not(HasSubstr("dgx1-v100"))));
}

TEST(CatalogCommand, ShowsValueUnitKindSourceRangeAndReader) {
  // The DGX-1's typical power stands in no source: a guess, 0.8 to 1.2 times 2800 W.
  const std::string out = catalog({.name = "dgx1-v100"}).out;
  EXPECT_THAT(out,
              ::testing::ContainsRegex("power_typical +2800 +W +guess +2240 to 3360 +nothing\n"));
  EXPECT_THAT(out, ::testing::ContainsRegex("cpu.base_clock +2.2 +GHz +guess +nothing\n"));
  EXPECT_THAT(out, ::testing::ContainsRegex("memory +512 +GB +published +mlperf07 +jobs\n"));
  EXPECT_THAT(out, HasSubstr("Link matrix in nvidia-smi numbering"));
}

TEST(CatalogCommand, SaysWhetherAnInstanceHasAGraph) {
  EXPECT_THAT(catalog({.name = "aws-p3-2xlarge"}).out, HasSubstr("priced by GPU, no graph\n"));
  EXPECT_THAT(catalog({.name = "aws-p4d-24xlarge"}).out,
              HasSubstr("its graph is that of aws-p4d-host\n"));
}

TEST(CatalogCommand, RefusesAnUnknownNameWithTheNearest) {
  const Printed printed = catalog({.name = "dgx1-v10"});
  EXPECT_EQ(printed.code, 2);
  EXPECT_EQ(printed.out, "");
  EXPECT_EQ(printed.err,
            "gpuscape: error: unknown entry \"dgx1-v10\" in the catalogue\n"
            "  hint: did you mean \"dgx1-v100\"?\n");
}

TEST(CatalogCommand, AnEntryMayBeNamedWithItsSection) {
  EXPECT_EQ(catalog({.name = "gpus/k40m"}).out, catalog({.name = "k40m"}).out);
  EXPECT_EQ(catalog({.name = "nodes/k40m"}).code, 2);
}

TEST(CatalogCommand, JsonHasEveryFieldByItself) {
  const JsonValue entry = parse_json(catalog({.name = "k40m", .json = true}).out, "out.json");
  EXPECT_EQ(entry.find("section")->text(), "gpus");
  const JsonValue& field = entry.find("fields")->items().back();
  EXPECT_EQ(write_json(field, -1),
            R"({"field":"copy_rate","value":"10.06","unit":"GB/s","kind":"measured",)"
            R"("decided_by":"rcuda-connectib","sources":["rcuda-connectib"],"read_by":"graph"})");
}

TEST(CatalogCommand, FoldersLieOverWhatIsShipped) {
  const ScratchFolder folder;
  write_text(folder.path() / "ours.json", R"({"gpus": {"k40m": {"about": "Ours"}}})");
  EXPECT_THAT(catalog({.name = "k40m", .folders = {folder.path().string()}}).out,
              StartsWith("k40m in gpus: Ours\n"));
}

TEST(CatalogCommand, FaultsOfAFolderAreErrorsWithTheirPlaces) {
  const ScratchFolder folder;
  write_text(folder.path() / "ours.json", R"({"gpus": {"x": {"memory": "-1 GB"}}})");
  try {
    catalog({.name = "x", .folders = {folder.path().string()}});
    FAIL() << "expected a ScenarioError";
  } catch (const ScenarioError& error) {
    EXPECT_THAT(format_issues(error.issues()),
                HasSubstr("ours.json:1:27: error: /gpus/x/memory: -1 GB is less than 0"));
  }
}

TEST(CatalogReference, IsUpToDate) {
  EXPECT_EQ(read_text(source_file("docs/reference/catalog.md")), catalog_reference())
      << "gpuscape catalog --reference > docs/reference/catalog.md";
}

}  // namespace
}  // namespace gpuscape
