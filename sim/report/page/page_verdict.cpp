#include "sim/report/page/page_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/units/money.hpp"
#include "sim/report/compare/verdict_words.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/html_text.hpp"
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

  [[nodiscard]] std::string tally_text(const DesignTally& tally) const {
    return tally_words(baseline(), labels(tally.better), labels(tally.worse));
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
    if (const std::string tried = guesses(); !tried.empty()) all.push_back(tried);
    return all;
  }

  /// "18 of 20 other values of the catalogue's guesses keep the verdict; vgg-16 bucket at 128 MiB
  /// instead of 25 MiB: none".
  [[nodiscard]] std::string guesses() const {
    if (of_.trials.empty())
      return has_guesses() ? "guesses of the catalogue, none of which was varied: compare "
                             "--guesses does"
                           : "";
    const auto made = std::ranges::count_if(of_.trials, &PageTrial::was_made);
    std::vector<std::string> turned;
    for (const PageTrial& one : of_.trials)
      if (one.was_made && !one.keeps_verdict)
        turned.push_back(fmt::format("{} at {} instead of {}: {}", html_name(one.name),
                                     html_text(one.at), html_text(one.value),
                                     one.winner.empty() ? "none" : html_name(one.winner)));
    std::string text = fmt::format(
        "{} of {} other values of the catalogue's guesses keep the "
        "verdict",
        made - std::ssize(turned), made);
    if (!turned.empty()) text += fmt::format("; with {}", fmt::join(turned, "; with "));
    return text;
  }

  [[nodiscard]] bool has_guesses() const {
    return std::ranges::any_of(of_.designs, [](const PageDesign& one) {
      return one.result && !one.result->guesses.empty();
    });
  }

  [[nodiscard]] std::string left_out() const {
    std::vector<std::string> names;
    names.reserve(of_.left_out.size());
    for (const std::string& one : of_.left_out) names.push_back(html_name(one));
    return left_out_words(names);
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
    std::vector<const PageDesign*> working;
    std::vector<DesignTally> tallies;
    for (const PageDesign& one : of_.designs) {
      if (!one.beside || is_short(one.name)) continue;
      working.push_back(&one);
      tallies.push_back(tally_of(*one.beside));
    }
    if (working.size() > kMostTold) {
      all.push_back("in what jobs get, " + count_words(baseline(), tallies));
      return all;
    }
    for (std::size_t i = 0; i < working.size(); ++i) {
      if (verdict_.by == "metrics" && working[i]->name == verdict_.winner) continue;
      all.push_back(fmt::format("{}{}: {}", named(working[i]->name),
                                has_cost(of_) ? ", what jobs get" : "", tally_text(tallies[i])));
    }
    return all;
  }

  const PageComparison& of_;
  const PageVerdict& verdict_;
};

}  // namespace

std::string verdict_html(const PageComparison& of) {
  return of.verdict ? VerdictSentences(of).html() : "";
}

}  // namespace gpuscape
