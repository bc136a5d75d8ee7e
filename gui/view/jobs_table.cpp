#include "gui/view/jobs_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gui/view/jobs/job_fields.hpp"
#include "gui/view/jobs/jobs_filter.hpp"
#include "sim/report/run/job_columns.hpp"

namespace gpuscape::gui {

namespace {

/// What jobs.csv says of a column of that name.
std::string about_of(std::string_view key) {
  for (const JobColumn& column : job_columns())
    if (column.name == key) return std::string(column.about);
  return "";
}

struct SortKey {
  double key;
  std::uint32_t job;
};

/// Those without a value last, equal ones in order of submission.
bool is_before(const SortKey& a, const SortKey& b, bool is_descending) {
  const bool a_is_none = std::isnan(a.key);
  const bool b_is_none = std::isnan(b.key);
  if (a_is_none != b_is_none) return b_is_none;
  if (!a_is_none && a.key != b.key) return is_descending ? a.key > b.key : a.key < b.key;
  return a.job < b.job;
}

}  // namespace

JobsTable::JobsTable(std::shared_ptr<const StudyOutcome> outcome) : outcome_(std::move(outcome)) {
  const auto all = job_fields();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_present(all[i], run())) continue;
    columns_.push_back({.key = std::string(all[i].key),
                        .label = std::string(all[i].label),
                        .about = about_of(all[i].key),
                        .is_number = all[i].kind != FieldKind::text});
    fields_.push_back(static_cast<std::uint8_t>(i));
    if (all[i].key == "submit_s") sorted_by_ = columns_.size() - 1;
  }
  order_.resize(jobs());
  std::iota(order_.begin(), order_.end(), std::uint32_t{0});
}

std::string JobsTable::cell(std::size_t row, std::size_t column) const {
  const JobField& field = job_fields()[fields_[column]];
  return (field.shown != nullptr ? field.shown : field.text)(run(), order_[row]);
}

std::optional<std::size_t> JobsTable::row_of(std::uint32_t job) const {
  const auto found = std::ranges::find(order_, job);
  if (found == order_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - order_.begin());
}

void JobsTable::sort_by(std::size_t column, bool is_descending) {
  sorted_by_ = column;
  is_descending_ = is_descending;
  sort();
}

void JobsTable::sort() {
  const std::vector<double> keys = job_fields()[fields_[sorted_by_]].keys(run());
  std::vector<SortKey> sorted;
  sorted.reserve(order_.size());
  for (const std::uint32_t job : order_) sorted.push_back({keys[job], job});
  std::ranges::sort(sorted, [this](const SortKey& a, const SortKey& b) {
    return is_before(a, b, is_descending_);
  });
  std::ranges::transform(sorted, order_.begin(), &SortKey::job);
}

std::string JobsTable::filter(std::string_view text) {
  const JobsFilter filter = parse_filter(run(), text);
  if (!filter.fault.empty()) return filter.fault;
  filter_ = std::string(text);
  order_.clear();
  for (std::uint32_t job = 0; job < jobs(); ++job)
    if (filter.passes(job)) order_.push_back(job);
  sort();
  return "";
}

std::string JobsTable::filter_help() {
  return "ann         part of a job's number, user, account, partition, QOS, stream or "
         "application\n"
         "user=ann    one of them in full; user:an a part of it\n"
         "wait>1h     times: submit, wait, start, ran, end\n"
         "gpus=2..8   numbers: job, gpus, starts, slowdown\n"
         "state=timed_out  reason=order  node:gpu/3  slowed_by:spine\n"
         "Terms are separated by spaces; all of them must hold.";
}

std::string JobsTable::csv(std::size_t first, std::size_t count) const {
  std::string text;
  const auto is_there = [&](const JobColumn& column) {
    return column.present == nullptr || column.present(run());
  };
  for (const JobColumn& column : job_columns())
    if (is_there(column)) text += (text.empty() ? "" : ",") + std::string(column.name);
  text += '\n';
  JobRow row(run());
  const std::size_t last = std::min(order_.size(), first + std::min(count, order_.size()));
  for (std::size_t i = first; i < last; ++i) {
    row.go_to(order_[i]);
    bool is_first = true;
    for (const JobColumn& column : job_columns()) {
      if (!is_there(column)) continue;
      if (!is_first) text += ',';
      is_first = false;
      column.append(text, row);
    }
    text += '\n';
  }
  return text;
}

}  // namespace gpuscape::gui
