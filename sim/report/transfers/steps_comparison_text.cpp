#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/verdict_words.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/transfers/steps_comparison.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostBlockRows = 25;
constexpr std::size_t kMostNamedDesigns = 4;

std::string ratio_text(double ratio) { return fmt::format("{:.3g}", ratio); }

/// What binds most of the rows, the most frequent first: "calls 4 · compute 1".
std::string bounds_of(const StepsOfDesign& design) {
  std::map<std::string, int> counts;
  for (const StepBlock& block : design.blocks)
    if (!block.bound_by.empty()) ++counts[block.bound_by];
  std::vector<std::pair<std::string, int>> by(counts.begin(), counts.end());
  std::ranges::stable_sort(by, std::greater<>(), &std::pair<std::string, int>::second);
  if (by.empty()) return "";
  if (by.size() == 1) return by.front().first;
  std::string text =
      fmt::format("{} ({} of {})", by.front().first, by.front().second, design.blocks.size());
  return text + fmt::format(", {} more", by.size() - 1);
}

std::string verdict_text_of(StepsVerdict verdict) {
  return verdict == StepsVerdict::not_compared ? "not compared"
                                               : std::string(steps_verdict_name(verdict));
}

/// So few rows are columns of the designs' own table.
constexpr std::size_t kMostColumns = 3;

std::string time_cell(std::optional<Seconds> time) {
  return time ? short_time_text(*time) : std::string("not ended");
}

/// The time of each row of the baseline on a design; a dash where it has no such row.
std::vector<std::string> time_cells(const StepsComparison& of, std::size_t design) {
  std::vector<std::string> cells(of.designs.front().blocks.size(), "–");
  if (design == 0)
    for (std::size_t i = 0; i < cells.size(); ++i)
      cells[i] = time_cell(of.designs.front().blocks[i].time);
  else
    for (const BlockPair& pair : of.differences[design - 1].pairs)
      cells[pair.baseline] = time_cell(of.designs[design].blocks[pair.variant].time);
  return cells;
}

/// The mean ratio, and the least and the most where rows are no columns.
std::vector<std::string> ratio_cells(const StepsDifference& difference, bool by_row) {
  if (difference.pairs.empty())
    return by_row ? std::vector<std::string>{"–"} : std::vector<std::string>{"–", "–", "–"};
  std::vector<std::string> cells = {ratio_text(difference.mean_ratio)};
  if (by_row) return cells;
  cells.push_back(ratio_text(difference.pairs[difference.least].ratio));
  cells.push_back(ratio_text(difference.pairs[difference.most].ratio));
  return cells;
}

std::string designs_table(const StepsComparison& of) {
  const std::vector<StepBlock>& base = of.designs.front().blocks;
  const bool by_row = base.size() <= kMostColumns;
  std::vector<std::vector<std::string>> rows = {{"design"}};
  const auto add = [&](std::vector<std::string> cells) {
    rows.back().insert(rows.back().end(), cells.begin(), cells.end());
  };
  if (by_row)
    for (const StepBlock& block : base)
      rows.back().push_back(base.size() == 1 ? "time" : excerpt(block.name));
  add(by_row ? std::vector<std::string>{"times baseline"}
             : std::vector<std::string>{"times baseline", "least", "most"});
  add({"verdict", "bound by"});
  for (std::size_t design = 0; design < of.designs.size(); ++design) {
    rows.push_back({excerpt(of.designs[design].name)});
    if (by_row) add(time_cells(of, design));
    if (design == 0)
      add(by_row ? std::vector<std::string>{"1"} : std::vector<std::string>{"1", "", ""});
    else
      add(ratio_cells(of.differences[design - 1], by_row));
    rows.back().push_back(design == 0 ? "baseline"
                                      : verdict_text_of(of.differences[design - 1].verdict));
    rows.back().push_back(bounds_of(of.designs[design]));
  }
  return text_table(rows);
}

