#pragma once
/// Two machines, one file: which end this is, and what that end does.

#include "core/measure.hpp"
#include "core/options.hpp"
#include "text/json.hpp"

namespace gpuscape::bench {

/// Whether the command line asks for a pair.
bool is_pair(const Options& options);
/// Of a pair: whether this end listens and serves (--listen, or rank 1 of --pair).
bool listens_for_peer(const Options& options);

/// The end that listens: until the peer has measured everything. An exit code.
int serve_peer(const Options& options);

/// What the end that measures offers: between the two nodes only. With --list and --plan the peer
/// is not spoken to.
struct PairOffer {
  Offer offer;
  Json peer = Json::object();  ///< the peer's machine
};
PairOffer offer_pair(const Options& options);

}  // namespace gpuscape::bench
