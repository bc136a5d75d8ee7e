/// A comparison on a page: question, verdict, table, pictures, what it rests on.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/report/compare/compare_cells.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_axis.hpp"
#include "sim/report/page/page_bill.hpp"
#include "sim/report/page/page_designs.hpp"
#include "sim/report/page/page_groups.hpp"
#include "sim/report/page/page_notes.hpp"
#include "sim/report/page/page_sections.hpp"
#include "sim/report/page/page_table.hpp"
#include "sim/report/page/page_trust.hpp"
#include "sim/report/page/page_values.hpp"
#include "sim/report/page/page_verdict.hpp"

namespace gpuscape {

namespace {

class ComparisonBlock {
 public:
  ComparisonBlock(const PageComparison& of, const PagePlace& place)
      : of_(of), place_(place), designs_(picture_designs(of)) {}

  [[nodiscard]] std::string html() const {
    std::string html = question();
    html += section("Verdict", verdict_html(of_));
    html += section("The designs", designs());
    html += pictures();
    html += section("Who gains and who loses", groups_html(of_));
    html += section("Own or rent", own_or_rent());
    html += section("How far to trust it", trust_html(trusts()));
    html += section("What it assumes", assumptions());
    html += section("What is not modelled or not counted", not_counted());
    html += section("Costs by item", cost_table(designs_));
    html += section("Bill of materials", bill_html(bills()));
    return html +
           section("How to reproduce it", reproduction_html(of_.provenance, resolved_baseline()));
  }

 private:
  [[nodiscard]] std::string section(std::string_view title, const std::string& content) const {
    return content.empty() ? "" : html_heading(place_.level, title) + content;
  }
  [[nodiscard]] std::string id(std::string_view part) const {
    return fmt::format("{}-{}", place_.id, part);
  }

  /// With a slider where they differ in one number.
  [[nodiscard]] std::string designs() const {
    const std::string slider = axis_html(of_, id("axis"));
    const std::string table = design_table(of_);
    return slider.empty() ? table : html_element("div", "\n" + slider + table) + "\n";
  }

  /// Where the two break even, of designs of which one owns what the other rents.
  [[nodiscard]] std::string own_or_rent() const {
    std::vector<std::string> items;
    for (const PageDesign& design : of_.designs)
      if (!design.own_or_rent.empty())
        items.push_back(fmt::format("{} beside {}: {}", html_name(design.name),
                                    html_name(of_.designs.front().name),
                                    html_text(design.own_or_rent)));
    return html_list(items);
  }

  [[nodiscard]] const JsonValue* resolved_baseline() const {
    const PageDesign& baseline = of_.designs.front();
    return baseline.result ? &baseline.result->study().scenario.resolved : nullptr;
  }

  [[nodiscard]] std::string question() const {
    constexpr std::size_t kMostNamed = 8;
    std::vector<std::string> names;
    for (std::size_t i = 1; i < of_.designs.size() && names.size() < kMostNamed; ++i)
      names.push_back(html_name(of_.designs[i].name));
    if (of_.designs.size() > kMostNamed + 1)
      names.push_back(fmt::format("{} more", of_.designs.size() - 1 - kMostNamed));
    const PageDesign& baseline = of_.designs.front();
    std::string text =
        fmt::format("{} against {}", fmt::join(names, ", "), html_name(baseline.name));
    if (names.empty()) text = "One design: " + html_name(baseline.name);
    if (baseline.result)
      text += html_text(fmt::format(
          "; {}, {}", quantity(baseline.result->study().jobs, "job"),
          baseline.result->study().synthetic
              ? "drawn anew for " + quantity(baseline.result->study().replications, "replication")
              : std::string("replayed from a log")));
    return html_element("p", "class=\"question\"", text + ".") + "\n";
  }

  [[nodiscard]] std::vector<DesignTrust> trusts() const {
    std::vector<DesignTrust> all;
    for (const PageDesign& design : of_.designs)
      if (design.result && design.result->trust)
        all.push_back({design.name, &*design.result->trust});
    return all;
  }

  [[nodiscard]] std::vector<DesignBill> bills() const {
    std::vector<DesignBill> all;
    for (const PageDesign& design : of_.designs)
      if (design.result && design.result->bill) all.push_back({design.name, &*design.result->bill});
    return all;
  }

