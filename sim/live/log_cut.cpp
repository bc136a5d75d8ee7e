#include "sim/live/log_cut.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpuscape {

namespace {

/// When so many jobs of all logs are submitted; they are more than `jobs`.
Seconds date_of(const RunInputs& inputs, std::size_t jobs) {
  std::vector<Seconds> dates;
  dates.reserve(jobs_of(inputs));
  for (const LoadedTrace& trace : inputs.traces) {
    if (trace.table == nullptr) continue;
    for (std::size_t i = 0; i < std::min(jobs + 1, trace.table->size()); ++i)
      dates.push_back(trace.table->job(i).submit);
  }
  const auto place = dates.begin() + static_cast<std::ptrdiff_t>(jobs);
  std::ranges::nth_element(dates, place);
  return *place;
}

}  // namespace

std::size_t jobs_of(const RunInputs& inputs) {
  std::size_t jobs = 0;
  for (const LoadedTrace& trace : inputs.traces)
    if (trace.table != nullptr) jobs += trace.table->size();
  return jobs;
}

std::optional<LogCut> cut_after(const RunInputs& inputs, std::size_t jobs) {
  const std::size_t all = jobs_of(inputs);
  if (jobs >= all) return std::nullopt;
  LogCut cut{.covers = date_of(inputs, jobs), .inputs = inputs};
  if (cut.covers > 1_d) cut.covers = 1_d * std::floor(cut.covers / 1_d);
  for (LoadedTrace& trace : cut.inputs.traces)
    if (trace.table != nullptr) trace.table = trace.table->submitted_before(cut.covers);
  const std::size_t left = jobs_of(cut.inputs);
  if (left == 0 || left == all) return std::nullopt;
  return cut;
}

}  // namespace gpuscape
