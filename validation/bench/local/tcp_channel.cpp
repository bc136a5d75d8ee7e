#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/measure.hpp"
#include "core/stop.hpp"
#include "local/channel.hpp"

namespace gpuscape::bench {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Failure("tcp: " + what + ": " + std::strerror(errno));
}

/// A descriptor that closes itself.
class Socket {
 public:
  explicit Socket(int number) : number_(number) {
    if (number_ < 0) refuse("no socket");
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  Socket(Socket&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Socket& operator=(Socket&&) = delete;
  ~Socket() {
    if (number_ >= 0) close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

Socket stream_socket() { return Socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

class TcpChannel final : public Channel {
 public:
  TcpChannel(Socket socket, bool polls) : socket_(std::move(socket)), polls_(polls) {
    const int on = 1;
    setsockopt(socket_.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    timeval piece = {};  // after which a signal is looked for
    piece.tv_usec = 500000;
    setsockopt(socket_.number(), SOL_SOCKET, SO_RCVTIMEO, &piece, sizeof piece);
    setsockopt(socket_.number(), SOL_SOCKET, SO_SNDTIMEO, &piece, sizeof piece);
  }
  void send(const void* data, std::size_t bytes) override {
    const char* at = static_cast<const char*>(data);
    while (bytes > 0) {
      const ssize_t n = ::send(socket_.number(), at, bytes, MSG_NOSIGNAL);
      if (n < 0 && stop_signal() != 0) throw Failure("stopped by a signal");
      if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (n < 0) throw Lost(std::string("tcp: the other process is gone: ") + std::strerror(errno));
      at += n;
      bytes -= static_cast<std::size_t>(n);
    }
  }
  void receive(void* data, std::size_t bytes) override {
    char* at = static_cast<char*>(data);
    for (std::uint32_t tries = 1; bytes > 0; ++tries) {
      const ssize_t n = recv(socket_.number(), at, bytes, polls_ ? MSG_DONTWAIT : 0);
      if (n > 0) {
        at += n;
        bytes -= static_cast<std::size_t>(n);
        continue;
      }
      if (n == 0) throw Lost("tcp: the other process is gone");
      if (stop_signal() != 0) throw Failure("stopped by a signal");
      if (errno != EAGAIN && errno != EINTR)
        throw Lost(std::string("tcp: the other process is gone: ") + std::strerror(errno));
      if (tries % 256 == 0) sched_yield();
    }
  }

 private:
  Socket socket_;
  bool polls_;
};

sockaddr_in loopback() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

sockaddr* plain(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

in_port_t own_port(const Socket& socket) {
  sockaddr_in address = loopback();
  socklen_t size = sizeof address;
  if (getsockname(socket.number(), plain(address), &size) != 0) refuse("no own address");
  return address.sin_port;
}

ChannelPair connected(bool polls) {
  const Socket listening = stream_socket();
  sockaddr_in address = loopback();
  if (bind(listening.number(), plain(address), sizeof address) != 0) refuse("127.0.0.1");
  address.sin_port = own_port(listening);
  if (listen(listening.number(), 1) != 0) refuse("127.0.0.1");
  Socket near = stream_socket();
  if (connect(near.number(), plain(address), sizeof address) != 0) refuse("127.0.0.1");
  const in_port_t port = own_port(near);
  for (;;) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    Socket far(accept4(listening.number(), plain(peer), &size, SOCK_CLOEXEC));
    if (peer.sin_port != port) continue;  // somebody else's
    return {std::make_unique<TcpChannel>(std::move(near), polls),
            std::make_unique<TcpChannel>(std::move(far), polls)};
  }
}

}  // namespace

ChannelPair tcp_pair() { return connected(true); }

ChannelPair blocking_tcp_pair() { return connected(false); }

}  // namespace gpuscape::bench
