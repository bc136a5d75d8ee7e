#pragma once
/// Bytes over the pair's TCP connections: what each end does.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/crew.hpp"
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
constexpr std::int64_t kMostTcpBytes = std::int64_t{4} << 20;
constexpr std::int64_t kMostTcpMessages = std::int64_t{1} << 32;

/// Each message is answered by one as long, over the first stream. Seconds of half the round trips,
/// after one that is not counted.
double ping(std::vector<Socket>& streams, const TcpLoad& load);

/// Messages on all streams at once, a thread for each. The threads stand ready before the other end
/// is told of the load: where they do not, nothing has begun.
class Pour {
 public:
  /// Throws Failure.
  Pour(std::vector<Socket>& streams, const TcpLoad& load);
  /// Seconds until the other end has them all.
  double run();

 private:
  std::vector<Socket>& streams_;
  TcpLoad load_;
  std::string message_;
  Crew crew_;
};

/// The other end of both: "tcp", with kind, bytes, streams and messages.
std::unique_ptr<Service> tcp_service(std::vector<Socket>& streams);

}  // namespace gpuscape::bench
