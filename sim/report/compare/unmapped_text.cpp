#include "sim/report/compare/unmapped_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kLongestApplication = 60;

std::string answer_of(const CompareResult& result, const UnmappedTrial& trial) {
  if (!trial.why_not.empty()) return "not tried: " + trial.why_not;
  return trial.winner ? column_name(result, *trial.winner) : "none: " + trial.why_none;
}

std::string spread_text(double spread) {
  const double percent = 100.0 * (spread - 1.0);
  return percent < 0.05
             ? std::string("as long on every design")
             : fmt::format("up to {:.1f} % longer on one design than on another", percent);
}

}  // namespace

std::string unmapped_lines(const CompareResult& result) {
  if (!result.unmapped || result.unmapped->trials.size() < 2) return "";
  const UnmappedAnswer& of = *result.unmapped;
  std::string text = line("unmapped", fmt::format("{:.1f} % of the GPU-hours have no application",
                                                  100.0 * of.ends.share));
  text += line("", fmt::format("all like {} ({}): {}", excerpt(of.ends.least, kLongestApplication),
                               spread_text(of.ends.least_spread), answer_of(result, of.trials[0])));
  text += line("", fmt::format("all like {} ({}): {}", excerpt(of.ends.most, kLongestApplication),
                               spread_text(of.ends.most_spread), answer_of(result, of.trials[1])));
  if (of.turns_above && of.turns_below)
    text += line("", fmt::format("it turns where between {:.1f} and {:.1f} % of them are like the "
                                 "second",
                                 100.0 * *of.turns_above, 100.0 * *of.turns_below));
  return text;
}

JsonValue unmapped_json(const CompareResult& result) {
  if (!result.unmapped) return JsonValue::make_null();
  const UnmappedAnswer& of = *result.unmapped;
  JsonValue value = JsonValue::make_object();
  value.set("gpu_hours_share", json::number(of.ends.share));
  value.set("least_sensitive", json::text(of.ends.least));
  value.set("least_spread", json::number(of.ends.least_spread));
  value.set("most_sensitive", json::text(of.ends.most));
  value.set("most_spread", json::number(of.ends.most_spread));
  value.set("trials", json::list(of.trials, [&](const UnmappedTrial& trial) {
              JsonValue one = JsonValue::make_object();
              one.set("sensitive_part", json::number(trial.sensitive_part));
              if (!trial.why_not.empty()) {
                one.set("why_not", json::text(trial.why_not));
                return one;
              }
              one.set("winner", trial.winner ? json::text(result.variants[*trial.winner].name)
                                             : JsonValue::make_null());
              if (!trial.why_none.empty()) one.set("why_none", json::text(trial.why_none));
              return one;
            }));
  if (of.turns_above && of.turns_below) {
    value.set("turns_above", json::number(*of.turns_above));
    value.set("turns_below", json::number(*of.turns_below));
  }
  return value;
}

}  // namespace gpuscape
