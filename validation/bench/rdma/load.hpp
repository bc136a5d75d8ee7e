#pragma once
/// What one RDMA measure does, as both ends must know it.

#include <algorithm>
#include <cstdint>
#include <string>

#include "pair/message.hpp"

namespace gpuscape::bench {

enum class Verb : std::uint8_t { kSend, kWrite, kRead };

struct RdmaLoad {
  Verb verb = Verb::kSend;
  bool latency = true;  ///< one after another; else as many as fit
  std::size_t bytes = 0;
  int queue_pairs = 1;
  int depth = 1;  ///< work requests in flight on each
};

constexpr std::int64_t kMostRdmaBytes = std::int64_t{64} << 20;
constexpr int kMostQueuePairs = 64;
constexpr int kMostDepth = 1024;

inline const char* text_of(Verb verb) {
  return verb == Verb::kSend ? "send" : verb == Verb::kWrite ? "write" : "read";
}

inline void put(Message& message, const RdmaLoad& load) {
  message.set("verb", text_of(load.verb));
  message.set("latency", std::int64_t{load.latency ? 1 : 0});
  message.set("bytes", static_cast<std::int64_t>(load.bytes));
  message.set("queue_pairs", std::int64_t{load.queue_pairs});
  message.set("depth", std::int64_t{load.depth});
}

inline RdmaLoad load_of(const Message& message) {
  RdmaLoad load;
  const std::string& verb = message.text("verb");
  load.verb = verb == "send" ? Verb::kSend : verb == "write" ? Verb::kWrite : Verb::kRead;
  load.latency = message.number("latency", 1) == 1;
  load.bytes =
      static_cast<std::size_t>(std::max<std::int64_t>(1, message.number("bytes", kMostRdmaBytes)));
  load.queue_pairs =
      static_cast<int>(std::max<std::int64_t>(1, message.number("queue_pairs", kMostQueuePairs)));
  load.depth = static_cast<int>(std::max<std::int64_t>(1, message.number("depth", kMostDepth)));
  return load;
}

}  // namespace gpuscape::bench
