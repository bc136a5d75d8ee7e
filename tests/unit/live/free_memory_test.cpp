#include "sim/live/free_memory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string_view>

#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

/// Files as a system has them.
class FreeMemory : public ::testing::Test {
 protected:
  void put(const std::string& file, std::string_view text) const {
    const fs::path path = folder_.path() / file;
    fs::create_directories(path.parent_path());
    write_text(path, text);
  }
  [[nodiscard]] std::optional<Bytes> found() const {
    return free_memory_in((folder_.path() / "proc").string(), (folder_.path() / "cg").string());
  }

 private:
  ScratchFolder folder_;
};

TEST_F(FreeMemory, IsWhatTheMachineHasAvailable) {
  put("proc/meminfo", "MemTotal:  4096 kB\nMemFree:  1 kB\nMemAvailable:   2048 kB\n");
  EXPECT_EQ(found(), Bytes(2048.0 * 1024.0));
}

TEST_F(FreeMemory, IsWhatTheControlGroupLeavesWhereThatIsLess) {
  put("proc/meminfo", "MemAvailable: 2048 kB\n");
  put("proc/self/cgroup", "4:memory:/other\n0::/a/b\n");
  put("cg/a/b/memory.max", "1000000\n");
  put("cg/a/b/memory.current", "700000\n");
  put("cg/a/b/memory.stat", "anon 5\ninactive_file 100000\n");
  EXPECT_EQ(found(), Bytes(400000.0));
}

TEST_F(FreeMemory, CountsALimitOfAGroupAboveAndNoneThatSaysMax) {
  put("proc/meminfo", "MemAvailable: 2048 kB\n");
  put("proc/self/cgroup", "0::/a/b\n");
  put("cg/a/b/memory.max", "max\n");
  put("cg/a/b/memory.current", "1\n");
  put("cg/a/memory.max", "5000\n");
  put("cg/a/memory.current", "6000\n");
  EXPECT_EQ(found(), Bytes(0.0));
}

TEST_F(FreeMemory, IsNotKnownWhereTheSystemDoesNotSay) { EXPECT_EQ(found(), std::nullopt); }

TEST_F(FreeMemory, OfThisMachineIsKnownAndSmallerThanAnExbibyte) {
  const auto now = free_memory();
  ASSERT_TRUE(now);
  EXPECT_GT(now->value(), 1e6);
  EXPECT_LT(now->value(), 1e18);
}

}  // namespace
}  // namespace gpuscape
