#pragma once
/// How the two ends of a pair prove to each other that they know the token, without sending it:
/// each answers the other's random number with an HMAC of both numbers. The end that connects
/// proves itself first, so that nobody can make the end that listens answer.

#include <string>

#include "core/version.hpp"
#include "pair/message.hpp"

namespace gpuscape::bench {

/// The peer is not the right one: what to say of it. It was told as well.
class Refused : public Failure {
 public:
  using Failure::Failure;
};

/// What one end brings into the handshake.
struct Credentials {
  std::string token;
  std::string version = kVersion;
};

/// Both return the key of this connection, the same at both ends. Throw Refused, or Lost where the
/// other end falls silent.
std::string introduced_as_connecting(Channel& channel, const Credentials& own);
std::string introduced_as_listening(Channel& channel, const Credentials& own);

}  // namespace gpuscape::bench
