#include "sim/report/page/page_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "sim/base/units/money.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/page/html_text.hpp"
#include "sim/report/page/page_notes.hpp"
#include "sim/report/page/page_values.hpp"
#include "sim/study/compare/board_verdict.hpp"

namespace gpuscape {

namespace {

class VerdictSentences {
 public:
  explicit VerdictSentences(const PageComparison& of) : of_(of), verdict_(*of.verdict) {}

  [[nodiscard]] std::string html() const {
    std::string html = html_element("div", "class=\"answer\"", html_element("p", answer())) + "\n";
    if (const std::vector<std::string> all = grounds(); !all.empty())
      html += html_element("p", "It rests on:") + "\n" + html_list(all);
    if (const std::vector<std::string> all = others(); !all.empty())
      html += html_element("p", "The other designs:") + "\n" + html_list(all);
    return html;
  }

 private:
  [[nodiscard]] static std::string named(const std::string& name) {
    return html_element("strong", html_name(name));
  }

  [[nodiscard]] const PageDesign* design(const std::string& name) const {
    const auto found = std::ranges::find(of_.designs, name, &PageDesign::name);
    return found == of_.designs.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string labels(const std::vector<const Metric*>& of) const {
    std::vector<std::string> words;
    words.reserve(of.size());
    for (const Metric* metric : of) words.push_back(html_text(page_label(of_, *metric)));
    return fmt::format("{}", fmt::join(words, ", "));
  }

  [[nodiscard]] std::string baseline() const { return html_name(of_.designs.front().name); }

  /// "better than base in mean wait; worse in nothing".
  [[nodiscard]] std::string tally_text(const DesignTally& tally) const {
    if (tally.better.empty() && tally.worse.empty())
      return fmt::format("no difference from {} that matters is shown", baseline());
    if (tally.better.empty())
      return fmt::format("worse than {} in {}; better in nothing", baseline(), labels(tally.worse));
    return fmt::format("better than {} in {}; worse in {}", baseline(), labels(tally.better),
                       tally.worse.empty() ? "nothing" : labels(tally.worse));
  }

  [[nodiscard]] static std::string money(double amount, const PageCost& cost) {
    return html_text(
        human_text(Price{amount, Currency::named(cost.currency).value_or(Currency())}));
  }

  /// ": 2.3 MUSD, 686 kUSD less than aws (2.98 MUSD), the next one".
  [[nodiscard]] std::string less_than_next() const {
    const PageDesign* const winner = design(verdict_.winner);
    const PageDesign* const next = design(verdict_.runner_up);
    if (winner == nullptr || next == nullptr || !winner->result || !next->result) return "";
    const std::optional<PageCost>& least = winner->result->cost;
    const std::optional<PageCost>& more = next->result->cost;
    if (!least || !more || least->currency != more->currency) return "";
    return fmt::format(": {}, {} less than {} ({}), the next one", money(least->total, *least),
                       money(more->total - least->total, *least), html_name(next->name),
                       money(more->total, *more));
  }

  [[nodiscard]] std::string by_cost() const {
    if (verdict_.winner.empty())
      return "The two designs that cost least cost the same: there is no single cheapest design.";
    std::string text = named(verdict_.winner) + " costs least";
    const PageDesign* const winner = design(verdict_.winner);
    const bool by_rate =
        verdict_.rate == "cost_per_job" || verdict_.rate == "cost_per_useful_gpu_hour";
    if (by_rate && winner != nullptr && winner->result && winner->result->cost) {
      const PageCost& cost = *winner->result->cost;
      text += fmt::format(" {}: {} against {} of {}, the next one",
                          verdict_.rate == "cost_per_job" ? "per job" : "per useful GPU-hour",
                          money(verdict_.rate_winner, cost), money(verdict_.rate_next, cost),
                          html_name(verdict_.runner_up));
    } else {
      text += less_than_next();
    }
    text += '.';
    if (!verdict_.certain)
      text += fmt::format(" This is not certain: within the ranges of the inputs {} may cost less.",
                          html_name(verdict_.runner_up));
    return text;
  }

  [[nodiscard]] std::string answer() const {
    if (verdict_.by == "doing_the_work")
      return named(verdict_.winner) + " is the only design that does what is asked.";
    if (verdict_.by == "cost") return by_cost();
    if (verdict_.by != "metrics" || verdict_.winner.empty())
      return fmt::format("There is no verdict: {}.", html_text(verdict_.why_none));
    const PageDesign* const winner = design(verdict_.winner);
    if (winner == nullptr || !winner->beside)
      return named(verdict_.winner) + ": no other design is better in anything.";
    return fmt::format("{} is {}.", named(verdict_.winner), tally_text(tally_of(*winner->beside)));
  }

  [[nodiscard]] std::vector<std::string> grounds() const {
    std::vector<std::string> all;
    if (!has_cost(of_))
      all.emplace_back("what jobs get alone: no design has a cost section");
    else if (verdict_.by == "cost")
      all.emplace_back("cost alone, among the designs that do what is asked");
    if (!has_objective(of_))
      all.emplace_back("no objective (slo): every wait is as good as another");
    if (const PageDesign* const winner = design(verdict_.winner); winner != nullptr) {
      if (winner->result)
        for (const SloVerdict& slo : winner->result->study().slo)
          if (!slo.is_certain())
            all.push_back(
                fmt::format("that {} meets {} is not certain: the interval holds the limit",
                            html_name(winner->name), html_name(slo.name)));
      if (!winner->not_counted.empty())
        all.push_back(
            fmt::format("not everything is counted in the cost of {}", html_name(winner->name)));
    }
    if (!of_.left_out.empty()) all.push_back(left_out());
    return all;
  }

  [[nodiscard]] std::string left_out() const {
    std::vector<std::string> names;
    names.reserve(of_.left_out.size());
    for (const std::string& one : of_.left_out) names.push_back(html_name(one));
    const bool is_one = names.size() == 1;
    return fmt::format("{} left out because of {} faults: {}",
                       is_one ? "1 design is" : fmt::format("{} designs are", names.size()),
                       is_one ? "its" : "their", fmt::join(names, ", "));
  }

  [[nodiscard]] bool is_short(const std::string& name) const {
    return std::ranges::any_of(verdict_.short_of_work,
                               [&](const auto& one) { return one.first == name; });
  }

  [[nodiscard]] std::vector<std::string> others() const {
    constexpr std::size_t kMostTold = 8;
    SharedTexts shortfalls;
    for (const auto& [name, texts] : verdict_.short_of_work)
      shortfalls.add(fmt::format("{}", fmt::join(texts, ", ")), name);
    std::vector<std::string> all = shortfalls.html(of_.designs.size() + 1);
    std::vector<Told> working;
    working.reserve(of_.designs.size());
    for (const PageDesign& one : of_.designs)
      if (one.beside && !is_short(one.name)) working.push_back({&one, tally_of(*one.beside)});
    if (working.size() > kMostTold) {
      all.push_back(counts(working));
      return all;
    }
    for (const auto& [design, tally] : working) {
      if (verdict_.by == "metrics" && design->name == verdict_.winner) continue;
      all.push_back(fmt::format("{}{}: {}", named(design->name),
                                has_cost(of_) ? ", what jobs get" : "", tally_text(tally)));
    }
    return all;
  }

  struct Told {
    const PageDesign* design = nullptr;
    DesignTally tally;
  };

  [[nodiscard]] std::string counts(const std::vector<Told>& of) const {
    std::array<std::size_t, 4> count{};
    for (const auto& [design, tally] : of) {
      ++count.at((tally.better.empty() ? 0U : 1U) + (tally.worse.empty() ? 0U : 2U));
    }
    return fmt::format(
        "in what jobs get, against {}: {} better and worse in nothing, {} worse and better in "
        "nothing, {} both, {} without a difference that matters",
        baseline(), count[1], count[2], count[3], count[0]);
  }

  const PageComparison& of_;
  const PageVerdict& verdict_;
};

}  // namespace

std::string verdict_html(const PageComparison& of) {
  return of.verdict ? VerdictSentences(of).html() : "";
}

}  // namespace gpuscape
