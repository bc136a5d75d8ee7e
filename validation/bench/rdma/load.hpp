#pragma once
/// What one RDMA measure does, as both ends must know it.

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

/// What a peer may ask for: twice what is measured, and no more than that in sum.
constexpr std::int64_t kMostRdmaBytes = std::int64_t{16} << 20;
constexpr std::int64_t kMostRdmaBytesOfAll = std::int64_t{32} << 20;
constexpr int kMostQueuePairs = 64;
constexpr int kMostDepth = 1024;
constexpr int kMostDepthOfAll = 8192;

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

/// Throws Failure, or Lost, for what no measure asks for.
RdmaLoad load_of(const Message& message);

/// Message after message on one queue pair: what a Striker can do.
inline bool can_strike(const RdmaLoad& load) {
  return load.latency && load.verb != Verb::kRead && load.queue_pairs == 1;
}

}  // namespace gpuscape::bench
