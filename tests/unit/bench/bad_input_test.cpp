/// What a machine that is not as it should be gets told.

#include <gmock/gmock.h>

#include "tests/support/bench_program.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::test {
namespace {

using ::testing::HasSubstr;

TEST(BenchProgram, WithNothingToMeasureSaysSoAndIsDone) {
  const ProgramOutput output = run_bench("--only storage");
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_THAT(output.text, HasSubstr("storage: not measured"));
}

TEST(BenchProgram, PlansWithoutMeasuring) {
  const ProgramOutput output = run_bench("--plan --quick");
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_THAT(output.text, HasSubstr("moves about"));
  EXPECT_THAT(output.text, HasSubstr("shared-memory"));
}

TEST(BenchProgram, ListsByNameWhatAFilterLeaves) {
  const ProgramOutput output =
      run_bench("--list --only host --filter 'copy/numa0>numa0/host/4096'");
  EXPECT_EQ(output.text, "host/copy/numa0>numa0/host/4096\n");
}

TEST(BenchProgram, RefusesAFileWhereNothingCanBeWritten) {
  const ProgramOutput output = run_bench("--only host -o /no/such/folder/x.json");
  EXPECT_EQ(output.exit_code, 2);
  EXPECT_THAT(output.text, HasSubstr("cannot be written to"));
}

TEST(BenchProgram, RefusesAFilterThatLeavesNothing) {
  for (const char* mode : {"", "--list", "--plan"}) {
    const ProgramOutput output = run_bench(std::string(mode) + " --only host --filter zzz");
    EXPECT_EQ(output.exit_code, 2) << mode;
    EXPECT_THAT(output.text, HasSubstr("--filter \"zzz\": none of the ")) << mode;
  }
}

TEST(BenchProgram, SaysThatTheDiskIsFullAndEndsWithAFault) {
  const ProgramOutput output = run_bench("--only host --quick --filter host/64 -o out.json",
                                         "cd \"$(mktemp -d)\" && ulimit -f 0 &&");
  EXPECT_EQ(output.exit_code, 3);
  EXPECT_THAT(output.text, HasSubstr("out.json: File too large"));
}

}  // namespace
}  // namespace gpuscape::test
