/// --plan: what would be measured, and what the program takes of the machine for it.

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>

#include "core/libraries.hpp"
#include "core/session.hpp"

namespace gpuscape::bench {

namespace {

/// How long a repetition is expected to take at least.
double repetition_time(const Measure& measure, const Options& options) {
  return std::max(options.repetition_seconds(),
                  measure.expected_seconds * static_cast<double>(measure.batch));
}

/// "24 s", "3.5 min".
std::string duration_text(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), seconds < 59.5 ? "%.0f s" : "%.1f min",
                seconds < 59.5 ? seconds : seconds / 60.0);
  return text.data();
}

}  // namespace

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
    constexpr double kPreparing = 0.03;
    const double seconds = repetition * (options_.rounds() + 1.5) +
                           kPreparing * (options_.composites ? options_.rounds() : 1);
    const double bytes = measure.facts.bytes * repetition * (options_.rounds() + 1.5) /
                         std::max(measure.expected_seconds, 1e-9);
    for (Sum* sum : {&sums[measure.facts.family], &all}) {
      ++sum->measures;
      sum->seconds += seconds;
      sum->bytes += bytes;
    }
  }
  std::printf("%-14s %9s %12s %9s\n", "family", "measures", "moves about", "takes");
  for (const auto& [family, sum] : sums)
    std::printf("%-14s %9zu %12s %9s\n", family.c_str(), sum.measures, size_text(sum.bytes).c_str(),
                duration_text(sum.seconds).c_str());
  std::printf("%-14s %9zu %12s %9s\n", "all", all.measures, size_text(all.bytes).c_str(),
              duration_text(all.seconds).c_str());
  std::fflush(stdout);
  for (const std::string& line : record_.absent) std::cout << line << "\n";
  for (const std::string& line : footprint_lines(record_, options_)) std::cout << line << "\n";
}

std::vector<std::string> footprint_lines(const Record& record, const Options& options) {
  double memory = 0.0;
  double disk = 0.0;
  int processes = 0;
  bool second = false;
  for (const Measure& measure : record.measures) {
    memory = std::max(memory, measure.memory_bytes);
    disk = std::max(disk, measure.disk_bytes);
    processes = std::max(processes, measure.processes);
    second = second || (measure.facts.family == "cuda" && measure.processes > 0);
  }
  const auto has = [&](const char* family) {
    return std::any_of(record.measures.begin(), record.measures.end(),
                       [&](const Measure& m) { return m.facts.family == family; });
  };
  const bool pair = options.pair || !options.listen.empty() || !options.connect.empty();
  std::vector<std::string> lines = {"what it takes:"};
  const auto say = [&](const std::string& line) { lines.push_back("  " + line); };
  if (!options.output.empty())
    say("the file of -o, and while it is written one beside it with .part-NUMBER behind its name");
  if (disk > 0.0)
    say("in --dir one file without a name, " + size_text(disk) + ", gone when the program ends");
  if (has("cuda"))
    say("on each GPU at most 1 GiB, or a quarter of what is free; no cache of the driver on disk "
        "(CUDA_CACHE_DISABLE)");
  say("of the host's memory at most " + size_text(memory + (256 << 20)) +
      " at once; a measure that needs more than 80 % of what is available fails");
  if (processes > 0)
    say("copies of its own process, " + std::to_string(processes) +
        " at once at most, which end with it");
  if (second) say("itself once more for each GPU, without the token in its environment");
  if (options.pair)
    say("where a node's name has no address: scontrol show node, 10 s at most, without the token");
  if (has("tcp") && !pair) say("a socket on 127.0.0.1 while its own connection is made");
  if (pair) say("one connection to the peer and up to 8 beside it for measured bytes");
  for (const std::string& line : library_lines()) say(line);
  say("the libraries are found by the system's loader; nothing else is loaded or started");
  return lines;
}

}  // namespace gpuscape::bench
