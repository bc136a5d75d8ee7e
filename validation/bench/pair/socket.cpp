#include "pair/socket.hpp"

#include <arpa/inet.h>
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

#include "core/options.hpp"
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
  const int fault =
      getaddrinfo(endpoint.host.c_str(), std::to_string(endpoint.port).c_str(), &hints, &found);
  if (fault != 0)
    throw Unreachable("\"" + endpoint.host +
                      "\" is no address that is known here: " + gai_strerror(fault));
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

int opened(const addrinfo& address) {
  const int descriptor = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  if (descriptor >= 0) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

[[noreturn]] void gone(const std::string& why) { throw Lost("the peer is gone: " + why); }

/// Connects within the time; 0 or an errno.
int connect_within(int descriptor, const addrinfo& address, double seconds) {
  timeval limit = {};
  limit.tv_sec = static_cast<time_t>(std::max(1.0, seconds));
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (::connect(descriptor, address.ai_addr, address.ai_addrlen) != 0)
    return errno == EINPROGRESS ? ETIMEDOUT : errno;
  return 0;
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string Endpoint::text() const {
  const bool brackets = host.find(':') != std::string::npos;
  return (brackets ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Endpoint endpoint_of(const std::string& option, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  const bool number =
      !digits.empty() && digits.size() <= 5 &&
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (host.empty() || !number || std::stoi(digits) > 65535)
    throw UsageFault{option + " \"" + text + "\": ADDRESS:PORT is expected, such as 10.0.0.1:7777"};
  return {host, std::stoi(digits)};
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
      throw Failure(at.text() + " is no address of this machine; ip address lists them");
    throw Failure("listening at " + at.text() + ": " + std::strerror(errno));
  }
  return socket;
}

Socket Socket::connected(const Endpoint& to, double seconds) {
  const Addresses addresses = addresses_of(to, 0);
  int fault = 0;
  for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
    Socket socket(opened(*address));
    fault = socket.valid() ? connect_within(socket.descriptor_, *address, seconds) : errno;
    // Without a listener, a port of the kernel's own range can meet itself.
    if (fault == 0 && socket.peer().compare(socket.peer().rfind(':') + 1, std::string::npos,
                                            std::to_string(socket.port())) == 0)
      fault = ECONNREFUSED;
    if (fault == 0) return socket;
  }
  throw Unreachable(to.text() + ": " + std::strerror(fault));
}

Socket Socket::accepted(double seconds) const {
  try {
    wait(POLLIN, steady_seconds() + seconds);
  } catch (const Lost&) {
    throw Failure("nobody came");
  }
  Socket socket(accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC));
  if (!socket.valid()) throw Failure(std::string("accept: ") + std::strerror(errno));
  const int on = 1;
  setsockopt(socket.descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

int Socket::port() const {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port
                   : reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

std::string Socket::peer() const {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  std::array<char, 64> host{};
  std::array<char, 16> port{};
  if (getpeername(descriptor_, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host.data(), host.size(),
                  port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "an unknown address";
  return Endpoint{host.data(), std::atoi(port.data())}.text();
}

void Socket::wait(short events, double until) const {
  for (;;) {
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    const double left = until - steady_seconds();
    if (left <= 0.0) gone("no word from it in time");
    pollfd entry = {descriptor_, events, 0};
    // In short pieces: a signal may come just before the call.
    const int n = poll(&entry, 1, static_cast<int>(std::min(left, 0.5) * 1e3) + 1);
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
  value.tv_sec = static_cast<time_t>(limit_);
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &value, sizeof value);
  setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &value, sizeof value);
}

void Socket::send(const char* bytes, std::size_t count) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t n = ::send(descriptor_, bytes + done, count - done, MSG_NOSIGNAL);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n > 0 || (n < 0 && errno == EINTR && stop_signal() == 0)) continue;
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    gone(errno == EAGAIN ? "it takes nothing" : std::strerror(errno));
  }
}

void Socket::receive(char* bytes, std::size_t count) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t n = ::recv(descriptor_, bytes + done, count - done, 0);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n > 0 || (n < 0 && errno == EINTR && stop_signal() == 0)) continue;
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    if (n == 0) gone("it closed the connection");
    gone(errno == EAGAIN ? "no word from it in time" : std::strerror(errno));
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

}  // namespace gpuscape::bench
