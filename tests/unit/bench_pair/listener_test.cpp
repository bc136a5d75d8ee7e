#include "pair/listener.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "core/options.hpp"
#include "pair/peer.hpp"

namespace gpuscape::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Credentials kOwn{"0123456789abcdef"};
const Credentials kWrong{"fedcba9876543210"};

/// A listener on a free port of 127.0.0.1.
class Listener : public testing::Test {
 protected:
  Listener() {
    Socket socket = Socket::listening({"127.0.0.1", 0});
    place_.tries = {{"127.0.0.1", socket.port()}};
    place_.seconds = 5.0;
    accepted_ = std::async(std::launch::async, [this, port = std::move(socket)]() mutable {
      return wait_for_peer(std::move(port), kOwn, rules_);
    });
  }

  std::vector<std::string> said_;
  ListenRules rules_{20.0, [this](const std::string& line) { said_.push_back(line); }};
  PeerPlace place_;
  std::future<Accepted> accepted_;
};

TEST_F(Listener, AfterAWrongTokenStillWaitsForTheRightPeer) {
  EXPECT_THROW(Peer(place_, kWrong, 0), Failure);
  EXPECT_THROW(Peer(place_, kWrong, 0), Failure);
  const Peer peer(place_, kOwn, 2);
  const Accepted accepted = accepted_.get();
  EXPECT_EQ(accepted.wrong_tries, 2);
  EXPECT_EQ(accepted.streams.size(), 2U);
  EXPECT_THAT(said_,
              ElementsAre(HasSubstr("(wrong try 1; still"), HasSubstr("(wrong try 2; still")));
}

TEST_F(Listener, ClosesItsPortWhenThePeerIsThere) {
  const Peer peer(place_, kOwn, 1);
  const Accepted accepted = accepted_.get();
  EXPECT_THROW(Socket::connected(place_.tries.front(), 1.0), Unreachable);
}

TEST_F(Listener, BytesThatAreNoHandshakeAreAWrongTry) {
  Socket stranger = Socket::connected(place_.tries.front(), 5.0);
  stranger.send("GET / HTTP/1.0\r\n\r\n", 18, 5.0);
  const Peer peer(place_, kOwn, 0);
  EXPECT_EQ(accepted_.get().wrong_tries, 1);
}

// One after the other, each would hold the door for five seconds.
TEST_F(Listener, SilentConnectionsDoNotHoldUpTheRightPeer) {
  std::vector<Socket> silent;
  for (int i = 0; i < 100; ++i) silent.push_back(Socket::connected(place_.tries.front(), 5.0));
  silent.back().send("\0\0", 2, 5.0);  // half a length
  place_.seconds = 30.0;
  const Peer peer(place_, kOwn, 2);
  const Accepted accepted = accepted_.get();
  EXPECT_EQ(accepted.streams.size(), 2U);
}

// Streams without a ticket come between the peer's own.
TEST_F(Listener, SilentConnectionsDoNotHoldUpTheStreams) {
  Channel channel(Socket::connected(place_.tries.front(), 5.0));
  const std::string ticket = stream_ticket(introduced_as_connecting(channel, kOwn), 0);
  channel.send(Message{"streams", {{"count", "1"}}});
  std::vector<Socket> silent;
  for (int i = 0; i < 6; ++i) silent.push_back(Socket::connected(place_.tries.front(), 5.0));
  Socket stream = Socket::connected(place_.tries.front(), 5.0);
  stream.send(ticket.data(), ticket.size(), 5.0);
  EXPECT_EQ(channel.receive(15.0).verb, "ready");
  EXPECT_EQ(accepted_.get().streams.size(), 1U);
}

TEST(PeerOfABusyListener, TriesAgainWhenItIsLetGoUnheard) {
  Socket port = Socket::listening({"127.0.0.1", 0});
  const PeerPlace place{{{"127.0.0.1", port.port()}}, 20.0};
  auto accepted = std::async(std::launch::async, [listening = std::move(port)]() mutable {
    (void)listening.accepted(5.0);  // and closes it
    return wait_for_peer(std::move(listening), kOwn, {20.0});
  });
  const Peer peer(place, kOwn, 1);
  EXPECT_EQ(accepted.get().streams.size(), 1U);
}

TEST_F(Listener, EndsAtTheIdleLimitWhenNobodyComes) {
  const Peer peer(place_, kOwn, 0);
  accepted_.get();
  try {
    wait_for_peer(Socket::listening({"127.0.0.1", 0}), kOwn, {0.05});
    ADD_FAILURE() << "nobody came, and it did not end";
  } catch (const Failure& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("--idle-limit"));
  }
}

TEST(ListeningSocket, APortInUseIsSaid) {
  const Socket first = Socket::listening({"127.0.0.1", 0});
  EXPECT_THROW(Socket::listening({"127.0.0.1", first.port()}), PortInUse);
}

TEST(ListeningSocket, ListensAtOneAddressOfThisMachineOnly) {
  EXPECT_THROW(Socket::listening({"0.0.0.0", 0}), Failure);
  EXPECT_THROW(Socket::listening({"::", 0}), Failure);
  EXPECT_THROW(Socket::listening({"::ffff:0.0.0.0", 0}), Failure);
  EXPECT_THROW(Socket::listening({"192.0.2.1", 0}), Failure);  // RFC 5737: nobody's address
}

TEST(EndpointOf, ReadsAddressAndPort) {
  EXPECT_EQ(endpoint_of("--listen", "10.0.0.1:7777").text(), "10.0.0.1:7777");
  EXPECT_EQ(endpoint_of("--listen", "[::1]:65535").host, "::1");
  for (const char* text : {"", "10.0.0.1", ":1", "a:", "a:65536", "a:x", "a:-1"})
    EXPECT_THROW(endpoint_of("--listen", text), UsageFault) << text;
}

}  // namespace
}  // namespace gpuscape::bench
