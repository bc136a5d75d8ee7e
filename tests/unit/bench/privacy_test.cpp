/// What a file tells of the machine's names, its users and their folders.

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "core/hidden_name.hpp"
#include "core/machine.hpp"
#include "core/places.hpp"
#include "core/rows.hpp"
#include "tests/support/bench_program.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape::bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

TEST(HiddenName, IsTheSameOnOneMachineAndForOneName) {
  const std::string hidden = hidden_name("host", "node17.example", false);
  EXPECT_EQ(hidden, hidden_name("host", "node17.example", false));
  EXPECT_NE(hidden, hidden_name("host", "node18.example", false));
  EXPECT_THAT(hidden, MatchesRegex("host-[0-9a-f]{12}"));
  EXPECT_EQ(hidden_name("host", "node17.example", true), "node17.example");
}

// Without a key, 827 tries found the name: node0, node1, …
TEST(HiddenName, CannotBeTriedWithoutTheMachinesKey) {
  const std::string hidden = hidden_name("host", "node17", false);
  hide_names_by_chance();
  const std::string again = hidden_name("host", "node17", false);
  EXPECT_NE(again, hidden);
  EXPECT_EQ(again, hidden_name("host", "node17", false));
}

TEST(HiddenName, HasTheMachinesIdentityForAKeyOrElseThatOfTheBoot) {
  const ScratchFolder folder;
  const std::string id = folder.path() / "machine-id";
  const std::string boot = folder.path() / "boot_id";
  const std::string digits(32, 'a');
  EXPECT_NE(key_of_machine(id, boot), key_of_machine(id, boot));
  write_text(boot, "0b0b0b0b-0000-4000-8000-000000000000\n");
  EXPECT_EQ(key_of_machine(id, boot), "0b0b0b0b-0000-4000-8000-000000000000");
  write_text(id, "uninitialized\n");  // as an image has it
  EXPECT_EQ(key_of_machine(id, boot), "0b0b0b0b-0000-4000-8000-000000000000");
  write_text(id, digits + "\n");
  EXPECT_EQ(key_of_machine(id, boot), digits);
}

TEST(PlaceOfAMachine, IsKnownByTheKeyOfASessionOnly) {
  EXPECT_EQ(place_of_this_machine("one"), place_of_this_machine("one"));
  EXPECT_NE(place_of_this_machine("one"), place_of_this_machine("another"));
  EXPECT_THAT(place_of_this_machine("one"), Not(HasSubstr(host_name())));
}

TEST(Places, OfAUserAreHiddenAndThoseOfTheSystemAreNot) {
  Options options;
  options.dir = "scratch_of_a_project";
  options.connect = "node17:18515";
  const auto shown = [&](const std::string& line) { return without_places(line, options); };
  EXPECT_EQ(shown("cannot open scratch_of_a_project: no"), "cannot open …: no");
  EXPECT_EQ(shown("node17:18515: refused; node17, node171"), "…: refused; …, node171");
  EXPECT_EQ(shown("libx.so (/opt/a/user/libx.so: bad ELF)"), "libx.so (…: bad ELF)");
  EXPECT_EQ(shown("/dev/infiniband/uverbs0 and /sys/class/x"),
            "/dev/infiniband/uverbs0 and /sys/class/x");
  EXPECT_EQ(shown("on " + host_name() + "."), "on ….");
  options.identify = true;
  EXPECT_EQ(shown("cannot open scratch_of_a_project: no"), "cannot open scratch_of_a_project: no");
}

Record of_a_failure() {
  Record record;
  record.measures.emplace_back();
  record.measures.front().facts.family = "storage";
  record.misses.push_back({0, "storage: /mnt/secret/data: No space left on device"});
  record.absent.emplace_back("storage: /mnt/secret/data is slow");
  record.command = "gpuscape-bench --dir … --filter what-we-look-for";
  return record;
}

TEST(ResultFile, HoldsNoFolderOfItsUser) {
  Options options;
  options.dir = "/mnt/secret/data";
  EXPECT_THAT(file_of(of_a_failure(), options).text(),
              AllOf(Not(HasSubstr("secret")), HasSubstr("storage: …: No space left"),
                    HasSubstr("what-we-look-for")));
  options.anonymous = true;
  EXPECT_THAT(
      file_of(of_a_failure(), options).text(),
      AllOf(Not(HasSubstr("what-we-look-for")), HasSubstr("\"command\": \"gpuscape-bench\"")));
}

// The folder stood in the lines of what was absent.
TEST(ResultFile, OfAProgramDoesNotHoldItsDir) {
  std::string dir = "/dev/shm/gpuscape-XXXXXX";
  if (mkdtemp(dir.data()) == nullptr) return report_unable("no folder can be made in /dev/shm");
  const ScratchFolder folder;
  const std::string file = folder.path() / "x.json";
  const auto run = test::run_bench(
      "--only storage --quick --max-bytes 4MiB --min-time 0.001 --filter "
      "sequential/dir/read/engine:io_uring/depth:1/4096 --dir " +
      dir + " -o " + file);
  std::filesystem::remove(dir);
  const std::string name = dir.substr(dir.rfind('/') + 1);
  EXPECT_THAT(read_text(file), AllOf(HasSubstr("is a tmpfs"), Not(HasSubstr(name)))) << run.text;
}

std::string host_in(const std::string& text) {
  const std::size_t at = text.find("\"host_name\": ");
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

TEST(Anonymous, FilesOfOneMachineHaveNoNameInCommon) {
  const ScratchFolder folder;
  const auto file_named = [&](const std::string& name, const std::string& option) {
    const std::string file = folder.path() / name;
    test::run_bench("--only host --quick --min-time 1e-6 --repetitions 1 --filter rate/ " + option +
                    " -o " + file);
    return read_text(file);
  };
  const std::string first = file_named("1", "--anonymous");
  EXPECT_THAT(host_in(first), HasSubstr("host-"));
  EXPECT_NE(host_in(first), host_in(file_named("2", "--anonymous")));
  EXPECT_THAT(first,
              AllOf(HasSubstr("\"command\": \"gpuscape-bench\""), Not(HasSubstr(host_name()))));
  EXPECT_EQ(host_in(file_named("3", "")), host_in(file_named("4", "")));
  const auto both = test::run_bench("--anonymous --identify --list");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.text, HasSubstr("give one of them"));
}

}  // namespace
}  // namespace gpuscape::bench