/// A column of the table of rows: the time on one design.
std::vector<std::string> column_of(const StepsComparison& of, const StepsDifference& difference,
                                   std::size_t shown) {
  std::vector<std::string> cells(shown + 1, "–");
  cells.front() = excerpt(of.designs[difference.design].name);
  const std::vector<StepBlock>& blocks = of.designs[difference.design].blocks;
  for (const BlockPair& pair : difference.pairs) {
    if (pair.baseline >= shown) continue;
    const StepBlock& block = blocks[pair.variant];
    cells[pair.baseline + 1] = fmt::format(
        "{}  {} ×", short_time_text(block.time.value_or(Seconds(0.0))), ratio_text(pair.ratio));
  }
  return cells;
}

std::size_t width_of(const std::vector<std::string>& cells) {
  std::size_t most = 0;
  for (const std::string& cell : cells) most = std::max(most, display_width(cell));
  return most;
}

/// Each row on each design, as far as the width goes; empty where the first table says it all.
std::string rows_table(const StepsComparison& of, std::size_t width) {
  constexpr std::size_t kGap = 3;  // of text_table
  const std::vector<StepBlock>& base = of.designs.front().blocks;
  if (base.size() <= kMostColumns) return "";
  const std::size_t shown = std::min(base.size(), kMostBlockRows);
  std::vector<std::vector<std::string>> rows(shown + 1);
  rows.front() = {"row", excerpt(of.designs.front().name)};
  std::size_t used = 0;
  for (std::size_t i = 0; i < shown; ++i)
    rows[i + 1] = {excerpt(base[i].name), time_cell(base[i].time)};
  for (std::size_t column = 0; column < 2; ++column) {
    std::vector<std::string> cells;
    cells.reserve(rows.size());
    for (const auto& row : rows) cells.push_back(row[column]);
    used += width_of(cells) + (column == 0 ? 0 : kGap);
  }
  std::vector<std::string> left_out;
  for (std::size_t i = 0; i < of.differences.size(); ++i) {
    const std::vector<std::string> cells = column_of(of, of.differences[i], shown);
    used += kGap + width_of(cells);
    if (width > 0 && used > width && i > 0) {
      for (std::size_t j = i; j < of.differences.size(); ++j)
        left_out.push_back(excerpt(of.designs[of.differences[j].design].name));
      break;
    }
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(cells[row]);
  }
  std::string text = "\n" + text_table(rows);
  if (shown < base.size())
    text += plain_line(fmt::format("… and {} rows more in compare.csv", base.size() - shown));
  if (!left_out.empty()) {
    const std::size_t named = std::min(left_out.size(), kMostNamedDesigns);
    const std::string names = fmt::format(
        "{}",
        fmt::join(left_out.begin(), left_out.begin() + static_cast<std::ptrdiff_t>(named), ", "));
    text += line("not shown", fmt::format("{}{}: wider than the terminal; in compare.csv", names,
                                          named < left_out.size()
                                              ? fmt::format(" and {} more", left_out.size() - named)
                                              : ""));
  }
  return text + "\n";
}

/// "+5.2 ms" of the steps that both have, summed over rows.
std::string signed_time(Seconds time) {
  return (time < Seconds(0.0) ? "−" : "+") + short_time_text(Seconds(std::abs(time.value())));
}

std::string causes_lines(const StepsComparison& of) {
  constexpr double kShown = 1e-9;
  std::string text;
  for (const StepsDifference& difference : of.differences) {
    std::vector<std::string> parts;
    const auto add = [&](Seconds by, std::string_view what) {
      if (std::abs(by.value()) > kShown)
        parts.push_back(fmt::format("{} {}", signed_time(by), what));
    };
    add(difference.causes.compute, "computing");
    add(difference.causes.calls, "remote calls");
    add(difference.causes.rest, "exchange and copies that computing does not hide");
    if (parts.empty() || difference.verdict == StepsVerdict::negligible) continue;
    text += line(text.empty() ? "by cause" : "",
                 fmt::format("{}: {}", excerpt(of.designs[difference.design].name),
                             fmt::join(parts, " and ")));
  }
  return text.empty() ? "" : text + line("", "of one step of each row, summed");
}

