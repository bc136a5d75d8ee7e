/// What jobs on parts of GPUs had of them: asked for, delivered, and GPUs that were spared.

#include <fmt/format.h>

#include <string>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/hours_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

void write_sharing(const StudyResult& result, JsonValue& results) {
  if (result.first.sharing.empty()) return;
  JsonValue groups = JsonValue::make_object();
  for (const SharingResult& of : result.first.sharing) {
    JsonValue value = JsonValue::make_object();
    value.set("starts", integer(of.starts));
    value.set("most_on_one_gpu", integer(of.most_on_one));
    value.set("open_gpu_s", number(of.open.value()));
    value.set("held_gpu_s", number(of.held.value()));
    value.set("as_whole_gpu_s", number(of.as_whole.value()));
    value.set("asked_gpu_s", number(of.asked.value()));
    value.set("got_gpu_s", number(of.got.value()));
    groups.set(of.group, std::move(value));
  }
  results.set("gpu_sharing", std::move(groups));
}

std::string text_of(const SharingResult& of) {
  std::string text = fmt::format("{}: {} on parts of GPUs, up to {} on one", excerpt(of.group),
                                 quantity(of.starts, "start"), human_count(of.most_on_one));
  if (!(of.open > GpuSeconds(0.0))) return text;
  text += fmt::format("{}{} GPU-hours open, {} of them held; whole GPUs would be {}", kSeparator,
                      hours_text(of.open / kGpuHour), percent_text(of.held / of.open),
                      hours_text(of.as_whole / kGpuHour));
  if (of.asked > GpuSeconds(0.0))
    text += fmt::format("{}got {} of the GPU time that they use alone", kSeparator,
                        percent_text(of.got / of.asked));
  return text;
}

std::string sharing_section(const StudyResult& result) {
  std::string text;
  for (const SharingResult& of : result.first.sharing) text += line("GPUs shared", text_of(of));
  return text;
}

}  // namespace

extern const ResultSection kSharingSection;
const ResultSection kSharingSection{write_sharing, sharing_section, 4};

}  // namespace gpuscape
