#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/fields/reading_context.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Where a scenario says that machines of a storage are lost, or drives in them.
struct SaidLost {
  const SourcePlace& place;
  const std::string& pointer;
  const std::string& store;   ///< its name
  std::int64_t machines = 1;  ///< how many
  bool drives = false;        ///< drives in them are lost instead
};

/// The storage, into ClusterSpec::storage. One that is not there, that has no machines (or drives)
/// of its own, or fewer, is a fault.
std::optional<std::uint32_t> store_with_parts(const SaidLost& said, const ScenarioSpec& spec,
                                              ReadingContext& context);

}  // namespace gpuscape
