#include "sim/report/page/page_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/scenario_differences.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostGuessRows = 60;
constexpr std::size_t kMostDifferences = 8;

/// The last name of a path; everything else is as it is.
std::string without_path(std::string_view word) {
  const std::size_t at = word.find_first_of('/');
  if (at == std::string_view::npos) return std::string(word);
  const bool is_absolute = at == 0 || word[at - 1] == '=' || word[at - 1] == '~';
  const bool leaves = word.find("../") != std::string_view::npos;
  if (!is_absolute && !leaves) return std::string(word);
  const std::size_t before = word.find('=') < at ? word.find('=') + 1 : 0;
  while (word.ends_with('/')) word.remove_suffix(1);
  return std::string(word.substr(0, before)) + "…/" +
         std::string(word.substr(std::min(word.rfind('/') + 1, word.size())));
}

std::string differences_html(const std::vector<ScenarioDifference>& all) {
  constexpr std::size_t kMostValue = 80;
  std::vector<std::string> parts;
  for (const ScenarioDifference& one : all) {
    if (parts.size() == kMostDifferences) {
      parts.push_back(fmt::format("{} more in result.json", all.size() - kMostDifferences));
      break;
    }
    parts.push_back(fmt::format("{}: {} <span class=\"note\">(baseline: {})</span>",
                                html_element("code", html_text(excerpt(one.pointer, 120))),
                                html_name(excerpt(one.after, kMostValue)),
                                html_name(excerpt(one.before, kMostValue))));
  }
  return fmt::format("{}", fmt::join(parts, "<br>"));
}

std::string range_text(const PageGuess& guess) {
  if (guess.low.empty() && guess.high.empty()) return "none: taken as written";
  return fmt::format("{} to {}", guess.low.empty() ? "–" : guess.low,
                     guess.high.empty() ? "–" : guess.high);
}

/// Names that are HTML, the first few of them.
std::string shortened(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 6;
  std::vector<std::string> some(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                   names.size(), kMostNamed)));
  if (names.size() > kMostNamed) some.push_back(fmt::format("{} more", names.size() - kMostNamed));
  return fmt::format("{}", fmt::join(some, ", "));
}

std::string seed_of(const JsonValue& resolved) {
  const JsonValue* const run = resolved.find("run");
  const JsonValue* const seed = run == nullptr ? nullptr : run->find("seed");
  return seed == nullptr ? "" : write_json(*seed);
}

}  // namespace

void SharedTexts::add(const std::string& text, const std::string& design) {
  auto found = std::ranges::find(entries_, text, &Entry::text);
  if (found == entries_.end()) found = entries_.insert(found, Entry{.text = text});
  if (std::ranges::find(found->designs, design) == found->designs.end())
    found->designs.push_back(design);
}

std::vector<std::string> SharedTexts::html(std::size_t designs) const {
  std::vector<std::string> all;
  all.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    std::vector<std::string> names;
    names.reserve(entry.designs.size());
    for (const std::string& name : entry.designs) names.push_back(html_name(name));
    all.push_back(names.size() >= designs
                      ? html_text(entry.text)
                      : fmt::format("{}: {}", shortened(names), html_text(entry.text)));
  }
  return all;
}

std::string without_paths(const std::string& command) {
  std::string text;
  std::string_view rest = command;
  bool is_setting = false;  // what follows --set begins with a pointer, which is no path
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool keep = is_setting || word.starts_with("--set=");
    is_setting = word == "--set";
    text += (text.empty() ? "" : " ") + (keep ? std::string(word) : without_path(word));
  }
  return text;
}

std::string guess_table(const std::vector<const PageResult*>& results) {
  HtmlTable table{.caption =
                      "Guesses: values of the catalogue that nobody measured or published, "
                      "and inputs of costs with a range",
                  .head = {"what", "value", "range"}};
  std::vector<std::vector<std::string>> rows;
  std::vector<std::vector<std::string>> designs;  // of each row
  const auto add = [&](const PageGuess& guess, const std::string& design) {
    std::vector<std::string> row = {html_name(guess.name), html_text(guess.value),
                                    html_text(range_text(guess))};
    const auto at = std::ranges::find(rows, row) - rows.begin();
    if (at == std::ssize(rows)) {
      rows.push_back(std::move(row));
      designs.emplace_back();
    }
    std::vector<std::string>& of = designs[static_cast<std::size_t>(at)];
    if (of.empty() || of.back() != design) of.push_back(design);
  };
  for (const PageResult* result : results) {
    const std::string design = html_name(variant_of(result->study().scenario));
    for (const PageGuess& guess : result->guesses) add(guess, design);
    if (result->cost)
      for (const PageGuess& guess : result->cost->guesses) add(guess, design);
  }
  const bool is_shared = std::ranges::all_of(
      designs, [&](const std::vector<std::string>& of) { return of.size() == results.size(); });
  if (!is_shared) table.head.emplace_back("in");
  for (std::size_t i = 0; i < std::min(rows.size(), kMostGuessRows); ++i) {
    if (!is_shared)
      rows[i].push_back(designs[i].size() == results.size() ? std::string("all designs")
                                                            : shortened(designs[i]));
    table.rows.push_back(std::move(rows[i]));
  }
  std::string html = html_table(table);
  if (rows.size() > kMostGuessRows)
    html += html_element("p", "class=\"note\"",
                         fmt::format("{} more in result.json.", rows.size() - kMostGuessRows)) +
            "\n";
  return html;
}

std::string scenario_differences(const PageComparison& of) {
  const PageDesign& baseline = of.designs.front();
  if (!baseline.result) return "";
  HtmlTable table{.caption = fmt::format("How the scenarios differ from {}, defaults included",
                                         html_name(baseline.name)),
                  .head = {"design", "what differs"}};
  for (std::size_t i = 1; i < of.designs.size(); ++i) {
    const PageDesign& design = of.designs[i];
    if (!design.result) continue;
    const std::vector<ScenarioDifference> found = differences_of(
        baseline.result->study().scenario.resolved, design.result->study().scenario.resolved);
    table.rows.push_back(
        {html_name(design.name), found.empty() ? "nothing" : differences_html(found)});
  }
  return html_table(table);
}

std::string reproduction_html(const Provenance& provenance, const JsonValue* resolved) {
  std::string html = "<dl>\n";
  const auto add = [&](std::string_view term, const std::string& what) {
    if (!what.empty()) html += html_element("dt", term) + html_element("dd", what) + "\n";
  };
  const std::string command = without_paths(provenance.command);
  // Of an anonymous result the program alone is known.
  add("command", command.empty() || command == "gpuscape"
                     ? std::string("not recorded")
                     : html_element("code", html_text(command)));
  add("scenario", html_text(std::filesystem::path(provenance.scenario_file).filename().string()));
  add("program", html_text(fmt::format("gpuscape {}", provenance.version)));
  add("event loop", html_text(provenance.loop));
  if (resolved != nullptr) add("seed", html_text(seed_of(*resolved)));
  std::vector<std::string> files;
  files.reserve(provenance.files.size());
  for (const std::string& file : provenance.files)
    files.push_back(html_text(std::filesystem::path(file).filename().string()));
  add("files beside the result", fmt::format("{}", fmt::join(files, ", ")));
  return html + "</dl>\n";
}

}  // namespace gpuscape