/// Rows that only one of two designs has.
std::string unmatched_lines(const StepsComparison& of) {
  std::string text;
  for (const StepsDifference& difference : of.differences) {
    if (difference.not_compared.empty()) continue;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(difference.not_compared.size(), kMostNamedDesigns); ++i)
      names.push_back(excerpt(difference.not_compared[i]));
    if (names.size() < difference.not_compared.size())
      names.push_back(fmt::format("{} more", difference.not_compared.size() - names.size()));
    text += line(
        text.empty() ? "not compared" : "",
        fmt::format("{}: {}: not in both, or not ended",
                    excerpt(of.designs[difference.design].name), fmt::join(names, kSeparator)));
  }
  return text;
}

/// What rates rest on that nobody measured, of all designs together.
std::string basis_line(const StepsComparison& of) {
  std::vector<std::string> not_measured;
  for (const StepsOfDesign& design : of.designs)
    for (const StepBlock& block : design.blocks) {
      if (block.basis.empty() || block.basis.starts_with("measured")) continue;
      const std::string text = excerpt(block.basis, 120);
      if (std::ranges::find(not_measured, text) == not_measured.end()) not_measured.push_back(text);
    }
  if (not_measured.empty()) return "";
  if (not_measured.size() > kMostNamedDesigns) {
    const std::size_t more = not_measured.size() - kMostNamedDesigns;
    not_measured.resize(kMostNamedDesigns);
    not_measured.push_back(fmt::format("{} more", more));
  }
  return line("not measured", fmt::format("{}", fmt::join(not_measured, kSeparator)));
}

bool is_same(const CatalogGuess& a, const CatalogGuess& b) {
  return a.section == b.section && a.entry == b.entry && a.field == b.field;
}

/// The guesses of all designs, each once, in the order of the first that has it.
std::vector<CatalogGuess> guesses_of(const StepsComparison& of) {
  std::vector<CatalogGuess> all;
  for (const StepsOfDesign& design : of.designs)
    for (const CatalogGuess& guess : design.result.guesses)
      if (std::ranges::none_of(all,
                               [&](const CatalogGuess& other) { return is_same(guess, other); }))
        all.push_back(guess);
  return all;
}

/// Guesses of each entry of software that sends calls to remote GPUs, apart.
std::vector<std::vector<CatalogGuess>> by_software(const std::vector<CatalogGuess>& guesses) {
  std::vector<std::vector<CatalogGuess>> all;
  for (const CatalogGuess& guess : guesses) {
    if (guess.section != "remoting") continue;
    const auto same = std::ranges::find_if(
        all, [&](const auto& software) { return software.front().entry == guess.entry; });
    if (same == all.end())
      all.push_back({guess});
    else
      same->push_back(guess);
  }
  return all;
}

}  // namespace

std::string steps_comparison_text(const StepsComparison& of, const std::string& title,
                                  std::size_t width) {
  std::string text = plain_line(fmt::format(
      "{}{}{}{}{}, network {}", excerpt(title, 200), kSeparator,
      quantity(std::ssize(of.designs), "design"), kSeparator,
      quantity(std::ssize(of.designs.front().blocks), "row"), of.designs.front().result.network));
  if (of.partial)
    text += "PARTIAL: stopped before the end; the figures cover only what was done by then\n";
  text += designs_table(of) + rows_table(of, width) + causes_lines(of) + unmatched_lines(of);
  text += basis_line(of);
  const std::vector<CatalogGuess> guesses = guesses_of(of);
  text += guess_line(guesses);
  for (const std::vector<CatalogGuess>& software : by_software(guesses))
    text += remote_guess_line(software);
  std::vector<std::string> left_out;
  left_out.reserve(of.left_out.size());
  for (const std::string& name : of.left_out) left_out.push_back(excerpt(name));
  if (!left_out.empty()) text += line("left out", left_out_words(left_out));
  text +=
      line("negligible", fmt::format("less than {:g} % of the longer time; times are of one run "
                                     "each, in which nothing is drawn",
                                     100.0 * of.negligible));
  return text + line("verdict", steps_verdict_text(of));
}

}  // namespace gpuscape
