/// Runs every row's two sides in turn, five rounds, and prints one table of the medians of the
/// ratios and their spread. Rows within 5 % of their goal get four rounds more.
/// `--filter TEXT` keeps the rows whose work contains it; `--against OTHER` compares our sides with
/// those of an older build of this program instead (against.hpp); `--fluid-report` prints how far
/// the sharing engine's solves reach, `--side NAME` runs one side once. Exit 1 where a goal is
/// missed, 2 for arguments that are none of these.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "tests/bench/against.hpp"
#include "tests/bench/fluid_rows.hpp"
#include "tests/bench/memory_probe.hpp"
#include "tests/bench/rows.hpp"
#include "tests/bench/simgrid_traffic.hpp"

namespace {

using gpuscape::bench::median;
using gpuscape::bench::Row;
using gpuscape::bench::Side;

constexpr int kRounds = 5;
constexpr int kMoreRounds = 4;
constexpr double kClose = 0.05;

/// Rates (units per second) by benchmark name, one a round.
class RateCollector final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const std::string name = run.run_name.function_name;
      rates[name.substr(0, name.rfind('#'))].push_back(run.counters.at("rate").value);
    }
  }
  std::map<std::string, std::vector<double>> rates;
};

void register_side(const Side& side, int round) {
  benchmark::RegisterBenchmark(fmt::format("{}#{}", side.name, round).c_str(),
                               [side](benchmark::State& state) {
                                 double seconds = 0.0;
                                 for (auto _ : state) {
                                   seconds = side.seconds();
                                   state.SetIterationTime(seconds);
                                 }
                                 state.counters["rate"] = side.units / seconds;
                               })
      ->Iterations(1)
      ->UseManualTime();
}

std::vector<double> ratios_of(const Row& row, const RateCollector& collector) {
  const std::vector<double>& ours = collector.rates.at(row.ours.name);
  const std::vector<double>& theirs = collector.rates.at(row.reference.name);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i)
    ratios.push_back(ours[i] / theirs[i]);
  return ratios;
}

bool is_close(const Row& row, const RateCollector& collector) {
  return row.goal && std::abs(median(ratios_of(row, collector)) - *row.goal) <= kClose * *row.goal;
}

/// Each side once a round, in turn.
void run_rounds(const std::vector<Row>& rows, int first, int rounds, RateCollector& collector) {
  benchmark::ClearRegisteredBenchmarks();
  for (int round = first; round < first + rounds; ++round) {
    std::set<std::string> in_this_round;
    for (const Row& row : rows) {
      for (const Side* side : {&row.ours, &row.reference}) {
        if (in_this_round.insert(side->name).second) register_side(*side, round);
      }
    }
  }
  std::ostringstream unused;
  collector.SetOutputStream(&unused);
  collector.SetErrorStream(&std::cerr);
  benchmark::RunSpecifiedBenchmarks(&collector);
}

/// True unless the row misses its goal.
bool print_row(const Row& row, const RateCollector& collector) {
  const std::vector<double>& ours = collector.rates.at(row.ours.name);
  const std::vector<double>& theirs = collector.rates.at(row.reference.name);
  const std::vector<double> ratios = ratios_of(row, collector);
  const double ratio = median(ratios);
  const auto [least, most] = std::ranges::minmax(ratios);
  std::string spread = fmt::format(", {:.2f} to {:.2f} in {} rounds", least, most, ratios.size());
  if (row.note) spread += ", " + row.note();
  const std::string fault = row.fault ? row.fault() : "";
  const bool met = fault.empty() && (!row.goal || ratio >= *row.goal);
  fmt::print("| {:<52} | {:>9.0f}/s | {:>9.0f}/s | {:>5.2f} | {:>6} | {}{} |\n", row.work,
             median(ours), median(theirs), ratio,
             row.goal ? fmt::format("≥ {:.2f}", *row.goal) : "–",
             !fault.empty() ? fault
             : !row.goal    ? "reported"
             : met          ? "met"
                            : "MISSED",
             spread);
  return met;
}

