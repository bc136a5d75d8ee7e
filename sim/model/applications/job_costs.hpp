#pragma once
/// What steps of jobs cost on the nodes of a cluster, where that depends on hardware.

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/model/application.hpp"
#include "sim/model/exchange_pattern.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Applications as ScenarioSpec::applications. Any thread may ask.
using ApplicationModels = std::vector<std::shared_ptr<const Application>>;

/// Contract: the answer does not depend on what was asked before, nor on the numbers of nodes of
/// one group. Every application that is asked for has a model (ApplicationSpec::model).
class JobCosts {
 public:
  /// `gpus` as ScenarioSpec::gpus. The platform must outlive it.
  JobCosts(ApplicationModels models, const JsonValue& gpus, const Platform& platform);

  /// Whether jobs on several GPUs exchange anything.
  [[nodiscard]] bool exchanges(const ApplicationSpec& of) const {
    return model(of).traits().exchanges;
  }
  /// Weights that it trains; 0: not known.
  [[nodiscard]] double parameters(const ApplicationSpec& of) const {
    return model(of).traits().parameters;
  }
  /// What it is trained on, by its name; empty: not said.
  [[nodiscard]] const std::string& dataset(const ApplicationSpec& of) const {
    return model(of).traits().dataset;
  }
  [[nodiscard]] bool reads_by_rate(const ApplicationSpec& of) const {
    return model(of).traits().reads_by_rate;
  }
  /// What is wrong with jobs of it on nodes of that group; nothing where the group has no GPUs.
  [[nodiscard]] ApplicationFault fault(const ApplicationSpec& of, std::size_t group) const;
  /// Who prepares the samples of a job whose GPUs are lent.
  struct Clients {
    std::uint32_t count = 0;  ///< 0: as few as may use the job's GPUs
    std::int64_t milli_cores =
        0;  ///< of the one with the fewest; 0: of the lending groups' clients
    /// The job has all cores of its clients, not just its GPUs' part of all clients' cores.
    bool whole = false;
  };
  /// Of jobs on nodes in which `fault` finds nothing; at least one node with GPUs. Samples are
  /// prepared by the cores of these nodes, in proportion to the GPUs that the job uses there; where
  /// nodes only lend their GPUs, by those of its clients.
  [[nodiscard]] const StepCosts& of(const ApplicationSpec& of, std::span<const ExchangeNode> nodes,
                                    const Clients& clients) const;
  [[nodiscard]] const StepCosts& of(const ApplicationSpec& of,
                                    std::span<const ExchangeNode> nodes) const {
    return this->of(of, nodes, Clients{});
  }
  /// The bytes that a job on several nodes exchanges in a step: the most of all groups.
  [[nodiscard]] Bytes most_exchanged(const ApplicationSpec& of) const;

 private:
  [[nodiscard]] static std::size_t model_of(const ApplicationSpec& of);
  [[nodiscard]] const Application& model(const ApplicationSpec& of) const {
    return *models_.at(model_of(of));
  }
  [[nodiscard]] static StepCase case_of(const ApplicationSpec& of,
                                        std::span<const ExchangeNode> nodes);
  [[nodiscard]] double cores_per_gpu(const Clients& clients, std::int64_t gpus) const;

  ApplicationModels models_;
  const Platform& platform_;
  std::vector<StepGpu> gpus_;  // by group
  mutable std::mutex mutex_;   // of what follows
  mutable std::unordered_map<std::string, StepCosts> known_;
};

/// How long steps take, of jobs that are alone.
class JobSteps {
 public:
  /// No `exchanges`: jobs exchange nothing.
  JobSteps(std::shared_ptr<const Platform> platform, std::shared_ptr<const JobCosts> costs,
           std::shared_ptr<const ExchangePatterns> exchanges)
      : platform_(std::move(platform)),
        costs_(std::move(costs)),
        exchanges_(std::move(exchanges)) {}

  [[nodiscard]] const Platform& platform() const { return *platform_; }
  [[nodiscard]] const std::shared_ptr<const JobCosts>& costs() const { return costs_; }

  /// What a step costs, and takes on an idle network below one switch.
  struct Step {
    const StepCosts* costs = nullptr;
    std::shared_ptr<const ExchangePattern> exchange = {};  ///< null: none
    Seconds time{0.0};
  };
  [[nodiscard]] Step alone(const ApplicationSpec& of, std::span<const ExchangeNode> nodes,
                           const JobCosts::Clients& clients = {}) const;
  /// The same on as few nodes as hold the job: of the first group of `platform`, which has the
  /// groups of this one, whose nodes can when they are empty. Nothing where none can, and for jobs
  /// without GPUs: they compute no steps, though nodes with GPUs may hold them.
  [[nodiscard]] std::optional<Step> packed(const ApplicationSpec& of, const Demand& demand,
                                           const Platform& platform) const;

 private:
  std::shared_ptr<const Platform> platform_;
  std::shared_ptr<const JobCosts> costs_;
  std::shared_ptr<const ExchangePatterns> exchanges_;
};

}  // namespace gpuscape
