#pragma once
/// Every family, each in its own folder.

#include "core/measure.hpp"
#include "core/options.hpp"

namespace gpuscape::bench {

Offer offer_host(const Options& options);
Offer offer_tcp(const Options& options);
Offer offer_shared_memory(const Options& options);
Offer offer_storage(const Options& options);

/// Composites, the points that predict them, and a control kernel.
Offer offer_composites(const Options& options);
Offer offer_cuda(const Options& options);

}  // namespace gpuscape::bench
