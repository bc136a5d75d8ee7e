/// Storages of which machines were lost in a run.

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

void write_store_losses(const StudyResult& result, JsonValue& results) {
  JsonValue all = JsonValue::make_object();
  for (const StoreLoss& of : result.first.store_losses) {
    if (!of.any()) continue;
    JsonValue one = JsonValue::make_object();
    one.set("times", json::integer(of.times));
    one.set("machines", json::integer(of.of));
    one.set("lost_at_once", json::integer(of.most));
    if (of.drives > 0) {
      one.set("drives", json::integer(of.drives));
      one.set("drive_times", json::integer(of.drive_times));
      one.set("drives_lost_at_once", json::integer(of.most_drives));
    }
    one.set("survives", json::integer(of.survives));
    one.set("missing_at_once", json::integer(of.most_missed));
    one.set("degraded_s", json::number(of.degraded.value()));
    one.set("rebuilds", json::integer(of.rebuilds));
    one.set("rebuilding_s", json::number(of.rebuilding.value()));
    one.set("down_s", json::number(of.down.value()));
    one.set("lost_data", JsonValue::make_boolean(of.lost_data()));
    one.set("data_losses", json::integer(of.data_losses));
    all.set(of.name, std::move(one));
  }
  if (!all.members().empty()) results.set("storage_losses", std::move(all));
}

/// "2 of 6 servers and 1 of 48 drives".
std::string away_text(const StoreLoss& of) {
  std::string text;
  if (of.times > 0) text = fmt::format("{} of {}", of.most, quantity(of.of, of.machine));
  if (of.drive_times > 0)
    text += fmt::format("{}{} of {}", text.empty() ? "" : " and ", of.most_drives,
                        quantity(of.drives, "drive"));
  return text;
}

std::string text_of(const StoreLoss& of) {
  std::string text = fmt::format("at most {} away at once", away_text(of));
  if (of.lost_data())
    text = fmt::format("DATA LOST{}: {} missing at once, and it survives {}{}{}",
                       of.data_losses > 1 ? " " + quantity(of.data_losses, "time") : "",
                       of.most_missed, of.survives, kSeparator, text);
  text += fmt::format("{}{}, for {} in all", kSeparator,
                      quantity(of.times + of.drive_times, "time"), human_text(of.degraded));
  if (of.rebuilding > Seconds(0.0))
    text += fmt::format("{}{} done, under way for {}", kSeparator, quantity(of.rebuilds, "rebuild"),
                        human_text(of.rebuilding));
  if (of.down > Seconds(0.0))
    text += fmt::format("{}it served nobody for {}", kSeparator, human_text(of.down));
  return fmt::format("{}: {}", excerpt(of.name), text);
}

std::string store_losses_lines(const StudyResult& result) {
  std::string lines;
  for (const StoreLoss& of : result.first.store_losses)
    if (of.any()) lines += line("storage lost", text_of(of));
  return lines;
}

}  // namespace

extern const ResultSection kStoreLossesSection;
const ResultSection kStoreLossesSection{write_store_losses, store_losses_lines, 6};

}  // namespace gpuscape
