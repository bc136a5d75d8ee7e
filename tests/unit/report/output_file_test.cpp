#include "sim/report/folder/output_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "sim/base/error.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The names in a folder that nobody calls by name.
std::vector<std::string> hidden(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (const std::string name = entry.path().filename(); name.starts_with('.'))
      names.push_back(name);
  return names;
}

/// What a process leaves that is killed while it writes.
void leave_a_part(const fs::path& path) {
  const pid_t child = fork();
  if (child == 0) {
    OutputFile file(path);
    file.write("half");
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST(OutputFile, AppearsOnlyWhenPutInPlace) {
  const ScratchFolder folder;
  const auto path = folder.path() / "x.csv";
  OutputFile file(path);
  file.write("new");
  EXPECT_FALSE(fs::exists(path));
  file.put_in_place();
  EXPECT_EQ(read_text(path), "new");
  EXPECT_THAT(hidden(folder.path()), IsEmpty());
}

TEST(OutputFile, LeavesWhatWasThereWhenGivenUp) {
  const ScratchFolder folder;
  write_text(folder.path() / "x.csv", "old");
  {
    OutputFile(folder.path() / "x.csv").write("new");
  }
  EXPECT_EQ(read_text(folder.path() / "x.csv"), "old");
  EXPECT_THAT(hidden(folder.path()), IsEmpty());
}

TEST(OutputFile, ReportsAFullDiskForLongAndForBufferedText) {
  for (const std::size_t bytes : {std::size_t{10}, std::size_t{1} << 20U}) {
    const ScratchFolder folder;
    write_text(folder.path() / "x.csv", "old");
    std::string fault;
    const FileSizeLimit full(4);
    try {
      OutputFile file(folder.path() / "x.csv");
      file.write(std::string(bytes, 'x'));
      file.close();
    } catch (const RunError& error) {
      fault = error.what();
    }
    EXPECT_THAT(fault, HasSubstr("x.csv: File too large"));
    EXPECT_EQ(read_text(folder.path() / "x.csv"), "old");
    EXPECT_THAT(hidden(folder.path()), IsEmpty());
  }
}

TEST(OutputFile, ReportsAFolderThatIsNotThere) {
  const ScratchFolder folder;
  EXPECT_THROW(OutputFile(folder.path() / "nowhere" / "x.csv"), RunError);
}

TEST(OutputFile, FollowsNoLinkThatWasLaidForIt) {
  const ScratchFolder folder;
  write_text(folder.path() / "precious", "mine");
  fs::create_symlink("precious", folder.path() / "x.csv.part");
  fs::create_symlink("precious", folder.path() / "x.csv");
  OutputFile file(folder.path() / "x.csv");
  file.write("new");
  file.put_in_place();
  EXPECT_EQ(read_text(folder.path() / "precious"), "mine");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder.path() / "x.csv")));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "x.csv.part"));
}

TEST(OutputFile, LeavesAPartOfTheUsersAlone) {
  const ScratchFolder folder;
  write_text(folder.path() / "x.csv.part", "mine");
  OutputFile(folder.path() / "x.csv").put_in_place();
  EXPECT_EQ(read_text(folder.path() / "x.csv.part"), "mine");
}

TEST(OutputFile, TakesThePlaceOfFilesOnly) {
  const ScratchFolder folder;
  ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  fs::create_directory(folder.path() / "folder");
  EXPECT_THROW(OutputFile(folder.path() / "pipe"), RunError);
  EXPECT_THROW(OutputFile(folder.path() / "folder"), RunError);
}

TEST(OutputFile, RemovesPartsOfDeadRuns) {
  const ScratchFolder folder;
  leave_a_part(folder.path() / "x.csv");
  EXPECT_EQ(hidden(folder.path()).size(), 1U);
  OutputFile(folder.path() / "x.csv").put_in_place();
  EXPECT_THAT(hidden(folder.path()), IsEmpty());
}

TEST(OutputFile, LeavesPartsOfLivingRunsAlone) {
  const ScratchFolder folder;
  OutputFile other(folder.path() / "x.csv");
  other.write("theirs");
  OutputFile(folder.path() / "x.csv").put_in_place();
  other.put_in_place();
  EXPECT_EQ(read_text(folder.path() / "x.csv"), "theirs");
}

TEST(DeadParts, AreKnownByTheirNameAndAreFiles) {
  const ScratchFolder folder;
  const std::vector<std::string> kept = {".x.csv.0123456789abcdef.gpuscape",
                                         ".x.csv.0123456789abcdeG.gpuscape-part",
                                         "x.csv.0123456789abcdef.gpuscape-part", ".notes"};
  for (const std::string& name : kept) write_text(folder.path() / name, "mine");
  write_text(folder.path() / "precious", "mine");
  const std::string link = ".x.csv.0000000000000000.gpuscape-part";
  const std::string hard = ".x.csv.0000000000000001.gpuscape-part";
  fs::create_symlink("precious", folder.path() / link);
  fs::create_hard_link(folder.path() / "precious", folder.path() / hard);
  remove_dead_parts(folder.path());
  for (const std::string& name : kept) EXPECT_TRUE(fs::exists(folder.path() / name)) << name;
  EXPECT_TRUE(fs::is_symlink(folder.path() / link));
  EXPECT_TRUE(fs::exists(folder.path() / hard));
  EXPECT_EQ(read_text(folder.path() / "precious"), "mine");
}

TEST(Drawing, TakesThePlaceOfDrawingsOnly) {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "x.svg";
  EXPECT_NO_THROW(refuse_foreign_drawing(path, false));
  write_text(path, "<svg xmlns=\"…\">\n<!-- written by gpuscape -->\n");
  EXPECT_NO_THROW(refuse_foreign_drawing(path, false));
  write_text(path, "<svg xmlns=\"…\"></svg>");
  EXPECT_THROW(refuse_foreign_drawing(path, false), RunError);
  EXPECT_NO_THROW(refuse_foreign_drawing(path, true));
}

}  // namespace
}  // namespace gpuscape
