/// What the runs and the statistics of a study are done in: parts for threads.

#include <algorithm>
#include <utility>

#include "sim/base/parallel.hpp"
#include "sim/study/study.hpp"

namespace gpuscape {

namespace {

// Batches have fixed sizes, so that how many replications there are never depends on the threads.
constexpr std::size_t kReplicationBatch = 10;

}  // namespace

void work_through(std::span<const StudyRound> rounds, unsigned threads) {
  struct Place {
    std::size_t round, part;
  };
  std::vector<Place> places;
  for (std::size_t round = 0; round < rounds.size(); ++round)
    for (std::size_t part = 0; part < rounds[round].parts; ++part) places.push_back({round, part});
  for_each_index(places.size(), threads,
                 [&](std::size_t i) { rounds[places[i].round].part(places[i].part); });
  for_each_index(rounds.size(), threads, [&](std::size_t i) { rounds[i].done(); });
}

StudyRound Study::first_runs() {
  const std::size_t known = has_first_ ? 1 : 0;
  begun_.resize(std::min(kFirstBatch, wanted_) - 1);
  const auto run = [this, known](std::size_t part) {
    const std::size_t index = part + known;
    if (index == 0) return run_first();
    begun_[index - 1] = replication(index);
  };
  const auto done = [this] {
    if (!wants_more_than_first()) begun_.clear();  // the first one was stopped
    next_ = begun_.size() + 1;
  };
  return {begun_.size() + 1 - known, run, done};
}

StudyRound Study::first_statistics(const WarmUp& warm_up, std::span<const Seconds> later) {
  result_.warm_up = warm_up.length;
  result_.warm_up_method = warm_up.method;
  if (wants_more_than_first())
    for (const Seconds from : later) later_starts_.push_back({.from = from});
  averages_whole_run_ = warm_up.whole_run;
  stop_ = StopCheck(options_.stop);
  const auto made = std::make_shared<std::vector<Summaries>>(begun_.size() + 1);
  const auto summarize_one = [this, made](std::size_t i) {
    const RunResult& run = i == 0 ? result_.first : *begun_[i - 1];
    if (i == 0 || !run.partial) (*made)[i] = summaries_of(run);
  };
  return {made->size(), summarize_one, [this, made] { add_first(std::move(*made)); }};
}

void Study::add_first(std::vector<Summaries> summaries) {
  add(0, std::move(summaries.front()));
  result_.statistics_stopped = summaries_.front().stopped;
  result_.partial = result_.partial || result_.statistics_stopped;
  for (std::size_t i = 0; i < begun_.size(); ++i) {
    const RunResult& run = *begun_[i];
    if (run.partial || summaries[i + 1].stopped) continue;
    if (options_.keep) options_.keep(static_cast<std::int64_t>(i + 1), run);
    add(i + 1, std::move(summaries[i + 1]));
  }
  begun_.clear();
  estimate();
}

Study::Attempt Study::attempt(std::size_t number) const {
  Attempt made;
  std::shared_ptr<const RunResult> run = replication(number);
  made.partial = run->partial;
  if (made.partial) return made;
  made.summaries = summaries_of(*run);
  made.partial = made.summaries.stopped;
  if (options_.keep) made.run = std::move(run);
  return made;
}

StudyRound Study::next_batch() {
  const auto made =
      std::make_shared<std::vector<Attempt>>(std::min(kReplicationBatch, wanted_ - next_));
  const auto done = [this, made] {
    for (std::size_t i = 0; i < made->size(); ++i) {
      Attempt& one = (*made)[i];
      if (one.partial) continue;
      if (options_.keep) options_.keep(static_cast<std::int64_t>(next_ + i), *one.run);
      add(next_ + i, std::move(one.summaries));
    }
    next_ += made->size();
    estimate();
  };
  return {made->size(), [this, made](std::size_t i) { (*made)[i] = attempt(next_ + i); }, done};
}

}  // namespace gpuscape
