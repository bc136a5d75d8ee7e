#pragma once
/// The Standard Workload Format of the Parallel Workloads Archive (Feitelson, Tsafrir, Krakov, JPDC
/// 2014): 18 columns between blanks, `;` begins a comment, -1 means unknown.

#include <optional>

#include "sim/workload/row_reader.hpp"

namespace gpuscape {

/// Takes job number, submit date, run time, processors (allocated; requested where that is not
/// positive), requested time (the limit, where positive), who sent the job where to, and the
/// preceding job, after which it starts. Memory and CPU time are left aside, for a pool has
/// neither; so is the think time after the preceding job, which the submit date holds already.
class SwfReader final : public RowReader {
 public:
  bool is_comment(std::string_view line) override;
  std::string read(const Line& line, LoggedJob& job) override;

  /// The header's UnixStartTime: when the log's clock was 0, in seconds since 1970.
  [[nodiscard]] std::optional<Seconds> unix_start() const { return unix_start_; }

 private:
  std::optional<Seconds> unix_start_;
};

}  // namespace gpuscape
