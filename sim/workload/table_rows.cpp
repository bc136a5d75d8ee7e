#include <algorithm>
#include <numeric>
#include <tuple>

#include "sim/workload/job_table.hpp"

namespace gpuscape {

namespace {

int rank_of(CarriedOver past) {
  if (past == CarriedOver::running) return 0;
  return past == CarriedOver::queued ? 1 : 2;
}

}  // namespace

std::vector<TableRow> JobTable::take_rows() {
  std::vector<TableRow> rows(size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = {.job = jobs_[i], .logged_start = logged_start(i)};
    if (i < kept_.size()) rows[i].kept = kept_[i] != 0;
    if (i < scaled_.size()) rows[i].scaled = scaled_[i];
    if (i < states_.size()) rows[i].state = states_[i];
    if (i < name_of_.size()) rows[i].name = name_of_[i];
    rows[i].further = further_dependencies(i);
  }
  further_.clear();
  states_.clear();
  name_of_.clear();
  jobs_.clear();
  logged_start_.clear();
  kept_.clear();
  scaled_.clear();
  started_in_log_ = 0;
  return rows;
}

std::shared_ptr<const JobTable> JobTable::submitted_before(Seconds date) const {
  const auto end = std::ranges::lower_bound(jobs_, date, {}, &Job::submit);
  const auto count = static_cast<std::size_t>(end - jobs_.begin());
  auto cut = std::make_shared<JobTable>(origins_);
  cut->reserve(count);
  for (std::size_t i = 0; i < count; ++i) cut->add(jobs_[i], logged_start(i));
  for (const Further& further : further_)
    if (further.job < count) cut->further_.push_back(further);
  cut->origin_ = origin_;
  return cut;
}

void JobTable::delay(Seconds by) {
  for (Job& job : jobs_) job.submit += by;
  for (Seconds& start : logged_start_) start += by;
  origin_ -= by;
}

std::int64_t JobTable::set_rows(std::vector<TableRow> rows) {
  std::vector<std::uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&rows](std::uint32_t i) {
    const Job& job = rows[i].job;
    const bool is_new = job.carried_over == CarriedOver::no;
    return std::tuple(job.submit, rank_of(job.carried_over), is_new ? job.id : 0, i);
  };
  std::ranges::sort(order, {}, key);
  std::vector<std::uint32_t> place_of(rows.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) place_of[order[place]] = place;
  std::int64_t lost = 0;
  reserve(rows.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    TableRow& row = rows[order[place]];
    const bool cut = row.renumber_dependencies([&](StreamJobId on) {
      const std::uint32_t now_at = place_of[on.index()];
      return now_at < place ? StreamJobId(now_at) : StreamJobId::none();
    });
    lost += cut ? 1 : 0;
    add(row.job, row.logged_start);
    for (const Dependency& on : row.further) further_.push_back({place, on});
    if (!keeps_rows_) continue;
    states_.push_back(row.state);
    name_of_.push_back(row.name);
  }
  return lost;
}

}  // namespace gpuscape
