#include "sim/plan/work_asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/run/run_workload.hpp"

namespace gpuscape {

namespace {

/// What jobs ask for is the workload's alone.
bool is_of_workload_alone(const CheckedScenario& design) {
  if (design.steps != nullptr || design.access != nullptr || design.spec.streams.empty())
    return false;
  const auto simple = [](const StreamSpec& stream) { return !stream.closed; };
  return std::ranges::all_of(design.spec.streams, simple) &&
         std::ranges::all_of(design.measured_on,
                             [](const auto& steps) { return steps == nullptr; });
}

/// The end of the arrivals, where a stream says it; else the last submission counts.
Seconds said_span(const ScenarioSpec& spec) {
  Seconds span{0.0};
  for (const StreamSpec& stream : spec.streams) {
    if (!stream.generate || !stream.generate->duration) return Seconds(0.0);
    span = std::max(span, *stream.generate->duration);
  }
  return span;
}

/// GPUs held at once if every job started when it is submitted.
double most_at_once(const std::vector<std::pair<double, double>>& changes) {
  double held = 0.0;
  double most = 0.0;
  for (const auto& [date, gpus] : changes) most = std::max(most, held += gpus);
  return most;
}

/// `asked` has what each job asks for, and `within` its run time.
void sum_from_the_end(DrawnWork& work) {
  double asked = 0.0;
  double within = 0.0;
  for (std::size_t i = work.asked.size(); i-- > 0;) {
    const double time = work.within[i];
    const double left = std::max(0.0, work.span.value() - work.submits[i]);
    within += time > 0.0 ? work.asked[i] * std::min(1.0, left / time) : 0.0;
    asked += work.asked[i];
    work.asked[i] = asked;
    work.within[i] = within;
  }
}

/// False where a job depends on another one, or asks for no GPU.
bool draw(const CheckedScenario& design, const RunInputs& inputs, DrawnWork& work) {
  const auto source = build_workload(design.spec, inputs, design.cluster->platform());
  std::vector<std::pair<double, double>> changes;
  Job job;
  while (source->next(job)) {
    if (!job.after.is_none() || job.waits_for_more || job.carried_over != CarriedOver::no)
      return false;
    const double gpus = job.demand.gpu_amount();
    if (!(gpus > 0.0)) return false;
    Seconds time = job.run_time;
    if (design.spec.scheduler.kill_overrun) time = std::min(time, job.time_limit);
    work.submits.push_back(job.submit.value());
    work.asked.push_back(gpus * time.value());
    work.within.push_back(time.value());
    work.sizes.push_back(static_cast<std::int32_t>(std::ceil(gpus)));
    changes.emplace_back(job.submit.value(), gpus);
    changes.emplace_back((job.submit + time).value(), -gpus);
  }
  if (work.submits.empty()) return false;
  const Seconds said = said_span(design.spec);
  work.span = said > Seconds(0.0) ? said : Seconds(work.submits.back());
  work.latest_start = std::max(work.span * 0.5, design.spec.run.warm_up.value_or(Seconds(0.0)));
  sum_from_the_end(work);
  // At one date ends come before starts.
  std::ranges::sort(changes);
  work.most_at_once = most_at_once(changes);
  std::ranges::sort(work.sizes);
  return true;
}

/// What says which workload it is.
std::string name_of(const CheckedScenario& design) {
  const JsonValue* workload = design.spec.resolved.find("workload");
  std::string name =
      fmt::format("{} {} {} ", design.spec.run.seed, design.spec.scheduler.kill_overrun,
                  design.spec.run.warm_up.value_or(Seconds(0.0)).value());
  const bool by_cluster = std::ranges::any_of(design.spec.streams, [](const StreamSpec& stream) {
    return stream.generate && stream.generate->load && !stream.generate->load_gpus;
  });
  if (by_cluster) name += fmt::format("{} ", design.cluster->platform().gpus_total());
  for (const StreamSpec& stream : design.spec.streams)
    if (stream.generate) name += fmt::format("{} ", stream.generate->load_gpus.value_or(0));
  return workload == nullptr ? name : name + write_json(*workload, -1);
}

}  // namespace

double least_load(const DrawnWork& work, double gpus) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < work.submits.size(); ++i) {
    // The window that begins just after the submission before: no longer one asks for the same.
    const double from = i == 0 ? 0.0 : work.submits[i - 1];
    if (from > work.latest_start.value() || !(from < work.span.value())) break;
    if (work.within[i] < 0.5 * work.asked[i]) return 0.0;
    least = std::min(least, work.asked[i] / (gpus * (work.span.value() - from)));
  }
  return std::isfinite(least) ? least : 0.0;
}

std::int64_t larger_than(const DrawnWork& work, std::int64_t gpus) {
  const auto first = std::ranges::upper_bound(work.sizes, gpus, {},
                                              [](std::int32_t size) { return std::int64_t{size}; });
  return work.sizes.end() - first;
}

std::shared_ptr<const std::vector<DrawnWork>> WorkAsked::of(const CheckedScenario& design,
                                                            TraceCache& traces,
                                                            std::size_t replications,
                                                            const std::stop_token& stop) {
  if (!is_of_workload_alone(design)) return nullptr;
  const std::string name = name_of(design);
  const std::scoped_lock lock(mutex_);
  const auto [at, added] = known_.try_emplace(name);
  if (!added) return at->second;
  RunInputs inputs = traces.inputs(design.spec, stop);
  std::vector<DrawnWork> drawn(replications);
  for (std::size_t i = 0; i < replications; ++i) {
    inputs.replication = i;
    if (!draw(design, inputs, drawn[i])) return nullptr;
  }
  return at->second = std::make_shared<const std::vector<DrawnWork>>(std::move(drawn));
}

std::string overload_proof(const std::vector<DrawnWork>& work, std::int64_t gpus) {
  const auto there = static_cast<double>(gpus);
  double sum = 0.0;
  double squares = 0.0;
  for (const DrawnWork& one : work) {
    const double load = there > 0.0 ? least_load(one, there) : 0.0;
    if (!(load > 1.0) || !(one.most_at_once > there)) return "";
    sum += load;
    squares += load * load;
  }
  // Of several replications the mean of all that may be run decides: it is to be above 1 too.
  const auto count = static_cast<double>(work.size());
  const double mean = sum / count;
  const double error =
      count > 1.0 ? std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1.0)) : 0.0;
  if (work.empty() || !(mean - 5.0 * error > 1.0)) return "";
  return fmt::format("jobs ask for {:.3g} of its {} GPUs' time while they arrive", mean, gpus);
}

}  // namespace gpuscape
