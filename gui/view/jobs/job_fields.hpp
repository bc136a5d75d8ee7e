#pragma once
/// What the table of jobs can show, sort and filter by.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape::gui {

/// How a field's text is written in a filter, and whether it is a number.
enum class FieldKind : std::uint8_t { text, number, time };

struct JobField {
  std::string_view key;    ///< the column of jobs.csv: "wait_s"
  std::string_view name;   ///< in a filter: "wait"
  std::string_view label;  ///< of the column: "waited"
  FieldKind kind = FieldKind::number;
  /// Of every job, what it is sorted by; NaN where it has none. Texts rank by the alphabet.
  std::vector<double> (*keys)(const RunResult& run) = nullptr;
  /// "" where the job has none.
  std::string (*text)(const RunResult& run, std::uint32_t job) = nullptr;
  bool (*present)(const RunResult& run) = nullptr;  ///< null: in every run
  bool is_searched = false;                         ///< by words of a filter that name no field
  bool key_is_text = true;  ///< of texts: jobs with the same key have the same one
  /// What a table shows instead of the text, which filters look for; null: the text.
  std::string (*shown)(const RunResult& run, std::uint32_t job) = nullptr;
};

/// In the order of columns.
std::span<const JobField> job_fields();
[[nodiscard]] bool is_present(const JobField& field, const RunResult& run);

/// What a job waited for longest; null where it did not wait. Likewise what the network did to it.
const JobWait* wait_of(const RunResult& run, std::uint32_t job);
const TrafficRecord* traffic_of(const RunResult& run, std::uint32_t job);

/// The link that cost the job most; empty where none did.
std::string link_of(const RunResult& run, const TrafficRecord& record);

}  // namespace gpuscape::gui
