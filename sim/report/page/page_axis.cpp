#include "sim/report/page/page_axis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "sim/report/html/html_text.hpp"
#include "sim/report/page/scenario_differences.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kLeastDesigns = 3;

constexpr std::string_view kScript = R"(
for (const axis of document.querySelectorAll('.by-design')) {
  const order = axis.dataset.rows.split(' ').map(Number);
  const values = axis.dataset.values.split('|');
  const slider = axis.querySelector('input');
  const said = axis.querySelector('output');
  const show = kept => {
    for (const body of axis.parentNode.querySelectorAll('tbody'))
      [...body.rows].forEach((row, i) => { row.hidden = kept !== null && !kept.includes(i); });
  };
  slider.oninput = () => {
    const at = Math.floor(slider.value / 2);
    const kept = slider.value % 2 ? [at, at + 1] : [at];
    show(kept.map(i => order[i]));
    said.textContent = kept.map(i => values[i]).join(' and ');
  };
  axis.querySelector('button').onclick = () => {
    show(null);
    said.textContent = 'all designs';
  };
  axis.hidden = false;
}
)";
constexpr std::string_view kDigest = "/p7uFv43s91A+whb30RnEZfncKR8XsJgntqhTMInpwE=";

/// "25 GB/s": a number, and what follows it.
struct Reading {
  double number = 0.0;
  std::string unit = {};
};

std::optional<Reading> reading_of(const std::string& text) {
  Reading reading;
  const char* const end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, reading.number);
  // "infiniband" begins with a number, as far as numbers go.
  if (fault != std::errc() || !std::isfinite(reading.number)) return std::nullopt;
  reading.unit.assign(rest, end);
  return reading;
}

struct Place {
  double number;
  std::size_t design;
  std::string value;
};

/// By the pointer of the one number in which designs differ from the baseline: their values.
std::map<std::string, std::vector<Place>> single_differences(const PageComparison& of,
                                                             const JsonValue& baseline) {
  std::map<std::string, std::vector<Place>> all;
  for (std::size_t i = 1; i < of.designs.size(); ++i) {
    const std::optional<PageResult>& result = of.designs[i].result;
    if (!result) continue;
    const std::vector<ScenarioDifference> found =
        differences_of(baseline, result->study().scenario.resolved);
    if (found.size() != 1) continue;
    const ScenarioDifference& one = found.front();
    const auto before = reading_of(one.before);
    const auto after = reading_of(one.after);
    if (!before || !after || before->unit != after->unit) continue;
    std::vector<Place>& places = all[one.pointer];
    if (places.empty()) places.push_back({before->number, 0, one.before});
    places.push_back({after->number, i, one.after});
  }
  return all;
}

}  // namespace

DesignAxis design_axis(const PageComparison& of) {
  DesignAxis axis;
  if (of.designs.empty()) return axis;
  const std::optional<PageResult>& baseline = of.designs.front().result;
  if (!baseline) return axis;
  std::size_t most = kLeastDesigns - 1;
  for (auto& [pointer, places] : single_differences(of, baseline->study().scenario.resolved)) {
    if (places.size() <= most) continue;
    most = places.size();
    std::ranges::stable_sort(places, {}, &Place::number);
    axis = {.pointer = pointer};
    for (const Place& place : places) {
      axis.designs.push_back(place.design);
      axis.values.push_back(place.value);
    }
  }
  return axis;
}

std::string axis_html(const PageComparison& of, const std::string& id) {
  const DesignAxis axis = design_axis(of);
  if (axis.designs.empty()) return "";
  std::vector<std::string> values;
  values.reserve(axis.values.size());
  for (std::string value : axis.values) {
    std::ranges::replace(value, '|', ' ');
    values.push_back(html_text(value));
  }
  return fmt::format(
      "<div class=\"by-design\" hidden data-rows=\"{}\" data-values=\"{}\">\n<label for=\"{}\">By "
      "<code>{}</code>:</label> <input type=\"range\" id=\"{}\" min=\"0\" max=\"{}\" step=\"1\" "
      "value=\"0\"> <output for=\"{}\">all designs</output> <button type=\"button\">show "
      "all</button>\n</div>\n",
      fmt::join(axis.designs, " "), fmt::join(values, "|"), id, html_text(axis.pointer), id,
      2 * (axis.designs.size() - 1), id);
}

std::string_view axis_script() { return kScript; }
std::string_view axis_script_digest() { return kDigest; }

}  // namespace gpuscape
