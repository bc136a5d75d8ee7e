#pragma once
/// Memory in pages of 2 MiB.

#include <cstddef>

namespace gpuscape {

/// Asks for large pages below memory that is reserved but not yet written, where the system has
/// them on request: filling 100 MB costs 25 000 page faults otherwise. Only a hint: what the system
/// makes of it is not checked.
void prefer_large_pages(void* begin, std::size_t bytes);

}  // namespace gpuscape
