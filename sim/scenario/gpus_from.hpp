#pragma once

#include <cstdint>

namespace gpuscape {

/// Where the GPUs of a job are to be, in a cluster in which some nodes lend theirs.
enum class GpusFrom : std::uint8_t { anywhere, own_nodes, lent };

}  // namespace gpuscape
