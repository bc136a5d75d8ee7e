/// TCP between the two ends of a pair, in one process, where threads or words are wanting.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <future>
#include <thread>

#include "core/crew.hpp"
#include "core/stop.hpp"
#include "pair/listener.hpp"
#include "pair/server.hpp"
#include "pair/tcp_measures.hpp"
#include "pair/tcp_traffic.hpp"

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Credentials kOwn{"0123456789abcdef"};

class TcpOfAPair : public testing::Test {
 protected:
  TcpOfAPair() {
    Socket port = Socket::listening({"127.0.0.1", 0});
    const PeerPlace place{{{"127.0.0.1", port.port()}}, 5.0};
    end_ = std::async(std::launch::async, [port = std::move(port)]() mutable {
      Accepted accepted = wait_for_peer(std::move(port), kOwn, {});
      for (Socket& stream : accepted.streams) stream.limit(5.0);
      Services services;
      services["tcp"] = tcp_service(accepted.streams);
      serve(accepted.channel, services, 30.0);
    });
    peer_ = std::make_shared<Peer>(place, kOwn, kMostStreams);
  }
  ~TcpOfAPair() override {
    give_threads(-1);
    peer_.reset();
    end_.wait();
  }
  Measure measure(int streams) {
    Options quick;
    quick.quick = true;
    for (Measure& found : offer_tcp_pair(quick, peer_).measures)
      if (found.facts.operation == "bandwidth" && found.facts.streams == streams)
        return std::move(found);
    throw Failure("no such measure");
  }
  template <class Work>
  static std::string fault_of(const Work& work) {
    try {
      work();
    } catch (const Lost& fault) {
      return std::string("lost: ") + fault.what();
    } catch (const Failure& fault) {
      return fault.what();
    }
    return "";
  }
  std::string refusal_of(const Message& request) {
    peer_->tell(request);
    return fault_of([&] { peer_->wait_for(peer_->streams().front()); });
  }
  static Message load(const char* kind, std::int64_t bytes, std::int64_t streams) {
    Message message{"tcp", {{"kind", kind}}};
    return message.set("bytes", bytes).set("streams", streams).set("messages", 8);
  }

  std::future<void> end_;
  std::shared_ptr<Peer> peer_;
};

TEST_F(TcpOfAPair, WithoutThreadsHereFailsAndTheNextIsMeasured) {
  const Measure four = measure(4);
  give_threads(2);
  EXPECT_THAT(fault_of([&] { four.prepare()->run(4); }),
              StartsWith("measure failed: the system gives 2 of 3 threads"));
  EXPECT_GT(measure(1).prepare()->run(1), 0.0);
  give_threads(-1);
  EXPECT_GT(four.prepare()->run(4), 0.0);
}

// The measuring end waited a minute for streams that never began, and lost the peer.
TEST_F(TcpOfAPair, WithoutThreadsThereFailsAndTheNextIsMeasured) {
  give_threads(0);
  peer_->tell(load("bandwidth", 4096, 4));
  EXPECT_THAT(fault_of([&] { peer_->wait_for(peer_->streams().front()); }),
              StartsWith("at the peer: measure failed: the system gives 0 of 3 threads"));
  give_threads(-1);
  EXPECT_GT(measure(4).prepare()->run(4), 0.0);
}

TEST_F(TcpOfAPair, LoadsOfNothingAndOfAnUnknownKindAreRefusedAndThePairGoesOn) {
  for (const Message& request :
       {load("bandwidth", 0, 1), load("bandwidth", 8, 0), load("dance", 8, 1)}) {
    EXPECT_THAT(refusal_of(request), StartsWith("at the peer: ")) << encoded(request);
    ASSERT_FALSE(peer_->gone()) << encoded(request);
  }
}

// What is out of range is Nonsense, which ends the pair.
TEST_F(TcpOfAPair, ALoadOfTooManyBytesEndsThePair) {
  EXPECT_THAT(refusal_of(load("bandwidth", (4 << 20) + 1, 1)), StartsWith("lost: at the peer: "));
  EXPECT_TRUE(peer_->gone());
}

TEST_F(TcpOfAPair, ALoadOfTooManyStreamsEndsThePair) {
  EXPECT_THAT(refusal_of(load("bandwidth", 8, kMostStreams + 1)),
              StartsWith("lost: at the peer: "));
  EXPECT_TRUE(peer_->gone());
}

/// In a process of its own: what a signal ends, ends for good.
template <class Work>
int exit_code_of(const Work& work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The signal goes to the first thread, and another one waits in a receive without a look at it.
TEST(StopSignal, EndsAThreadThatWaitsForASilentPeer) {
  EXPECT_EQ(exit_code_of([] {
              catch_stop_signals();
              const Socket port = Socket::listening({"127.0.0.1", 0});
              Socket near = Socket::connected({"127.0.0.1", port.port()}, 5.0);
              const Socket far = port.accepted(5.0);
              near.limit(3600.0);
              std::string said;
              std::thread receiver([&] {
                char byte = 0;
                try {
                  near.receive(&byte, 1);
                } catch (const Failure& fault) {
                  said = fault.what();
                }
              });
              std::this_thread::sleep_for(std::chrono::milliseconds(100));
              kill(getpid(), SIGTERM);
              receiver.join();
              return said == "stopped by a signal" ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace gpuscape::bench
