#pragma once
/// RDMA over libibverbs: within this machine, or with a peer. Built without the header, each says
/// so in one line.

#include <functional>
#include <memory>

#include "core/measure.hpp"
#include "core/options.hpp"
#include "pair/peer.hpp"
#include "pair/server.hpp"

namespace gpuscape::bench {

/// Between two queue pairs of each adapter; where --ib-device names several, also from the first to
/// each other.
Offer offer_rdma(const Options& options);

/// From each adapter to its rail peer. Without a peer: to adapters of the same names.
Offer offer_rdma_pair(const Options& options, const std::shared_ptr<Peer>& peer);

/// The peer's part. `gone` says whether the end that measures is there no more.
std::unique_ptr<Service> rdma_service(const Options& options, std::function<bool()> gone);

}  // namespace gpuscape::bench
