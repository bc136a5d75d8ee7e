#include "sim/base/input_file.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string fault_of(const fs::path& path) {
  std::string fault;
  read_input(path, 1 << 20U, fault);
  return fault;
}

TEST(InputFile, IsReadWhole) {
  const ScratchFolder folder;
  write_text(folder.path() / "a", std::string(200'000, 'x'));
  std::string fault;
  EXPECT_EQ(read_input(folder.path() / "a", 1 << 20U, fault), std::string(200'000, 'x'));
  EXPECT_EQ(fault, "");
}

TEST(InputFile, IsARegularFile) {
  const ScratchFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(fault_of(pipe), HasSubstr("a pipe, a device or a socket"));
  EXPECT_THAT(fault_of("/dev/zero"), HasSubstr("a pipe, a device or a socket"));
  EXPECT_THAT(fault_of(folder.path()), HasSubstr("this is a folder"));
  EXPECT_THAT(fault_of(folder.path() / "gone"), HasSubstr("No such file"));
}

TEST(InputFile, IsNoLargerThanAskedFor) {
  const ScratchFolder folder;
  write_text(folder.path() / "a", std::string((1 << 20U) + 1, 'x'));
  EXPECT_EQ(fault_of(folder.path() / "a"), "is larger than 1 MiB");
}

TEST(RecordedInputs, NameEachFileOnceAsItWas) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "a";
  const std::string gone = folder.path() / "gone";
  write_text(file, "four");
  const RecordedInputs inputs;
  for (const std::string& one : {file, gone, file}) fault_of(one);
  ASSERT_EQ(inputs.files().size(), 2U);
  EXPECT_EQ(inputs.files()[0].path, file);
  EXPECT_EQ(inputs.files()[0].size, 4);
  EXPECT_EQ(inputs.files()[1].size, -1);
}

TEST(RecordedInputs, AreCurrentUntilTheFileChanges) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "a";
  const InputStamp gone = InputStamp::of(file);
  EXPECT_TRUE(gone.is_current());
  write_text(file, "four");
  const InputStamp before = InputStamp::of(file);
  EXPECT_FALSE(gone.is_current());
  EXPECT_TRUE(before.is_current());
  write_text(file, "fives");
  EXPECT_FALSE(before.is_current());
}

TEST(RecordedInputs, AreThoseOfTheirOwnTime) {
  const ScratchFolder folder;
  write_text(folder.path() / "a", "four");
  {
    const RecordedInputs past;
  }
  fault_of(folder.path() / "a");
  const RecordedInputs inputs;
  EXPECT_TRUE(inputs.files().empty());
}

class Confined : public ::testing::Test {
 protected:
  Confined() {
    fs::create_directories(inside() / "below");
    fs::create_directory(outside());
    write_text(inside() / "below/a", "mine");
    write_text(outside() / "b", "secret");
  }
  [[nodiscard]] fs::path inside() const { return folder_.path() / "in"; }
  [[nodiscard]] fs::path outside() const { return folder_.path() / "in-no-way"; }
  ScratchFolder folder_;
};

TEST_F(Confined, FilesBelowAreRead) {
  const ConfinedInputs confined({inside()});
  EXPECT_EQ(fault_of(inside() / "below/a"), "");
  EXPECT_EQ(fault_of(inside() / "below/../below/a"), "");
  EXPECT_EQ(folder_fault(inside() / "below"), "");
}

TEST_F(Confined, FilesOutsideAreNot) {
  fs::create_symlink(outside() / "b", inside() / "file");
  fs::create_symlink(outside(), inside() / "folder");
  const ConfinedInputs confined({inside()});
  for (const fs::path& path :
       {outside() / "b", inside() / "../in-no-way/b", inside() / "file", inside() / "folder/b"})
    EXPECT_THAT(fault_of(path), HasSubstr("is outside the scenario's folder")) << path;
  EXPECT_THAT(folder_fault(inside() / "folder"), HasSubstr("outside"));
  EXPECT_THAT(folder_fault(folder_.path()), HasSubstr("outside"));
}

TEST_F(Confined, OnlyWhileItLives) {
  {
    const ConfinedInputs confined({inside()});
  }
  EXPECT_EQ(fault_of(outside() / "b"), "");
}

}  // namespace
}  // namespace gpuscape
