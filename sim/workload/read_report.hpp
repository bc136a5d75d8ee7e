#pragma once
/// What a trace reader did with rows it could not take as they stood: counted and named.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// One reason for dropping or repairing rows, with the first place where it was met.
struct RowReason {
  std::string reason;   ///< "run time is negative", "no processors", …
  bool dropped = true;  ///< false: the row was repaired and kept
  std::int64_t rows = 0;
  std::int64_t first_line = 0;  ///< 1-based line of the (decompressed) file
  std::string example;          ///< the first such row, cut to 80 characters and made printable
};

/// Rows that could be used and were not wanted.
struct LeftOut {
  std::string by;  ///< the key of the scenario: "where", "from", "to"
  std::int64_t rows = 0;
};

/// Always rows = jobs + left out + dropped().
struct ReadReport {
  std::string file;
  std::int64_t rows = 0;   ///< data rows seen; comments, blank lines and the header are not counted
  std::int64_t jobs = 0;   ///< rows that became jobs
  std::int64_t steps = 0;  ///< rows that tell of a step within a job; not counted in `rows`
  std::int64_t without_time_limit = 0;
  std::vector<RowReason> reasons;  ///< in the order first met
  std::vector<std::string>
      assumptions;  ///< about the whole file: "ids are not integers: the row number is the id"
  /// What makes an answer doubtful unless the user says that it is meant; printed on lines of their
  /// own.
  std::vector<std::string> warnings;
  /// The scenario's name of the log's time zone; empty: dates without a zone are taken as UTC, so
  /// that days and hours of the day are the log's own.
  std::string time_zone;
  /// Date 0 since 1970-01-01, where the log tells: its first submission, or the run's first second.
  std::optional<Seconds> unix_origin;

  std::vector<LeftOut> left_out;
  std::int64_t carried_running = 0;   ///< jobs that ran when the log's part began
  std::int64_t carried_queued = 0;    ///< and that waited
  std::int64_t dependencies_cut = 0;  ///< on jobs that are left out

  std::int64_t shards_per_gpu = 0;        ///< as the scenario says; 0: it does not
  bool ignores_dependencies = false;      ///< as the scenario asks
  bool attempts_in_order = false;         ///< likewise: of a job that was requeued
  std::int64_t dependencies_ignored = 0;  ///< jobs that would wait for others

  /// Takes rows out of `jobs`.
  void leave_out(std::string_view by, std::int64_t count);
  /// Counts one row under `reason`; a row may be repaired for several reasons, but is dropped for
  /// one.
  void note(bool dropped, std::string_view reason, std::int64_t line, std::string_view row);
  [[nodiscard]] std::int64_t dropped() const;
  /// Repairs made; a row with two counts twice.
  [[nodiscard]] std::int64_t repaired() const;
};

}  // namespace gpuscape
