#include "sim/report/transfers/step_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

bool is_known(const StepRow& row) { return row.ended && row.samples > 0.0; }

double rate_per_gpu(const StepRow& row) {
  return row.samples_per_second() / static_cast<double>(row.gpus);
}

/// Rows of one application follow each other.
std::vector<std::vector<StepRow>> by_application(const std::vector<StepRow>& rows) {
  std::vector<std::vector<StepRow>> all;
  for (const StepRow& row : rows) {
    const bool goes_on = !all.empty() && all.back().front().application == row.application &&
                         all.back().front().client == row.client &&
                         all.back().back().gpus < row.gpus;
    if (!goes_on) all.emplace_back();
    all.back().push_back(row);
  }
  return all;
}

/// Whether others slow a row noticeably.
bool loses(const StepRow& row) {
  constexpr double kShown = 0.0005;
  return row.knows_alone() && row.lost_share() >= kShown;
}

/// Columns of what remote GPUs cost, before the last two.
void add_remote(std::vector<std::string>& line, std::vector<std::string> cells) {
  line.insert(line.end() - 2, std::make_move_iterator(cells.begin()),
              std::make_move_iterator(cells.end()));
}

/// Samples/s with nobody else on the cluster, and what of them others take.
std::vector<std::string> alone_cells(const StepRow& row) {
  if (!row.knows_alone()) return {"", ""};
  return {row.samples > 0.0 ? fmt::format("{:.5g}", row.alone_samples_per_second()) : "",
          percent_text(row.lost_share())};
}

std::string name_of(const StepRow& row) {
  const std::string client = row.client.empty() ? "" : " from " + excerpt(row.client);
  return excerpt(row.application) + client;
}

/// "strong, 256 in all", "weak, 256 each"; of one number of GPUs "256 each".
std::string scaling_text(const StepRow& row) {
  std::string batch;
  if (row.samples > 0.0)
    batch = row.scaling == "strong" ? fmt::format("{:.4g} in all", row.samples)
                                    : fmt::format("{:.4g} each", row.batch_per_gpu());
  if (row.scaling.empty() || batch.empty()) return row.scaling + batch;
  return row.scaling + ", " + batch;
}

bool has_several_streams(const std::vector<StepRow>& rows) {
  return std::ranges::any_of(rows,
                             [&](const StepRow& row) { return row.stream != rows[0].stream; });
}

std::string time_or_none(Seconds time) {
  return time > Seconds(0.0) ? short_time_text(time) : "none";
}

}  // namespace

bool has_clients(const std::vector<StepRow>& rows) {
  return std::ranges::any_of(rows, [](const StepRow& row) { return !row.client.empty(); });
}

bool has_reads(const std::vector<StepRow>& rows) {
  return std::ranges::any_of(rows, [](const StepRow& row) { return !row.dataset.empty(); });
}

double scaling_efficiency(const StepRow& row, const StepRow& first) {
  if (!first.knows_alone()) return rate_per_gpu(row) / rate_per_gpu(first);
  return rate_per_gpu(row) / (first.alone_samples_per_second() / static_cast<double>(first.gpus));
}

std::string knee_text(const std::vector<StepRow>& rows) {
  constexpr double kWorthwhile = 0.5;
  if (rows.size() < 2 || !std::ranges::all_of(rows, is_known)) return "";
  const double one = rate_per_gpu(rows.front());
  const std::string name = name_of(rows.front());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto added = static_cast<double>(rows[i].gpus - rows[i - 1].gpus);
    const double each =
        (rows[i].samples_per_second() - rows[i - 1].samples_per_second()) / added / one;
    if (each >= kWorthwhile) continue;
    return fmt::format(
        "{}: adding GPUs pays off up to {}; from there to {}, each adds {:.0f} % of the rate of "
        "one "
        "of the first",
        name, rows[i - 1].gpus, rows[i].gpus, each * 100.0);
  }
  return fmt::format("{}: adding GPUs pays off up to {}, the largest number tried", name,
                     rows.back().gpus);
}

/// "resnet-50: 1 GPU 1 d 4 h · 8 GPUs 3 h 38 min"; empty where nothing says how many epochs it
/// takes.
std::string to_train_text(const std::vector<StepRow>& group) {
  std::string text;
  for (const StepRow& row : group) {
    if (!row.knows_time_to_train()) continue;
    text += text.empty() ? excerpt(row.application) + ": " : std::string(kSeparator);
    text += fmt::format("{} {}", quantity(row.gpus, "GPU"), human_text(row.time_to_train()));
  }
  return text;
}

std::string steps_table(const std::vector<StepRow>& rows) {
  if (rows.empty()) return "";
  std::vector<std::vector<std::string>> lines = {{"application", "scaling, batch", "GPUs", "nodes",
                                                  "step", "compute", "exchange alone", "samples/s",
                                                  "efficiency", "by", "bound by"}};
  const bool streams = has_several_streams(rows);
  if (streams) lines.front().insert(lines.front().begin(), "stream");
  const bool remote = has_clients(rows);
  const bool losses = std::ranges::any_of(rows, loses);
  if (losses) add_remote(lines.front(), {"alone", "lost"});
  if (remote) add_remote(lines.front(), {"client", "calls", "copies alone"});
  const bool reads = has_reads(rows);
  if (reads) add_remote(lines.front(), {"storage", "reads alone"});
  std::string knees;
  std::vector<std::string> rates;
  bool others = false;  // at other batches than measured
  for (const std::vector<StepRow>& group : by_application(rows)) {
    for (const StepRow& row : group) {
      const bool known = is_known(row);
      lines.push_back({excerpt(row.application), scaling_text(row), human_count(row.gpus),
                       human_count(row.nodes),
                       row.ended ? short_time_text(row.step()) : "not ended",
                       short_time_text(row.compute), time_or_none(row.exchange),
                       known ? fmt::format("{:.5g}", row.samples_per_second()) : "",
                       known && is_known(group.front())
                           ? fmt::format("{:.3f}", scaling_efficiency(row, group.front()))
                           : "",
                       row.algorithm, row.bound_by});
      if (streams) lines.back().insert(lines.back().begin(), excerpt(row.stream));
      if (losses) add_remote(lines.back(), alone_cells(row));
      if (remote)
        add_remote(lines.back(), {row.client.empty() ? "none" : excerpt(row.client),
                                  time_or_none(row.calls), time_or_none(row.copies)});
      if (reads)
        add_remote(lines.back(),
                   {row.store.empty() ? "none" : excerpt(row.store), time_or_none(row.input)});
      const std::string rate = row.basis.substr(0, row.basis.find(", scaled from batch"));
      others = others || rate.size() < row.basis.size();
      if (std::ranges::find(rates, rate) == rates.end()) rates.push_back(rate);
    }
    if (const std::string knee = knee_text(group); !knee.empty()) knees += line("knee", knee);
    if (const std::string train = to_train_text(group); !train.empty())
      knees += line("to train", train);
  }
  std::string text = text_table(lines) + knees;
  if (others) rates.emplace_back("at other batches than measured: t0 + b · t1");
  for (const std::string& rate : rates) text += line("rate", rate);
  return text;
}

}  // namespace gpuscape
