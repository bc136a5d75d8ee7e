#include "pair/handshake.hpp"

#include "pair/sha256.hpp"

namespace gpuscape::bench {

namespace {

constexpr double kSeconds = 5.0;
constexpr std::size_t kMostBytes = 1024;

std::string proof(const std::string& token, const std::string& role, const std::string& numbers) {
  return hex(hmac_sha256(token, "gpuscape-bench " + role + " " + numbers));
}

std::string two_versions(const std::string& own, const std::string& other) {
  return "this end is gpuscape-bench " + own + " and the other is " + other.substr(0, 32) +
         "; run the same version at both ends";
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

}  // namespace

std::string introduced_as_connecting(Channel& channel, const Credentials& own) {
  const std::string number = nonce();
  channel.send(hello(own, number));
  const Message other = channel.receive(kSeconds, kMostBytes);
  if (other.verb == "refused") throw Refused("the peer refuses: " + other.text("why"));
  if (other.verb != "gpuscape-bench") throw Lost("what listens there is no gpuscape-bench");
  if (other.text("version") != own.version)
    throw Refused(two_versions(own.version, other.text("version")));
  const std::string numbers = number + number_of(other);
  channel.send(Message{"proof", {{"proof", proof(own.token, "connects", numbers)}}});
  const Message answer = channel.receive(kSeconds, kMostBytes);
  if (answer.verb == "refused") throw Refused("the peer refuses: " + answer.text("why"));
  if (answer.verb != "welcome" ||
      !same_secret(answer.text("proof"), proof(own.token, "listens", numbers)))
    throw Refused("the peer does not know the token: what listens there is another program");
  return proof(own.token, "session", numbers);
}

std::string introduced_as_listening(Channel& channel, const Credentials& own) {
  const Message other = channel.receive(kSeconds, kMostBytes);
  if (other.verb != "gpuscape-bench") throw Lost("what connects is no gpuscape-bench");
  if (other.text("version") != own.version)
    refuse(channel, two_versions(other.text("version"), own.version),
           two_versions(own.version, other.text("version")));
  const std::string number = nonce();
  const std::string numbers = number_of(other) + number;
  channel.send(hello(own, number));
  const Message answer = channel.receive(kSeconds, kMostBytes);
  if (answer.verb != "proof" ||
      !same_secret(answer.text("proof"), proof(own.token, "connects", numbers)))
    refuse(channel, "the token is not its token; give both ends the same", "it has a wrong token");
  channel.send(Message{"welcome", {{"proof", proof(own.token, "listens", numbers)}}});
  return proof(own.token, "session", numbers);
}

}  // namespace gpuscape::bench
