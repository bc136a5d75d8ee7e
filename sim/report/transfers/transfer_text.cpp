#include "sim/report/transfers/transfer_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/size_units.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/transfers/collective_text.hpp"
#include "sim/report/transfers/step_text.hpp"
#include "sim/study/steps/step_objectives.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostTransferRows = 40;

bool streams_messages(const TransferRow& row) { return row.messages > 1; }
bool is_several(const TransferRow& row) { return row.concurrent > 1; }

std::string message_rate_text(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.3g} M/s", per_second / 1e6);
  if (per_second >= 1e3) return fmt::format("{:.3g} k/s", per_second / 1e3);
  return fmt::format("{:.3g} /s", per_second);
}

SizeUnits units_of(const TransferResult& result) {
  std::vector<Bytes> sizes;
  sizes.reserve(result.rows.size());
  for (const TransferRow& row : result.rows) sizes.push_back(row.message);
  return SizeUnits(sizes);
}

std::string table(const TransferResult& result) {
  const auto shown = std::min(result.rows.size(), kMostTransferRows);
  const bool several = std::ranges::any_of(result.rows, is_several);
  const bool streams = std::ranges::any_of(result.rows, streams_messages);
  const bool bounds =
      std::ranges::any_of(result.rows, [](const auto& row) { return !row.bound_by.empty(); });
  const bool measured =
      std::ranges::any_of(result.rows, [](const auto& row) { return row.basis == "measured"; });
  const SizeUnits sizes = units_of(result);
  std::vector<std::vector<std::string>> lines = {{"from", "to", "transport", "path", "size"}};
  if (several) lines.front().emplace_back("at once");
  if (streams) lines.front().emplace_back("messages");
  lines.front().insert(lines.front().end(), {"time", "rate"});
  if (streams) lines.front().emplace_back("messages/s");
  if (bounds) lines.front().emplace_back("bound by");
  if (measured) lines.front().emplace_back("based on");
  for (std::size_t i = 0; i < shown; ++i) {
    const TransferRow& row = result.rows[i];
    auto& line = lines.emplace_back(std::vector<std::string>{row.from, row.to, row.transport,
                                                             row.path, sizes.text(row.message)});
    if (several) line.push_back(human_count(row.concurrent));
    if (streams)
      line.push_back(row.messages == 1 ? "1"
                                       : fmt::format("{}, {} in flight", human_count(row.messages),
                                                     human_count(row.in_flight)));
    line.push_back(row.ended ? short_time_text(row.duration()) : "not ended");
    line.push_back(row.ended ? human_text(row.rate()) : "");
    if (streams) line.push_back(row.ended ? message_rate_text(row.messages_per_second()) : "");
    if (bounds) line.push_back(row.bound_by);
    if (measured) line.push_back(row.basis + (row.outside_range ? ", other sizes" : ""));
  }
  std::string text = text_table(lines);
  if (shown < result.rows.size())
    text += fmt::format("… and {} more in transfers.csv\n",
                        human_count(static_cast<std::int64_t>(result.rows.size() - shown)));
  return text;
}

/// What bounds most of them, the most frequent first.
std::string bounds_text(const TransferResult& result) {
  constexpr std::size_t kMostNamed = 4;
  std::map<std::string, std::int64_t> counts;
  for (const TransferRow& row : result.rows)
    if (!row.bound_by.empty()) ++counts[row.bound_by];
  std::vector<std::pair<std::string, std::int64_t>> by(counts.begin(), counts.end());
  std::ranges::stable_sort(by, std::greater<>(), &std::pair<std::string, std::int64_t>::second);
  std::string text;
  for (std::size_t i = 0; i < std::min(by.size(), kMostNamed); ++i)
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : kSeparator, human_count(by[i].second), by[i].first);
  if (by.size() > kMostNamed) text += fmt::format("{}…", kSeparator);
  return text;
}

/// "3 measured · 2 guess", the best first, and how many are of sizes that were not measured.
std::string basis_text(const TransferResult& result) {
  std::string text;
  for (const std::string_view basis : {"measured", "vendor", "published", "deck", "guess"}) {
    const auto count = std::ranges::count(result.rows, basis, &TransferRow::basis);
    if (count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : kSeparator, human_count(count), basis);
  }
  const auto outside = std::ranges::count(result.rows, true, &TransferRow::outside_range);
  if (outside > 0)
    text += fmt::format("{}{} at sizes that were not measured", kSeparator, human_count(outside));
  return text;
}

