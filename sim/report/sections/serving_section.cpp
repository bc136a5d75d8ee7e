/// Requests that jobs answer: how many came, how many were answered, and how soon.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

void write_serving(const StudyResult& result, JsonValue& results) {
  if (result.first.serving.empty()) return;
  JsonValue all = JsonValue::make_object();
  for (const ServingResult& of : result.first.serving) {
    JsonValue value = JsonValue::make_object();
    value.set("requests", json::integer(of.requests));
    value.set("served", json::integer(of.served));
    value.set("in_time", json::integer(of.in_time));
    value.set("gave_up", json::integer(of.gave_up));
    value.set("retried", json::integer(of.retried));
    value.set("batches", json::integer(of.batches));
    if (of.served > 0) {
      value.set("latency_mean_s",
                json::number((of.latency_sum / static_cast<double>(of.served)).value()));
      for (const int percent : {50, 95, 99})
        value.set(fmt::format("latency_p{}_s", percent),
                  json::number(of.latencies.quantile(percent / 100.0).value()));
    }
    all.set(of.stream, std::move(value));
  }
  results.set("requests", std::move(all));
}

std::string share_text(std::int64_t part, std::int64_t all) {
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(all);
  // 99.96 % is not all of them.
  return part == all || percent < 99.0 ? fmt::format("{:.3g} %", percent)
                                       : fmt::format("{:.4g} %", std::min(percent, 99.99));
}

std::string text_of(const ServingResult& of) {
  std::string text = fmt::format("{}: {} came", of.stream, quantity(of.requests, "request"));
  if (of.requests == 0) return text;
  text += fmt::format("{}{} answered", kSeparator, share_text(of.served, of.requests));
  text += fmt::format("{}{} within {}", kSeparator, share_text(of.in_time, of.requests),
                      human_text(of.within));
  if (of.served > 0)
    text += fmt::format(
        "{}p50 {}, p95 {}, p99 {}", kSeparator, human_text(of.latencies.quantile(0.5)),
        human_text(of.latencies.quantile(0.95)), human_text(of.latencies.quantile(0.99)));
  if (of.batches > 0 && of.batches < of.served)
    text += fmt::format("{}{:.1f} in a batch", kSeparator,
                        static_cast<double>(of.served) / static_cast<double>(of.batches));
  if (of.gave_up > 0) text += fmt::format("{}{} gave up", kSeparator, human_count(of.gave_up));
  if (of.retried > 0)
    text +=
        fmt::format("{}{} begun anew: their server stopped", kSeparator, human_count(of.retried));
  return text;
}

std::string serving_section(const StudyResult& result) {
  std::string text;
  for (const ServingResult& of : result.first.serving)
    text += line(text.empty() ? "requests" : "", text_of(of));
  return text;
}

}  // namespace

extern const ResultSection kServingSection;
const ResultSection kServingSection{write_serving, serving_section, 4};

}  // namespace gpuscape
