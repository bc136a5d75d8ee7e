#include "sim/report/plan/next_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

/// What changes are counted for.
constexpr double kUnit = 10'000.0;

/// "−12 min (−15 – −9)", "+3.2 %".
std::string signed_text(const SloSpec& slo, double value) {
  if (value == 0.0) return slo_value_text(slo, 0.0);
  return (value < 0.0 ? "−" : "+") + slo_value_text(slo, std::abs(value));
}

class NextWords {
 public:
  explicit NextWords(const NextAnswer& answer) : answer_(answer) {}

  [[nodiscard]] std::string text() const {
    std::string text = fmt::format("{} · what {} would do\n", excerpt(answer_.title),
                                   human_text(answer_.asked.money));
    text += line("now", now());
    if (const std::string rows = table(); !rows.empty()) text += labelled("steps", rows);
    text += line("reading", reading());
    if (const std::string others = not_run(); !others.empty()) text += line("not run", others);
    if (const std::string without = no_price(); !without.empty()) text += line("no price", without);
    text += line("runs", runs());
    return text;
  }

 private:
  [[nodiscard]] std::string value(std::size_t slo, const NextEffect& effect) const {
    const auto print = [&](double one) { return slo_value_text(answer_.objectives[slo], one); };
    if (!effect.is_measured()) return "not measured";
    return with_interval(effect.value, print) + (effect.met ? ", met" : ", missed");
  }

  [[nodiscard]] std::string now() const {
    std::string text;
    for (std::size_t i = 0; i < answer_.now.size(); ++i)
      text += fmt::format("{}{}: {} ({})", text.empty() ? "" : "; ",
                          excerpt(answer_.objectives[i].name), value(i, answer_.now[i]),
                          slo_goal_text(answer_.objectives[i]));
    if (answer_.never_fit > 0)
      text += fmt::format("; {} never fit", quantity(answer_.never_fit, "job"));
    return text + (answer_.overloaded ? "; overloaded: waits grow as long as jobs arrive" : "");
  }

  [[nodiscard]] std::string change(std::size_t slo, const NextEffect& effect) const {
    const auto print = [&](double one) { return signed_text(answer_.objectives[slo], one); };
    const bool is_sure = effect.is_told() || effect.change.value == 0.0;
    return with_interval(effect.change, print) + (is_sure ? "" : " ?");
  }

  /// Of the objective that sorts: what it changes by, for the money, and whether it is met then.
  void add_first(const NextRow& row, std::vector<std::string>& cells) const {
    const std::size_t slo = answer_.sorted_by;
    const NextEffect& effect = row.effects[slo];
    cells.push_back(change(slo, effect));
    const bool per_money = row.spent > 0.0 && effect.is_told();
    cells.push_back(
        per_money ? signed_text(answer_.objectives[slo], effect.change.value / row.spent * kUnit)
                  : "–");
    cells.push_back(value(slo, effect));
  }

  /// What the other objectives come to; nothing of one that does not change.
  void add_others(const NextRow& row, std::vector<std::string>& cells) const {
    if (answer_.objectives.size() < 2) return;
    std::string text;
    for (std::size_t i = 0; i < row.effects.size(); ++i) {
      const NextEffect& effect = row.effects[i];
      if (i == answer_.sorted_by || effect.change.value == 0.0 || !effect.is_measured()) continue;
      text += fmt::format("{}{} {}, {}", text.empty() ? "" : "; ",
                          excerpt(answer_.objectives[i].name, 24), change(i, effect),
                          effect.met ? "met" : "missed");
    }
    cells.push_back(text.empty() ? "–" : text);
  }

  [[nodiscard]] std::string money(double amount) const {
    return human_text(Price{.amount = amount, .currency = answer_.asked.money.currency});
  }

  [[nodiscard]] std::string table() const {
    std::vector<std::vector<std::string>> rows{
        {"step", "takes", excerpt(answer_.objectives[answer_.sorted_by].name, 24) + " changes by",
         fmt::format("for 10 k{}", answer_.asked.money.currency.code()), "then"}};
    if (answer_.objectives.size() > 1) rows[0].emplace_back("others");
    for (const NextRow& row : answer_.rows) {
      if (row.effects.empty()) continue;
      std::vector<std::string>& cells = rows.emplace_back();
      cells.push_back(fmt::format("{}: {} → {}", excerpt(row.what, 40), excerpt(row.from, 24),
                                  excerpt(row.to, 24)));
      cells.push_back(row.is_setting       ? "nothing"
                      : row.has_no_price() ? "no price"
                                           : (row.is_at_least ? "≥ " : "") + money(row.spent));
      add_first(row, cells);
      if (row.overloaded) cells.back() += ", overloaded";
      if (row.never_fit != answer_.never_fit)
        cells.back() += fmt::format(", {} never fit in place of {}", quantity(row.never_fit, "job"),
                                    human_count(answer_.never_fit));
      add_others(row, cells);
    }
    return rows.size() > 1 ? text_table(rows) : "";
  }

  [[nodiscard]] std::string reading() const {
    const std::string by = excerpt(answer_.objectives[answer_.sorted_by].name);
    std::string text = fmt::format(
        "by {}: settings that help, then what is bought, most for the money first; ?: not told "
        "from "
        "no change at this confidence",
        by);
    for (const NextRow& row : answer_.rows)
      if (row.spent > 0.0 && !(row.at_once > 0.0))
        return text + "; what is rented takes what it costs over the horizon, by use all of it";
    return text;
  }

  [[nodiscard]] std::string not_run() const {
    std::string text;
    for (const NextRow& row : answer_.rows)
      if (!row.limit.empty())
        text += fmt::format("{}{} beyond {}: {}", text.empty() ? "" : "; ", excerpt(row.what, 40),
                            excerpt(row.to, 24), excerpt(row.limit, 160));
    for (const NextRow& row : answer_.rows)
      if (!row.why_not.empty())
        text += fmt::format("{}{}{}: {}", text.empty() ? "" : "; ", excerpt(row.what, 40),
                            row.is_setting && !row.to.empty() ? " " + excerpt(row.to, 24) : "",
                            excerpt(row.why_not, 160));
    return text;
  }

  [[nodiscard]] std::string no_price() const {
    std::string text;
    for (const std::string& one : answer_.not_counted)
      text += (text.empty() ? "" : "; ") + excerpt(one, 120);
    return text;
  }

  [[nodiscard]] std::string runs() const {
    if (answer_.partial) return "interrupted: steps that are listed were run, the others not";
    if (answer_.replications <= 1)
      return "one of each step, on the log's jobs: no interval says what chance does";
    return fmt::format(
        "{} of each step, on the same jobs and random numbers as the design as it is",
        human_count(answer_.replications));
  }

  const NextAnswer& answer_;
};

}  // namespace

std::string next_text(const NextAnswer& answer) { return NextWords(answer).text(); }

}  // namespace gpuscape
