#include "cli/check_command.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "models/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using testing::ScenarioFolder;
using testing::ScenarioText;

struct Ran {
  int code;
  std::string out;
  std::string err;
};

Ran ran(const std::string& file, bool resolved = false) {
  Registry registry;
  register_builtin_models(registry);
  std::ostringstream out;
  std::ostringstream err;
  const int code =
      check_command({.file = file, .load = {}, .resolved = resolved}, registry, out, err);
  return {code, out.str(), err.str()};
}

TEST(CheckCommand, SaysWhatItUnderstood) {
  const ScenarioFolder folder;
  const std::string file = folder.write("s.json", testing::generated());
  const Ran run = ran(file);
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, file +
                         ": no faults\n  8 GPUs (gpu: 1 x 8 GPUs) · 1 stream: jobs (generated)\n"
                         "  fifo, backfill none, pack\n");
}

TEST(CheckCommand, PrintsTheResolvedScenarioAndNothingElse) {
  const ScenarioFolder folder;
  const Ran run = ran(folder.write("s.json", testing::generated()), true);
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, ::testing::StartsWith("{\n  \"format\": 1,\n"));
  EXPECT_THAT(run.out, HasSubstr("// default"));
}

TEST(CheckCommand, PrintsEveryFaultAndTheirNumberOnStandardError) {
  const ScenarioFolder folder;
  const Ran run = ran(folder.write("s.json", testing::with(R"("run": {"seed": -1}, "rum": {})")));
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("there is no file"));
  EXPECT_THAT(run.err, HasSubstr("-1 is too small"));
  EXPECT_THAT(run.err, ::testing::EndsWith("s.json: 3 faults\n"));
}

TEST(CheckCommand, RefusesAMissingFile) { EXPECT_EQ(ran("no/such.json").code, 2); }

}  // namespace
}  // namespace gpuscape
