#pragma once
/// What the two ends of a pair say to each other besides the measured bytes.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pair/socket.hpp"

namespace gpuscape::bench {

/// The other end is another program. What it said may be quoted, printable and short.
class Nonsense : public Lost {
 public:
  using Lost::Lost;
};

/// A message that the peer did not send as it arrived, or sent before.
class Forged : public Nonsense {
 public:
  using Nonsense::Nonsense;
};

/// A stranger's text for a terminal: ASCII without control characters, `most` bytes at most.
std::string printable(const std::string& text, std::size_t most = 200);

/// A word and values by name.
struct Message {
  std::string verb = {};
  std::map<std::string, std::string> values = {};

  [[nodiscard]] const std::string& text(const std::string& name) const;
  /// Throws Nonsense where the value is absent, not an integer or outside 0 to `most`.
  [[nodiscard]] std::int64_t number(const std::string& name,
                                    std::int64_t most = std::int64_t{1} << 40) const;
  /// "7,12,9": exactly `count` numbers from 0 to `most`, or Nonsense.
  [[nodiscard]] std::vector<std::int64_t> numbers(const std::string& name, std::size_t count,
                                                  std::int64_t most) const;
  Message& set(const std::string& name, const std::string& value);
  Message& set(const std::string& name, std::int64_t value);
};

std::string encoded(const Message& message);
/// Throws Nonsense for what encoded never gives.
Message decoded(const std::string& text);

/// The two ends of a connection.
enum class Side : std::uint8_t { kConnects, kListens };

/// Messages over a socket: a length of four bytes, then the text; once sealed, a MAC of 32 bytes
/// behind it.
class Channel {
 public:
  Channel() = default;
  explicit Channel(Socket socket) : socket_(std::move(socket)) {}

  /// From now on every message has a MAC (HMAC-SHA-256) by this key over its place in the row and
  /// its text, with a key of its own for each direction: what is changed, repeated, left out or
  /// sent back is refused.
  void seal(const std::string& key, Side own);

  /// Throw Lost; receive also Forged.
  void send(const Message& message);
  /// Longer messages than `most` bytes are refused.
  Message receive(double seconds, std::size_t most = std::size_t{1} << 18);

  /// Whether receive would return or throw at once.
  [[nodiscard]] bool ready(std::size_t most) const;

  [[nodiscard]] const Socket& socket() const { return socket_; }
  /// The socket, which the channel then has no more.
  Socket taken() { return std::move(socket_); }

 private:
  /// One direction.
  struct Row {
    std::string key = {};  ///< empty: not sealed
    std::uint64_t next = 0;

    [[nodiscard]] std::size_t mac_bytes() const;
    std::string next_mac(const std::string& text);
  };

  Socket socket_;
  Row out_;
  Row in_;
};

}  // namespace gpuscape::bench
