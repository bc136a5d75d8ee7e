#pragma once
/// Which jobs of a workload could use lent GPUs: how much longer each would take, over each fabric
/// and with each software.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/remote/pool_search.hpp"
#include "sim/remote/remote_choices.hpp"
#include "sim/remote/remote_jobs.hpp"
#include "sim/remote/step_prices.hpp"
#include "sim/session/open_scenario.hpp"

namespace gpuscape {

/// Shares of their time that jobs may lose at most.
inline constexpr std::array<double, 3> kRemoteLimits = {0.01, 0.05, 0.10};

/// By what the time goes that jobs lose.
enum class RemoteCause : unsigned char {
  calls,     ///< they wait for answers, or the client sends them
  copies,    ///< beyond what computing hides
  attach,    ///< until they have their GPUs
  compute,   ///< on another model of GPU, or samples are prepared by other cores
  exchange,  ///< what GPUs send each other takes another way, or meets copies on it
  count_
};
inline constexpr auto kRemoteCauses = static_cast<std::size_t>(RemoteCause::count_);

/// Of the jobs of a group: what lent GPUs do to them.
struct RemoteShares {
  std::array<JobShare, kRemoteLimits.size()> within{};  ///< lose at most that
  JobShare cannot;  ///< more GPUs, cores or memory than are there to be lent: in none of the above
  GpuSeconds asked{0.0};                         ///< on GPUs of their own, of all others
  std::array<GpuSeconds, kRemoteCauses> lost{};  ///< on top of that

  /// Of the time of those that can.
  [[nodiscard]] double lost_share() const;
  /// That which takes most; nothing where nothing is lost.
  [[nodiscard]] std::optional<RemoteCause> most() const;
};

/// Of jobs of one application on so many GPUs.
struct RemoteStep {
  std::string application;
  Demand demand;
  JobShare jobs;
  StepPrice local;
  std::optional<StepPrice> lent;  ///< nothing: they cannot be there
};

struct RemoteRow {
  RemoteChoice choice;
  Seconds attach{0.0};  ///< until a job has its GPUs
  RemoteShares all = {};
  std::vector<RemoteShares> by_group = {};  ///< as RemoteAnswer::groups
  std::vector<RemoteStep> steps = {};
};

struct RemoteGroup {
  std::string name;
  JobShare jobs;
};

struct RemoteAnswer {
  std::string title;
  std::string design;  ///< the variant, or "base"
  std::string client;  ///< type of the nodes that use the GPUs, but for named designs
  std::string by;      ///< empty, or one of kRemoteGroupings
  JobShare all;        ///< all jobs with GPUs
  JobShare priced;
  std::array<JobShare, kNotPriced> apart{};
  JobShare cut_short;
  std::int64_t without_gpus = 0;
  JobShare calls_assumed;           ///< of the priced ones: nobody said how many they make
  std::vector<RemoteGroup> groups;  ///< by falling GPU time, then by name; empty: not told apart
  std::vector<RemoteRow> rows;
  std::vector<RemoteLeftOut> left_out;
  std::vector<ReadReport> reads;
  std::optional<RemotePool> pool;     ///< where it is asked for
  std::vector<CatalogGuess> guesses;  ///< of software that sends calls
};

/// "rcuda-fdr over ib-verbs-edr", or what GPUs are lent over alone where no software sends calls.
[[nodiscard]] std::string remote_name(const RemoteChoice& choice);

/// Groups by falling GPU time, then by name, in the rows too; none where jobs are not told apart.
void sort_groups(RemoteAnswer& answer);

struct RemoteOptions {
  Design design = {};
  std::string client = "cpu-2s-2024";
  std::string by = {};
  /// A row by remote_name(): how many GPUs a pool with it saves, which takes runs. Empty: not
  /// asked.
  std::string pool = {};
  std::function<void(std::int64_t most_runs)> pool_begins = nullptr;
  std::stop_token stop = {};
};

/// Prices every job whose application is known, each alone: nobody waits, and nothing is shared
/// with others. Designs of the file in which GPUs are lent come first. Throws ScenarioError where
/// the scenario has faults, or none of its jobs can be priced; Interrupted.
[[nodiscard]] RemoteAnswer remote_answer(const ScenarioSource& source, const RemoteOptions& options,
                                         const Registry& registry);

}  // namespace gpuscape
