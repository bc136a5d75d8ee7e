/// Whole pages of folders as the commands leave them.

#include "sim/report/page/report_page.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <regex>

#include "tests/unit/saved_folders/written_folders.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = "<b>\\\"x\\\"&'y',\\u202ez";

/// A scenario with a cost, and variants of other sizes; their names are what JSON has between
/// quotes.
std::string scenario(const std::string& first_name, int variants) {
  std::string text = fmt::format(
      R"({{"format": 1, "title": "{}",
  "cluster": {{"nodes": {{"gpu": {{"type": "dgx-a100-40gb", "count": 4}}}}}},
  "workload": {{"streams": {{"jobs": {{"generate": {{"jobs": 200, "load": 0.8, "load_gpus": 32,
    "gpus": {{"1": 0.6, "8": 0.4}},
    "run_time": {{"distribution": "lognormal", "median": "1 h", "mean": "2 h"}}}}}}}}}},
  "run": {{"replications": 3}},
  "cost": {{"currency": "USD", "prices_as_of": "2024-12", "horizon": "3 y", "items": {{
    "nodes": {{"type": "nodes"}},
    "support": {{"type": "support", "nodes": {{"value": 0.12, "low": 0.08, "high": 0.15}}}}}}}},
  "variants": {{)",
      first_name);
  for (int i = 0; i < variants; ++i)
    text +=
        fmt::format(R"({}"{}": {{"cluster": {{"nodes": {{"gpu": {{"count": {}}}}}}}}})",
                    i == 0 ? "" : ", ", i == 0 ? first_name : fmt::format("design-{}", i), 5 + i);
  return text + "}}";
}

class ReportPage : public testing::Test {
 protected:
  /// A comparison of the baseline and its variants.
  std::string compare(const std::string& first_name, int variants) {
    const std::string file = (folder_.path() / "s.json").string();
    write_text(file, scenario(first_name, variants));
    const std::string out = (folder_.path() / "out").string();
    test::write_shipped_comparison(out, {.files = {file}});
    return out;
  }
  static std::string page(const std::string& path) {
    const PageFolder folder = read_page_folder(path);
    return report_page({&folder, 1});
  }

  ScratchFolder folder_;
};

TEST_F(ReportPage, EscapesEveryTextOfAComparison) {
  const std::string html = page(compare(kHostile, 1));
  EXPECT_THAT(html, HasSubstr("<bdi>&lt;b&gt;&quot;x&quot;&amp;&#39;y&#39;,z</bdi>"));
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
  EXPECT_THAT(html, Not(HasSubstr("\"x\"&")));
  EXPECT_THAT(html, Not(HasSubstr("&'y'")));
  EXPECT_THAT(html, Not(HasSubstr("\xE2\x80\xAE")));
}

TEST_F(ReportPage, LoadsNothingAndRunsNothing) {
  const std::string html = page(compare("larger", 1));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  for (const char* const word :
       {"http:", "https:", "<script", "src=", "<link", "@import", "onload"})
    EXPECT_THAT(html, Not(HasSubstr(word)));
  const std::regex url("url\\((?!#)");
  EXPECT_FALSE(std::regex_search(html, url));
}

TEST_F(ReportPage, HasItsPartsInTheirOrder) {
  const std::string html = page(compare("larger", 1));
  std::size_t at = 0;
  for (const char* const part :
       {"<h1>", ">Verdict<", ">The designs<", ">Pictures<", ">p95 queue wait by design<",
        ">Cost by item<", ">Cost against p95 queue wait<", ">How far to trust it<",
        ">What it assumes<", ">Costs by item<", ">Bill of materials<", ">How to reproduce it<"}) {
    const std::size_t found = html.find(part, at);
    ASSERT_NE(found, std::string::npos) << part;
    at = found;
  }
  EXPECT_THAT(html, Not(HasSubstr(">GPU time lost by cause<"))) << "nothing fails here";
}

// 32 A100 compute 312 TFLOP/s each; a DGX A100 is of 199 kUSD, and the models of its power are held
// against three figures.
TEST_F(ReportPage, SaysWhatEachDesignIsMadeOfAndHowFarToTrustIt) {
  const std::string html = page(compare("larger", 1));
  EXPECT_THAT(html, HasSubstr("9.98 PFLOP/s"));
  EXPECT_THAT(html, HasSubstr("like at a cloud: a100-sxm4-40gb at aws"));
  EXPECT_THAT(html, HasSubstr("(9-cost): off by"));
}

TEST_F(ReportPage, EqualFoldersGiveEqualBytes) {
  const std::string out = compare("larger", 2);
  EXPECT_EQ(page(out), page(out));
}

TEST_F(ReportPage, OfFiftyDesignsIsSmall) {
  const std::string html = page(compare("larger", 49));
  EXPECT_LE(html.size(), std::size_t{2} << 20U);
  EXPECT_THAT(html, HasSubstr("50 <bdi>design-48</bdi>"));
}

TEST_F(ReportPage, NamesADesignThatCannotBeRead) {
  const std::string out = compare("larger", 1);
  write_text(std::filesystem::path(out) / "larger" / "result.json", "{\"schema\": 1, ");
  const PageFolder folder = read_page_folder(out);
  ASSERT_EQ(folder.faults.size(), 1U);
  const std::string html = report_page({&folder, 1});
  EXPECT_THAT(html, HasSubstr("<bdi>larger</bdi>: its result.json is not shown"));
  EXPECT_THAT(html, HasSubstr("total cost")) << "compare.json still has its values";
}

TEST_F(ReportPage, ShowsTheOthersBesideADamagedFolder) {
  const std::string out = compare("larger", 1);
  const std::filesystem::path damaged = folder_.path() / "damaged";
  std::filesystem::create_directory(damaged);
  write_text(damaged / "compare.json", "{\"schema\": 99}");
  const PageFolder folders[] = {read_page_folder(damaged.string()), read_page_folder(out)};
  EXPECT_FALSE(folders[0].is_readable());
  EXPECT_TRUE(folders[1].is_readable());
  const std::string html = report_page(folders);
  EXPECT_THAT(html, HasSubstr("<a href=\"#folder-2\">"));
  EXPECT_THAT(html, HasSubstr("compare.json:1:12: /schema: schema 99 is not known here"));
  EXPECT_THAT(html, Not(HasSubstr(folder_.path().string()))) << "no absolute paths";
}

TEST_F(ReportPage, OfARunHasItsMetricsAndObjectives) {
  const std::string out = (folder_.path() / "run").string();
  test::write_shipped_run(out, test::shipped("lab-log"));
  const std::string html = page(out);
  EXPECT_THAT(html, HasSubstr("queue_wait p95 ≤ 1 h"));
  EXPECT_THAT(html, HasSubstr("22 min (0 s – 3 h 59 min)")) << "as the command prints it";
  EXPECT_THAT(html, HasSubstr("81 % GPUs short"));
  EXPECT_THAT(html, HasSubstr("lab-log.csv: 1 row dropped: asks for no GPU"));
}

TEST_F(ReportPage, HasWhatFailuresTakeOfTheGpuTime) {
  const std::string out = (folder_.path() / "run").string();
  test::write_shipped_run(
      out, test::shipped("how-often-to-save"),
      {.variant = {}, .patches = {}, .sets = {"/run/replications=2"}, .seed = {}});
  EXPECT_THAT(page(out), HasSubstr("GPU time lost by cause"));
}

}  // namespace
}  // namespace gpuscape
