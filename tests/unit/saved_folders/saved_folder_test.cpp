/// Folders of runs and comparisons, as they are opened.

#include "sim/report/reading/saved_folder.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "sim/report/folder/folder_lock.hpp"
#include "tests/unit/saved_folders/written_folders.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// The first line of what is wrong with a folder; empty: nothing.
std::string refusal(const std::filesystem::path& path) {
  try {
    read_saved_folder(path.string());
  } catch (const ScenarioError& error) {
    return one_line(error);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

class SavedComparisonFolder : public testing::Test {
 protected:
  SavedComparisonFolder()
      : written_(test::write_shipped_comparison(
            out(), {.files = {test::shipped("easy-or-none")}, .sets = {"/run/replications=3"}})) {}
  [[nodiscard]] std::filesystem::path out() const { return folder_.path() / "a b.out"; }

  ScratchFolder folder_;
  CompareResult written_;
};

TEST_F(SavedComparisonFolder, HasItsDesignsInTheirOrder) {
  const auto read = read_saved_folder(out().string());
  EXPECT_TRUE(read->is_comparison);
  EXPECT_EQ(read->name, "a b.out");
  EXPECT_THAT(read->faults, IsEmpty());
  ASSERT_EQ(read->designs.size(), written_.variants.size());
  for (std::size_t i = 0; i < read->designs.size(); ++i)
    EXPECT_EQ(read->designs[i].name, written_.variants[i].name);
  EXPECT_FALSE(read->designs.front().beside.has_value());
  EXPECT_GT(read->written, Seconds(1.6e9));
}

TEST_F(SavedComparisonFolder, HasEveryDifferenceAndVerdict) {
  const auto read = read_saved_folder(out().string());
  ASSERT_TRUE(read->designs.back().beside.has_value());
  const Comparison& beside = *read->designs.back().beside;
  const Comparison& written = written_.comparisons.back();
  EXPECT_EQ(beside.pairing, written.pairing);
  ASSERT_EQ(beside.metrics.size(), written.metrics.size());
  for (std::size_t i = 0; i < beside.metrics.size(); ++i) {
    EXPECT_EQ(beside.metrics[i].metric, written.metrics[i].metric);
    EXPECT_EQ(beside.metrics[i].verdict, written.metrics[i].verdict);
    EXPECT_EQ(beside.metrics[i].difference.low, written.metrics[i].difference.low);
  }
  ASSERT_EQ(beside.slo.size(), written.slo.size());
}

TEST_F(SavedComparisonFolder, WithoutAPartShowsTheOthers) {
  const auto whole = read_saved_folder(out().string());
  std::filesystem::remove(std::filesystem::path(whole->designs.back().run->folder) / "result.json");
  const auto read = read_saved_folder(out().string());
  EXPECT_EQ(read->designs.size(), whole->designs.size() - 1);
  ASSERT_EQ(read->faults.size(), 1U);
  EXPECT_THAT(read->faults.front(), HasSubstr("result.json: "));
}

TEST_F(SavedComparisonFolder, DoesNotLeadElsewhere) {
  std::string text = read_text(out() / "compare.json");
  const std::string plain = "\"folder\": \"base\"";
  ASSERT_NE(text.find(plain), std::string::npos);
  text.replace(text.find(plain), plain.size(), "\"folder\": \"../..\"");
  write_text(out() / "compare.json", text);
  EXPECT_THAT(refusal(out()), HasSubstr("is not the plain name of a folder"));
}

TEST_F(SavedComparisonFolder, WithADamagedHeadIsRefusedWithItsPlace) {
  const std::string text = read_text(out() / "compare.json");
  write_text(out() / "compare.json", text.substr(0, text.size() / 2));
  EXPECT_THAT(refusal(out()), testing::ContainsRegex("compare.json:[0-9]+:[0-9]+: "));
}

TEST(SavedFolder, OfARunHasOneDesign) {
  const ScratchFolder folder;
  test::write_shipped_run(folder.path() / "out", test::shipped("lab-log"));
  const auto read = read_saved_folder((folder.path() / "out/").string());
  EXPECT_EQ(read->name, "out");
  EXPECT_FALSE(read->is_comparison);
  ASSERT_EQ(read->designs.size(), 1U);
  EXPECT_EQ(read->designs.front().name, "base");
}

TEST(SavedFolder, ThatHoldsNothingIsRefused) {
  const ScratchFolder folder;
  EXPECT_THAT(refusal(folder.path()), HasSubstr("holds no results"));
  EXPECT_THAT(refusal(folder.path() / "nowhere"), HasSubstr("there is no such folder"));
  write_text(folder.path() / "file", "x");
  EXPECT_THAT(refusal(folder.path() / "file"), HasSubstr("there is no such folder"));
}

TEST(SavedFolder, ThatARunWritesIntoIsRefusedAsLongAsItDoes) {
  const ScratchFolder folder;
  FolderLock lock(folder.path());
  EXPECT_THAT(refusal(folder.path()), HasSubstr("a run is writing into it"));
}

TEST(SavedFolder, ThatARunLeftHalfWrittenIsRefused) {
  const ScratchFolder folder;
  write_text(folder.path() / ".gpuscape.lock", "{}");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("a run was stopped while it wrote"));
}

}  // namespace
}  // namespace gpuscape
