/// How fast a log is read: every column used and every fault counted, against Python's csv.reader
/// that only walks the rows, and against zcat that only decompresses.

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "sim/workload/formats/read_trace.hpp"
#include "tests/bench/bench_log.hpp"
#include "tests/bench/rows.hpp"

namespace gpuscape::bench {
namespace {

using Log = std::shared_ptr<BenchLog>;

constexpr double kRows = BenchLog::kRows;

constexpr const char* kWalk = R"(import csv, sys, time
begin = time.perf_counter()
with open(sys.argv[1], newline="") as file:
    for row in csv.reader(file):
        pass
print(time.perf_counter() - begin)
)";

/// Seconds that a command prints.
double printed_by(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> child(popen(command.c_str(), "r"), pclose);
  double seconds = 0.0;
  if (!child || std::fscanf(child.get(), "%lf", &seconds) != 1)
    throw std::runtime_error(command + " failed");
  return seconds;
}

double walk_with_python(const std::string& file) {
  return printed_by(fmt::format("python3 -c '{}' '{}'", kWalk, file));
}

double decompress(const std::string& file) {
  const std::string command = fmt::format("zcat '{}' > /dev/null", file);
  return seconds_of([&] {
    if (std::system(command.c_str()) != 0) throw std::runtime_error(command + " failed");
  });
}

ReadReport read(const std::string& file, JobTable& table) {
  return read_trace(BenchLog::spec(file), table);
}

double seconds_to_read(const std::string& file) {
  JobTable table;
  return seconds_of([&] { read(file, table); });
}

/// Empty where every row and every fault was counted.
std::string fault_of(const std::string& file) {
  JobTable table;
  const ReadReport report = read(file, table);
  const bool complete = report.rows == BenchLog::kRows &&
                        report.dropped() == BenchLog::kWithoutEnd &&
                        report.repaired() >= BenchLog::kWithoutMemory &&
                        report.jobs == static_cast<std::int64_t>(table.size());
  return complete ? "" : "rows are not counted as they are";
}

bool has_python() { return std::system("python3 -c 'import csv' > /dev/null 2>&1") == 0; }

}  // namespace

std::vector<Row> make_reader_rows() {
  const auto log = std::make_shared<BenchLog>();
  std::vector<Row> rows;
  const auto on = [log](double (*work)(const std::string&),
                        const std::string& (BenchLog::*file)()) {
    return [log, work, file] {
      const std::string& name = ((*log).*file)();
      return work(name);
    };
  };
  const Side plain{"ours/read/plain", kRows, on(seconds_to_read, &BenchLog::plain)};
  if (has_python())
    rows.push_back({"1 M rows of CSV, against Python's csv.reader",
                    plain,
                    {"python/read/plain", kRows, on(walk_with_python, &BenchLog::plain), true},
                    4.0,
                    [log] { return fault_of(log->plain()); }});
  rows.push_back({"the same as gzip, against zcat",
                  {"ours/read/gzip", kRows, on(seconds_to_read, &BenchLog::gzip)},
                  {"zcat/read/gzip", kRows, on(decompress, &BenchLog::gzip), true},
                  0.5,
                  [log] { return fault_of(log->gzip()); }});
  return rows;
}

}  // namespace gpuscape::bench
