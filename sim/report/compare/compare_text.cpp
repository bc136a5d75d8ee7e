#include "sim/report/compare/compare_text.hpp"
#include "sim/report/format/titles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/report/bill/bill_text.hpp"
#include "sim/report/compare/board_table.hpp"
#include "sim/report/compare/cause_lines.hpp"
#include "sim/report/compare/compare_cells.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/compare/cost_comparison.hpp"
#include "sim/report/compare/differing_defaults.hpp"
#include "sim/report/compare/group_table.hpp"
#include "sim/report/compare/guess_trial_text.hpp"
#include "sim/report/compare/unmapped_text.hpp"
#include "sim/report/compare/varied_comparison.hpp"
#include "sim/report/compare/verdict_lines.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/run/nothing_started.hpp"

namespace gpuscape {

namespace {

std::string coloured(std::string text) {
  const auto paint = [&text](std::string_view word, std::string_view colour) {
    for (const std::string_view end : {" (", "\n", "   "}) {
      const std::string plain = fmt::format("  {}{}", word, end);
      const std::string painted = fmt::format("  \x1b[{}m{}\x1b[0m{}", colour, word, end);
      for (std::size_t at = text.find(plain); at != std::string::npos;
           at = text.find(plain, at + painted.size()))
        text.replace(at, plain.size(), painted);
    }
  };
  paint("better", "32");
  paint("worse", "1;31");
  return text;
}

/// Whose jobs end later, or sooner, for each variant.
std::vector<std::string> later_rows(const CompareResult& result,
                                    std::vector<std::string> (*parts_of)(const LaterJobs&)) {
  std::vector<std::string> rows;
  for (const Comparison& comparison : result.comparisons) {
    std::string who = column_name(result, comparison.variant) + ": ";
    for (const LaterJobs& later : comparison.later) {
      if (later.groups.empty()) continue;
      for (const std::string& part : parts_of(later)) {
        rows.push_back(who + part);
        who.assign(display_width(who), ' ');
      }
    }
  }
  return rows;
}

std::string later_lines(const CompareResult& result) {
  std::string losers;
  for (const std::string& row : later_rows(result, losing_parts))
    losers += line(losers.empty() ? "who loses" : "", row);
  std::string gainers;
  for (const std::string& row : later_rows(result, gaining_parts))
    gainers += line(gainers.empty() ? "who gains" : "", row);
  return losers + gainers;
}

/// The bill, whole or in a line.
std::string bill_lines(const CompareResult& result, bool whole) {
  std::vector<DesignBill> designs;
  for (std::size_t i = 0; i < result.variants.size(); ++i)
    if (const Bill* const bill = result.variants[i].outcome.result.bill.get())
      designs.push_back({column_name(result, i), bill});
  return whole ? bill_text(designs) : bill_line(designs);
}

std::string interval_lines(const CompareResult& result) {
  std::vector<std::string> methods;
  bool by_ratio = false;
  for (const Comparison& comparison : result.comparisons) {
    for (const MetricDifference& metric : comparison.metrics) {
      const std::string& method = metric.difference.method;
      by_ratio = by_ratio || metric.ratio;
      if (!metric.metric->of_same_jobs && !method.starts_with("not compared") &&
          std::ranges::find(methods, method) == methods.end())
        methods.push_back(method);
    }
  }
  if (methods.empty()) return "";
  const StudyResult& baseline = result.variants.front().outcome.result;
  return line("intervals",
              fmt::format("{} % of each difference: {}{}", 100.0 * baseline.scenario.run.confidence,
                          fmt::join(methods, ", "), by_ratio ? kJudgedByRatio : ""));
}

/// How many runs each design is the mean of, once for all designs that share it.
std::string sampling_lines(const CompareResult& result) {
  std::vector<std::pair<std::string, std::vector<std::string>>> shared;
  bool any_later = false;
  for (const Comparison& comparison : result.comparisons)
    any_later = any_later || !comparison.later.empty();
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const StudyResult& study = result.variants[i].outcome.result;
    if (!study.synthetic && !(study.warm_up > Seconds(0.0))) continue;
    const std::string runs =
        study.synthetic ? quantity(study.replications, "replication") + "; " : "";
    const std::string text = fmt::format("{}warm-up {} removed ({})", runs,
                                         human_text(study.warm_up), study.warm_up_method);
    auto at = std::ranges::find(shared, text, &decltype(shared)::value_type::first);
    if (at == shared.end()) at = shared.insert(at, {text, {}});
    at->second.push_back(column_name(result, i));
  }
  const StudyResult& baseline = result.variants.front().outcome.result;
  const std::string_view first = "who loses: of replication 1";
  const bool is_said = any_later && baseline.synthetic && baseline.replications > 1;
  std::string lines;
  for (const auto& [text, names] : shared) {
    const bool all = names.size() == result.variants.size();
    lines += line(lines.empty() ? "sampling" : "",
                  all ? text + (is_said ? fmt::format("; {}", first) : "")
                      : fmt::format("{}: {}", fmt::join(names, ", "), text));
  }
  return is_said && shared.size() > 1 ? lines + line("", first) : lines;
}

/// A load of a cluster without GPUs is none.
std::string load_text(double load) {
  return std::isfinite(load) ? fmt::format("{:.2f}", load) : std::string("none");
}

/// The variants that were offered another load than they ask for.
std::string offered_loads(const CompareResult& result) {
  constexpr std::size_t kMostNamed = 8;
  std::vector<std::string> loads;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const StudyResult& study = result.variants[i].outcome.result;
    if (const std::string asked = asked_load_text(study);
        result.variants[i].finished && !asked.empty())
      loads.push_back(fmt::format("{} {}{}", column_name(result, i),
                                  load_text(study.estimates["offered_load"].value), asked));
  }
  if (loads.empty()) return "";
  const std::size_t more = loads.size() - std::min(loads.size(), kMostNamed);
  loads.resize(loads.size() - more);
  if (more > 0) loads.push_back(fmt::format("{} more in compare.json", more));
  return line("offered load", fmt::format("{}", fmt::join(loads, kSeparator)));
}

