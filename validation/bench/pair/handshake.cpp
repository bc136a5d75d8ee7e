#include "pair/handshake.hpp"

#include "text/sha256.hpp"

namespace gpuscape::bench {

namespace {

std::string proof(const std::string& token, const std::string& role, const std::string& numbers) {
  return hex(hmac_sha256(token, "gpuscape-bench " + role + " " + numbers));
}

std::string two_versions(const std::string& own, const std::string& other) {
  return "this end is gpuscape-bench " + printable(own, 32) + " and the other is " +
         printable(other, 32) + "; run the same version at both ends";
}

Message hello(const Credentials& own, const std::string& number) {
  Message message{"gpuscape-bench", {}};
  message.set("version", own.version).set("number", number);
  return message;
}

/// Its random number, of the length that nonce gives.
std::string number_of(const Message& message) {
  const std::string& number = message.text("number");
  if (number.size() != 64) throw Lost("the peer's random number has a wrong length");
  return number;
}

[[noreturn]] void refuse(Channel& channel, const std::string& tell, const std::string& say) {
  channel.send(Message{"refused", {{"why", tell}}});
  throw Refused(say);
}

[[noreturn]] void refused_with(const Message& answer) {
  throw Refused("the peer refuses: " + printable(answer.text("why")));
}

}  // namespace

std::string introduced_as_connecting(Channel& channel, const Credentials& own, double seconds) {
  const double until = steady_seconds() + seconds;
  const std::string number = nonce();
  channel.send(hello(own, number));
  const Message other = channel.receive(until - steady_seconds(), kHandshakeBytes);
  if (other.verb == "refused") refused_with(other);
  if (other.verb != "gpuscape-bench") throw Refused("the peer that listens is not gpuscape-bench");
  if (other.text("version") != own.version)
    throw Refused(two_versions(own.version, other.text("version")));
  const std::string numbers = number + number_of(other);
  channel.send(Message{"proof", {{"proof", proof(own.token, "connects", numbers)}}});
  const Message answer = channel.receive(until - steady_seconds(), kHandshakeBytes);
  if (answer.verb == "refused") refused_with(answer);
  if (answer.verb != "welcome" ||
      !same_secret(answer.text("proof"), proof(own.token, "listens", numbers)))
    throw Refused("the peer does not know the token: what listens there is another program");
  const std::string key = proof(own.token, "session", numbers);
  channel.seal(key, Side::kConnects);
  return key;
}

void ListeningHandshake::hear(Channel& channel, const Credentials& own, const Message& message) {
  if (at_proof()) {
    if (message.verb != "proof" ||
        !same_secret(message.text("proof"), proof(own.token, "connects", numbers_)))
      refuse(channel, "the token is not its token; give both ends the same",
             "it has a wrong token");
    channel.send(Message{"welcome", {{"proof", proof(own.token, "listens", numbers_)}}});
    key_ = proof(own.token, "session", numbers_);
    channel.seal(key_, Side::kListens);
    return;
  }
  if (message.verb != "gpuscape-bench") throw Lost("the peer that connects is not gpuscape-bench");
  if (message.text("version") != own.version)
    refuse(channel, two_versions(message.text("version"), own.version),
           two_versions(own.version, message.text("version")));
  const std::string number = nonce();
  numbers_ = number_of(message) + number;
  channel.send(hello(own, number));
}

}  // namespace gpuscape::bench