  [[nodiscard]] std::string pictures() const {
    std::string html;
    const auto add = [&](const char* title, const std::string& picture) {
      if (!picture.empty()) html += html_heading(place_.level + 1, title) + picture;
    };
    add("p95 queue wait by design", wait_picture(designs_, id("wait")));
    const std::string lost = lost_time_picture(designs_, id("lost"));
    add("GPU time lost by cause", lost.empty() ? "" : lost + lost_time_table(designs_));
    add("Cost by item", cost_picture(designs_, id("cost")));
    add("Cost against p95 queue wait", cost_and_wait_picture(designs_, id("pareto")));
    return section("Pictures", html);
  }

  /// Over what every difference has its interval.
  [[nodiscard]] std::string interval_words() const {
    std::vector<std::string> methods;
    bool by_ratio = false;
    for (const PageDesign& design : of_.designs) {
      if (!design.beside) continue;
      for (const MetricDifference& one : design.beside->metrics) {
        by_ratio = by_ratio || one.ratio;
        const std::string& method = one.difference.method;
        if (!one.metric->of_same_jobs && !method.starts_with("not compared") &&
            std::ranges::find(methods, method) == methods.end())
          methods.push_back(method);
      }
    }
    return methods.empty()
               ? ""
               : fmt::format("{:g} % intervals of differences: {}{}", 100.0 * of_.confidence,
                             fmt::join(methods, ", "), by_ratio ? kJudgedByRatio : "");
  }

  [[nodiscard]] std::string assumptions() const {
    SharedTexts texts;
    std::vector<const PageResult*> results;
    for (const PageDesign& design : of_.designs) {
      if (!design.result) continue;
      results.push_back(&*design.result);
      for (const std::string& text : design.result->run->assumptions) texts.add(text, design.name);
      for (const std::string& text : design.result->rows) texts.add(text, design.name);
    }
    std::vector<std::string> items = texts.html(results.size());
    if (const std::string intervals = interval_words(); !intervals.empty())
      items.push_back(html_text(intervals));
    for (const PageDesign& design : of_.designs)
      if (design.beside && !design.beside->paired)
        items.push_back(fmt::format("{} is not paired with the baseline: {}",
                                    html_name(design.name), html_text(design.beside->pairing)));
    return html_list(items) + scenario_differences(of_) + guess_table(results);
  }

  void add_doubts(const PageDesign& design, SharedTexts& texts) const {
    const auto say = [&](const std::string& text) { texts.add(text, design.name); };
    for (const std::string& part : design.not_counted) say("not counted in its cost: " + part);
    if (design.result && design.result->cost)
      for (const std::string& price : design.result->cost->old_prices)
        say("its cost rests on an old price: " + price);
    if (design.result)
      for (const std::string& warning : design.result->warnings) say("warning: " + warning);
    if (!design.finished) say("stopped before there was an answer");
    if (!design.fault.empty()) say("its result.json is not shown: " + design.fault);
    if (design.overloaded) say("overloaded: waits grow for as long as jobs arrive");
    if (design.nothing_started) say("no job started");
    if (design.never_fit > 0) say(quantity(design.never_fit, "job") + " never fit");
    if (design.unfinished > 0) say(quantity(design.unfinished, "job") + " unfinished at the end");
    if (design.finished && !design.precision_reached)
      say("the precision that was aimed at was not reached: the most replications allowed ran");
  }

  [[nodiscard]] std::string not_counted() const {
    std::vector<std::string> items;
    if (of_.is_partial)
      items.emplace_back(
          "The comparison was stopped before its end: the figures cover only what "
          "was done by then.");
    for (const std::string& name : of_.left_out)
      items.push_back(html_name(name) + " is left out: its scenario has faults.");
    for (const std::string& mixed : of_.not_one_basis)
      items.push_back("Not one basis: " + html_text(mixed));
    SharedTexts texts;
    for (const PageDesign& design : of_.designs) add_doubts(design, texts);
    std::ranges::move(texts.html(of_.designs.size()), std::back_inserter(items));
    if (!designs_.empty() && has_cost(of_) && !costs_are_comparable(designs_))
      items.emplace_back(
          "Costs are in several currencies or over several horizons, and are not "
          "drawn beside each other.");
    return html_list(items);
  }

  const PageComparison& of_;
  const PagePlace& place_;
  std::vector<PictureDesign> designs_;
};

}  // namespace

std::string comparison_block(const PageComparison& of, const PagePlace& place) {
  return ComparisonBlock(of, place).html();
}

}  // namespace gpuscape
