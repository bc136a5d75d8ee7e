#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/live/live_work.hpp"
#include "sim/live/log_cut.hpp"
#include "sim/study/memory_need.hpp"

namespace gpuscape {

namespace {

constexpr double kAtOnce = 0.25;   // s: what may be waited for without a first answer
constexpr double kMostCut = 0.05;  // of a log's jobs: what a first answer may cost

/// Where a request is repeated before it was answered, more may be shown than is known again.
bool shows_more(const LiveAnswer& answer, const AnsweredDesign& than) {
  return !answer.is_stale && answer.stage == LiveStage::replications &&
         than.stage == LiveStage::replications &&
         answer.outcome->result.replications >= than.outcome->result.replications;
}

}  // namespace

void LiveRequest::make_ready(Work& work) {
  const bool has_company = std::ranges::count(works_, false, &Work::is_over) > 1;
  work.options.threads = has_company ? 1 : means_.threads;
  work.options.stop = stop_;
  work.options.progress = [this, &work](const StudyProgress& progress) {
    board_.show_progress(order_.generation, [&](LiveState& state) {
      for (const std::size_t place : work.places) state.designs[place].progress = progress;
    });
  };
  const CheckedScenario& scenario = *work.design().scenario;
  work.inputs = means_.traces.inputs(scenario.spec, stop_);
  reserve_memory(work);
  if (work.is_generated) work.options.shelf = &work.design().shelf;
  work.study = std::make_unique<Study>(scenario, work.options, work.inputs);
}

/// Refuses what would not fit, before anything of it is run. What the designs of a request take up
/// adds up: all results are shown.
void LiveRequest::reserve_memory(const Work& work) {
  const Bytes need = memory_need(*work.design().scenario, work.inputs);
  const Bytes all(reserved_ += need.value());
  if (!free_ || all <= *free_ || order_.when_short == WhenMemoryIsShort::run) return;
  reserved_ -= need.value();
  const bool has_company = all > need;
  throw LacksMemory(
      fmt::format("its results take up about {}{}, and {} of memory are free: ask for fewer jobs, "
                  "replications or designs",
                  human_text(need),
                  has_company ? fmt::format(", {} with the other designs", human_text(all)) : "",
                  human_text(*free_)));
}

/// Of a generated workload one replication; of a log that takes long, its first days or weeks.
void LiveRequest::answer_first(Work& work) {
  make_ready(work);
  if (work.is_generated) {
    work.study->run_first();
    go_on_unless_stopped(stop_);
    if (work.study->wants_more_than_first())
      improve(work, LiveStage::replications, work.study->of_first_alone());
    return;
  }
  const auto jobs = static_cast<double>(jobs_of(work.inputs));
  const double seconds = jobs * means_.seconds_per_job;
  if (seconds <= kAtOnce) return;
  const double share = std::min(kMostCut, kAtOnce / seconds);
  const auto cut = cut_after(work.inputs, static_cast<std::size_t>(share * jobs));
  if (!cut) return;
  Study study(*work.design().scenario, work.options, cut->inputs);
  study.start();
  go_on_unless_stopped(stop_);
  study.summarize_after({});
  improve(work, LiveStage::first_weeks, study.finish(), cut->covers);
}

void LiveRequest::answer_log(Work& work) {
  if (work.is_generated) return;
  const auto begin = std::chrono::steady_clock::now();
  work.study->start();
  go_on_unless_stopped(stop_);
  work.study->summarize_after({});
  StudyOutcome outcome = work.study->finish();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const auto jobs = static_cast<double>(std::max<std::size_t>(1, jobs_of(work.inputs)));
  means_.seconds_per_job = took.count() / jobs;
  improve(work, LiveStage::exact, std::move(outcome));
}

void LiveRequest::answer_first_batch(Work& work) {
  go_on_unless_stopped(stop_);
  work.options.threads = means_.threads;
  work.study->start();
  go_on_unless_stopped(stop_);
  work.study->summarize_after(work.study->found_warm_up());
  if (work.study->enough()) return improve(work, LiveStage::exact, work.study->finish());
  improve(work, LiveStage::replications, work.study->so_far());
}

void LiveRequest::answer_generated(Work& work) {
  while (!work.study->enough()) {
    go_on_unless_stopped(stop_);
    work.study->add_batch();
    if (!work.study->enough()) improve(work, LiveStage::replications, work.study->so_far());
  }
  improve(work, LiveStage::exact, work.study->finish());
}

/// Puts up a better outcome; of what was stopped there is none.
void LiveRequest::improve(Work& work, LiveStage stage, StudyOutcome outcome, Seconds covers) {
  go_on_unless_stopped(stop_);
  work.latest.outcome = std::make_shared<const StudyOutcome>(std::move(outcome));
  work.latest.stage = stage;
  if (work.is_generated)
    work.design().shelf.lend(0, {work.latest.outcome, &work.latest.outcome->result.first});
  work.latest.covers = covers;
  if (stage == LiveStage::exact) {
    work.design().exact = work.latest.outcome;
    work.is_over = true;
    work.study.reset();
  }
  board_.change(order_.generation, [&](LiveState& state) {
    for (const std::size_t place : work.places)
      if (!shows_more(state.designs[place], work.latest)) work.show(state.designs[place]);
  });
}

}  // namespace gpuscape
