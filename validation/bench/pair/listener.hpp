#pragma once
/// The end that listens: one port, one peer that knows the token, and then no port any more.

#include <functional>
#include <string>
#include <vector>

#include "pair/handshake.hpp"

namespace gpuscape::bench {

/// A peer that proved itself.
struct Accepted {
  Channel channel;
  std::vector<Socket> streams;  ///< connections for measured bytes, as many as it asked for
  int wrong_tries = 0;
};

/// The most connections beside the channel.
constexpr int kMostStreams = 8;

struct ListenRules {
  double idle_limit = 600.0;  ///< Failure when the right peer did not come in this time
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// Takes the port's socket and closes it before it returns. Hears many at once, so that a silent
/// one holds nobody up. After each wrong token it waits longer before it looks at the next proofs,
/// up to four seconds.
Accepted wait_for_peer(Socket listening, const Credentials& own, const ListenRules& rules);

/// What a stream sends first, of the key that the handshake gave.
std::string stream_ticket(const std::string& key, int stream);

}  // namespace gpuscape::bench
