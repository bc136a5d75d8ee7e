#include "core/session.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "core/stop.hpp"

namespace gpuscape::bench {

/// Takes one repetition from Google Benchmark.
class Rows final : public benchmark::BenchmarkReporter {
 public:
  Rows(Session& session, std::size_t measure, int repetition)
      : session_(session), measure_(measure), repetition_(repetition) {}
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (session_.failed_) return;
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      Row row;
      row.measure = measure_;
      row.repetition = repetition_;
      row.iterations = static_cast<std::int64_t>(run.iterations);
      row.seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
      row.cpu_seconds = run.cpu_accumulated_time / static_cast<double>(run.iterations);
      for (const auto& [name, counter] : run.counters) row.counters[name] = counter.value;
      session_.iterations_[measure_] = row.iterations;
      session_.record_.rows.push_back(std::move(row));
    }
  }

 private:
  Session& session_;
  std::size_t measure_;
  int repetition_;
};

Session::Session(const Options& options, Record record)
    : options_(options), record_(std::move(record)) {
  if (options_.filter.empty()) return;
  auto& measures = record_.measures;
  measures.erase(std::remove_if(measures.begin(), measures.end(),
                                [&](const Measure& m) {
                                  return m.facts.name().find(options_.filter) == std::string::npos;
                                }),
                 measures.end());
}

void Session::miss(std::size_t measure, const std::string& why, bool lost) {
  if (!missed_.insert(measure).second) return;
  record_.misses.push_back({measure, why});
  const Facts& facts = record_.measures[measure].facts;
  std::cout << facts.name() << ": " << why << "\n";
  if (lost && lost_.insert(facts.family).second)
    std::cout << facts.family << ": the rest of it is left out\n";
}

int Session::run() {
  // Composites and the points that predict them take turns, so that a slow minute hits both.
  const int rounds = options_.composites ? options_.rounds() : 1;
  const int repetitions = options_.composites ? 1 : options_.rounds();
  catch_stop_signals();
  iterations_.assign(record_.measures.size(), 0);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t m = 0; m < record_.measures.size(); ++m) {
      if (stop_signal() != 0 || missed_.count(m) > 0) continue;
      if (lost_.count(record_.measures[m].facts.family) > 0) {
        missed_.insert(m);
        record_.misses.push_back(
            {m, "not measured: " + record_.measures[m].facts.family + " was lost before"});
        continue;
      }
      measure(m, round, repetitions);
    }
  record_.incomplete = stop_signal() != 0 ? "stopped by a signal"
                       : !lost_.empty()   ? *lost_.begin() + " was lost"
                       : !missed_.empty() ? "some measures failed"
                                          : "";
  save();
  print_end();
  return exit_code();
}

/// Each repetition is a run of Google Benchmark of its own: of several in one it demands that all
/// end alike, and one that fails would take the others with it.
void Session::measure(std::size_t m, int first, int repetitions) {
  std::unique_ptr<Probe> probe;
  for (int repetition = first; repetition < first + repetitions; ++repetition) {
    if (stop_signal() != 0 || missed_.count(m) > 0) break;
    repeat(m, repetition, probe);
  }
  print_measure(m);
  save();
}

void Session::repeat(std::size_t m, int repetition, std::unique_ptr<Probe>& probe) {
  const Measure& measure = record_.measures[m];
  const auto fail = [&](benchmark::State& state, const std::exception& fault, bool lost) {
    failed_ = true;
    if (stop_signal() == 0) miss(m, fault.what(), lost);
    state.SkipWithError(fault.what());
  };
  const auto function = [&](benchmark::State& state) {
    try {
      if (!probe) {
        probe = measure.prepare();
        probe->run(1);
      }
      while (state.KeepRunningBatch(measure.batch)) {
        if (stop_signal() != 0) throw Failure("stopped by a signal");
        state.SetIterationTime(probe->run(measure.batch));
      }
      for (const auto& [name, value] : probe->counters()) state.counters[name] = value;
    } catch (const Lost& fault) {
      fail(state, fault, true);
    } catch (const std::exception& fault) {
      fail(state, fault, false);
    }
  };
  failed_ = false;
  benchmark::ClearRegisteredBenchmarks();
  auto* registered = benchmark::RegisterBenchmark(measure.facts.name().c_str(), function);
  registered->UseManualTime();
  // How many operations fill a repetition is looked for once.
  if (iterations_[m] > 0)
    registered->Iterations(iterations_[m]);
  else
    registered->MinTime(options_.repetition_seconds());
  Rows rows(*this, m, repetition);
  benchmark::RunSpecifiedBenchmarks(&rows, "all");
}

void Session::print_end() const {
  std::set<std::size_t> measured;
  for (const Row& row : record_.rows) measured.insert(row.measure);
  std::string line = std::to_string(measured.size()) + " of " +
                     std::to_string(record_.measures.size()) + " measures";
  if (!options_.output.empty() && unsaved_.empty()) line += " in " + options_.output;
  if (!record_.incomplete.empty()) line = record_.incomplete + ": " + line;
  std::cout << line << std::endl;
}

void Session::print_measure(std::size_t measure) const {
  std::vector<double> seconds;
  for (const Row& row : record_.rows)
    if (row.measure == measure) seconds.push_back(row.seconds);
  const auto rounds = static_cast<std::size_t>(options_.rounds());
  if (seconds.size() < rounds) return;
  const Facts& facts = record_.measures[measure].facts;
  const Spread spread = spread_of(seconds);
  std::string rate;
  if (facts.flops > 0.0)
    rate = flops_text(facts.flops / spread.median);
  else if (facts.bytes > 0.0)
    rate = rate_text(facts.bytes / spread.median);
  std::printf("%-58s %10s  ±%.1f %%  %s\n", facts.name().c_str(), time_text(spread.median).c_str(),
              spread.deviation * 100.0, rate.c_str());
  std::fflush(stdout);
}

void Session::save() {
  if (options_.output.empty()) return;
  try {
    ResultFile::replace(options_.output, file_of(record_, options_));
    unsaved_.clear();
  } catch (const Failure& fault) {
    if (unsaved_.empty()) std::cerr << "gpuscape-bench: " << fault.what() << "\n";
    unsaved_ = fault.what();
  }
}

int Session::exit_code() const {
  if (stop_signal() != 0) return 128 + stop_signal();
  if (!lost_.empty() || !unsaved_.empty()) return kLost;
  return missed_.empty() ? kDone : kSomeFailed;
}

void Session::print_list() const {
  for (const Measure& measure : record_.measures)
    std::cout << measure.facts.name()
              << (measure.proven ? "" : " (never run on its hardware by us)") << "\n";
  for (const std::string& line : record_.absent) std::cout << line << "\n";
}

}  // namespace gpuscape::bench
