/// Any bytes as what the other end of a pair, or a stranger at its port, may say: refused, or read
/// and written back equal. The first byte chooses the reader.

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/machine.hpp"
#include "core/options.hpp"
#include "pair/flat_json.hpp"
#include "pair/handshake.hpp"
#include "pair/host_list.hpp"
#include "rdma/load.hpp"

namespace {

using namespace gpuscape::bench;

void ensure(bool holds) {
  if (!holds) std::abort();
}

void read_message(const std::string& text) {
  const Message message = decoded(text);
  const Message again = decoded(encoded(message));
  ensure(again.verb == message.verb && again.values == message.values);
  for (const auto& [name, value] : message.values) {
    ensure(printable(value).size() <= 203);
    try {
      ensure(message.numbers(name, 16, 255).size() == 16);
    } catch (const Lost&) {
    }
    try {
      ensure(message.number(name, 1000) <= 1000);
    } catch (const Lost&) {
    }
  }
  const RdmaLoad load = load_of(message);
  ensure(load.bytes >= 1 && load.queue_pairs >= 1 && load.queue_pairs <= kMostQueuePairs);
  ensure(static_cast<std::int64_t>(load.bytes) * load.queue_pairs <= kMostRdmaBytesOfAll);
}

/// A channel with these bytes to receive and then the end of the connection.
Channel channel_with(const std::string& bytes) {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) std::abort();
  Socket other(ends[0]);
  Channel channel{Socket(ends[1])};
  other.send(bytes.data(), bytes.size());
  shutdown(ends[0], SHUT_WR);
  return channel;
}

void receive_all(Channel channel) {
  for (;;) channel.receive(1.0, kHandshakeBytes);
}

/// Nobody proves itself without the token.
void listen_to(const std::string& bytes) {
  const Credentials own{"0123456789abcdef0123456789abcdef", "fuzz"};
  Channel channel = channel_with(bytes);
  ListeningHandshake handshake;
  for (;;) {
    handshake.hear(channel, own, channel.receive(1.0, kHandshakeBytes));
    ensure(handshake.key().empty());
  }
}

void read(char reader, const std::string& text) {
  switch (reader) {
    case 'm':
      return read_message(text);
    case 'f':
      return void(flat_object(flat_object(text).text()));
    case 'h':
      return ensure(expanded_hosts(text).size() <= 65536);
    case 'e':
      return ensure(endpoint_of("--listen", text).port <= 65535);
    case 'l':
      return ensure(numbers_of_list(text).size() <= 8192);
    case 'c':
      return receive_all(channel_with(text));
    case 's': {
      Channel channel = channel_with(text);
      channel.seal("a key", Side::kListens);
      channel.receive(1.0, kHandshakeBytes);
      std::abort();  // nobody has the key
    }
    case 'p':
      return listen_to(text);
    default:
      return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 8192) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    read(text.front(), text.substr(1));
  } catch (const Failure&) {
  } catch (const UsageFault&) {
  }
  return 0;
}
