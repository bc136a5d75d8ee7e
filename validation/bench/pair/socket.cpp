#include "pair/socket.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "core/stop.hpp"

namespace gpuscape::bench {

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses addresses_of(const Endpoint& endpoint, int flags) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const std::string port = std::to_string(endpoint.port);
  int fault = getaddrinfo(endpoint.host.c_str(), port.c_str(), &hints, &found);
  // RFC 6761, 6.3: the name means the loopback address also in a container without /etc/hosts.
  if (fault != 0 && endpoint.host == "localhost")
    fault = getaddrinfo("127.0.0.1", port.c_str(), &hints, &found);
  if (fault != 0)
    throw Unreachable("\"" + endpoint.host +
                      "\" cannot be resolved to an address: " + gai_strerror(fault));
  return {found, freeaddrinfo};
}

/// Whether a bound socket would hear at every address: 0.0.0.0, :: or ::ffff:0.0.0.0.
bool is_wildcard(int descriptor) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) return true;
  if (address.ss_family == AF_INET)
    return reinterpret_cast<const sockaddr_in*>(&address)->sin_addr.s_addr == INADDR_ANY;
  if (address.ss_family != AF_INET6) return true;
  const in6_addr& six = reinterpret_cast<const sockaddr_in6*>(&address)->sin6_addr;
  const bool four = IN6_IS_ADDR_V4MAPPED(&six);
  return IN6_IS_ADDR_UNSPECIFIED(&six) ||
         (four && std::all_of(six.s6_addr + 12, six.s6_addr + 16, [](auto b) { return b == 0; }));
}

/// In short pieces, so that a signal is seen that came just before a call.
constexpr double kPiece = 0.5;

/// None of its calls waits until block() was called.
int opened(const addrinfo& address) {
  const int descriptor = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int on = 1;
  if (descriptor >= 0) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

[[noreturn]] void gone(const std::string& why) { throw Lost("the peer is gone: " + why); }

void block(int descriptor) { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK); }

/// What a connection that is on its way came to: 0 or an errno.
int fault_of(int descriptor) {
  int fault = 0;
  socklen_t size = sizeof fault;
  return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 ? fault : errno;
}

