#pragma once
/// What the two ends of a pair say to each other besides the measured bytes.

#include <cstdint>
#include <map>
#include <string>

#include "pair/socket.hpp"

namespace gpuscape::bench {

/// The other end is another program. What it said may be quoted, printable and short.
class Nonsense : public Lost {
 public:
  using Lost::Lost;
};

/// A stranger's text for a terminal: ASCII without control characters, `most` bytes at most.
std::string printable(const std::string& text, std::size_t most = 200);

/// A word and values by name.
struct Message {
  std::string verb = {};
  std::map<std::string, std::string> values = {};

  [[nodiscard]] const std::string& text(const std::string& name) const;
  /// Throws Nonsense where the value is absent, no whole number or outside 0 to `most`.
  [[nodiscard]] std::int64_t number(const std::string& name,
                                    std::int64_t most = std::int64_t{1} << 40) const;
  Message& set(const std::string& name, const std::string& value);
  Message& set(const std::string& name, std::int64_t value);
};

std::string encoded(const Message& message);
/// Throws Nonsense for what encoded never gives.
Message decoded(const std::string& text);

/// Messages over a socket: a length of four bytes, then the text.
class Channel {
 public:
  Channel() = default;
  explicit Channel(Socket socket) : socket_(std::move(socket)) {}

  /// Throw Lost.
  void send(const Message& message);
  /// Longer messages than `most` bytes are refused.
  Message receive(double seconds, std::size_t most = std::size_t{1} << 18);

  /// Whether receive would return or throw at once.
  [[nodiscard]] bool ready(std::size_t most) const;

  [[nodiscard]] const Socket& socket() const { return socket_; }
  /// The socket, which the channel then has no more.
  Socket taken() { return std::move(socket_); }

 private:
  Socket socket_;
};

}  // namespace gpuscape::bench
