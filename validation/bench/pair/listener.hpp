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
  std::string key;              ///< of this connection
  std::vector<Socket> streams;  ///< connections for measured bytes, as many as it asked for
  int wrong_tries = 0;
};

/// The most connections beside the channel.
constexpr int kMostStreams = 8;

struct ListenRules {
  double idle_limit = 600.0;  ///< Failure when the right peer did not come in this time
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// Takes the port's socket and closes it before it returns. Hears up to 256 at once, each for five
/// seconds, so that silent ones and a flood of wrong ones hold nobody up; where there are more, the
/// address with the most loses its oldest. A wrong token costs its owner the connection and no
/// time: against guessing a token is long.
Accepted wait_for_peer(Socket listening, const Credentials& own, const ListenRules& rules);

/// What a stream sends first, of the key that the handshake gave.
std::string stream_ticket(const std::string& key, int stream);

}  // namespace gpuscape::bench