/// "10.0.0.1:7777" of what getsockname or getpeername gives.
template <class Name>
std::string address_text(int descriptor, const Name& name) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  std::array<char, 64> host{};
  std::array<char, 16> port{};
  if (name(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host.data(), host.size(),
                  port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "an unknown address";
  return Endpoint{host.data(), std::atoi(port.data())}.text();
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Socket::Socket(Socket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), limit_(other.limit_) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(limit_, other.limit_);
  return *this;
}

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

Socket Socket::listening(const Endpoint& at) {
  const Addresses addresses = addresses_of(at, 0);
  Socket socket(opened(*addresses));
  const int on = 1;
  setsockopt(socket.descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const bool bound = bind(socket.descriptor_, addresses->ai_addr, addresses->ai_addrlen) == 0;
  if (bound && is_wildcard(socket.descriptor_))
    throw Failure(at.text() + " is every address of this machine; name the one to listen at");
  if (!bound || ::listen(socket.descriptor_, 128) != 0) {
    if (errno == EADDRINUSE)
      throw PortInUse(at.text() + " is in use by another program; choose another port");
    if (errno == EADDRNOTAVAIL)
      throw Failure(at.text() + " is not an address of this machine; `ip address` lists them");
    throw Failure("listening at " + at.text() + ": " + std::strerror(errno));
  }
  return socket;
}

Socket Socket::connected(const Endpoint& to, double seconds) {
  const Addresses addresses = addresses_of(to, 0);
  int fault = 0;
  for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
    Socket socket(opened(*address));
    fault = 0;
    if (!socket.valid() ||
        ::connect(socket.descriptor_, address->ai_addr, address->ai_addrlen) != 0)
      fault = errno;
    if (fault == EINPROGRESS) {
      try {
        socket.wait(POLLOUT, steady_seconds() + std::max(1.0, seconds));
        fault = fault_of(socket.descriptor_);
      } catch (const Lost&) {
        fault = ETIMEDOUT;
      }
    }
    // Without a listener, a port of the kernel's own range can meet itself.
    if (fault == 0 && socket.peer().compare(socket.peer().rfind(':') + 1, std::string::npos,
                                            std::to_string(socket.port())) == 0)
      fault = ECONNREFUSED;
    if (fault != 0) continue;
    block(socket.descriptor_);
    return socket;
  }
  throw Unreachable(to.text() + ": " + std::strerror(fault));
}

Socket Socket::accepted(double seconds) const {
  std::optional<Socket> socket = next(seconds);
  if (!socket) throw Failure("nobody came");
  return std::move(*socket);
}

std::optional<Socket> Socket::next(double seconds) const {
  const double until = steady_seconds() + seconds;
  for (;;) {
    Socket socket(accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC));
    if (socket.valid()) {
      const int on = 1;
      setsockopt(socket.descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      return socket;
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
      throw NoDescriptor(std::string("accept: ") + std::strerror(errno));
    if (errno == EBADF || errno == EINVAL || errno == ENOTSOCK)
      throw Failure(std::string("accept: ") + std::strerror(errno));
    if (steady_seconds() >= until) return std::nullopt;
    if (errno != EAGAIN) continue;  // who came has gone again, or a signal came
    try {
      wait(POLLIN, until);
    } catch (const Lost&) {
      return std::nullopt;
    }
  }
}

int Socket::port() const {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port
                   : reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

std::string Socket::peer() const { return address_text(descriptor_, getpeername); }

std::string Socket::own() const { return address_text(descriptor_, getsockname); }

void Socket::wait(short events, double until) const {
  for (;;) {
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    const double left = until - steady_seconds();
    if (left <= 0.0) gone("no word from it in time");
    pollfd entry = {descriptor_, events, 0};
    const int n = poll(&entry, 1, static_cast<int>(std::min(left, kPiece) * 1e3) + 1);
    if (n > 0) return;
    if (n < 0 && errno != EINTR) gone(std::strerror(errno));
  }
}

void Socket::send(const char* bytes, std::size_t count, double seconds) {
  const double until = steady_seconds() + seconds;
  for (std::size_t done = 0; done < count;) {
    wait(POLLOUT, until);
    const ssize_t n = ::send(descriptor_, bytes + done, count - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n < 0 && errno != EAGAIN && errno != EINTR) gone(std::strerror(errno));
  }
}

void Socket::receive(char* bytes, std::size_t count, double seconds) {
  const double until = steady_seconds() + seconds;
  for (std::size_t done = 0; done < count;) {
    wait(POLLIN, until);
    const ssize_t n = ::recv(descriptor_, bytes + done, count - done, MSG_DONTWAIT);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n == 0) gone("it closed the connection");
    if (n < 0 && errno != EAGAIN && errno != EINTR) gone(std::strerror(errno));
  }
}

void Socket::limit(double seconds) {
  limit_ = std::max(1.0, seconds);
  timeval value = {};
  value.tv_usec = static_cast<suseconds_t>(kPiece * 1e6);
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &value, sizeof value);
  setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &value, sizeof value);
}

void Socket::again(const char* what, double& since) const {
  const int fault = errno;
  if (stop_signal() != 0) throw Failure("stopped by a signal");
  if (fault != EAGAIN && fault != EINTR) gone(std::strerror(fault));
  const double now = steady_seconds();
  if (since == 0.0) since = now;
  if (now - since >= limit_) gone(what);
}

void Socket::send(const char* bytes, std::size_t count) {
  double since = 0.0;
  for (std::size_t done = 0; done < count;) {
    const ssize_t n = ::send(descriptor_, bytes + done, count - done, MSG_NOSIGNAL);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n <= 0) again("it takes nothing", since);
    if (n > 0) since = 0.0;
  }
}

void Socket::receive(char* bytes, std::size_t count) {
  double since = 0.0;
  for (std::size_t done = 0; done < count;) {
    const ssize_t n = ::recv(descriptor_, bytes + done, count - done, 0);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n == 0) gone("it closed the connection");
    if (n < 0) again("no word from it in time", since);
    if (n > 0) since = 0.0;
  }
}

std::optional<std::string> Socket::waiting(std::size_t most) const {
  std::string bytes(most, '\0');
  const ssize_t n = ::recv(descriptor_, bytes.data(), most, MSG_PEEK | MSG_DONTWAIT);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  return bytes;
}

bool Socket::closed_by_peer() const { return !waiting(1); }

bool Socket::readable_before(const Socket& other, double seconds) const {
  const double until = steady_seconds() + seconds;
  for (;;) {
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    const double left = until - steady_seconds();
    if (left <= 0.0) gone("no word from it in time");
    std::array<pollfd, 2> entries = {pollfd{descriptor_, POLLIN, 0},
                                     pollfd{other.descriptor_, POLLIN, 0}};
    const int n = poll(entries.data(), 2, static_cast<int>(std::min(left, kPiece) * 1e3) + 1);
    if (n > 0) return entries[0].revents == 0;
    if (n < 0 && errno != EINTR) gone(std::strerror(errno));
  }
}

}  // namespace gpuscape::bench
