#include "sim/report/plan/decides_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

/// More rows say little.
constexpr std::size_t kMostRows = 20;
/// A smaller effect is none.
constexpr double kNone = 5e-4;

constexpr std::string_view kOf[] = {"catalogue's guess", "cost", "cost.vary"};

/// An effect whose mean is a smaller part of its size changes its sign with the other inputs.
constexpr double kOneWay = 0.9;

class DecidesWords {
 public:
  explicit DecidesWords(const DecidesAnswer& answer) : answer_(answer) {
    for (std::size_t i = 0; i < answer.figures.size(); ++i)
      if (is_shown(i)) shown_.push_back(i);
  }

  [[nodiscard]] std::string text() const {
    std::string text = excerpt(answer_.title) + " · what decides\n";
    text += line("now", now());
    text += rows() > 0 ? labelled("inputs", table()) : line("inputs", without_rows());
    if (const std::size_t more = hidden(); rows() > 0 && more > 0)
      text += line("further", fmt::format("{} more, each of which moves less than those above",
                                          quantity(static_cast<std::int64_t>(more), "input")));
    text += line("reading",
                 "by how much a figure changes over the whole range, as a share of what "
                 "it is now, the mean of all moves; ±: up or down, as the other inputs "
                 "are; an input that no run uses moves nothing");
    text += line("runs", runs());
    return text;
  }

 private:
  [[nodiscard]] bool is_moved(std::size_t figure) const {
    return std::ranges::any_of(
        answer_.inputs, [&](const DecidingInput& one) { return one.effects[figure].size > 0.0; });
  }

  /// With a value above 0, or an input that moves it from there.
  [[nodiscard]] bool is_shown(std::size_t figure) const {
    const double now = answer_.figures[figure].value;
    if (std::isnan(now) || (now == 0.0 && !is_moved(figure))) return false;
    // A figure that is an objective, too, is there once.
    for (std::size_t i = 0; i < answer_.objectives.size() && figure >= answer_.objectives.size();
         ++i)
      if (answer_.figures[i].value == answer_.figures[figure].value) return false;
    return true;
  }

  [[nodiscard]] std::string value(std::size_t figure) const {
    return amount(figure, answer_.figures[figure].value);
  }

  [[nodiscard]] std::string amount(std::size_t figure, double value) const {
    if (figure < answer_.objectives.size())
      return slo_value_text(answer_.objectives[figure], value);
    const std::string& name = answer_.figures[figure].name;
    if (name == "total_cost") return money_text(value) + " " + answer_.currency;
    return metric_text(value, metrics()[metric_index(name)].print);
  }

  [[nodiscard]] std::string now() const {
    std::string text;
    for (const std::size_t i : shown_)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", excerpt(answer_.figures[i].name, 40),
                          value(i));
    if (answer_.overloaded) text += "; overloaded: waits grow as long as jobs arrive";
    return text.empty() ? "nothing has a value" : text;
  }

  [[nodiscard]] std::string cell(const MoveEffect& effect, std::size_t figure) const {
    if (effect.moves == 0) return "–";
    const bool one_way = std::abs(effect.mean) >= kOneWay * effect.size;
    const std::string sign = !one_way ? "±" : effect.mean < 0.0 ? "−" : "+";
    const double now = std::abs(answer_.figures[figure].value);
    if (now == 0.0) return effect.size == 0.0 ? "0" : sign + amount(figure, effect.size);
    const double share = effect.size / now;
    return share < kNone ? "0" : sign + percent_text(share);
  }

  [[nodiscard]] std::size_t rows() const {
    if (!answer_.has_moves()) return 0;
    std::size_t count = 0;
    while (count < std::min(kMostRows, answer_.inputs.size()) &&
           answer_.inputs[count].largest >= kNone)
      ++count;
    return count;
  }
  [[nodiscard]] std::size_t hidden() const { return answer_.inputs.size() - rows(); }

  [[nodiscard]] std::string table() const {
    std::vector<std::vector<std::string>> table{{"input", "range", "of"}};
    for (const std::size_t i : shown_) table[0].push_back(excerpt(answer_.figures[i].name, 24));
    for (std::size_t row = 0; row < rows(); ++row) {
      const DecidingInput& one = answer_.inputs[row];
      std::vector<std::string>& cells = table.emplace_back();
      cells = {excerpt(one.input.name, 48),
               fmt::format("{} – {}", excerpt(one.input.low, 24), excerpt(one.input.high, 24)),
               std::string(kOf[static_cast<std::size_t>(one.input.of)])};
      for (const std::size_t i : shown_) cells.push_back(cell(one.effects[i], i));
    }
    return text_table(table);
  }

  [[nodiscard]] std::string without_rows() const {
    const std::int64_t count = std::ssize(answer_.inputs);
    if (!answer_.has_moves()) return fmt::format("none of {} was moved", quantity(count, "input"));
    return count == 1 ? "the only input moves no figure by 0.05 %"
                      : fmt::format("none of {} moves a figure by 0.05 %", human_count(count));
  }

  [[nodiscard]] std::string runs() const {
    std::string text = human_count(answer_.runs);
    if (answer_.partial) return text + ", then interrupted: not every input was moved as often";
    text += fmt::format(
        ": each input moved {} from other values of the others (Morris), on the same jobs and "
        "random numbers; now is the mean of {}",
        quantity(answer_.trajectories, "time"), quantity(answer_.replications, "replication"));
    if (answer_.failed > 0)
      text += fmt::format("; {} of the {} series ended early, as values cannot be together: {}",
                          human_count(answer_.failed), human_count(answer_.trajectories),
                          excerpt(answer_.why_failed, 120));
    return text;
  }

  const DecidesAnswer& answer_;
  std::vector<std::size_t> shown_ = {};
};

}  // namespace

std::string decides_text(const DecidesAnswer& answer) { return DecidesWords(answer).text(); }

std::string decides_json(const DecidesAnswer& answer) {
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(1));
  document.set("title", json::text(answer.title));
  document.set("partial", json::boolean(answer.partial));
  document.set("trajectories", json::integer(answer.trajectories));
  document.set("runs", json::integer(answer.runs));
  document.set("failed", json::integer(answer.failed));
  JsonValue figures = JsonValue::make_object();
  for (const DecidedFigure& one : answer.figures) figures.set(one.name, json::number(one.value));
  document.set("figures", std::move(figures));
  document.set("inputs", json::list(answer.inputs, [&](const DecidingInput& one) {
                 JsonValue value = JsonValue::make_object();
                 value.set("input", json::text(one.input.name));
                 value.set("low", json::text(one.input.low));
                 value.set("high", json::text(one.input.high));
                 value.set("of",
                           json::text(std::string(kOf[static_cast<std::size_t>(one.input.of)])));
                 value.set("largest_share", json::number(one.largest));
                 JsonValue effects = JsonValue::make_object();
                 for (std::size_t i = 0; i < one.effects.size(); ++i) {
                   const MoveEffect& effect = one.effects[i];
                   if (effect.moves == 0) continue;
                   JsonValue of = JsonValue::make_object();
                   of.set("size", json::number(effect.size));
                   of.set("mean", json::number(effect.mean));
                   of.set("spread", json::number(effect.spread));
                   of.set("moves", json::integer(effect.moves));
                   effects.set(answer.figures[i].name, std::move(of));
                 }
                 value.set("effects", std::move(effects));
                 return value;
               }));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
