#pragma once
/// The Standard Workload Format of the Parallel Workloads Archive (Feitelson, Tsafrir, Krakov, JPDC
/// 2014): 18 columns between blanks, `;` begins a comment, -1 means unknown. Logs of machines with
/// GPUs extend it by fields that their headers name, as Alea's do (used_GPUs, soft_walltime,
/// required_properties).

#include <optional>
#include <string>

#include "sim/workload/formats/swf_header.hpp"
#include "sim/workload/formats/swf_shapes.hpp"
#include "sim/workload/rows/row_reader.hpp"

namespace gpuscape {

/// Takes job number, submit date, run time, processors (allocated; requested where that is not
/// positive), requested time (the limit, where positive), who sent the job where to, and the
/// preceding job, after whose end it starts. Memory and CPU time are left aside, for a pool has
/// neither; so is the think time after the preceding job, which the submit date holds already.
///
/// Of fields beyond the 18th those are read that the header names as GPUs and nodes used (and
/// "required_properties"); the others are passed over, and counted where none is named.
class SwfReader final : public RowReader {
 public:
  /// `processors`: what field 5 counts in rows with GPUs: "nodes", "cores", or "auto".
  SwfReader(ReadReport& report, std::string_view processors)
      : report_(report), shapes_(report, processors) {}

  bool is_comment(std::string_view line) override;
  std::string read(const Line& line, LoggedJob& job) override;
  /// After the last row, before the table is finished. Throws ScenarioError where a job has more
  /// than the log's machine.
  void finish(JobTable& table);

  /// The header's UnixStartTime: when the log's clock was 0, in seconds since 1970.
  [[nodiscard]] std::optional<Seconds> unix_start() const { return header_.unix_start(); }

 private:
  std::string read_demand(const Line& line, Demand& demand);
  void look_at_header(std::size_t fields);

  ReadReport& report_;
  SwfHeader header_;
  SwfShapes shapes_;
  std::vector<std::string_view> row_;
  SwfFields fields_;  // of rows with more than 18
  bool looked_at_header_ = false;
};

}  // namespace gpuscape
