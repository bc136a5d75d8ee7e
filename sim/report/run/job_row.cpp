#include <algorithm>
#include <cmath>

#include "sim/report/format/csv.hpp"
#include "sim/report/format/gpu_text.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/run/job_columns.hpp"

namespace gpuscape {

void append_gpu_amount(std::string& text, const Demand& demand) {
  if (demand.gpu_milli != 0)
    append_number(text, demand.gpu_amount());
  else
    append_number(text, std::int64_t{demand.gpus});
}

JobRow::JobRow(const RunResult& run)
    : run_(run), classes_(run.classes), next_wait_(run.waits.jobs.data()) {
  for (const std::string& stream : run.streams) streams_.push_back(csv_cell(stream));
  for (std::vector<std::string>& stream : classes_)
    for (std::string& name : stream) name = csv_cell(name);
  for (std::uint32_t i = 0; i < run.origins->size(); ++i) {
    const JobOrigin& origin = (*run.origins)[i];
    origins_.push_back({csv_cell(origin.user), csv_cell(origin.account), csv_cell(origin.partition),
                        csv_cell(origin.qos)});
  }
  for (std::size_t i = 0; i < run.origins->asks().size(); ++i)
    asks_.push_back(csv_cell(ask_text(run.origins->asks()[static_cast<std::uint16_t>(i)])));
  for (const NodeLabel& node : run.nodes) {
    quoted_ = quoted_ || csv_cell(node.group) != node.group;
    for (const std::string& gpu : node.gpu_names) quoted_ = quoted_ || csv_cell(gpu) != gpu;
  }
  if (run.input)
    for (const std::string& cause : run.input->causes) causes_.push_back(csv_cell(cause));
  if (!run.traffic) return;
  for (const std::string& link : run.traffic->links) links_.push_back(csv_cell(link));
  next_traffic_ = run.traffic->jobs.data();
  end_traffic_ = next_traffic_ + run.traffic->jobs.size();
}

void JobRow::go_to(std::size_t job) {
  const bool is_next = job == job_ + 1;
  job_ = job;
  segments_ = run_.jobs.segments(job);
  const JobWait* const first_wait = run_.waits.jobs.data();
  const JobWait* const end_wait = first_wait + run_.waits.jobs.size();
  if (!is_next) {
    next_wait_ = std::ranges::lower_bound(first_wait, end_wait, job, {}, &JobWait::job);
    if (run_.traffic)
      next_traffic_ = std::ranges::lower_bound(run_.traffic->jobs.data(), end_traffic_, job, {},
                                               &TrafficRecord::job);
  }
  wait_ = next_wait_ != end_wait && next_wait_->job == job ? next_wait_++ : nullptr;
  traffic_ = next_traffic_ != end_traffic_ && next_traffic_->job == job ? next_traffic_++ : nullptr;
}

const std::string& JobRow::application() const {
  static const std::string kNone;
  const Job& job = jobs().job(job_);
  return job.application.is_none() ? kNone : classes_[job.stream][job.application.index()];
}

void JobRow::append_placement(std::string& text) const {
  if (segments_.empty()) return;
  const std::size_t begin = text.size();
  for (const AllocationSpan& span : jobs().spans(segments_.back())) {
    if (text.size() > begin) text += '+';
    const NodeLabel& label = run_.nodes[run_.group_of(span.node)];
    text += label.group;
    if (!label.pool) {
      text += '/';
      append_number(text, static_cast<std::int64_t>(span.node - label.first_node));
    }
    text += ':';
    if (jobs().has_parts(job_)) {
      const double held = jobs().gpus_held(job_, span);
      append_number(text, held);
      // A point says that these are parts, together as much as whole GPUs.
      if (jobs().demand(job_).gpu_milli == 0 && held == std::floor(held)) text += ".0";
    } else {
      append_number(text, std::int64_t{span.gpus});
    }
  }
  if (quoted_)
    text.replace(begin, std::string::npos, csv_cell(std::string_view(text).substr(begin)));
}

void JobRow::append_gpus(std::string& text) const {
  if (segments_.empty()) return;
  const std::size_t begin = text.size();
  for (const AllocationSpan& span : jobs().spans(segments_.back())) {
    const std::size_t group = run_.group_of(span.node);
    const NodeLabel& label = run_.nodes[group];
    if (label.gpu_names.empty()) continue;
    const auto [at, is_new] = gpu_ranges_.try_emplace({group, span.which});
    if (is_new) at->second = gpu_ranges(label.gpu_names, label.gpu_sets[span.which]);
    for (const std::string& range : at->second) {
      if (text.size() > begin) text += '+';
      text.append(label.group) += '/';
      append_number(text, static_cast<std::int64_t>(span.node - label.first_node));
      text.append("/").append(range);
    }
  }
  if (quoted_)
    text.replace(begin, std::string::npos, csv_cell(std::string_view(text).substr(begin)));
}

}  // namespace gpuscape
