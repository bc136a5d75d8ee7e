#include "cli/completion.hpp"

#include <gmock/gmock.h>

#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> complete(const std::vector<std::string>& words) {
  return completions(CommandLine(), words);
}

TEST(Completion, OffersCommandsThatBeginLikeTheWord) {
  EXPECT_THAT(complete({""}),
              ElementsAre("run", "compare", "check", "crosscheck", "schema", "catalog", "topo",
                          "trace", "validate", "calibrate", "completion", "help"));
  EXPECT_THAT(complete({"c"}),
              ElementsAre("compare", "check", "crosscheck", "catalog", "calibrate", "completion"));
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
}

TEST(Completion, OffersTheEntriesOfTheCatalogue) {
  EXPECT_THAT(complete({"catalog", "dgx1"}), ElementsAre("dgx1-p100", "dgx1-v100"));
  EXPECT_THAT(complete({"topo", "dgx1"}), ElementsAre("dgx1-p100", "dgx1-v100"));
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
    EXPECT_NE(completion_script(shell).find("gpuscape __complete"), std::string::npos) << shell;
  }
}

}  // namespace
}  // namespace gpuscape
