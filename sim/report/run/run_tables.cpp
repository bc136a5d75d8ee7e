#include "sim/report/run/run_tables.hpp"

#include <string>
#include <vector>

#include "sim/report/format/csv.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/run/job_columns.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kTablePiece = 1U << 16U;

}  // namespace

void write_jobs_csv(const RunResult& run, TextSink& sink) {
  std::vector<const JobColumn*> columns;
  std::string text;
  for (const JobColumn& column : job_columns()) {
    if (column.present != nullptr && !column.present(run)) continue;
    if (!columns.empty()) text += ',';
    text += column.name;
    columns.push_back(&column);
  }
  text += '\n';
  JobRow row(run);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    row.go_to(job);
    for (const JobColumn* column : columns) {
      if (column != columns.front()) text += ',';
      column->append(text, row);
    }
    text += '\n';
    if (text.size() < kTablePiece) continue;
    sink.write(text);
    text.clear();
  }
  sink.write(text);
}

void write_timeline_csv(const RunResult& run, TextSink& sink) {
  const Timeline& timeline = run.timeline;
  std::string text = "time_s";
  for (const Timeline::Series& series : timeline.series()) text += "," + csv_cell(series.name);
  text += '\n';
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    append_number(text, timeline.interval.value() * static_cast<double>(i));
    for (const Timeline::Series& series : timeline.series()) {
      text += ',';
      append_number(text, series.values[i]);
    }
    text += '\n';
  }
  sink.write(text);
}

}  // namespace gpuscape
