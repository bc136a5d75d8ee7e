#pragma once

#include <optional>

#include "sim/fields/model_spec.hpp"
#include "sim/scenario/rules_spec.hpp"

namespace gpuscape {

/// On what the run times of a stream were measured.
struct MeasuredOnSpec {
  ModelSpec node;
  ModelSpec network = {};        ///< of no type: a switch as fast as the nodes' adapters
  bool rescales_limits = false;  ///< time limits are rescaled with the run times
  /// By which jobs exchanged data there; none: what the library takes there.
  std::optional<JobCollectiveSpec> collective = {};

  /// An application as it ran there, on as many GPUs as its batch is for.
  [[nodiscard]] ApplicationSpec as_measured(ApplicationSpec here) const {
    here.sized_for_gpus = here.resized_to = 0;
    if (collective)
      here.collective = collective;
    else if (here.collective)
      here.collective->algorithm = "auto";
    return here;
  }
};

}  // namespace gpuscape
