#pragma once
/// TCP sockets that wait for a limited time and say what went wrong.

#include <cstddef>
#include <optional>
#include <string>

#include "core/measure.hpp"

namespace gpuscape::bench {

/// "ADDRESS:PORT" or "[ADDRESS]:PORT".
struct Endpoint {
  std::string host;
  int port = 0;

  [[nodiscard]] std::string text() const;
};

/// Throws UsageFault that names the option.
Endpoint endpoint_of(const std::string& option, const std::string& text);

/// Another program listens there already.
class PortInUse : public Failure {
 public:
  using Failure::Failure;
};

/// Nobody listens there, or nobody can be reached.
class Unreachable : public Failure {
 public:
  using Failure::Failure;
};

/// This process or this machine has no descriptor left for one more connection.
class NoDescriptor : public Failure {
 public:
  using Failure::Failure;
};

class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  /// On one address only. Throws PortInUse, or Failure where this machine has no such address.
  static Socket listening(const Endpoint& at);
  /// Throws Unreachable.
  static Socket connected(const Endpoint& to, double seconds);

  /// Throws Failure when nobody came in time.
  [[nodiscard]] Socket accepted(double seconds) const;
  /// Nothing when nobody came in time. Throws NoDescriptor.
  [[nodiscard]] std::optional<Socket> next(double seconds) const;
  [[nodiscard]] int port() const;          ///< of this end
  [[nodiscard]] std::string own() const;   ///< "10.0.0.1:7777": what it is bound to
  [[nodiscard]] std::string peer() const;  ///< "10.0.0.2:41234"

  /// All of it, or Lost ("the peer has closed", "no word for 60 s").
  void send(const char* bytes, std::size_t count, double seconds);
  void receive(char* bytes, std::size_t count, double seconds);

  /// Sends and receives of any length give up after so long without a byte, at least a second.
  void limit(double seconds);
  /// With the limit above, without a look at the clock: what measures use.
  void send(const char* bytes, std::size_t count);
  void receive(char* bytes, std::size_t count);

  /// Whether the other end has closed or is gone; takes nothing from what waits to be received.
  [[nodiscard]] bool closed_by_peer() const;
  /// Waits until one of the two has something to receive. Whether it was the other alone.
  [[nodiscard]] bool readable_before(const Socket& other, double seconds) const;
  /// Takes nothing either: what waits, `most` bytes of it; nothing where the other end has closed
  /// or is gone, which a receive then says.
  [[nodiscard]] std::optional<std::string> waiting(std::size_t most) const;
  [[nodiscard]] bool valid() const { return descriptor_ >= 0; }

 private:
  void wait(short events, double until) const;
  /// After a send or receive that gave nothing; `since` is when the first did.
  void again(const char* what, double& since) const;

  int descriptor_ = -1;
  double limit_ = 60.0;
};

/// Seconds of the steady clock.
double steady_seconds();

}  // namespace gpuscape::bench
