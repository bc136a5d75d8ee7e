/// What the program takes of a machine is what its page and --plan promise.

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cmath>
#include <filesystem>

#include "composite/composites.hpp"
#include "core/child_program.hpp"
#include "core/families.hpp"
#include "core/memory.hpp"
#include "core/session.hpp"
#include "tests/support/bench_program.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::bench {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Files of this process that storage made; they have no name.
std::int64_t scratch_files() {
  std::int64_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string file = std::filesystem::read_symlink(entry.path(), gone).string();
    if (file.find(".gpuscape-bench-") != std::string::npos) ++count;
  }
  return count;
}

const Measure& first_of(const Offer& offer, const std::string& family,
                        const std::string& operation) {
  for (const Measure& measure : offer.measures)
    if (measure.facts.family == family && measure.facts.operation == operation) return measure;
  throw std::runtime_error("no " + family + "/" + operation);
}

// One file for the points and one for the readers took twice --max-bytes.
TEST(Footprint, CompositesAndTheirPointsShareOneFile) {
  const ScratchFolder folder;
  Options options;
  options.composites = true;
  options.dir = folder.path();
  options.max_bytes = std::int64_t{256} << 20;
  const Offer offer = offer_composites(options);
  const auto point = first_of(offer, "storage", "random").prepare();
  const auto readers = first_of(offer, "composite", "many-readers").prepare();
  EXPECT_EQ(scratch_files(), 1);
  EXPECT_EQ(first_of(offer, "composite", "many-readers").disk_bytes, 256.0 * 1048576.0);
}

/// The system seems to have so much memory as long as this lives.
class Memory {
 public:
  explicit Memory(double bytes) { give_memory(bytes); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { give_memory(-1.0); }
};

// 128 MiB for each hardware thread, whatever there was: the kernel killed somebody.
TEST(Footprint, CopiesThatWouldTakeMostOfTheMemoryFailInstead) {
  const Offer offer = offer_host(Options{.quick = true});
  for (const char* operation : {"bandwidth", "copy"}) {
    const Measure& measure = first_of(offer, "host", operation);
    EXPECT_GE(measure.memory_bytes, 128.0 * 1048576.0);
    const Memory little(1.2 * measure.memory_bytes);
    try {
      measure.prepare();
      ADD_FAILURE() << operation << " took it";
    } catch (const Failure& fault) {
      EXPECT_THAT(fault.what(), AllOf(HasSubstr("measure failed: it takes "),
                                      HasSubstr("more than 80 % of the "), HasSubstr("--filter")));
    }
  }
}

TEST(Footprint, LimitsOfControlGroupsAreLimitsOfMemory) {
  const ScratchFolder folder;
  const std::string root = folder.path();
  std::filesystem::create_directories(folder.path() / "job/step");
  EXPECT_TRUE(std::isinf(left_in_groups(root, "0::/job/step\n")));
  write_text(folder.path() / "job/step/memory.max", "max\n");
  write_text(folder.path() / "job/memory.max", "4096\n");
  write_text(folder.path() / "job/memory.current", "1024\n");
  EXPECT_EQ(left_in_groups(root, "1:name=x:/other\n0::/job/step\n"), 3072.0);
  EXPECT_TRUE(std::isinf(left_in_groups(root, "0::/\n")));
  EXPECT_GT(available_memory(), 0.0);
}

TEST(ChildProgram, GetsTheEnvironmentThatIsNamedAndNothingElse) {
  setenv("GPUSCAPE_BENCH_TOKEN", "a secret of this test", 1);
  EXPECT_EQ(printed_by({{"/usr/bin/env"}, {"LANG=C", "A=b"}}), "LANG=C\nA=b\n");
  EXPECT_THAT(environment_without_token(), Not(Contains(HasSubstr("a secret of this test"))));
  EXPECT_THAT(environment_without_token(), Contains(HasSubstr("PATH=")));
  unsetenv("GPUSCAPE_BENCH_TOKEN");
}

TEST(ChildProgram, ThatDoesNotEndIsKilledAndSaysNothing) {
  EXPECT_EQ(printed_by({{"/bin/sh", "-c", "echo early; sleep 1000"}, {}, 0.2}), "");
  EXPECT_EQ(printed_by({{"/bin/sh", "-c", "exec >&-; sleep 1000"}, {}, 0.2}), "");
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(ChildProgram, PrintsNoMoreThanIsKept) {
  EXPECT_EQ(printed_by({{"/bin/sh", "-c", "head -c 1000000 /dev/zero"}}).size(), 65536U);
  EXPECT_EQ(printed_by({{"/no/such/program"}}), "");
}

TEST(ChildProgram, IsFoundInTheFoldersThatAreNamedOnly) {
  EXPECT_EQ(program_in({"/nowhere", "/usr/bin"}, "env"), "/usr/bin/env");
  EXPECT_EQ(program_in({"/nowhere"}, "env"), "");
}

TEST(Plan, NamesWhatIsTakenOfTheMachine) {
  const auto plan = test::run_bench("--plan --quick --dir /tmp --max-bytes 64MiB -o x.json",
                                    "LD_LIBRARY_PATH=/some/folder");
  EXPECT_EQ(plan.exit_code, 0);
  for (const char* text :
       {"the file of -o", "in --dir one file without a name, 64 MiB",
        "of the host's memory at most ", "copies of its own process", "a socket on 127.0.0.1",
        "LD_LIBRARY_PATH is set: /some/folder", "nothing else is loaded or started"})
    EXPECT_THAT(plan.text, HasSubstr(text));
}

TEST(Plan, NamesTheMemoryOfTheMeasuresThatAreLeft) {
  EXPECT_THAT(test::run_bench("--plan --only host --filter 'copy/numa0>numa0/host/64'").text,
              HasSubstr("memory at most 768 MiB at once"));
}

}  // namespace
}  // namespace gpuscape::bench
