/// Messages after the handshake, with somebody on the way who changes, keeps and repeats bytes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pair/message.hpp"

namespace gpuscape::bench {
namespace {

constexpr const char* kKey = "the key of a session";

struct Ends {
  Socket near;
  Socket far;
};

Ends connection() {
  const Socket port = Socket::listening({"127.0.0.1", 0});
  Socket near = Socket::connected({"127.0.0.1", port.port()}, 5.0);
  return {std::move(near), port.accepted(5.0)};
}

/// Two ends of a pair whose bytes pass through the test.
class SealedChannel : public testing::Test {
 protected:
  SealedChannel() {
    Ends first = connection();
    Ends second = connection();
    connecting_ = Channel(std::move(first.near));
    before_ = std::move(first.far);
    behind_ = std::move(second.near);
    listening_ = Channel(std::move(second.far));
    connecting_.seal(kKey, Side::kConnects);
    listening_.seal(kKey, Side::kListens);
  }
  /// What the connecting end says, as bytes on the wire.
  std::string wire(const std::string& verb) {
    connecting_.send(Message{verb, {}});
    std::string bytes(4 + verb.size() + 1 + 32, '\0');
    before_.receive(bytes.data(), bytes.size(), 5.0);
    return bytes;
  }
  std::string heard(const std::string& bytes) {
    behind_.send(bytes.data(), bytes.size(), 5.0);
    try {
      return listening_.receive(5.0).verb;
    } catch (const Forged&) {
      return "forged";
    }
  }

  Channel connecting_;
  Socket before_;
  Socket behind_;
  Channel listening_;
};

TEST_F(SealedChannel, CarriesMessagesInTheirOrder) {
  EXPECT_EQ(heard(wire("one")), "one");
  EXPECT_EQ(heard(wire("two")), "two");
}

TEST_F(SealedChannel, RefusesEveryChangedByte) {
  for (std::size_t i = 4; i < 4 + 4 + 32; ++i) {
    Ends ends = connection();
    Channel own(std::move(ends.near));
    own.seal(kKey, Side::kListens);
    connecting_.seal(kKey, Side::kConnects);  // counts from the beginning again
    std::string bytes = wire("one");
    bytes[i] = static_cast<char>(bytes[i] ^ 1);
    ends.far.send(bytes.data(), bytes.size(), 5.0);
    EXPECT_THROW(own.receive(5.0), Forged) << i;
  }
}

TEST_F(SealedChannel, RefusesAMessageSentTwice) {
  const std::string bytes = wire("one");
  EXPECT_EQ(heard(bytes), "one");
  EXPECT_EQ(heard(bytes), "forged");
}

TEST_F(SealedChannel, RefusesTheNextWhenOneWasLeftOut) {
  wire("one");
  EXPECT_EQ(heard(wire("two")), "forged");
}

TEST_F(SealedChannel, RefusesItsOwnMessageSentBack) {
  const std::string bytes = wire("one");
  before_.send(bytes.data(), bytes.size(), 5.0);
  EXPECT_THROW(connecting_.receive(5.0), Forged);
}

TEST_F(SealedChannel, RefusesAMessageByAnotherKeyAndOneWithout) {
  connecting_.seal("the key of another session", Side::kConnects);
  EXPECT_EQ(heard(wire("one")), "forged");
  Ends ends = connection();
  Channel bare(std::move(ends.near));
  Channel own(std::move(ends.far));
  own.seal(kKey, Side::kListens);
  bare.send(Message{"one", {}});
  bare.send(Message{"two", {{"text", std::string(64, 'x')}}});
  EXPECT_THROW(own.receive(5.0), Forged);
}

TEST_F(SealedChannel, IsReadyOnlyWhenTheMacIsThere) {
  const std::string bytes = wire("one");
  behind_.send(bytes.data(), bytes.size() - 1, 5.0);
  EXPECT_FALSE(listening_.ready(1024));
  behind_.send(&bytes.back(), 1, 5.0);
  EXPECT_EQ(listening_.receive(5.0).verb, "one");
}

}  // namespace
}  // namespace gpuscape::bench
