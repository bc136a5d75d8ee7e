#pragma once
/// What the answer of a checked design takes for granted about its applications.

#include <string>
#include <vector>

#include "sim/model/applications/job_costs.hpp"

namespace gpuscape {

/// From what an application's rate on one GPU of some nodes is.
struct RateBasis {
  std::string application = {};
  std::string gpu = {};   ///< or the nodes' name where its model is not known
  bool measured = false;  ///< or given; else a roofline estimate
};

/// Of every application of jobs on every kind of GPU, as often as it is there, none twice.
[[nodiscard]] std::vector<RateBasis> rate_bases(const ScenarioSpec& spec, const Platform& platform,
                                                const JobCosts& costs);

/// "resnet-50 is measured on a100-sxm4-80gb, and a roofline estimate on p40", for every application
/// with both.
[[nodiscard]] std::vector<std::string> mixed_bases(const std::vector<RateBasis>& bases);

/// Phrases for the report, in the order of the scenario. `costs`: null where no application depends
/// on hardware.
[[nodiscard]] std::vector<std::string> application_notes(const ScenarioSpec& spec,
                                                         const Platform& platform,
                                                         const JobCosts* costs);

/// The bases of a checked design, of the nodes too on which run times were measured.
[[nodiscard]] std::vector<RateBasis> rate_bases(
    const ScenarioSpec& spec, const JobSteps* steps,
    const std::vector<std::shared_ptr<const JobSteps>>& measured_on);

}  // namespace gpuscape
