#include "sim/report/output_file.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

TEST(OutputFile, AppearsOnlyWhenPutInPlace) {
  const ScratchFolder folder;
  const auto path = folder.path() / "x.csv";
  OutputFile file(path);
  file.write("new");
  EXPECT_FALSE(std::filesystem::exists(path));
  file.put_in_place();
  EXPECT_EQ(read_text(path), "new");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "x.csv.part"));
}

TEST(OutputFile, LeavesWhatWasThereWhenGivenUp) {
  const ScratchFolder folder;
  write_text(folder.path() / "x.csv", "old");
  {
    OutputFile(folder.path() / "x.csv").write("new");
  }
  EXPECT_EQ(read_text(folder.path() / "x.csv"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "x.csv.part"));
}

/// The text of the RunError that writing to a full disk ends with; /dev/full stands in for the
/// disk.
std::string fault_on_full_disk(const std::filesystem::path& path, std::size_t bytes) {
  std::filesystem::create_symlink("/dev/full", path.string() + ".part");
  try {
    OutputFile file(path);
    file.write(std::string(bytes, 'x'));
    file.close();
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFile, ReportsAFullDiskForLongAndForBufferedText) {
  for (const std::size_t bytes : {std::size_t{10}, std::size_t{1} << 20U}) {
    const ScratchFolder folder;
    write_text(folder.path() / "x.csv", "old");
    EXPECT_THAT(fault_on_full_disk(folder.path() / "x.csv", bytes),
                HasSubstr("No space left on device"));
    EXPECT_EQ(read_text(folder.path() / "x.csv"), "old");
    EXPECT_FALSE(std::filesystem::is_symlink(folder.path() / "x.csv.part"));
  }
}

TEST(OutputFile, ReportsAFolderThatIsNotThere) {
  const ScratchFolder folder;
  EXPECT_THROW(OutputFile(folder.path() / "nowhere" / "x.csv"), RunError);
}

}  // namespace
}  // namespace gpuscape
