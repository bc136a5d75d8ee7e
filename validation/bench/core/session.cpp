#include "core/session.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "core/stop.hpp"

namespace gpuscape::bench {

namespace {

/// One measure as Google Benchmark calls it: several times while it looks for a number of
/// iterations, then once a repetition.
struct Slot {
  std::size_t number = 0;
  std::unique_ptr<Probe> probe = {};
};

/// How long a repetition is expected to take at least.
double repetition_time(const Measure& measure, const Options& options) {
  return std::max(options.repetition_seconds(),
                  measure.expected_seconds * static_cast<double>(measure.batch));
}

}  // namespace

/// Takes the rows from Google Benchmark.
class Rows final : public benchmark::BenchmarkReporter {
 public:
  Rows(Session& session, std::size_t measure, int first)
      : session_(session), measure_(measure), first_(first) {}
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (session_.missed_.count(measure_) > 0) return;
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      Row row;
      row.measure = measure_;
      row.repetition = first_ + static_cast<int>(std::max<std::int64_t>(run.repetition_index, 0));
      row.iterations = static_cast<std::int64_t>(run.iterations);
      row.seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
      row.cpu_seconds = run.cpu_accumulated_time / static_cast<double>(run.iterations);
      for (const auto& [name, counter] : run.counters) row.counters[name] = counter.value;
      session_.keep(measure_, std::move(row));
    }
  }

 private:
  Session& session_;
  std::size_t measure_;
  int first_;
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

void Session::keep(std::size_t /*measure*/, Row row) { record_.rows.push_back(std::move(row)); }

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
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t m = 0; m < record_.measures.size(); ++m) {
      const Measure& measure = record_.measures[m];
      if (stop_signal() != 0 || missed_.count(m) > 0) continue;
      if (lost_.count(measure.facts.family) > 0) {
        missed_.insert(m);
        record_.misses.push_back({m, "not measured: " + measure.facts.family + " was lost before"});
        continue;
      }
      Slot slot;
      const auto function = [&](benchmark::State& state) {
        try {
          if (!slot.probe) {
            slot.probe = measure.prepare();
            slot.probe->run(1);
          }
          while (state.KeepRunningBatch(measure.batch)) {
            if (stop_signal() != 0) throw Failure("stopped by a signal");
            state.SetIterationTime(slot.probe->run(measure.batch));
          }
          for (const auto& [name, value] : slot.probe->counters()) state.counters[name] = value;
        } catch (const Lost& fault) {
          miss(m, fault.what(), true);
          state.SkipWithError(fault.what());
        } catch (const std::exception& fault) {
          if (stop_signal() == 0)
            miss(m, fault.what(), false);
          else
            missed_.insert(m);
          state.SkipWithError(fault.what());
        }
      };
      benchmark::ClearRegisteredBenchmarks();
      auto* registered = benchmark::RegisterBenchmark(measure.facts.name().c_str(), function);
      registered->UseManualTime()->Repetitions(repetitions);
      registered->MinTime(options_.repetition_seconds());
      Rows rows(*this, m, round);
      benchmark::RunSpecifiedBenchmarks(&rows, "all");
      print_measure(m);
      save();
    }
  }
  record_.incomplete = stop_signal() != 0 ? "stopped by a signal"
                       : !lost_.empty()   ? *lost_.begin() + " was lost"
                       : !missed_.empty() ? "some measures failed"
                                          : "";
  save();
  return exit_code();
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

void Session::print_plan() const {
  struct Sum {
    std::size_t measures = 0;
    double bytes = 0.0;
    double seconds = 0.0;
  };
  std::map<std::string, Sum> sums;
  Sum all;
  for (const Measure& measure : record_.measures) {
    const double repetition = repetition_time(measure, options_);
    // Looking for the number of iterations and warming up take about as long as one repetition.
    const double seconds = repetition * (options_.rounds() + 1.5);
    const double bytes = measure.facts.bytes * seconds / std::max(measure.expected_seconds, 1e-9);
    for (Sum* sum : {&sums[measure.facts.family], &all}) {
      ++sum->measures;
      sum->seconds += seconds;
      sum->bytes += bytes;
    }
  }
  std::printf("%-14s %9s %12s %9s\n", "family", "measures", "moves about", "minutes");
  for (const auto& [family, sum] : sums)
    std::printf("%-14s %9zu %12s %9.1f\n", family.c_str(), sum.measures,
                size_text(sum.bytes).c_str(), sum.seconds / 60.0);
  std::printf("%-14s %9zu %12s %9.1f\n", "all", all.measures, size_text(all.bytes).c_str(),
              all.seconds / 60.0);
  for (const std::string& line : record_.absent) std::cout << line << "\n";
}

}  // namespace gpuscape::bench
