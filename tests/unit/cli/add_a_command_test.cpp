/// The command of docs/how-to/add-a-command.md, which stands in no list of the program's own.

#include <gmock/gmock.h>

#include <sstream>

#include "cli/line/completion.hpp"
#include "cli/program.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/cli/all_commands.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kScenario = R"({"format": 1,
  "cluster": {"nodes": {"small": {"type": "custom", "count": 4, "gpus": 2},
                        "large": {"type": "custom", "count": 1, "gpus": 8}}},
  "workload": {"streams": {"jobs": {"generate": {"jobs": 9, "load": 0.5, "gpus": {"1": 1},
    "run_time": {"distribution": "constant", "value": "1 h"}}}}},
  "variants": {"bigger": {"cluster": {"nodes": {"large": {"count": 2}}}}}})";

class AddACommand : public ::testing::Test {
 protected:
  AddACommand() { write_text(file_, kScenario); }
  [[nodiscard]] static std::string printed(const std::vector<std::string>& words) {
    std::ostringstream out, err;
    program(words, out, err, nullptr, test::all_commands());
    return out.str() + err.str();
  }
  ScratchFolder folder_;
  const std::string file_ = folder_.path() / "scenario.json";
};

TEST_F(AddACommand, PrintsWhatThePageShows) {
  EXPECT_EQ(printed({"gpus", file_}), "16\n");
  EXPECT_EQ(printed({"gpus", file_, "--of", "groups"}), "small: 4 x 2\nlarge: 1 x 8\n");
  EXPECT_EQ(printed({"gpus", file_, "--variant", "bigger"}), "24\n");
}

TEST_F(AddACommand, HasHelpCompletionAndErrorsLikeTheOthers) {
  EXPECT_THAT(printed({"help"}), HasSubstr("  gpus                        Print how many GPUs"));
  EXPECT_EQ(printed({"__complete", "gpu"}), "gpus\n");
  EXPECT_EQ(printed({"__complete", "gpus", "--of", "g"}), "groups\n");
  EXPECT_EQ(printed({"gpsu"}),
            "gpuscape: error: unknown command \"gpsu\"\n  hint: did you mean \"gpus\"?\n");
}

}  // namespace
}  // namespace gpuscape
