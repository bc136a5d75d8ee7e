#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "core/families.hpp"
#include "storage/block_queue.hpp"
#include "storage/scratch_file.hpp"
#include "tests/support/bench_program.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape::bench {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::int64_t kBytes = std::int64_t{8} << 20;

bool holds_nothing(const std::filesystem::path& folder) {
  return std::filesystem::directory_iterator(folder) == std::filesystem::directory_iterator();
}

TEST(ScratchFile, HasNoNameAndIsAsLargeAsAsked) {
  const ScratchFolder folder;
  const ScratchFile file(folder.path(), kBytes);
  EXPECT_TRUE(holds_nothing(folder.path()));
  EXPECT_EQ(lseek(file.number(), 0, SEEK_END), kBytes);
}

TEST(ScratchFile, RefusesAFolderThatIsNotThere) {
  EXPECT_THROW(ScratchFile("/no/such/folder", kBytes), Lost);
}

using MakeQueue = std::unique_ptr<BlockQueue> (*)(std::size_t, int);
class BlockQueues : public ::testing::TestWithParam<MakeQueue> {};

BlockPlan plan_of(const ScratchFile& file, bool write) {
  BlockPlan plan;
  plan.file = file.number();
  plan.depth = 4;
  plan.write = write;
  for (std::int64_t at = 0; at < kBytes; at += 4096) plan.offsets.push_back(at);
  return plan;
}

// What is written is 0x5A everywhere, and random bytes stood there before.
TEST_P(BlockQueues, DoEveryBlockOfThePlan) {
  const ScratchFolder folder;
  const ScratchFile file(folder.path(), kBytes);
  GetParam()(4096, 4)->run(plan_of(file, true));
  const auto memory =
      std::unique_ptr<void, void (*)(void*)>(std::aligned_alloc(4096, kBytes), std::free);
  ASSERT_EQ(pread(file.number(), memory.get(), kBytes, 0), kBytes);
  const char* bytes = static_cast<const char*>(memory.get());
  EXPECT_EQ(std::count(bytes, bytes + kBytes, 'Z'), kBytes);
}

TEST_P(BlockQueues, SayWhatTheSystemRefused) {
  const ScratchFolder folder;
  const ScratchFile file(folder.path(), kBytes);
  BlockPlan plan = plan_of(file, false);
  plan.offsets.back() = kBytes;  // past the end
  EXPECT_THROW(GetParam()(4096, 4)->run(plan), Failure);
}

INSTANTIATE_TEST_SUITE_P(Both, BlockQueues,
                         ::testing::Values(&make_block_queue, &make_threaded_queue));

TEST(Storage, WithoutAFolderSaysHowToNameOne) {
  const Offer offer = offer_storage(Options{});
  EXPECT_TRUE(offer.measures.empty());
  EXPECT_THAT(offer.absent, Contains(HasSubstr("--dir FOLDER")));
}

TEST(Storage, MarksMemoryThatLooksLikeADisk) {
  if (file_system_of("/dev/shm") != "tmpfs") return report_unable("/dev/shm is not a tmpfs");
  const Offer offer = offer_storage(Options{.quick = true, .dir = "/dev/shm"});
  ASSERT_FALSE(offer.measures.empty());
  EXPECT_THAT(offer.measures.front().marks, Contains(HasSubstr("tmpfs")));
}

// A folder that changes has a new time of change.
TEST(Storage, PlansAndListsWithoutAFile) {
  const ScratchFolder folder;
  const auto long_ago = std::filesystem::last_write_time(folder.path()) - std::chrono::hours(1);
  std::filesystem::last_write_time(folder.path(), long_ago);
  for (const char* mode : {"--plan", "--list"})
    EXPECT_EQ(test::run_bench(mode + (" --only storage --dir " + folder.path().string())).exit_code,
              0);
  EXPECT_EQ(std::filesystem::last_write_time(folder.path()), long_ago);
}

TEST(Storage, LeavesNothingBehindWhenItIsKilled) {
  const ScratchFolder folder;
  test::run_bench("--only storage --quick --dir " + folder.path().string(), "timeout -s KILL 2");
  EXPECT_TRUE(holds_nothing(folder.path()));
}

TEST(Storage, RefusesAFolderWithoutRoomAndOneThatIsNotThere) {
  const auto none = test::run_bench("--only storage --dir /no/such/folder");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.text, HasSubstr("not there or cannot be written"));
  const auto small = test::run_bench("--only storage --max-bytes 1MiB --dir /tmp");
  EXPECT_EQ(small.exit_code, 2);
  EXPECT_THAT(small.text, HasSubstr("4 MiB at least"));
}

}  // namespace
}  // namespace gpuscape::bench
