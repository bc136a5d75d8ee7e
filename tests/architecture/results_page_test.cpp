/// docs/reference/results.md names every key of result.json and compare.json, and has the tables of
/// columns, series and metrics.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "sim/report/run/job_columns.hpp"
#include "sim/run/pace/network_timeline.hpp"
#include "sim/run/record/cluster_timeline.hpp"
#include "sim/study/logged_timeline.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "tests/architecture/shell_session.hpp"
#include "tests/architecture/source_tree.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

using Words = std::set<std::string>;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string text_of(const std::string& path) {
  return joined(source_files({path}, {".md", ".cpp"}).at(0).lines);
}

/// What the first group of the pattern takes, wherever it fits.
Words all_of(const std::string& text, const std::string& pattern) {
  const std::regex found(pattern);
  Words words;
  for (std::sregex_iterator at(text.begin(), text.end(), found), end; at != end; ++at)
    words.insert((*at)[1]);
  return words;
}

Words named_in_page() {
  Words words;
  const std::string page = text_of("docs/reference/results.md");
  for (const std::string& code : all_of(page, "`([^`\n]+)`"))
    words.merge(all_of(code, "([a-z0-9_]+)"));
  return words;
}

void expect_named(const Words& keys, const Words& named, const std::string& where) {
  for (const std::string& key : keys)
    EXPECT_TRUE(named.contains(key)) << where << " writes \"" << key << "\"";
}

TEST(ResultsPage, NamesEveryKeyThatTheWritersOfResultsKnow) {
  const Words named = named_in_page();
  for (const char* file :
       {"run/result_json", "run/network_section", "run/as_logged_section", "run/cost_json",
        "compare/cost_comparison", "format/json_values", "run/workload_lines",
        "transfers/transfer_json", "transfers/steps_comparison_files", "transfers/step_files",
        "compare/compare_json", "bill/bill_json", "runs/run_file", "runs/sweep_file",
        "sweep/sweep_json"}) {
    const std::string path = std::string("sim/report/") + file + ".cpp";
    const Words keys = all_of(text_of(path), R"re(\bset\(\s*"([a-z0-9_]*[a-z0-9])")re");
    EXPECT_GE(keys.size(), 5U) << path;
    expect_named(keys, named, path);
  }
}

std::string row(std::string_view name, std::string_view about) {
  return fmt::format("| `{}` | {} |\n", name, about);
}

std::string columns_table() {
  std::string text;
  for (const JobColumn& column : job_columns()) text += row(column.name, column.about);
  return text;
}

std::string series_table() {
  std::string text = row("time_s", "where the interval begins");
  for (const auto& series : kClusterSeries) text += row(series.name, series.about);
  for (const auto& series : kStrandedSeries) text += row(series.name, series.about);
  for (const auto& series : kNetworkSeries) text += row(series.name, series.about);
  return text + row(kLoggedSeries.name, kLoggedSeries.about);
}

std::string metrics_table() {
  std::string text;
  for (const Metric& metric : metrics()) text += row(metric.key, metric.about);
  return text;
}

/// The page has the rows of a table of the program between two marks: `<!-- NAME -->` and
/// `<!-- end -->`. GPUSCAPE_UPDATE=1 writes them there; the test fails all the same, once.
void expect_table(const std::string& name, const std::string& rows) {
  const std::string path = "docs/reference/results.md";
  std::string page = text_of(path);
  const std::string mark = "<!-- " + name + " -->\n";
  const std::size_t begin = page.find(mark);
  ASSERT_NE(begin, std::string::npos) << mark;
  const std::size_t from = begin + mark.size();
  const std::size_t to = page.find("<!-- end -->", from);
  ASSERT_NE(to, std::string::npos) << mark;
  const std::string wanted = "| name | what |\n| --- | --- |\n" + rows;
  const std::string found = page.substr(from, to - from);
  EXPECT_EQ(found, wanted) << "renew it: GPUSCAPE_UPDATE=1 build/release/bin/tests/architecture "
                              "--gtest_filter='*Page*'";
  if (found == wanted ||
      std::getenv("GPUSCAPE_UPDATE") == nullptr)  // NOLINT(concurrency-mt-unsafe)
    return;
  std::ofstream(source_file(path)) << page.replace(from, to - from, wanted);
}

TEST(ResultsPage, HasTheColumnsOfJobs) { expect_table("columns of jobs.csv", columns_table()); }
TEST(ResultsPage, HasTheSeriesOfTheTimeline) {
  expect_table("series of timeline.csv", series_table());
}
TEST(ResultsPage, HasTheMetrics) { expect_table("metrics", metrics_table()); }

/// Keys below "results"; names that the scenario chose are keys of its own too.
Words keys_of_run(const std::string& scenario) {
  const ReadersFolder folder("results-page");
  const auto outcomes = folder.run(
      {"build/release/bin/gpuscape run scenarios/" + scenario + " --out out > printed 2>&1",
       "cat out/result.json"});
  const std::string text = joined(outcomes.at(1).output);
  const std::size_t results = text.find("\"results\":");
  EXPECT_NE(results, std::string::npos) << text;
  const std::string key = R"re("([a-z0-9_]+)":)re";
  const Words chosen = all_of(text.substr(0, results), key);
  Words keys = all_of(text.substr(std::min(results, text.size())), key);
  std::erase_if(keys, [&](const std::string& word) { return chosen.contains(word); });
  return keys;
}

TEST(ResultsPage, NamesEveryKeyOfSampleRuns) {
  const Words named = named_in_page();
  for (const char* scenario : {"quickstart.json", "thin-spine.json", "copies-in-a-dgx1.json"}) {
    const Words keys = keys_of_run(scenario);
    EXPECT_GE(keys.size(), 5U) << scenario;
    expect_named(keys, named, scenario);
  }
}

}  // namespace
}  // namespace gpuscape
