/// docs/reference/results.md names every key of result.json and compare.json.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "tests/architecture/shell_session.hpp"
#include "tests/architecture/source_tree.hpp"

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
       {"result_json", "json_values", "workload_lines", "transfer_files", "compare_json"}) {
    const std::string path = std::string("sim/report/") + file + ".cpp";
    const std::string text = text_of(path);
    Words keys = all_of(text, R"re(\bset\(\s*"([a-z0-9_]*[a-z0-9])")re");
    keys.merge(all_of(text, R"re(\{"([a-z0-9_]+)", &)re"));
    EXPECT_GE(keys.size(), 5U) << path;
    expect_named(keys, named, path);
  }
}

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
