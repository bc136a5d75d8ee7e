/// What running jobs did to make room: moves to other nodes, and nodes that elastic jobs gave up
/// and took.

#include <fmt/format.h>

#include <string>

#include "sim/base/units/hours_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

void write_regrouped(const StudyResult& result, JsonValue& results) {
  if (!result.first.regrouped) return;
  const RegroupResult& of = *result.first.regrouped;
  JsonValue value = JsonValue::make_object();
  value.set("made_way_for", integer(of.made_way));
  if (of.moves_jobs) {
    value.set("moves", integer(of.moves));
    value.set("not_worth_it", integer(of.not_worth));
  }
  if (of.elastic) {
    value.set("smaller_starts", integer(of.smaller_starts));
    value.set("shrinks", integer(of.shrinks));
    value.set("grows", integer(of.grows));
  }
  value.set("paused_gpu_s", number(of.paused.value()));
  results.set("making_room", std::move(value));
}

std::string regrouped_section(const StudyResult& result) {
  if (!result.first.regrouped) return "";
  const RegroupResult& of = *result.first.regrouped;
  std::string text = fmt::format("for {}", quantity(of.made_way, "waiting job"));
  if (of.moves_jobs && of.made_way == 0 && of.moves > 0) {  // none other makes jobs move
    text += fmt::format("{}{} away from maintenance", kSeparator, quantity(of.moves, "move"));
  } else if (of.moves_jobs) {
    text += fmt::format("{}{} of running jobs", kSeparator, quantity(of.moves, "move"));
    if (of.not_worth > 0)
      text += fmt::format(" ({} left out: dearer than the wait)", quantity(of.not_worth, "time"));
  }
  if (of.elastic)
    text += fmt::format("{}elastic jobs started smaller {}, gave up nodes {}, took some {}",
                        kSeparator, quantity(of.smaller_starts, "time"),
                        quantity(of.shrinks, "time"), quantity(of.grows, "time"));
  text += fmt::format("{}{} GPU-hours paused for it", kSeparator, hours_text(of.paused / kGpuHour));
  return line("making room", text);
}

}  // namespace

extern const ResultSection kRegroupedSection;
const ResultSection kRegroupedSection{write_regrouped, regrouped_section, 4};

}  // namespace gpuscape
