#include "gui/view/command_text.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::HasSubstr;

LiveDesign design(std::string name, const std::string& file, Design of = {}) {
  return {.name = std::move(name), .source = {.file = file}, .design = std::move(of)};
}

std::string shipped(const std::string& file) { return source_file("scenarios/" + file).string(); }

TEST(ShellWord, IsQuotedOnlyWhereItHasToBe) {
  EXPECT_EQ(shell_word("/run/seed=7"), "/run/seed=7");
  EXPECT_EQ(shell_word("my file.json"), "'my file.json'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$(x)"), "'$(x)'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(RunCommand, NamesVariantSettingsAndSeed) {
  const Design of{.variant = "easy",
                  .patches = {},
                  .sets = {"/cluster/networks/compute/link=400 Gbit/s"},
                  .seed = 7};
  EXPECT_EQ(run_command(design("A", "a.json", of)),
            "gpuscape run a.json --variant easy --set "
            "'/cluster/networks/compute/link=400 Gbit/s' --seed 7");
  EXPECT_EQ(run_command(design("A", "-a.json")), "gpuscape run ./-a.json");
}

TEST(CompareCommand, IsOneCommandWhereDesignsAreVariantsOfOneFile) {
  const std::vector<LiveDesign> designs{design("A", "a.json"),
                                        design("B", "a.json", {.variant = "easy"})};
  EXPECT_EQ(compare_command(designs, "p.json", {"easy"}).text,
            "gpuscape compare a.json --variant easy");
  EXPECT_EQ(compare_command({designs[1], designs[0]}, "p.json", {"easy"}).text,
            "gpuscape compare a.json --variant easy --baseline easy");
}

TEST(CompareCommand, ComparesFilesAsTheyAre) {
  const DesignsCommand command =
      compare_command({design("A", "a.json"), design("B", "b.json")}, "p.json", {});
  EXPECT_EQ(command.text, "gpuscape compare a.json b.json");
  EXPECT_FALSE(command.needs_patch);
}

TEST(CompareCommand, NeedsAPatchWhereSettingsDiffer) {
  const std::vector<LiveDesign> designs{
      design("A", "a.json"), design("B", "a.json", {.sets = {"/cluster/nodes/gpu/count=24"}})};
  const DesignsCommand command = compare_command(designs, "p.json", {"B"});
  EXPECT_TRUE(command.needs_patch);
  EXPECT_EQ(command.text, "gpuscape compare p.json --variant B-2") << "the file has a variant B";
}

TEST(CompareCommand, OfOneDesignIsItsRun) {
  EXPECT_EQ(compare_command({design("A", "a.json")}, "p.json", {}).text, "gpuscape run a.json");
}

/// Saves the patch in a folder of its own and opens a design of it, with everything checked.
CheckedScenario reopened(const std::vector<LiveDesign>& designs, const std::string& variant) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "patch.json").string();
  std::ofstream(file) << patch_text(designs, test::builtin_models(), file);
  return open_scenario({.file = file}, {.variant = variant}, test::builtin_models());
}

/// The design's own scenario, but for the file's name.
void expect_same(const std::vector<LiveDesign>& designs, std::size_t which,
                 const std::string& variant) {
  const LiveDesign& asked = designs[which];
  const CheckedScenario direct = open_scenario(asked.source, asked.design, test::builtin_models());
  const CheckedScenario patched = reopened(designs, variant);
  EXPECT_EQ(write_json(patched.spec.resolved), write_json(direct.spec.resolved)) << variant;
}

TEST(PatchText, GivesTheSameDesigns) {
  const std::string file = shipped("quickstart.json");
  const std::vector<LiveDesign> designs{
      design("A", file),
      design("B", file, {.sets = {"/cluster/nodes/gpu/count=24", "/scheduler/policy=sjf"}}),
      design("C", file,
             {.sets = {"/cluster/networks=null", "/workload/streams/jobs/application=null"},
              .seed = 9})};
  expect_same(designs, 0, "");
  expect_same(designs, 1, "B");
  expect_same(designs, 2, "C");
}

// `load` is a share of the file's own cluster, whatever the first design has.
TEST(PatchText, KeepsTheLoadOfADesignThatComesFirst) {
  const std::string file = shipped("quickstart.json");
  const std::vector<LiveDesign> designs{
      design("A", file, {.sets = {"/cluster/nodes/gpu/count=24"}}), design("B", file)};
  expect_same(designs, 0, "A");
}

TEST(PatchText, HoldsTheChangesOfAVariantThatIsChangedFurther) {
  const std::string file = shipped("lab-log.json");
  const std::vector<LiveDesign> designs{
      design("A", file),
      design("seven-nodes", file,
             {.variant = "seven-nodes", .sets = {"/scheduler/backfill=conservative"}})};
  expect_same(designs, 1, "seven-nodes-2");
}

TEST(PatchText, HoldsAModelOfAnotherKind) {
  const std::string file = shipped("rent-or-buy.json");
  expect_same({design("A", file),
               design("B", file, {.variant = "on-demand", .sets = {"/cluster/nodes/gpu/count=6"}})},
              1, "B");
}

TEST(PatchText, IsShort) {
  const std::string file = shipped("quickstart.json");
  const std::string text =
      patch_text({design("B", file, {.sets = {"/cluster/nodes/gpu/count=24"}})},
                 test::builtin_models(), shipped("mine.json"));
  EXPECT_EQ(
      write_json(parse_json(text, "patch"), -1),
      R"({"format":1,"extends":"quickstart.json","variants":{"B":{"cluster":{"nodes":{"gpu":{"count":24}}}}}})");
}

TEST(PatchText, RefusesDesignsOfSeveralFiles) {
  EXPECT_THROW(
      patch_text({design("A", "a.json"), design("B", "b.json")}, test::builtin_models(), "p.json"),
      RunError);
  LiveDesign edited = design("A", shipped("quickstart.json"));
  edited.source.text = "{}";
  EXPECT_THROW(patch_text({edited}, test::builtin_models(), "p.json"), RunError);
}

}  // namespace
}  // namespace gpuscape::gui