std::string warnings(const CompareResult& result) {
  std::string text = offered_loads(result);
  std::vector<std::string> imprecise;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const VariantResult& variant = result.variants[i];
    if (!variant.finished) text += line("not finished", column_name(result, i));
    for (const ReadReport& read : variant.outcome.result.first.reads)
      for (const std::string& warning : read.warnings)
        text += line("warning", fmt::format("{}: {}: {}", column_name(result, i),
                                            excerpt(read.file, 200), warning));
    if (variant.finished && variant.outcome.result.overloaded())
      text +=
          line("overloaded", column_name(result, i) + ": waits grow for as long as jobs arrive");
    if (variant.finished && variant.outcome.result.nothing_started())
      text += line("no job started",
                   column_name(result, i) + ": " + nothing_started_text(variant.outcome.result));
    else if (variant.outcome.result.never_fit > 0)
      text += line("never fit", fmt::format("{}: {}", column_name(result, i),
                                            quantity(variant.outcome.result.never_fit, "job")));
    if (!variant.outcome.result.precision_reached) imprecise.push_back(column_name(result, i));
  }
  if (!imprecise.empty())
    text +=
        line("imprecise", fmt::format("{}: half-widths of 5 % of means and 10 % of p95 not reached",
                                      fmt::join(imprecise, ", ")));
  for (const Comparison& comparison : result.comparisons) {
    if (comparison.paired) continue;
    text += line("not paired", fmt::format("{}: {}", column_name(result, comparison.variant),
                                           comparison.pairing));
  }
  return text;
}

/// Of designs that are compared, some rates are measured and some are not.
std::string bases_lines(const CompareResult& result) {
  std::string text;
  for (const std::string& mixed : result.mixed_bases)
    text += line(text.empty() ? "not one basis" : "", mixed);
  return text;
}

/// How paths are chosen, once for all variants that share it, and what other draws of them give.
std::string compared_routing(const CompareResult& result) {
  std::vector<std::pair<std::string, std::vector<std::string>>> shared;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const StudyResult& study = result.variants[i].outcome.result;
    if (!study.first.traffic) continue;
    const std::string text = traffic_routing_text(study);
    auto at = std::ranges::find(shared, text, &decltype(shared)::value_type::first);
    if (at == shared.end()) at = shared.insert(at, {text, {}});
    at->second.push_back(column_name(result, i));
    if (const std::string spread = path_spread_text(study); !spread.empty())
      shared.push_back({column_name(result, i) + ": " + spread, {}});
  }
  std::string lines;
  for (const auto& [text, names] : shared) {
    const bool all = names.empty() || names.size() == result.variants.size();
    lines += line(lines.empty() ? "routing" : "",
                  all ? text : fmt::format("{}: {}", fmt::join(names, ", "), text));
  }
  return lines;
}

