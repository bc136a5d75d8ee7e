#pragma once
/// A log of a million rows as a file, plain and gzip, made when it is first asked for.

#include <cstdint>
#include <filesystem>
#include <string>

#include "sim/scenario/spec.hpp"

namespace gpuscape::bench {

class BenchLog {
 public:
  static constexpr std::int64_t kRows = 1'000'000;
  static constexpr std::int64_t kWithoutEnd = kRows / 1000;    ///< dropped
  static constexpr std::int64_t kWithoutMemory = kRows / 500;  ///< repaired

  BenchLog() = default;
  BenchLog(const BenchLog&) = delete;
  BenchLog& operator=(const BenchLog&) = delete;
  ~BenchLog();

  const std::string& plain();
  const std::string& gzip();
  /// Every column used.
  static TraceSpec spec(const std::string& file);

 private:
  void make();

  std::filesystem::path folder_;
  std::string plain_;
  std::string gzip_;
};

}  // namespace gpuscape::bench
