/// What a peer with the token can ask of the end that listens. Run with AddressSanitizer as well.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rdma/load.hpp"
#include "rdma/rdma.hpp"

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;

void* stand_in() {
  static void* const library = dlopen(FAKE_VERBS, RTLD_NOW | RTLD_GLOBAL);
  return library;
}

Message action(const char* name) { return Message{"rdma", {{"action", name}}}; }

class RdmaPeer : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(stand_in(), nullptr) << dlerror();
    complete(-1);
    service_ = rdma_service(Options{}, [] { return false; });
  }
  static void complete(std::int64_t id) {
    reinterpret_cast<void (*)(std::int64_t)>(dlsym(stand_in(), "fake_verbs_complete"))(id);
  }
  static std::uint32_t queue_pairs() {
    return reinterpret_cast<std::uint32_t (*)()>(dlsym(stand_in(), "fake_verbs_queue_pairs"))();
  }
  /// The other end's address, with as many queue pairs.
  static Message end_with(int pairs) {
    std::string numbers = "1";
    for (int pair = 1; pair < pairs; ++pair) numbers += "," + std::to_string(pair + 1);
    Message end{"end", {{"numbers", numbers}, {"gid", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1"}}};
    end.set("lid", 0).set("mtu", 5).set("reads", 1).set("key", 1).set("base", 4096);
    return end;
  }
  static Message open(const RdmaLoad& load) {
    Message message = action("open");
    put(message, load);
    message.set("device", "fake_0").set("port", 1);
    return message.set("end", encoded(end_with(load.queue_pairs)));
  }
  Message ask(const Message& request) { return service_->answer(request); }
  std::string refusal_of(const Message& request) {
    try {
      ask(request);
    } catch (const Failure& fault) {
      return fault.what();
    }
    return "";
  }

  std::unique_ptr<Service> service_;
};

constexpr RdmaLoad kStrikes{Verb::kSend, true, 64, 1, 1};
constexpr RdmaLoad kMany{Verb::kSend, true, 64, kMostQueuePairs, 1};

TEST_F(RdmaPeer, IsServedWhatMeasuresAskFor) {
  ask(open(kStrikes));
  EXPECT_EQ(ask(action("strike").set("rounds", 1000)).verb, "done");
  ask(open({Verb::kSend, false, 4096, 8, 64}));
  EXPECT_EQ(queue_pairs(), 8U);
  EXPECT_EQ(ask(action("take").set("messages", 1000)).verb, "done");
  EXPECT_EQ(ask(action("close")).verb, "done");
  EXPECT_EQ(queue_pairs(), 0U);
}

// The striker counted for one queue pair what came on any of them: 63 places behind its vector.
TEST_F(RdmaPeer, CannotStrikeOverManyQueuePairs) {
  ask(open(kMany));
  EXPECT_THAT(refusal_of(action("strike").set("rounds", 3)), HasSubstr("over one queue pair"));
  ask(open({Verb::kRead, true, 64, 1, 1}));
  EXPECT_THAT(refusal_of(action("strike").set("rounds", 3)), HasSubstr("by send or write"));
  ask(open({Verb::kSend, false, 64, 1, 4}));
  EXPECT_THAT(refusal_of(action("strike").set("rounds", 3)), HasSubstr("one after the other"));
}

TEST_F(RdmaPeer, TakesNoMessagesOfALoadThatSendsNone) {
  ask(open({Verb::kWrite, false, 64, 1, 4}));
  EXPECT_THAT(refusal_of(action("take").set("messages", 3)), HasSubstr("no messages come"));
}

// Whatever the adapter says.
TEST_F(RdmaPeer, ACompletionOfNoRequestIsTheEnd) {
  for (const std::int64_t id : {std::int64_t{4}, std::int64_t{1} << 20, std::int64_t{1} << 62}) {
    ask(open({Verb::kSend, false, 64, 4, 4}));
    complete(id);
    EXPECT_THROW(ask(action("take").set("messages", 3)), Lost) << id;
  }
}

TEST_F(RdmaPeer, AsksForNoMoreThanTwiceWhatIsMeasured) {
  for (const RdmaLoad& load :
       {RdmaLoad{Verb::kSend, false, (16U << 20) + 1, 1, 2},
        RdmaLoad{Verb::kSend, false, 64, 65, 2}, RdmaLoad{Verb::kSend, false, 64, 1, 1025},
        RdmaLoad{Verb::kSend, false, 1U << 20, 64, 2}, RdmaLoad{Verb::kSend, false, 64, 64, 1024},
        RdmaLoad{Verb::kSend, false, 0, 1, 1}, RdmaLoad{Verb::kSend, false, 64, 0, 1},
        RdmaLoad{Verb::kSend, false, 64, 1, 0}})
    EXPECT_THROW(ask(open(load)), Failure) << load.bytes << " " << load.queue_pairs;
  EXPECT_EQ(queue_pairs(), 0U);
  EXPECT_THAT(refusal_of(open(kStrikes).set("verb", "dance")), HasSubstr("not an RDMA verb"));
}

// "0-2147483647" was read as that many numbers.
TEST_F(RdmaPeer, AnAddressHasTheNumbersOfItsQueuePairsAndNoMore) {
  for (const auto& [name, value] :
       std::multimap<std::string, std::string>{{"numbers", "0-2147483647"},
                                               {"numbers", "1,2"},
                                               {"numbers", "16777216"},
                                               {"numbers", ""},
                                               {"gid", "0-255"},
                                               {"gid", "1,2"},
                                               {"key", "4294967296"},
                                               {"lid", "65536"},
                                               {"mtu", "6"}}) {
    Message end = end_with(1);
    end.set(name, value);
    EXPECT_THROW(ask(open(kStrikes).set("end", encoded(end))), Lost) << name << " " << value;
    EXPECT_THAT(refusal_of(action("strike").set("rounds", 1)), HasSubstr("no RDMA connection"));
  }
}

TEST_F(RdmaPeer, WhatItAsksBesidesIsRefusedAndQuotedWithoutWhatATerminalObeys) {
  ask(open(kStrikes));
  EXPECT_EQ(refusal_of(action("\x1b[2J")), "RDMA knows no \"?[2J\"");
  EXPECT_THAT(refusal_of(open(kStrikes).set("device", "other_0")), HasSubstr("cannot be opened"));
}

}  // namespace
}  // namespace gpuscape::bench
