/// A run on a page: its metrics, objectives, what jobs waited for, where GPU time went, cost.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_bill.hpp"
#include "sim/report/page/page_designs.hpp"
#include "sim/report/page/page_notes.hpp"
#include "sim/report/page/page_sections.hpp"
#include "sim/report/page/page_trust.hpp"
#include "sim/report/page/page_values.hpp"

namespace gpuscape {

namespace {

class RunBlock {
 public:
  RunBlock(const PageResult& of, const PagePlace& place)
      : of_(of), study_(of.study()), place_(place) {
    designs_.push_back(picture_design(of, variant_of(study_.scenario)));
  }

  [[nodiscard]] std::string html() const {
    std::string html = question();
    html += section("Objectives", objectives());
    html += section("Metrics", metric_table());
    html += section("What jobs waited for", waits());
    const std::string lost = lost_time_picture(designs_, place_.id + "-lost");
    html += section("GPU time lost by cause", lost.empty() ? "" : lost + lost_time_table(designs_));
    html += section("Costs by item",
                    cost_picture(designs_, place_.id + "-cost") + cost_table(designs_));
    if (of_.trust)
      html += section("How far to trust it", trust_html(designs_.front().name, *of_.trust));
    if (of_.bill) html += section("Bill of materials", bill_html(designs_.front().name, *of_.bill));
    html += section("What it assumes", assumptions());
    html += section("What is not modelled or not counted", not_counted());
    return html + section("How to reproduce it",
                          reproduction_html(of_.run->provenance, &study_.scenario.resolved));
  }

 private:
  [[nodiscard]] std::string section(std::string_view title, const std::string& content) const {
    return content.empty() ? "" : html_heading(place_.level, title) + content;
  }
  [[nodiscard]] std::string noun() const { return capacity_noun(study_.first); }

  [[nodiscard]] std::string question() const {
    const std::int64_t size =
        study_.first.counts_cores ? study_.first.cores_total : study_.first.gpus_total;
    std::string text =
        fmt::format("{}: {} on {} {}", html_name(variant_of(study_.scenario)),
                    html_text(quantity(study_.jobs, "job")), html_text(human_count(size)), noun());
    text += study_.synthetic ? ", drawn anew for " + quantity(study_.replications, "replication")
                             : std::string(", replayed from a log");
    return html_element("p", "class=\"question\"", text + ".") + "\n";
  }

  [[nodiscard]] static std::string objective_verdict(const SloVerdict& slo) {
    if (!std::isfinite(slo.value.value)) return "no value";
    const std::string_view word = slo.met ? "met" : "missed";
    return html_element("span", slo.met ? "class=\"better\"" : "class=\"worse\"", word) +
           (slo.is_certain() ? "" : ", not certain: the interval holds the limit");
  }

  [[nodiscard]] std::string objectives() const {
    HtmlTable table{.caption =
                        "Objectives: what is asked, what was found with its interval, and "
                        "how far that is from the limit",
                    .head = {"objective", "asked", "found", "verdict", "distance"}};
    for (const SloVerdict& slo : study_.slo) {
      const auto print = [&](double value) { return slo_value_text(slo, value); };
      const bool is_below = (slo.margin() > 0.0) != slo.at_least;
      table.rows.push_back({html_name(slo.name), html_text(slo_goal_text(slo)),
                            html_text(with_interval(slo.value, print)), objective_verdict(slo),
                            std::isfinite(slo.value.value)
                                ? html_text(fmt::format("{} {} it", print(std::abs(slo.margin())),
                                                        is_below ? "below" : "above"))
                                : "–"});
    }
    return html_table(table);
  }

  [[nodiscard]] std::string metric_table() const {
    HtmlTable table{.caption = "Values with their intervals, and what these are over",
                    .head = {"metric", "value", "interval"}};
    for (const Metric* metric : in_order(&Metric::compared)) {
      if (!is_printed_here(*metric)) continue;
      const std::optional<Estimate> value = page_value(of_, *metric);
      if (!value) continue;
      const auto print = [&](double one) { return metric_text(one, metric->print); };
      const bool is_least = metric->print == MetricPrint::money && !designs_[0].is_complete;
      const bool marked = metric->grows_when_overloaded && study_.overloaded();
      table.rows.push_back({html_text(page_label(&of_, *metric)),
                            html_text((is_least ? "≥ " : "") + with_interval(*value, print) +
                                      (marked ? " overloaded" : "")),
                            html_element("span", "class=\"note\"", html_text(value->method))});
    }
    return html_table(table);
  }

  /// GPUs are stranded only where jobs ask for GPUs.
  [[nodiscard]] bool is_printed_here(const Metric& metric) const {
    return metric.needs != Needs::gpus || noun() == "GPUs";
  }

  [[nodiscard]] std::string waits() const {
    const std::string shares = wait_shares_text(study_.waited_for, noun());
    return shares.empty() ? "" : html_element("p", html_text(shares)) + "\n";
  }

  [[nodiscard]] std::string assumptions() const {
    std::vector<std::string> items;
    for (const std::string& text : of_.run->assumptions) items.push_back(html_text(text));
    for (const std::string& text : of_.rows) items.push_back(html_text(text));
    return html_list(items) + guess_table({&of_});
  }

  [[nodiscard]] std::string not_counted() const {
    std::vector<std::string> items;
    const auto say = [&](const std::string& text) { items.push_back(html_text(text)); };
    if (study_.partial)
      say("The run was stopped before its end: the figures cover only what was done by then.");
    if (of_.cost) {
      for (const std::string& part : of_.cost->not_counted) say("not counted in the cost: " + part);
      for (const std::string& price : of_.cost->old_prices)
        say("the cost rests on an old price: " + price);
    }
    for (const std::string& warning : of_.warnings) say("warning: " + warning);
    if (study_.overloaded()) say("overloaded: waits grow for as long as jobs arrive");
    if (study_.nothing_started()) say("no job started");
    if (study_.never_fit > 0) say(quantity(study_.never_fit, "job") + " never fit");
    if (study_.unfinished > 0) say(quantity(study_.unfinished, "job") + " unfinished at the end");
    if (!study_.precision_reached)
      say("the precision that was aimed at was not reached: the most replications allowed ran");
    return html_list(items);
  }

  const PageResult& of_;
  const StudyResult& study_;
  const PagePlace& place_;
  std::vector<PictureDesign> designs_;
};

}  // namespace

std::string run_block(const PageResult& of, const PagePlace& place) {
  return RunBlock(of, place).html();
}

}  // namespace gpuscape