/// What is said of every design beside the baseline, where it does not fill screens.
std::string each_pair(const CompareResult& result, bool detail) {
  constexpr std::size_t kMostPairs = 6;
  if (detail || result.comparisons.size() <= kMostPairs)
    return cost_lines(result) + varied_lines(result) + later_lines(result);
  const bool any_cost = std::ranges::any_of(result.comparisons, [](const Comparison& comparison) {
    return comparison.cost_verdict.has_value();
  });
  return varied_lines(result) +
         line("each design",
              fmt::format("{}who loses and gains: with --detail, or of some designs with "
                          "--variant NAME",
                          any_cost ? "what turns its cost round, " : ""));
}

}  // namespace

std::vector<std::string> losing_parts(const LaterJobs& later) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(later.losing, kMostNamed); ++i) {
    const GroupChange& group = later.groups[i];
    parts.push_back(fmt::format("{} {}: {:.0f} % of its jobs > 10 % later", later.kind,
                                excerpt(group.name, kMostColumnName), 100.0 * group.later_share()));
    if (group.sooner > 0)
      parts.back() += fmt::format(", {:.0f} % sooner", 100.0 * static_cast<double>(group.sooner) /
                                                           static_cast<double>(group.jobs));
  }
  if (later.losing > kMostNamed) {
    const std::size_t others = later.losing - kMostNamed;
    parts.push_back(fmt::format("and {} more {}{}", others, later.kind, others == 1 ? "" : "s"));
  }
  if (parts.empty()) parts.push_back(fmt::format("no {} as a whole", later.kind));
  return parts;
}

std::vector<std::string> gaining_parts(const LaterJobs& later) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(later.gaining.size(), kMostNamed); ++i) {
    const GroupChange& group = later.groups[later.gaining[i]];
    parts.push_back(fmt::format("{} {}: {:.0f} % of its jobs > 10 % sooner", later.kind,
                                excerpt(group.name, kMostColumnName),
                                100.0 * group.sooner_share()));
    if (group.later > 0)
      parts.back() += fmt::format(", {:.0f} % later", 100.0 * group.later_share());
  }
  if (later.gaining.size() > kMostNamed) {
    const std::size_t others = later.gaining.size() - kMostNamed;
    parts.push_back(fmt::format("and {} more {}{}", others, later.kind, others == 1 ? "" : "s"));
  }
  return parts;
}

std::string compare_text(const CompareResult& result, const CompareTextOptions& options) {
  const StudyResult& baseline = result.variants.front().outcome.result;
  std::string text =
      plain_line(fmt::format("{}{}{} against {}{}{}", excerpt(title_of(baseline.scenario), 200),
                             kSeparator, quantity(std::ssize(result.variants) - 1, "variant"),
                             column_name(result, 0), kSeparator, quantity(baseline.jobs, "job")));
  if (result.partial)
    text += "PARTIAL: stopped before the end; the figures cover only what was done by then\n";
  std::string tables = board_table(
      result, {.columns = options.columns, .sort = options.sort, .width = options.text.width});
  if (options.detail) tables += '\n' + compare_tables(result, options.text.width) + '\n';
  const std::string groups = options.by.empty() ? "" : group_tables(result, options.by);
  const std::string rest = bill_lines(result, options.bill) + each_pair(result, options.detail) +
                           groups + cause_lines(result) + compared_routing(result) +
                           default_lines(result) + warnings(result) + bases_lines(result) +
                           interval_lines(result) + threshold_line(result) +
                           sampling_lines(result) + verdict_lines(result) + unmapped_lines(result) +
                           guess_trial_lines(result);
  if (!options.text.colour) return text + tables + rest;
  return terminal_text(text) + coloured(terminal_text(tables)) + terminal_text(rest);
}

}  // namespace gpuscape
