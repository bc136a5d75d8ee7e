#pragma once
/// Run times that were measured on other hardware, as they are on this one.

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/platform/platform.hpp"
#include "sim/run/life/lives.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// A run time is what its job's samples take: with T the time of a step and n its samples,
///   run time here = run time there · (T here / n here) / (T there / n there)
/// with the job alone, on as few nodes as hold it. On other nodes, GPUs of another generation among
/// them, it takes T there ÷ T here times as long.
class Rescaling final : public RunTimeScale {
 public:
  /// `platform` is the scenario's with what jobs ask for resolved. The scenario must outlive it.
  Rescaling(const CheckedScenario& scenario, Platform platform);

  /// Whether any stream says on what it was measured.
  [[nodiscard]] static bool is_asked(const CheckedScenario& scenario);

  /// What the job's run time is multiplied by when it is submitted; 1 where it is kept.
  [[nodiscard]] double at_submit(const Job& job);
  void submit(Job& job);
  [[nodiscard]] double at_start(const Job& job, std::span<const AllocationSpan> spans,
                                const FreeCapacity& capacity) override;

  /// What was rescaled, and what was kept and why, as phrases for a report.
  [[nodiscard]] std::vector<std::string> phrases(const RunResult& result);

 private:
  enum class Kept : unsigned char {
    no,
    no_application,  ///< that depends on hardware
    cut_short,       ///< in its log
    interactive,
    not_whole,  ///< asks for no GPUs or for parts of one
    too_large,  ///< for the nodes that it was measured on, or for those here
    count_
  };
  struct Ratio {
    Kept kept = Kept::no;
    double at_submit = 1.0;
    double here = 0.0;                    ///< of a sample, s
    std::vector<std::string> bases = {};  ///< of the two steps: from which rates they are
  };
  using Key = std::tuple<std::uint16_t, std::optional<std::uint16_t>, std::int32_t, std::int32_t,
                         std::uint16_t>;

  [[nodiscard]] const ApplicationSpec* application(const Job& job, Kept& kept) const;
  [[nodiscard]] const Ratio& ratio(const Job& job);
  [[nodiscard]] Ratio make_ratio(const Job& job) const;
  static double per_sample(const JobSteps::Step& step) {
    return step.time.value() / step.costs->samples;
  }

  const CheckedScenario& scenario_;
  Platform platform_;
  std::map<Key, Ratio> ratios_;
  std::vector<ExchangeNode> nodes_;  // scratch
};

/// The source's jobs with their run times as they are here.
[[nodiscard]] std::unique_ptr<WorkloadSource> make_rescaled_source(
    std::unique_ptr<WorkloadSource> source, Rescaling& rescaling);

}  // namespace gpuscape
