#pragma once
/// Pods of a shared GPU cluster as the openb list of Alibaba has them (Weng et al., USENIX ATC
/// 2023): cpu_milli, memory_mib, num_gpu, gpu_milli (of one GPU that is shared), gpu_spec (models
/// allowed), qos, pod_phase, and dates in seconds from an origin of their own.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/csv_row.hpp"
#include "sim/workload/rows/row_reader.hpp"
#include "sim/workload/rows/table_header.hpp"

namespace gpuscape {

/// A pod is a job on one node from its creation to its deletion; it runs from where it was
/// scheduled. One that
/// was never scheduled is dropped. Parts of several GPUs become whole ones, which is noted.
class OpenbReader final : public RowReader {
 public:
  /// Throws ScenarioError where the header lacks a column; lists for placement tests have no dates.
  OpenbReader(TableHeader header, ReadReport& report);

  bool is_comment(std::string_view line) override { return line == header_.text; }
  std::string read(const Line& line, LoggedJob& job) override;

 private:
  enum Column : std::uint8_t {
    kName,
    kCpuMilli,
    kMemoryMib,
    kNumGpu,
    kGpuMilli,
    kCreation,
    kDeletion,
    kScheduled,
    kGpuSpec,
    kQos,
    kPhase,
    kColumns
  };
  static constexpr std::size_t kNeeded = kGpuSpec;
  static constexpr std::array<std::string_view, kColumns> kNames{
      "name",          "cpu_milli",      "memory_mib", "num_gpu", "gpu_milli", "creation_time",
      "deletion_time", "scheduled_time", "gpu_spec",   "qos",     "pod_phase"};

  [[nodiscard]] std::string_view text(Column column) const;
  [[nodiscard]] std::optional<std::int64_t> amount(Column column) const;
  [[nodiscard]] std::optional<Seconds> date(Column column) const;
  std::string read_demand(LoggedJob& job);
  std::string read_dates(LoggedJob& job);
  void note_repairs(const Line& line);

  TableHeader header_;
  std::array<std::optional<std::size_t>, kColumns> index_;
  CsvRow row_;
  ReadReport& report_;
  bool parts_of_several_ = false;  ///< of the row that is read
};

}  // namespace gpuscape
