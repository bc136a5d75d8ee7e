#pragma once
/// The jobs of a workload as their steps are priced: those that run the same application on as much
/// of a cluster together, each with who sent it and for how long it runs.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/base/stop_check.hpp"
#include "sim/run/pace/traffic_shape.hpp"
#include "sim/run/record/workload_use.hpp"
#include "sim/run/run.hpp"

namespace gpuscape {

/// By what jobs are told apart in an answer; empty: not at all.
inline constexpr std::string_view kRemoteGroupings[] = {"user", "account",     "partition",
                                                        "qos",  "application", "stream"};

/// Why a job is not priced.
enum class NotPriced : unsigned char {
  no_application,  ///< nobody said what it computes
  only_step_time,  ///< its application does not say what it calls and copies
  interactive,
  part_of_gpu,  ///< lent GPUs are whole
  never_fits,   ///< nor on the nodes as they are
  count_
};
inline constexpr auto kNotPriced = static_cast<std::size_t>(NotPriced::count_);

/// Jobs that run one application and ask for the same.
struct RemoteJobKind {
  ApplicationKey runs;      ///< none of a job that was cut short: what it ran until then
  std::string application;  ///< its name
  Demand demand;
};

struct RemoteJob {
  std::uint32_t kind = 0;
  std::uint32_t group = 0;
  Seconds run_time{0.0};  ///< on the nodes as they are
};

/// Numbers kinds of jobs in the order in which they come.
class RemoteKinds {
 public:
  /// Of a job that has GPUs: its kind, where it is of one that can be priced. Nothing for others.
  [[nodiscard]] std::optional<std::uint32_t> find(const ScenarioSpec& scenario,
                                                  const Job& job) const;
  std::uint32_t add(const ScenarioSpec& scenario, const Job& job);
  [[nodiscard]] const std::vector<RemoteJobKind>& all() const { return kinds_; }

 private:
  using Key = std::tuple<std::uint16_t, std::uint32_t, std::int32_t, std::int64_t, std::int64_t,
                         std::int32_t, std::uint16_t>;
  [[nodiscard]] static Key key_of(const ScenarioSpec& scenario, const Job& job);

  std::map<Key, std::uint32_t> numbers_;
  std::vector<RemoteJobKind> kinds_;
};

/// Jobs without GPUs are counted by themselves, and nowhere else.
struct RemoteJobs {
  RemoteKinds kinds;
  std::vector<std::string> groups;  ///< one that is empty where jobs are not told apart
  std::vector<RemoteJob> jobs;      ///< those that are priced, until the caller finds that some
                                    ///< never fit
  JobShare all;
  std::array<JobShare, kNotPriced> apart{};
  JobShare cut_short;  ///< of those in `jobs`: did not complete in their log
  std::int64_t without_gpus = 0;
};

/// Jobs that a run's statistics count, in the order of submission, with run times rescaled where
/// the scenario asks for it. `by` is empty or one of kRemoteGroupings. Throws ScenarioError where a
/// stream has no list of jobs, or no job has what `by` asks for; Interrupted.
[[nodiscard]] RemoteJobs remote_jobs(const CheckedScenario& scenario, const RunInputs& inputs,
                                     std::string_view by, const StopCheck& stop);

/// What a job of that kind runs; null where it has no application.
[[nodiscard]] const ApplicationSpec* application_of(const ScenarioSpec& scenario,
                                                    ApplicationKey runs);

}  // namespace gpuscape
