#include "sim/report/remote/remote_csv.hpp"

#include <fmt/format.h>

#include "sim/report/format/csv.hpp"
#include "sim/report/remote/remote_text.hpp"

namespace gpuscape {

namespace {

std::string row_text(const RemoteRow& row, std::string_view group, const JobShare& jobs,
                     const RemoteShares& shares) {
  std::string text =
      fmt::format("{},{},{},{},{},{}", csv_cell(row.choice.software), csv_cell(row.choice.over),
                  csv_cell(group), jobs.jobs, gpu_hours(jobs.gpu_seconds), row.attach.value());
  for (const JobShare& within : shares.within)
    text += fmt::format(",{},{}", within.jobs, gpu_hours(within.gpu_seconds));
  text += fmt::format(",{},{}", shares.cannot.jobs, gpu_hours(shares.cannot.gpu_seconds));
  for (const GpuSeconds lost : shares.lost) text += fmt::format(",{}", gpu_hours(lost));
  return text + "\n";
}

}  // namespace

std::string remote_csv(const RemoteAnswer& answer) {
  std::string text = "software,over,group,jobs,gpu_hours,attach_s";
  for (const double limit : kRemoteLimits)
    text += fmt::format(",jobs_within_{0:.0f},gpu_hours_within_{0:.0f}", 100.0 * limit);
  text += ",jobs_cannot,gpu_hours_cannot";
  for (std::size_t i = 0; i < kRemoteCauses; ++i)
    text += fmt::format(",lost_{}", remote_cause_name(static_cast<RemoteCause>(i)));
  text += "\n";
  for (const RemoteRow& row : answer.rows) {
    text += row_text(row, "", answer.priced, row.all);
    for (std::size_t i = 0; i < row.by_group.size(); ++i)
      text += row_text(row, answer.groups[i].name, answer.groups[i].jobs, row.by_group[i]);
  }
  return text;
}

}  // namespace gpuscape
