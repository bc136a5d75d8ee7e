#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuscape {

/// Thousandths of a GPU that one instance (MIG) has whose type is "1g.5gb", "nvidia_a100_3g.20gb":
/// by its compute slices, of 7 (of 4 on an A30). None: no such type.
[[nodiscard]] std::optional<std::int64_t> gpu_instance_thousandths(std::string_view type);

}  // namespace gpuscape
