#include "pair/handshake.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;

const Credentials kOwn{"0123456789abcdef"};

std::string introduced_as_listening(Channel& channel, const Credentials& own) {
  ListeningHandshake handshake;
  while (handshake.key().empty())
    handshake.hear(channel, own, channel.receive(5.0, kHandshakeBytes));
  return handshake.key();
}

/// What each end said of the other; its key where both agreed.
struct Outcome {
  std::string connecting;
  std::string listening;
};

Outcome outcome_of(const Credentials& connecting, const Credentials& listening) {
  const Socket port = Socket::listening({"127.0.0.1", 0});
  const auto said = [](auto introduced) -> std::string {
    try {
      return introduced();
    } catch (const Failure& fault) {
      return fault.what();
    }
  };
  auto far = std::async(std::launch::async, [&] {
    Channel channel(port.accepted(5.0));
    return said([&] { return introduced_as_listening(channel, listening); });
  });
  Channel channel(Socket::connected({"127.0.0.1", port.port()}, 5.0));
  const std::string near = said([&] { return introduced_as_connecting(channel, connecting); });
  return {near, far.get()};
}

TEST(Handshake, GivesBothEndsTheSameKeyThatIsNeverTheSameAgain) {
  const Outcome first = outcome_of(kOwn, kOwn);
  EXPECT_EQ(first.connecting.size(), 64U);
  EXPECT_EQ(first.connecting, first.listening);
  EXPECT_NE(first.connecting, outcome_of(kOwn, kOwn).connecting);
}

TEST(Handshake, SealsWhatBothEndsSayAfterIt) {
  const Socket port = Socket::listening({"127.0.0.1", 0});
  auto far = std::async(std::launch::async, [&] {
    Channel channel(port.accepted(5.0));
    introduced_as_listening(channel, kOwn);
    channel.send(Message{"hello", {}});
    Channel unsealed(channel.taken());
    unsealed.send(Message{"a stranger's", {}});
    unsealed.send(Message{"with bytes where the MAC is looked for", {}});
    unsealed.receive(5.0);
  });
  Channel channel(Socket::connected({"127.0.0.1", port.port()}, 5.0));
  introduced_as_connecting(channel, kOwn);
  EXPECT_EQ(channel.receive(5.0).verb, "hello");
  EXPECT_THROW(channel.receive(5.0), Forged);
  channel.send(Message{"bye", {}});
}

TEST(Handshake, AWrongTokenIsSaidAtBothEnds) {
  const Outcome outcome = outcome_of({"another-token-16"}, kOwn);
  EXPECT_THAT(outcome.connecting, HasSubstr("the token is not its token"));
  EXPECT_THAT(outcome.listening, HasSubstr("it has a wrong token"));
}

TEST(Handshake, TwoVersionsAreSaidAtBothEnds) {
  const Outcome outcome = outcome_of({kOwn.token, "1.0.0"}, {kOwn.token, "2.0.0"});
  EXPECT_THAT(outcome.connecting, HasSubstr("is gpuscape-bench 1.0.0 and the other is 2.0.0"));
  EXPECT_THAT(outcome.listening, HasSubstr("is gpuscape-bench 2.0.0 and the other is 1.0.0"));
}

/// An end that lets the other speak first and then says this.
std::string refusal_by(const Message& answer) {
  const Socket port = Socket::listening({"127.0.0.1", 0});
  auto far = std::async(std::launch::async, [&] {
    Channel channel(port.accepted(5.0));
    channel.receive(5.0);
    channel.send(answer);
    Message proof = channel.receive(5.0);
    channel.send(Message{"welcome", {{"proof", std::string(64, '0')}}});
  });
  Channel channel(Socket::connected({"127.0.0.1", port.port()}, 5.0));
  try {
    return introduced_as_connecting(channel, kOwn);
  } catch (const Failure& fault) {
    return fault.what();
  }
}

TEST(Handshake, AListenerWithoutTheTokenIsNoPeer) {
  Message hello{"gpuscape-bench", {{"version", kOwn.version}, {"number", std::string(64, 'a')}}};
  EXPECT_THAT(refusal_by(hello), HasSubstr("the peer does not know the token"));
}

/// Both ends quote it: what a terminal obeys must not get there.
const std::string kEscape = "\x1b[31m\x07\xc2\x9b";

TEST(Handshake, AStrangersVersionIsPrintedWithoutWhatATerminalObeys) {
  const Outcome outcome = outcome_of({kOwn.token, kEscape + "red"}, kOwn);
  EXPECT_THAT(outcome.listening, HasSubstr("and the other is ?[31m???red;"));
  EXPECT_THAT(outcome.connecting, HasSubstr("the other is " + kOwn.version));
}

TEST(Handshake, ARefusalIsPrintedShortAndWithoutWhatATerminalObeys) {
  const std::string long_text(500, 'x');
  const std::string said = refusal_by(Message{"refused", {{"why", kEscape + long_text}}});
  EXPECT_THAT(said, testing::StartsWith("the peer refuses: ?[31m???xxx"));
  EXPECT_LT(said.size(), 300U);
}

TEST(Handshake, TheTokenNeverCrossesTheWire) {
  const Socket port = Socket::listening({"127.0.0.1", 0});
  auto far = std::async(std::launch::async, [&] {
    Channel channel(port.accepted(5.0));
    std::string heard = encoded(channel.receive(5.0));
    channel.send({"gpuscape-bench", {{"version", kOwn.version}, {"number", std::string(64, 'a')}}});
    return heard + encoded(channel.receive(5.0));
  });
  Channel channel(Socket::connected({"127.0.0.1", port.port()}, 5.0));
  EXPECT_THROW(introduced_as_connecting(channel, kOwn), Lost);
  EXPECT_THAT(far.get(), testing::Not(HasSubstr(kOwn.token)));
}

}  // namespace
}  // namespace gpuscape::bench
