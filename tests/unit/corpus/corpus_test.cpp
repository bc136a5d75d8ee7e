/// The kept inputs of the fuzz targets, and mutants of each, go through the targets in every build:
/// with any compiler, and with sanitizers where the build has them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "test_paths.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/corpus/mutate.hpp"
#include "tests/unit/corpus/targets.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> seeds_of(const std::string& target) {
  std::vector<fs::path> files;
  const fs::path folder = fs::path(GPUSCAPE_SOURCE_DIR) / "tests/fuzz/corpus" / target;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

void feed(FuzzTarget target, const std::string& text) {
  EXPECT_NO_THROW(target(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

class Corpus : public testing::TestWithParam<NamedTarget> {};

TEST_P(Corpus, SeedsAndTheirMutantsAreReadOrRefused) {
  constexpr std::size_t kMostMutants = 300;      // of all seeds together
  constexpr std::size_t kMostBytes = 3'000'000;  // that they have
  const std::vector<fs::path> seeds = seeds_of(GetParam().name);
  ASSERT_FALSE(seeds.empty());
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < seeds.size() + kMostMutants && bytes < kMostBytes; ++i) {
    const std::string text = read_text(seeds[i % seeds.size()]);
    bytes += text.size();
    feed(GetParam().target, i < seeds.size() ? text : mutated_bytes(text, i));
    if (HasFailure()) return;
  }
}

TEST(CorpusFolders, AreOneForEachTargetAndNoOther) {
  std::vector<std::string> folders;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(GPUSCAPE_SOURCE_DIR) / "tests/fuzz/corpus"))
    folders.push_back(entry.path().filename().string());
  std::ranges::sort(folders);
  std::vector<std::string> targets;
  for (const NamedTarget& target : fuzz_targets()) targets.emplace_back(target.name);
  EXPECT_EQ(folders, targets);
  EXPECT_GE(targets.size(), 18U);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(fuzz_targets()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace gpuscape
