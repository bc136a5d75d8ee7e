#pragma once

#include <cstddef>
#include <functional>

namespace gpuscape {

/// Calls `work(0)` … `work(count − 1)` on up to `threads` threads (0: one per processor) and waits.
/// What the calls leave behind must not depend on their order. The first exception by index is
/// thrown again when all are done.
void for_each_index(std::size_t count, unsigned threads,
                    const std::function<void(std::size_t)>& work);

}  // namespace gpuscape
