#include "pair/peer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "pair/listener.hpp"
#include "pair/server.hpp"

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;

const Credentials kOwn{"0123456789abcdef"};

/// Gives back the number that it is asked; what it cannot is a word.
class Echo final : public Service {
 public:
  Message answer(const Message& request) override {
    if (request.text("say") == "fail") throw Failure("it failed");
    if (request.text("say") == "shout") throw Failure("\x1b[2J loud" + std::string(5000, 'x'));
    if (request.text("say") == "lose") throw Lost("the adapter is gone");
    return Message{"said", {{"said", request.text("say")}}};
  }
};

/// A served peer on 127.0.0.1; what its end said when it ended.
class PeerOfAPair : public testing::Test {
 protected:
  std::shared_ptr<Peer> start(double idle_limit) {
    Socket port = Socket::listening({"127.0.0.1", 0});
    const PeerPlace place{{{"127.0.0.1", port.port()}}, 5.0};
    end_ = std::async(std::launch::async, [idle_limit, port = std::move(port)]() mutable {
      Services services;
      services["echo"] = std::make_unique<Echo>();
      Accepted accepted = wait_for_peer(std::move(port), kOwn, {});
      try {
        return std::to_string(serve(accepted.channel, services, idle_limit)) + " requests";
      } catch (const Lost& fault) {
        return std::string(fault.what());
      }
    });
    return std::make_shared<Peer>(place, kOwn, 0);
  }
  static Message echo(const char* word) { return Message{"echo", {{"say", word}}}; }

  std::future<std::string> end_;
};

TEST_F(PeerOfAPair, AnswersAndEndsWithTheGoodbye) {
  auto peer = start(5.0);
  EXPECT_EQ(peer->ask(echo("a")).text("said"), "a");
  EXPECT_EQ(peer->ask(echo("b")).text("said"), "b");
  peer.reset();
  EXPECT_EQ(end_.get(), "2 requests");
}

TEST_F(PeerOfAPair, SaysWhatItCannotDoAndGoesOn) {
  const auto peer = start(5.0);
  EXPECT_THROW(peer->ask(echo("fail")), Failure);
  EXPECT_THROW(peer->ask(Message{"dance", {}}), Failure);
  EXPECT_EQ(peer->ask(echo("a")).text("said"), "a");
}

TEST_F(PeerOfAPair, AnAnswerThatNobodyTookIsPassedOver) {
  const auto peer = start(5.0);
  peer->tell(echo("nobody waits for this"));
  EXPECT_EQ(peer->ask(echo("a")).text("said"), "a");
}

TEST_F(PeerOfAPair, IsQuotedWithoutWhatATerminalObeys) {
  const auto peer = start(5.0);
  try {
    peer->ask(echo("shout"));
    ADD_FAILURE() << "it did not fail";
  } catch (const Failure& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("at the peer: ?[2J loud"));
    EXPECT_LT(std::string(fault.what()).size(), 600U);
  }
}

/// An end that has the token and answers with this many wrong numbers, then closes.
std::string said_to_wrong_answers(int count, std::int64_t number) {
  Socket port = Socket::listening({"127.0.0.1", 0});
  const PeerPlace place{{{"127.0.0.1", port.port()}}, 5.0};
  auto end = std::async(std::launch::async, [count, number, port = std::move(port)]() mutable {
    Accepted accepted = wait_for_peer(std::move(port), kOwn, {});
    accepted.channel.receive(5.0);
    try {
      for (int i = 0; i < count; ++i)
        accepted.channel.send(Message{"said", {}}.set("request", number));
    } catch (const Lost&) {  // the other end has heard enough
    }
  });
  Peer peer(place, kOwn, 0);
  try {
    peer.ask(Message{"echo", {{"say", "a"}}});
    return "an answer";
  } catch (const Lost& fault) {
    return fault.what();
  }
}

// Passed over one by one, they kept the end that connects for as long as they came.
TEST(PeerThatAnswersWrongly, IsLeftAtTheFirstAnswerThatNobodyAskedFor) {
  EXPECT_THAT(said_to_wrong_answers(2000, 0), HasSubstr("answers what it was not asked"));
  EXPECT_THAT(said_to_wrong_answers(2000, 2), HasSubstr("answers what it was not asked"));
}

TEST_F(PeerOfAPair, OnceLostIsNotAskedAgain) {
  const auto peer = start(5.0);
  EXPECT_THROW(peer->ask(echo("lose")), Lost);
  EXPECT_THROW(peer->ask(echo("a")), Lost);
  EXPECT_TRUE(peer->gone());
}

TEST_F(PeerOfAPair, EndsAfterItsIdleLimitWithoutAWord) {
  const auto peer = start(0.1);
  EXPECT_THAT(end_.get(), HasSubstr("no word from it in time"));
  EXPECT_THROW(peer->ask(echo("a")), Lost);
}

}  // namespace
}  // namespace gpuscape::bench
