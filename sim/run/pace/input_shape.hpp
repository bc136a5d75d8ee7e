#pragma once
/// What the steps of a job ask of the store that its data lie on.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/applications/job_costs.hpp"
#include "sim/model/input_plan.hpp"
#include "sim/run/pace/traffic_shape.hpp"

namespace gpuscape {

/// What jobs read in a run, and whose; no plan: nobody reads.
struct InputParts {
  std::shared_ptr<const InputPlan> plan = nullptr;
  std::shared_ptr<const JobSteps> steps = nullptr;
  std::vector<StreamApplications> applications = {};  ///< by stream
};

/// Of a job alone on the cluster, with ample storage.
struct InputShape {
  struct Node {
    std::uint32_t node = 0;
    double part = 1.0;  ///< bytes for each one that the fullest node reads, 0 to 1
  };
  std::size_t data = 0;  ///< into InputPlan::datasets
  std::vector<Node> nodes;
  double nodes_together = 1.0;  ///< sum of their parts
  double demand = 1.0;          ///< B/s of the fullest node
  double bound = 1.0;           ///< B/s that its readers attain there; infinite: any rate
  double reads_per_byte = 0.0;
  Seconds first_epoch{kForever};  ///< of the run time: all that comes from the store
};

class InputShaper {
 public:
  InputShaper(InputParts parts, const FreeCapacity& capacity)
      : parts_(std::move(parts)), capacity_(capacity) {}

  [[nodiscard]] const InputPlan& plan() const { return *parts_.plan; }
  /// Whether a job on those nodes reads from a store.
  [[nodiscard]] bool reads(ApplicationKey runs, std::span<const AllocationSpan> spans) const;
  /// What such jobs read, into InputPlan::datasets; none: nothing.
  [[nodiscard]] std::optional<std::size_t> dataset(ApplicationKey runs) const;
  /// Of such a job, whose step takes that time alone; 0: as long as JobSteps says.
  void shape(ApplicationKey runs, std::span<const AllocationSpan> spans, Seconds step,
             InputShape& shape);

 private:
  [[nodiscard]] const ApplicationSpec* application(ApplicationKey runs) const;
  void find_nodes(std::span<const AllocationSpan> spans, InputShape& shape);

  InputParts parts_;
  const FreeCapacity& capacity_;
  std::vector<ExchangeNode> places_;  // scratch: with GPUs
};

}  // namespace gpuscape
