#pragma once
/// TCP between two nodes: latency by size, bandwidth by size and streams, CPU time at both ends.

#include <memory>

#include "core/options.hpp"
#include "pair/peer.hpp"

namespace gpuscape::bench {

/// Without a peer the measures can be listed and not prepared.
Offer offer_tcp_pair(const Options& options, const std::shared_ptr<Peer>& peer);

}  // namespace gpuscape::bench
