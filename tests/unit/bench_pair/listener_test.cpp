#include "pair/listener.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <utility>

#include "core/machine.hpp"
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
  std::atomic<int> wrong_{0};
  ListenRules rules_{60.0, [this](const std::string& line) {
                       said_.push_back(line);
                       const std::size_t at = line.find("wrong try ");
                       if (at != std::string::npos) wrong_ = std::atoi(line.c_str() + at + 10);
                     }};
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

/// Connects again and again, says hello and then a wrong proof; how often.
int flood(const Endpoint& to, const std::atomic<bool>& enough) {
  int count = 0;
  for (; !enough && count < 100000; ++count) {
    try {
      Channel channel(Socket::connected(to, 1.0));
      channel.send(
          {"gpuscape-bench", {{"version", kOwn.version}, {"number", std::string(64, 'a')}}});
      channel.send(Message{"proof", {{"proof", std::string(64, '0')}}});
    } catch (const Failure&) {  // the port is closed, or it was let go
    }
  }
  return count;
}

// A wrong proof made the listener deaf for up to four seconds, and newcomers pushed out who waited.
TEST_F(Listener, AFloodOfWrongProofsDoesNotKeepTheRightPeerOut) {
  std::atomic<bool> enough{false};
  std::vector<std::future<int>> strangers;
  for (int i = 0; i < 4; ++i)
    strangers.push_back(
        std::async(std::launch::async, [&] { return flood(place_.tries.front(), enough); }));
  for (int i = 0; i < 6000 && wrong_ < 400; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GE(wrong_, 400);
  place_.seconds = 30.0;
  std::string kept_out;
  try {
    const Peer peer(place_, kOwn, 8);
  } catch (const Failure& fault) {
    kept_out = fault.what();
  }
  enough = true;
  for (auto& stranger : strangers) stranger.wait();
  ASSERT_EQ(kept_out, "");
  EXPECT_EQ(accepted_.get().streams.size(), 8U);
}

/// This process has so few descriptors left until it goes.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t left) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = dup(0);
    close(next);
    const rlimit now{static_cast<rlim_t>(next) + left, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &now);
  }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_ = {};
};

// The kernel says at once that there is none, again and again.
TEST(ListenerWithoutDescriptors, LetsStrangersGoAndDoesNotSpin) {
  Socket port = Socket::listening({"127.0.0.1", 0});
  const Endpoint at{"127.0.0.1", port.port()};
  std::vector<Socket> silent;
  for (int i = 0; i < 20; ++i) silent.push_back(Socket::connected(at, 5.0));
  std::vector<std::string> said;
  const FewDescriptors few(3);
  const double begin = thread_cpu_seconds();
  EXPECT_THROW(wait_for_peer(std::move(port), kOwn,
                             {1.0, [&](const std::string& line) { said.push_back(line); }}),
               Failure);
  EXPECT_LT(thread_cpu_seconds() - begin, 0.4);
  ASSERT_FALSE(said.empty());
  EXPECT_THAT(said.front(), HasSubstr("ulimit -n"));
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

/// What wait_for_peer came to with this limit, and how many seconds it took.
std::pair<std::string, double> waited_for(double limit, const std::function<void(Endpoint)>& peer) {
  Socket port = Socket::listening({"127.0.0.1", 0});
  const Endpoint at{"127.0.0.1", port.port()};
  auto other = std::async(std::launch::async, [&] { peer(at); });
  const double begin = steady_seconds();
  std::string came_to = "a peer";
  try {
    wait_for_peer(std::move(port), kOwn, {limit});
  } catch (const Failure& fault) {
    came_to = fault.what();
  }
  const double took = steady_seconds() - begin;
  other.wait();
  return {came_to, took};
}

// Each such wait was ten seconds of its own.
TEST(ListenerWithALimit, EndsThereWhereAPeerProvesItselfAndThenSaysNothing) {
  for (const bool names_streams : {false, true}) {
    const auto [came_to, took] = waited_for(1.0, [&](const Endpoint& at) {
      Channel channel(Socket::connected(at, 5.0));
      introduced_as_connecting(channel, kOwn);
      if (names_streams) channel.send(Message{"streams", {{"count", "2"}}});
      std::this_thread::sleep_for(std::chrono::seconds(3));
    });
    EXPECT_THAT(came_to, HasSubstr("(--idle-limit)"));
    EXPECT_LT(took, 2.5);
  }
}

// It accepts, and says nothing.
TEST(ConnectingEnd, WaitsForASilentListenerNoLongerThanItMay) {
  const Socket silent = Socket::listening({"127.0.0.1", 0});
  const PeerPlace place{{{"127.0.0.1", silent.port()}}, 1.0};
  const double begin = steady_seconds();
  EXPECT_THROW(Peer(place, kOwn, 1), Failure);
  EXPECT_LT(steady_seconds() - begin, 4.0);
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

TEST(ListeningSocket, SaysWhatItIsBoundTo) {
  const Socket socket = Socket::listening({"localhost", 0});
  EXPECT_THAT(socket.own(), testing::AnyOf("127.0.0.1:" + std::to_string(socket.port()),
                                           "[::1]:" + std::to_string(socket.port())));
}

// The C library takes "*" for the loopback address.
TEST(EndpointOf, AStarIsNoAddress) {
  for (const char* text : {"*:7777", "[*]:7777"}) try {
      endpoint_of("--listen", text);
      ADD_FAILURE() << text;
    } catch (const UsageFault& fault) {
      EXPECT_THAT(fault.message, HasSubstr("\"*\" is not an address"));
    }
}

TEST(EndpointOf, ReadsAddressAndPort) {
  EXPECT_EQ(endpoint_of("--listen", "10.0.0.1:7777").text(), "10.0.0.1:7777");
  EXPECT_EQ(endpoint_of("--listen", "[::1]:65535").host, "::1");
  for (const char* text : {"", "10.0.0.1", ":1", "a:", "a:65536", "a:x", "a:-1"})
    EXPECT_THROW(endpoint_of("--listen", text), UsageFault) << text;
}

}  // namespace
}  // namespace gpuscape::bench
