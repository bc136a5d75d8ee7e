#pragma once
/// The other end of a pair, as the end that measures sees it.

#include <memory>
#include <string>
#include <vector>

#include "pair/handshake.hpp"

namespace gpuscape::bench {

/// Where the peer may listen, and how long it is looked for.
struct PeerPlace {
  std::vector<Endpoint> tries;
  double seconds = 30.0;  ///< until somebody listens at one of them
};

class Peer {
 public:
  /// Throws Failure: nobody listens there, or none that knows the token.
  Peer(const PeerPlace& place, const Credentials& own, int streams);
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  Peer(Peer&&) = delete;
  Peer& operator=(Peer&&) = delete;
  /// Says goodbye, so that the peer ends.
  ~Peer();

  /// What the peer answers. Throws Failure with the peer's own words where it could not do it, and
  /// Lost where it is gone; every later call throws Lost then.
  Message ask(const Message& request);
  /// The two halves of ask. An answer that nobody took is passed over; one to what was not asked is
  /// Nonsense.
  void tell(Message request);
  Message answer();
  /// Until there is something on the stream. Where the peer answers instead, throws what it says.
  void wait_for(const Socket& stream);

  /// Of this connection, the same at both ends.
  [[nodiscard]] const std::string& key() const { return key_; }
  /// Connections for measured bytes.
  std::vector<Socket>& streams() { return streams_; }
  [[nodiscard]] std::string address() const { return channel_.socket().peer(); }
  [[nodiscard]] bool gone() const { return lost_ || channel_.socket().closed_by_peer(); }

 private:
  void connect(const Endpoint& to, const Credentials& own, int streams, double seconds);

  Channel channel_;
  std::string key_;
  std::vector<Socket> streams_;
  std::int64_t number_ = 0;  ///< of the last request
  std::int64_t heard_ = 0;   ///< the last that was answered
  bool lost_ = false;
};

/// The seconds that one end waits for the other's word in mid-run.
constexpr double kAnswerSeconds = 60.0;

}  // namespace gpuscape::bench
