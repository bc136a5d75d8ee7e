#pragma once
/// Runs measures on Google Benchmark and keeps what they gave.

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/rows.hpp"

namespace gpuscape::bench {

enum ExitCode : int {
  kDone = 0,
  kSomeFailed = 1,
  kWrongCommand = 2,
  kLost = 3,
};

class Session {
 public:
  Session(const Options& options, Record record);

  /// Measures everything, printing a line for each, writing the file after each where there is one.
  int run();

  /// "--list" and "--plan".
  void print_list() const;
  void print_plan() const;

 private:
  friend class Rows;
  void measure(std::size_t m, int first, int repetitions);
  void repeat(std::size_t m, int repetition, std::unique_ptr<Probe>& probe);
  void print_end() const;
  void miss(std::size_t measure, const std::string& why, bool lost);
  void print_measure(std::size_t measure) const;
  void save();
  [[nodiscard]] int exit_code() const;

  const Options& options_;
  Record record_;
  std::set<std::string> lost_;            ///< families
  std::set<std::size_t> missed_;          ///< measures
  std::vector<std::int64_t> iterations_;  ///< by measure; 0: not known yet
  bool failed_ = false;                   ///< the repetition that runs now
  std::string unsaved_;                   ///< why the file could not be written
};

/// What all of it takes of the machine: files, memory, processes, sockets, libraries; a line each.
std::vector<std::string> footprint_lines(const Record& record, const Options& options);

/// "12.3 us", "4.56 GB/s", "64 KiB", "3.2 TFLOP/s".
std::string time_text(double seconds);
std::string rate_text(double bytes_per_second);
std::string size_text(double bytes);
std::string flops_text(double flops_per_second);

}  // namespace gpuscape::bench
