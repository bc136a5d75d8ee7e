#pragma once
/// The columns of jobs.csv: a column is one row of a table; the file and the reference page follow.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// What the cells of one job are written from; visits the jobs of a run, best in their order.
class JobRow {
 public:
  explicit JobRow(const RunResult& run);

  /// To a job; to the one after the last in constant time.
  void go_to(std::size_t job);

  [[nodiscard]] const RunResult& run() const { return run_; }
  [[nodiscard]] const JobRecords& jobs() const { return run_.jobs; }
  [[nodiscard]] std::size_t job() const { return job_; }
  [[nodiscard]] std::span<const Segment> segments() const { return segments_; }
  /// What it waited for longest; null where it did not wait.
  [[nodiscard]] const JobWait* wait() const { return wait_; }
  /// What the network did to it; null where it exchanged nothing or did not end.
  [[nodiscard]] const TrafficRecord* traffic() const { return traffic_; }

  /// What it read from stores; null where it read nothing, or did not end.
  [[nodiscard]] const InputRecord* input() const {
    return run_.input ? run_.input->find(static_cast<std::uint32_t>(job_)) : nullptr;
  }
  [[nodiscard]] const std::string& cause(std::uint32_t cause) const { return causes_[cause]; }

  /// What lent GPUs cost it; null where it used none.
  [[nodiscard]] const RemoteCost* remote() const {
    const auto at = run_.remote.find(static_cast<std::uint32_t>(job_));
    return at == run_.remote.end() ? nullptr : &at->second;
  }

  /// What interruptions and checkpoints took of it.
  [[nodiscard]] LifeTimes times() const {
    const auto at = std::ranges::lower_bound(run_.life_times, static_cast<std::uint32_t>(job_), {},
                                             [](const auto& of) { return of.first; });
    const bool known = at != run_.life_times.end() && at->first == job_;
    return known ? at->second : LifeTimes{};
  }

  // Names, as cells.
  [[nodiscard]] const std::string& stream() const { return streams_[jobs().stream(job_)]; }
  [[nodiscard]] const std::string& link(std::uint32_t link) const { return links_[link]; }
  [[nodiscard]] const std::string& application() const;
  [[nodiscard]] const std::string& origin(std::size_t part) const {
    return origins_[jobs().origin(job_)][part];
  }
  /// "GPU model a100|h100".
  [[nodiscard]] const std::string& asks() const { return asks_[jobs().demand(job_).asks]; }
  /// `gpu/3:8+gpu/4:8`, quoted where names need it.
  void append_placement(std::string& text) const;
  /// `gpu/3/gpu0-3+gpu/4/gpu0`, likewise; nothing where GPUs are not told apart.
  void append_gpus(std::string& text) const;

 private:
  const RunResult& run_;
  std::vector<std::string> streams_;
  std::vector<std::string> links_;
  std::vector<std::string> causes_;  // of waiting for input
  std::vector<std::vector<std::string>> classes_;
  std::vector<std::array<std::string, 4>> origins_;  // user, account, partition, QOS
  std::vector<std::string> asks_;
  mutable std::map<std::pair<std::size_t, GpuSetId>, std::vector<std::string>> gpu_ranges_;  // met
  bool quoted_ = false;  // names of groups or GPUs need quotes
  std::size_t job_ = 0;
  std::span<const Segment> segments_;
  const JobWait* next_wait_;
  const JobWait* wait_ = nullptr;
  const TrafficRecord* next_traffic_ = nullptr;
  const TrafficRecord* end_traffic_ = nullptr;
  const TrafficRecord* traffic_ = nullptr;
};

/// An integer, or the part of a GPU.
void append_gpu_amount(std::string& text, const Demand& demand);

struct JobColumn {
  std::string_view name;   ///< with its unit, if it has one: "wait_s"
  std::string_view about;  ///< for the reference page
  /// Appends the cell, which is empty where there is nothing to say; quoted where it needs that.
  void (*append)(std::string& text, const JobRow& row);
  bool (*present)(const RunResult& run) = nullptr;  ///< null: in every run
};

/// In the order of the file.
std::span<const JobColumn> job_columns();

}  // namespace gpuscape
