#pragma once
/// What is copied from one store of a design to another, beside its jobs.

#include <cstddef>
#include <memory>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/model/input_plan.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct CopyPlan {
  struct Copy {
    CopySpec spec;
    std::size_t from = 0;  ///< into `stores`
    std::size_t to = 0;    ///< likewise
    Bytes size{0.0};       ///< above 0
  };
  std::vector<InputPlan::Store> stores;  ///< in the scenario's order
  std::vector<Copy> copies;
};

/// Records copies that cannot be. `filled`: by store, what datasets take of it. Null where nothing
/// is copied.
[[nodiscard]] std::shared_ptr<const CopyPlan> plan_copies(
    const ScenarioSpec& spec, const std::vector<InputPlan::Store>& stores,
    std::vector<Bytes> filled, ReadingContext& context);

}  // namespace gpuscape
