/// What was copied from store to store beside the jobs.

#include <fmt/format.h>

#include <string>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

JsonValue copy_json(const CopyResult& of) {
  JsonValue one = JsonValue::make_object();
  one.set("from", JsonValue::make_text(of.from));
  one.set("to", JsonValue::make_text(of.to));
  one.set("size_bytes", number(of.size.value()));
  one.set("times", integer(of.times));
  one.set("late", integer(of.late));
  one.set("latest_s", number(of.latest.value()));
  one.set("copied_bytes", number(of.copied.value()));
  one.set("busy_s", number(of.busy.value()));
  if (of.begin) one.set("begin_s", number(of.begin->value()));
  if (of.end) one.set("end_s", number(of.end->value()));
  if (of.under_way) one.set("under_way_bytes", number(of.under_way->value()));
  one.set("mean_b_s", number(of.mean_rate().value()));
  one.set("alone_s", number(of.alone.value()));
  if (!of.bound_by.empty()) {
    one.set("bound_by", JsonValue::make_text(of.bound_by));
    one.set("bound_share", number(of.bound_share));
  }
  return one;
}

void write_copies(const StudyResult& result, JsonValue& results) {
  if (result.first.copies.empty()) return;
  JsonValue all = JsonValue::make_object();
  for (const CopyResult& of : result.first.copies) all.set(of.name, copy_json(of));
  results.set("copies", std::move(all));
}

/// "10 TB from 0 s to 2.8 h", "3 times 1 TB, the last one over at 8 h", and what is not over.
std::string done_text(const CopyResult& of) {
  std::string text;
  if (of.times == 1 && of.end && of.begin)
    text = fmt::format("{} from {} to {}", human_text(of.size), human_text(*of.begin),
                       human_text(*of.end));
  else if (of.times > 1 && of.end)
    text = fmt::format("{} {}, the last one over at {}", quantity(of.times, "time"),
                       human_text(of.size), human_text(*of.end));
  if (!of.under_way) return text;
  const std::string part = fmt::format("{} of {}", human_text(*of.under_way), human_text(of.size));
  if (!text.empty()) return fmt::format("{}{}the next one not over: {}", text, kSeparator, part);
  return fmt::format("not over when the jobs were: {} from {} on", part,
                     human_text(of.begin.value_or(Seconds(0.0))));
}

std::string text_of(const CopyResult& of) {
  const std::string way =
      fmt::format("{}: {} → {}", excerpt(of.name), excerpt(of.from), excerpt(of.to));
  if (!of.begin) return way + ", not due before the jobs were over";
  std::string text = fmt::format("{}, {}", way, done_text(of));
  if (of.copied > Bytes(0.0))
    text += fmt::format("{}{} on average, {} if alone", kSeparator, human_text(of.mean_rate()),
                        human_text(of.size / of.alone));
  if (!of.bound_by.empty())
    text += fmt::format("{}bound by {} for {} of the time", kSeparator, excerpt(of.bound_by),
                        percent_text(of.bound_share));
  if (of.late > 0)
    text += fmt::format("{}{} late, by at most {}", kSeparator, quantity(of.late, "time"),
                        human_text(of.latest));
  return text;
}

std::string copies_lines(const StudyResult& result) {
  std::string lines;
  for (const CopyResult& of : result.first.copies) lines += line("copied", text_of(of));
  return lines;
}

}  // namespace

extern const ResultSection kCopiesSection;
const ResultSection kCopiesSection{write_copies, copies_lines, 6};

}  // namespace gpuscape
