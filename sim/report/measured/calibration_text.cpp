#include "sim/report/measured/calibration_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/size_units.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string rate_text(BytesPerSecond rate) {
  return std::isfinite(rate.value()) ? human_text(rate) : "no bound";
}

std::string interval(const Fitted<Seconds>& time) {
  return fmt::format("{} ({} to {})", human_text(time.value), human_text(time.low),
                     human_text(time.high));
}

std::string interval(const Fitted<BytesPerSecond>& rate) {
  if (!std::isfinite(rate.value.value())) return "no bound";
  return fmt::format("{} ({} to {})", rate_text(rate.value), rate_text(rate.low),
                     rate_text(rate.high));
}

/// Half of the sizes lie within the bound, or there were no law; one that is off by its own size
/// and more makes it doubtful all the same.
std::string verdict(const Grounds& grounds) {
  const char* word = grounds.largest_residual > 1.0 ? "DOUBTFUL" : "fitted";
  return grounds.marks.empty() ? word : fmt::format("{}; {}", word, fmt::join(grounds.marks, ", "));
}

/// Of everything in the profile that is a size in bytes.
SizeUnits units_of(const Profile& profile) {
  std::vector<Bytes> sizes;
  for (const PathLaw& law : profile.laws) {
    sizes.insert(sizes.end(), {law.least, law.most});
    for (const LawRegime& regime : law.regimes)
      if (std::isfinite(regime.up_to.value())) sizes.push_back(regime.up_to);
  }
  for (const RateTable& table : profile.rates)
    for (const RatePoint& point : table.points)
      if (table.size_of == "bytes") sizes.emplace_back(point.size);
  return SizeUnits(sizes);
}

void add_law(Rows& rows, const PathLaw& law, const SizeUnits& sizes) {
  Bytes from = law.least;
  for (std::size_t i = 0; i < law.regimes.size(); ++i) {
    const LawRegime& regime = law.regimes[i];
    const Bytes to = std::min(regime.up_to, law.most);
    const bool first = i == 0;
    rows.push_back({first ? law.key.text() : "",
                    fmt::format("{} to {}", sizes.text(from), sizes.text(to)),
                    interval(regime.latency), interval(regime.rate),
                    first ? percent_text(law.grounds.median_residual) : "",
                    first ? percent_text(law.grounds.largest_residual) : "",
                    first ? verdict(law.grounds) : ""});
    from = to;
  }
}

std::string scaled(double value, const std::string& unit) {
  if (unit == "B/s") return human_text(BytesPerSecond(value));
  constexpr std::array kPrefixes = {"", "k", "M", "G", "T", "P"};
  std::size_t prefix = 0;
  for (; value >= 999.5 && prefix + 1 < kPrefixes.size(); ++prefix) value /= 1000.0;
  const std::string_view base = unit == "1/s" ? "/s" : std::string_view(unit);
  return fmt::format("{:.3g} {}{}", value, kPrefixes[prefix], base);
}

std::string table_size(double size, const std::string& size_of, const SizeUnits& sizes) {
  if (size_of == "bytes") return sizes.text(Bytes(size));
  return size_of == "flops" ? fmt::format("{:.3g} flop", size)
                            : fmt::format("{:.0f} {}", size, size_of);
}

void add_table(Rows& rows, const RateTable& table, const SizeUnits& sizes) {
  if (table.points.empty()) return;
  const auto size = [&](const RatePoint& point) {
    return table_size(point.size, table.size_of, sizes);
  };
  const auto best = std::ranges::max_element(
      table.points, {}, [](const RatePoint& point) { return point.per_second.value; });
  rows.push_back({table.key.text(),
                  fmt::format("{} to {}", size(table.points.front()), size(table.points.back())),
                  scaled(best->per_second.value, table.unit), fmt::format("at {}", size(*best)),
                  percent_text(table.grounds.median_residual),
                  fmt::format("{}", fmt::join(table.grounds.marks, ", "))});
}

std::string section(std::string_view title, const Rows& rows) {
  return rows.size() < 2 ? "" : fmt::format("\n{}\n{}", title, text_table(rows));
}

bool has_table(const Profile& profile, const LawKey& key) {
  return profile.find_rates(key) != nullptr;
}

}  // namespace

std::string regime_text(const LawRegime& regime) {
  return std::isfinite(regime.rate.value.value())
             ? fmt::format("{} + n / {}", human_text(regime.latency.value),
                           human_text(regime.rate.value))
             : human_text(regime.latency.value);
}

std::size_t refused_without_table(const Profile& profile) {
  return static_cast<std::size_t>(std::ranges::count_if(
      profile.refused, [&](const RefusedFit& fit) { return !has_table(profile, fit.key); }));
}

std::string calibration_text(const Profile& profile) {
  const auto host = profile.machine.find("host");
  const auto peer = profile.machine.find("peer");
  std::string text = fmt::format("profile {}", profile.name);
  if (host != profile.machine.end()) text += fmt::format(" of {}", host->second);
  if (peer != profile.machine.end()) text += fmt::format(" and {}", peer->second);
  text = plain_line(text);
  for (const std::string& mark : profile.marks) text += plain_line("marked: " + mark);
  Rows laws = {{"path", "sizes", "latency", "rate", "residual", "largest", "verdict"}};
  const SizeUnits sizes = units_of(profile);
  for (const PathLaw& law : profile.laws) add_law(laws, law, sizes);
  Rows calls = {{"call", "time", "off", "marks"}};
  for (const CallCost& call : profile.calls)
    calls.push_back({call.key.text(), interval(call.seconds),
                     percent_text(call.grounds.median_residual),
                     fmt::format("{}", fmt::join(call.grounds.marks, ", "))});
  Rows tables = {{"table", "over", "best", "", "spread", "marks"}};
  for (const RateTable& table : profile.rates) add_table(tables, table, sizes);
  Rows refused = {{"refused", "why"}};
  for (const RefusedFit& fit : profile.refused)
    refused.push_back(
        {fit.key.text(), fit.why + (has_table(profile, fit.key) ? " (a table is kept)" : "")});
  return text + section("laws: time = latency + size / rate", laws) + section("calls", calls) +
         section("rates", tables) + section("without a law", refused);
}

}  // namespace gpuscape