bool print_memory_row(const std::string& program) {
  constexpr double kGoal = 150.0;
  const double large = gpuscape::bench::peak_of_child(program, 1'000'000);
  const double small = gpuscape::bench::peak_of_child(program, 20'000);
  const double per_job = (large - small) / 980'000.0;
  fmt::print("| {:<52} | {:>9.0f} B | {:>11} | {:>5} | {:>6} | {} |\n",
             "memory per job, results kept", per_job, "–", "–", "≤ 150",
             per_job <= kGoal ? "met" : "MISSED");
  return per_job <= kGoal;
}

bool print_live_memory_row(const std::string& program) {
  constexpr double kGoal = 1.1;
  const double alone = 3.0 * gpuscape::bench::peak_of_live_child(program, 0);
  const double three = gpuscape::bench::peak_of_live_child(program, 3);
  const double ratio = three / alone;
  fmt::print("| {:<52} | {:>8.0f} MB | {:>8.0f} MB | {:>5.2f} | {:>6} | {} |\n",
             "live: memory of three designs of 1 M against 3 runs", three / 1e6, alone / 1e6, ratio,
             "≤ 1.10", ratio <= kGoal ? "met" : "MISSED");
  return ratio <= kGoal;
}

std::vector<Row> make_all_rows() {
  std::vector<Row> rows = gpuscape::bench::make_rows();
  std::ranges::move(gpuscape::bench::make_policy_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_kinds_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_quota_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_gang_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_lending_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_failure_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_storage_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_fluid_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_design_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_live_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_stop_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_reader_rows(), std::back_inserter(rows));
  std::ranges::move(gpuscape::bench::make_gantt_rows(), std::back_inserter(rows));
  return rows;
}

std::vector<Row> rows_with(const std::string& filter) {
  std::vector<Row> rows = make_all_rows();
  std::erase_if(rows, [&](const Row& row) { return row.work.find(filter) == std::string::npos; });
  return rows;
}

bool run_table(const std::string& program, const std::string& filter) {
  const std::vector<Row> rows = rows_with(filter);
  RateCollector collector;
  run_rounds(rows, 0, kRounds, collector);
  std::vector<Row> close;
  std::ranges::copy_if(rows, std::back_inserter(close),
                       [&](const Row& row) { return is_close(row, collector); });
  if (!close.empty()) run_rounds(close, kRounds, kMoreRounds, collector);
  fmt::print("| {:<52} | {:>11} | {:>11} | ratio | goal   | |\n|---|---|---|---|---|---|\n", "work",
             "ours", "reference");
  bool met = true;
  for (const Row& row : rows) met = print_row(row, collector) && met;
  if (filter.empty()) met = print_memory_row(program) && met;
  if (filter.empty() || filter == "live:" || filter == "memory")
    met = print_live_memory_row(program) && met;
  return met;
}

/// Runs the side of that name, of rows that are made at little cost where they have it.
int run_side_named(const std::string& name) {
  using gpuscape::bench::has_side;
  for (const auto make : {gpuscape::bench::make_fluid_rows, gpuscape::bench::make_gang_rows,
                          gpuscape::bench::make_lending_rows, gpuscape::bench::make_failure_rows,
                          gpuscape::bench::make_storage_rows}) {
    const std::vector<Row> rows = make();
    if (has_side(rows, name)) return gpuscape::bench::run_side(name, rows);
  }
  return gpuscape::bench::run_side(name, make_all_rows());
}

/// `--against OTHER` and `--filter TEXT`, in any order; none where there is anything else.
struct Choice {
  std::string other;
  std::string filter;
};
std::optional<Choice> read_choice(const std::vector<std::string>& arguments) {
  Choice choice;
  for (std::size_t i = 1; i < arguments.size(); i += 2) {
    const bool is_against = arguments[i] == "--against";
    if ((!is_against && arguments[i] != "--filter") || i + 1 == arguments.size())
      return std::nullopt;
    (is_against ? choice.other : choice.filter) = arguments[i + 1];
  }
  return choice;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv, argv + argc);
  if (argc == 3 && arguments[1] == "--memory") {
    gpuscape::bench::print_peak_after(std::stol(arguments[2]));
    return 0;
  }
  if (argc == 3 && arguments[1] == "--live-memory") {
    gpuscape::bench::print_peak_of_live(std::stoi(arguments[2]));
    return 0;
  }
  if (argc == 7 && arguments[1] == "--simgrid") gpuscape::bench::run_simgrid_child(arguments);
  if (argc == 2 && arguments[1] == "--fluid-report") {
    gpuscape::bench::print_fluid_report();
    return 0;
  }
  if (argc == 3 && arguments[1] == "--side") return run_side_named(arguments[2]);
  const std::optional<Choice> choice = read_choice(arguments);
  if (!choice) {
    fmt::print(stderr,
               "usage: {} [--filter TEXT] [--against OTHER] | --side NAME | --fluid-report\n",
               arguments[0]);
    return 2;
  }
  if (!choice->other.empty())
    return gpuscape::bench::compare_with(choice->other, rows_with(choice->filter));
  int count = 1;
  benchmark::Initialize(&count, argv);
  return run_table(arguments[0], choice->filter) ? 0 : 1;
}
