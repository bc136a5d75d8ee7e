/// What jobs on parts of GPUs had of them: asked for, delivered, and GPUs that were spared.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

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

/// In result.json.
std::string name_of(ToldBy by) {
  switch (by) {
    case ToldBy::pair:
      return "pair";
    case ToldBy::processes:
      return "law of processes";
    case ToldBy::uses:
      return "law of uses";
    case ToldBy::guess:
      return "guess";
    case ToldBy::rule:
      break;
  }
  return "rule";
}

JsonValue streams_json(const RunResult& run, const SharingResult& of) {
  JsonValue streams = JsonValue::make_object();
  for (const SharingOfStream& stream : of.streams) {
    JsonValue value = JsonValue::make_object();
    value.set("asked_gpu_s", number(stream.asked.value()));
    value.set("got_gpu_s", number(stream.got.value()));
    value.set("lost_to_part_gpu_s", number(stream.by_part.value()));
    JsonValue neighbours = JsonValue::make_object();
    for (const auto& [other, lost] : stream.by_streams)
      neighbours.set(run.streams[other], number(lost.value()));
    value.set("lost_to_gpu_s", std::move(neighbours));
    if (!stream.told_by.empty()) {
      JsonValue told = JsonValue::make_object();
      for (const auto& [other, by] : stream.told_by)
        told.set(run.streams[other], json::text(name_of(by)));
      value.set("told_by", std::move(told));
    }
    streams.set(run.streams[stream.stream], std::move(value));
  }
  return streams;
}

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
    if (!of.law.empty()) value.set("stranded_gpu_s", number(of.stranded.value()));
    if (of.carvings > 0) {
      value.set("carvings", integer(of.carvings));
      value.set("carving_gpu_s", number(of.carving.value()));
    }
    if (!of.outside.empty()) {
      JsonValue outside = JsonValue::make_array();
      for (const std::string& by : of.outside) outside.items().push_back(json::text(by));
      value.set("outside", std::move(outside));
    }
    value.set("streams", streams_json(result.first, of));
    groups.set(of.group, std::move(value));
  }
  results.set("gpu_sharing", std::move(groups));
}

constexpr double kLeastLoss = 0.0005;  // of those named: 0.1 % as it is shown

/// "notebooks get 80.0 % of their pace alone: 5.0 % lost to their part, 15.0 % to trainers".
std::string text_of(const RunResult& run, const SharingOfStream& of) {
  if (!(of.asked > GpuSeconds(0.0))) return "";
  std::vector<std::pair<double, std::string>> losses;
  losses.reserve(of.by_streams.size() + 1);
  for (const auto& [other, lost] : of.by_streams)
    losses.emplace_back(lost / of.asked,
                        other == of.stream ? "others of theirs" : excerpt(run.streams[other]));
  losses.emplace_back(of.by_part / of.asked, "the size of their part");
  std::erase_if(losses, [](const auto& loss) { return loss.first < kLeastLoss; });
  std::ranges::stable_sort(losses, std::ranges::greater(), &std::pair<double, std::string>::first);
  constexpr std::size_t kMostNamed = 4;
  if (losses.size() > kMostNamed) losses.resize(kMostNamed);
  std::vector<std::string> texts;
  texts.reserve(losses.size());
  for (const auto& [share, to] : losses)
    texts.push_back(fmt::format("{} to {}", percent_text(share), to));
  if (texts.empty()) return "";
  return fmt::format("{}{} go at {} of their pace alone; lost: {}", kSeparator,
                     excerpt(run.streams[of.stream]), percent_text(of.got / of.asked),
                     fmt::join(texts, ", "));
}

std::string text_of(const RunResult& run, const SharingResult& of) {
  std::string text = fmt::format("{}: {} on parts of GPUs, up to {} on one", excerpt(of.group),
                                 quantity(of.starts, "start"), human_count(of.most_on_one));
  if (!(of.open > GpuSeconds(0.0))) return text;
  text += fmt::format("{}{} GPU-hours open, {} of them held; whole GPUs would be {}", kSeparator,
                      hours_text(of.open / kGpuHour), percent_text(of.held / of.open),
                      hours_text(of.as_whole / kGpuHour));
  if (of.carvings > 0)
    text += fmt::format("{}{} waited for an instance, with {} GPU-hours", kSeparator,
                        quantity(of.carvings, "start"), hours_text(of.carving / kGpuHour));
  if (of.asked > GpuSeconds(0.0))
    text += fmt::format("{}got {} of the GPU time that they use alone", kSeparator,
                        percent_text(of.got / of.asked));
  for (const SharingOfStream& stream : of.streams) text += text_of(run, stream);
  return text;
}

std::string sharing_section(const StudyResult& result) {
  std::string text;
  for (const SharingResult& of : result.first.sharing)
    text += line("GPUs shared", text_of(result.first, of));
  for (const SharingResult& of : result.first.sharing)
    if (!of.outside.empty())
      text += line("warning", fmt::format("{}: beyond what was measured of jobs on one GPU: {}",
                                          excerpt(of.group), fmt::join(of.outside, "; ")));
  return text;
}

}  // namespace

extern const ResultSection kSharingSection;
const ResultSection kSharingSection{write_sharing, sharing_section, 4};

}  // namespace gpuscape
