#pragma once
/// Bytes over the pair's TCP connections: what each end does.

#include <cstdint>
#include <memory>
#include <vector>

#include "pair/server.hpp"
#include "pair/socket.hpp"

namespace gpuscape::bench {

/// Messages of one size, some on each stream.
struct TcpLoad {
  std::size_t bytes = 0;  ///< of one message
  int streams = 1;
  std::int64_t messages = 0;  ///< on all streams together

  /// Of these, what goes over one stream.
  [[nodiscard]] std::int64_t share(int stream) const {
    return messages / streams + (stream < messages % streams ? 1 : 0);
  }
};

/// The largest message and the most messages of one request.
constexpr std::int64_t kMostTcpBytes = std::int64_t{64} << 20;
constexpr std::int64_t kMostTcpMessages = std::int64_t{1} << 32;

/// Each message is answered by one as long, over the first stream. Seconds of half the round trips,
/// after one that is not counted.
double ping(std::vector<Socket>& streams, const TcpLoad& load);

/// Messages on all streams at once, until the other end has them all. Seconds.
double pour(std::vector<Socket>& streams, const TcpLoad& load);

/// The other end of both: "tcp", with kind, bytes, streams and messages.
std::unique_ptr<Service> tcp_service(std::vector<Socket>& streams);

}  // namespace gpuscape::bench