/// What a profile measured, where no transfer goes by it.
std::string unused_profile_text(const ScenarioSpec& scenario, const TransferResult& result) {
  constexpr std::size_t kMostMeasured = 4;
  std::vector<std::string> measured;
  for (const JsonMember& transport : scenario.transports.members()) {
    const JsonValue* whole = transport.value.find("end_to_end");
    if (whole == nullptr || !whole->boolean()) continue;
    if (result.footprint.transports.contains(transport.key)) return "";
    measured.push_back(transport.key);
  }
  if (measured.empty()) return "";
  const std::size_t named = std::min(measured.size(), kMostMeasured);
  std::string ids;
  for (std::size_t i = 0; i < named; ++i) ids += (i == 0 ? "" : ", ") + measured[i];
  if (named < measured.size()) ids += fmt::format(" and {} more", measured.size() - named);
  return fmt::format(
      "nothing of the calibration is used: it measured {}, and no transfer uses those", ids);
}

/// "2 transfers", "8 collectives".
std::string what_ran(const TransferResult& result) {
  const auto rows = std::ssize(result.rows);
  std::string text;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count > 0) text += (text.empty() ? "" : ", ") + quantity(count, what);
  };
  add(rows, "transfer");
  add(std::ssize(result.collectives), "collective");
  if (!result.steps.empty())
    text += (text.empty() ? "" : ", ") + quantity(std::ssize(result.steps), "row") + " of steps";
  return text.empty() ? quantity(0, "transfer") : text;
}

std::string summary(const TransferResult& result) {
  std::vector<double> rates;
  Seconds end(0.0);
  for (const CollectiveRow& row : result.collectives)
    if (row.ended) end = std::max(end, row.end);
  for (const StepRow& row : result.steps)
    if (row.ended) end = std::max(end, row.end);
  for (const TransferRow& row : result.rows) {
    if (!row.ended) continue;
    rates.push_back(row.rate().value());
    end = std::max(end, row.end);
  }
  if (rates.empty()) return end > Seconds(0.0) ? line("total time", short_time_text(end)) : "";
  const auto [least, most] = std::ranges::minmax(rates);
  double sum = 0.0;
  for (const double rate : rates) sum += rate;
  std::string text = line("total time", short_time_text(end));
  if (rates.size() > 1) {
    text += line("rates",
                 fmt::format("{} to {}, mean {}", human_text(BytesPerSecond(least)),
                             human_text(BytesPerSecond(most)),
                             human_text(BytesPerSecond(sum / static_cast<double>(rates.size())))));
    if (const std::string bounds = bounds_text(result); !bounds.empty())
      text += line("bound by", bounds);
  }
  return text;
}

/// "slo   step: step_s ≤ 400 ms: met: 386 ms, 14 ms below it"; of the worst row.
std::string step_objective_line(std::string_view label, const SloVerdict& slo) {
  const std::string margin = slo_margin_text(slo);
  return line(label, fmt::format("{}: {}: {}", excerpt(slo.name), slo_goal_text(slo),
                                 margin.empty() ? "not measured: no row has such a value"
                                                : (slo.met ? "met: " : "MISSED: ") + margin));
}

}  // namespace

std::string transfer_text(const ScenarioSpec& scenario, const TransferResult& result) {
  std::string text = plain_line(fmt::format(
      "{}{}{}{}{}, network {}", excerpt(title_of(scenario), 200), kSeparator,
      excerpt(variant_of(scenario), 100), kSeparator, what_ran(result), result.network));
  if (result.partial)
    text += "PARTIAL: stopped before the end; the figures cover only what was done by then\n";
  if (!result.rows.empty()) text += table(result);
  text += collectives_table(result.collectives) + steps_table(result.steps) + summary(result);
  if (const std::string basis = basis_text(result); !basis.empty()) text += line("based on", basis);
  std::string objectives;
  for (const SloVerdict& slo : step_objectives(scenario, result))
    objectives += step_objective_line(objectives.empty() ? "slo" : "", slo);
  text += objectives;
  text += guess_line(result.guesses) + remote_guess_line(result.guesses);
  for (const NetworkRouting& of : result.routing)
    text += line("routing", fmt::format("{}: {}{}", excerpt(of.network), routing_text(of.routing),
                                        of.routing.is_drawn() ? "; one draw of the paths" : ""));
  for (const std::string& note : scenario.notes) text += line("note", note);
  if (const std::string unused = unused_profile_text(scenario, result); !unused.empty())
    text += line("note", unused);
  return text;
}

}  // namespace gpuscape
