#pragma once
/// How the two ends of a pair prove to each other that they know the token, without sending it:
/// each answers the other's random number with an HMAC of both numbers. The end that connects
/// proves itself first, so that nobody can make the end that listens answer. Who stands in for the
/// end that listens gets one HMAC to try tokens against: a token has to be long (token.hpp).

#include <string>

#include "core/version.hpp"
#include "pair/message.hpp"

namespace gpuscape::bench {

/// The peer is not the right one: what to say of it. It was told as well.
class Refused : public Failure {
 public:
  using Failure::Failure;
};

/// What both ends must have alike. The number counts changes of what a pair says to each other.
inline std::string pair_version() { return std::string(kVersion) + ", pair 2"; }

/// What one end brings into the handshake.
struct Credentials {
  std::string token;
  std::string version = pair_version();
};

/// The longest message of a handshake.
constexpr std::size_t kHandshakeBytes = 1024;

/// What the end that connects waits for the other one's word.
constexpr double kHandshakeSeconds = 15.0;

/// The key of this connection, the same at both ends, by which the channel is sealed from then on.
/// Throws Refused, or Lost where the other end has not answered by then.
std::string introduced_as_connecting(Channel& channel, const Credentials& own,
                                     double seconds = kHandshakeSeconds);

/// The listening end's part, a message at a time, so that nobody is waited for.
class ListeningHandshake {
 public:
  /// Answers it, and seals the channel after the right proof. Throws Refused, or Lost for what is
  /// no handshake.
  void hear(Channel& channel, const Credentials& own, const Message& message);
  /// Whether the next message is a proof.
  [[nodiscard]] bool at_proof() const { return !numbers_.empty() && key_.empty(); }
  /// Empty until the other end has proved itself.
  [[nodiscard]] const std::string& key() const { return key_; }

 private:
  std::string numbers_;
  std::string key_;
};

}  // namespace gpuscape::bench
