#pragma once
/// Every family, each in its own folder.

#include "core/measure.hpp"
#include "core/options.hpp"

namespace gpuscape::bench {

Offer offer_host(const Options& options);
Offer offer_cuda(const Options& options);

}  // namespace gpuscape::bench
