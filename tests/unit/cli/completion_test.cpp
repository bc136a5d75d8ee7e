#include "cli/line/completion.hpp"

#include <gmock/gmock.h>

#include "cli/builtin_commands.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> complete(const std::vector<std::string>& words) {
  return completions(CommandLine(builtin_commands()), words);
}

TEST(Completion, OffersCommandsThatBeginLikeTheWord) {
  std::vector<std::string> names = builtin_commands().names();
  EXPECT_THAT(complete({""}), ElementsAreArray(names));
  std::erase_if(names, [](const std::string& name) { return !name.starts_with("c"); });
  EXPECT_THAT(complete({"c"}), ElementsAreArray(names));
  EXPECT_THAT(names, Contains("compare"));
}

TEST(Completion, OffersCommandsToAskHelpFor) {
  EXPECT_THAT(complete({"help", "v"}), ElementsAre("validate"));
  EXPECT_THAT(complete({"help", "trace", "i"}), ElementsAre("info"));
  EXPECT_THAT(complete({"help", "nothing", ""}), IsEmpty());
}

TEST(Completion, OffersTheOptionsOfTheCommand) {
  EXPECT_THAT(complete({"run", "--"}), Contains("--keep-all"));
  EXPECT_THAT(complete({"check", "--re"}), ElementsAre("--resolved"));
  EXPECT_THAT(complete({"check", "--"}), Not(Contains("--keep-all")));
}

TEST(Completion, OffersTheValuesOfAnOption) {
  EXPECT_THAT(complete({"run", "--loop", ""}), ElementsAre("simgrid", "native"));
  EXPECT_THAT(complete({"run", "--loop", "n"}), ElementsAre("native"));
  EXPECT_THAT(complete({"completion", "z"}), ElementsAre("zsh"));
  EXPECT_THAT(complete({"completion", "zsh", ""}), IsEmpty());
}

// Two commands have an option --network, and the values of one are not those of the other.
TEST(Completion, OffersTheValuesOfTheCommandsOwnOption) {
  EXPECT_THAT(complete({"crosscheck", "--network", ""}), ElementsAre("simgrid"));
  EXPECT_THAT(complete({"topo", "--network", ""}), IsEmpty());
  EXPECT_THAT(complete({"trace", "info", "--format", "sacct"}), ElementsAre("sacct", "sacct-json"));
}

TEST(Completion, OffersTheEntriesOfTheCatalogue) {
  EXPECT_THAT(complete({"catalog", "dgx1"}),
              ElementsAre("dgx1-p100", "dgx1-v100", "dgx1-raid0-cache"));
  EXPECT_THAT(complete({"topo", "dgx1"}), ElementsAre("dgx1-p100", "dgx1-v100"));
  EXPECT_THAT(complete({"topo", "dgx1-p100", "dgx1"}), ElementsAre("dgx1-p100", "dgx1-v100"));
  EXPECT_THAT(complete({"catalog", "imp"}), ElementsAre("import"));
  EXPECT_THAT(complete({"catalog", "gpu"}), Contains("gpus"));
  EXPECT_THAT(complete({"catalog", "dgx1-v100", "d"}), IsEmpty());
}

TEST(Completion, LeavesFilesToTheShell) {
  EXPECT_THAT(complete({"run", "scen"}), IsEmpty());
  EXPECT_THAT(complete({"run", "--json", "scen"}), IsEmpty());
  EXPECT_THAT(complete({"run", "--out", ""}), IsEmpty());
}

TEST(Completion, OffersTheVariantsOfTheScenario) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "s.json";
  write_text(file, R"({"format": 1, "variants": {"more": {}, "less": {}}})");
  EXPECT_THAT(complete({"run", file, "--variant", ""}), ElementsAre("more", "less"));
  EXPECT_THAT(complete({"check", file, "--variant", "m"}), ElementsAre("more"));
  EXPECT_THAT(complete({"compare", file, "--baseline", ""}), ElementsAre("base", "more", "less"));
  EXPECT_THAT(complete({"compare", file, "--variant", "l"}), ElementsAre("less"));
}

TEST(Completion, OffersNoVariantsOfWhatCannotBeRead) {
  EXPECT_THAT(complete({"run", "nowhere.json", "--variant", ""}), IsEmpty());
  EXPECT_THAT(complete({"run", "--variant", ""}), IsEmpty());
}

TEST(CompletionScript, CallsTheHiddenCommandInEveryShell) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    EXPECT_THAT(run_program({"completion", shell}).out, HasSubstr("gpuscape __complete"));
  }
}

}  // namespace
}  // namespace gpuscape
