#include "tests/bench/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "tests/bench/bench_jobs.hpp"

namespace gpuscape::bench {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

namespace {

constexpr std::size_t kMillion = 1'000'000;
constexpr std::uint32_t kNodes = 1000;
constexpr std::size_t kDepth = 100;

using Jobs = std::shared_ptr<const std::vector<Job>>;

Jobs jobs_at(double load, std::size_t count = kMillion) {
  return std::make_shared<const std::vector<Job>>(make_jobs(count, kNodes, load));
}

Side ours(std::string name, const Jobs& jobs, const char* backfill, Loop loop, int repeats = 1) {
  return {std::move(name), static_cast<double>(jobs->size()) * repeats,
          [jobs, backfill, loop, repeats] {
            return seconds_of([&] {
              for (int i = 0; i < repeats; ++i) run_ours(*jobs, kNodes, backfill, loop);
            });
          }};
}

Side reference(std::string name, const Jobs& jobs,
               std::function<void(std::vector<BareJob>&)> loop) {
  return {std::move(name), static_cast<double>(jobs->size()),
          [jobs, loop = std::move(loop)] {
            std::vector<BareJob> mine = bare(*jobs);
            return seconds_of([&] { loop(mine); });
          },
          true};
}

void place_easy(std::vector<BareJob>& jobs) { bare_easy(jobs, kNodes, kDepth); }
void count_easy(std::vector<BareJob>& jobs) { bare_easy_by_count(jobs, kNodes, kDepth); }
void fifo(std::vector<BareJob>& jobs) { bare_fifo(jobs, kNodes); }

/// Says where the start dates part; empty when they are equal to the last bit.
std::string compare_starts(const Jobs& jobs, const char* backfill,
                           void (*loop)(std::vector<BareJob>&)) {
  std::vector<BareJob> theirs = bare(*jobs);
  loop(theirs);
  const RunResult result = run_ours(*jobs, kNodes, backfill, Loop::native);
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    if (result.jobs.segments(i).front().start.value() != theirs[i].start)
      return fmt::format("start dates differ from job {} on", i);
  }
  return "";
}

/// Each of 500 jobs promised a start, plans improved every 30 s, against one that is.
Row conservative_row(double load) {
  const Jobs jobs = jobs_at(load);
  return {fmt::format("1 M jobs, conservative against EASY, load {:.2f}", load),
          ours(fmt::format("ours/conservative/{:.2f}", load), jobs, "conservative", Loop::native),
          ours(fmt::format("ours/easy/{:.2f}", load), jobs, "easy", Loop::native),
          0.2,
          {}};
}

Side with_waiting(std::size_t waiting, const char* backfill) {
  constexpr std::size_t kDates = 50'000;
  return {fmt::format("waiting/{}/{}", backfill, waiting), kDates,
          [waiting, backfill] { return seconds_with_waiting(waiting, kDates, backfill); }};
}

/// A decision may cost at most 1.3 times as much with ten times as many jobs waiting.
Row waiting_row(const char* backfill) {
  return {fmt::format("100 k jobs waiting against 10 k, {}", backfill),
          with_waiting(100'000, backfill),
          with_waiting(10'000, backfill),
          1.0 / 1.3,
          {}};
}

void add_easy_rows(std::vector<Row>& rows, double load) {
  const Jobs jobs = jobs_at(load);
  const Side side = ours(fmt::format("ours/easy/{:.2f}", load), jobs, "easy", Loop::native);
  rows.push_back({fmt::format("1 M jobs, EASY, load {:.2f}", load), side,
                  reference(fmt::format("bare/easy/{:.2f}", load), jobs, place_easy), 0.25,
                  [jobs] { return compare_starts(jobs, "easy", place_easy); }});
  rows.push_back({fmt::format("  beside it: EASY by count (no EASY), load {:.2f}", load),
                  side,
                  reference(fmt::format("count/easy/{:.2f}", load), jobs, count_easy),
                  std::nullopt,
                  {}});
}

}  // namespace

std::vector<Row> make_rows() {
  std::vector<Row> rows;
  const Jobs million = jobs_at(0.85);
  const Jobs few = jobs_at(0.85, 20'000);
  const Side native = ours("ours/fifo/native", million, "none", Loop::native);
  rows.push_back({"1 M jobs, FIFO, best fit, load 0.85", native,
                  reference("bare/fifo", million, fifo), 0.5,
                  [million] { return compare_starts(million, "none", fifo); }});
  add_easy_rows(rows, 0.95);
  add_easy_rows(rows, 1.0);
  rows.push_back(conservative_row(0.95));
  rows.push_back(waiting_row("easy"));
  rows.push_back(waiting_row("conservative"));
  rows.push_back({"the same FIFO on SimGrid's loop",
                  ours("ours/fifo/simgrid", million, "none", Loop::simgrid),
                  native,
                  0.4,
                  {}});
  rows.push_back({"jobs/s at 1 M against 20 k",
                  native,
                  ours("ours/fifo/20k", few, "none", Loop::native, 10),
                  0.75,
                  {}});
  return rows;
}

}  // namespace gpuscape::bench
