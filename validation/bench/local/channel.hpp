#pragma once
/// Two processes of this machine with a byte stream each way between them: over TCP on the loopback
/// interface, or through shared memory.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace gpuscape::bench {

/// One end. Blocks until everything is sent or received; throws Lost when the other end is gone.
class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  Channel(Channel&&) = delete;
  Channel& operator=(Channel&&) = delete;
  virtual ~Channel() = default;
  virtual void send(const void* data, std::size_t bytes) = 0;
  virtual void receive(void* data, std::size_t bytes) = 0;
};

/// Both ends; after a fork each process keeps one.
struct ChannelPair {
  std::unique_ptr<Channel> near;
  std::unique_ptr<Channel> far;
};

/// Listens on 127.0.0.1 for the moment that its own connection takes, and for nobody else.
/// Receivers look again and again, as NCCL and MPI do.
ChannelPair tcp_pair();
/// The same, and receivers sleep until something comes.
ChannelPair blocking_tcp_pair();
/// A ring of 1 MiB each way.
ChannelPair shared_memory_pair();

template <class T>
void send_value(Channel& channel, const T& value) {
  channel.send(&value, sizeof value);
}
template <class T>
T receive_value(Channel& channel) {
  T value{};
  channel.receive(&value, sizeof value);
  return value;
}

}  // namespace gpuscape::bench
