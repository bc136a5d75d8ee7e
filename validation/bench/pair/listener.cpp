#include "pair/listener.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/stop.hpp"
#include "pair/sha256.hpp"

namespace gpuscape::bench {

namespace {

constexpr double kStreamSeconds = 10.0;

void rest(double seconds) {
  const double until = steady_seconds() + seconds;
  while (steady_seconds() < until && stop_signal() == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

/// Each stream brings its ticket; who does not is let go.
std::vector<Socket> accepted_streams(const Socket& listening, const std::string& key, int count) {
  std::vector<Socket> streams(static_cast<std::size_t>(count));
  const double until = steady_seconds() + kStreamSeconds;
  for (int found = 0; found < count;) {
    Socket stream = listening.accepted(std::max(0.0, until - steady_seconds()));
    std::string ticket(stream_ticket(key, 0).size(), '\0');
    try {
      stream.receive(ticket.data(), ticket.size(), 2.0);
    } catch (const Lost&) {
      continue;
    }
    for (int i = 0; i < count; ++i) {
      Socket& place = streams[static_cast<std::size_t>(i)];
      if (place.valid() || !same_secret(ticket, stream_ticket(key, i))) continue;
      place = std::move(stream);
      ++found;
      break;
    }
  }
  return streams;
}

Accepted introduced(Socket& listening, Socket socket, const Credentials& own) {
  Accepted accepted{Channel(std::move(socket)), {}, 0};
  const std::string key = introduced_as_listening(accepted.channel, own);
  const Message streams = accepted.channel.receive(kStreamSeconds);
  if (streams.verb != "streams") throw Lost("the peer named no number of streams");
  accepted.streams =
      accepted_streams(listening, key, static_cast<int>(streams.number("count", kMostStreams)));
  listening = Socket();
  accepted.channel.send(Message{"ready", {}});
  return accepted;
}

}  // namespace

std::string stream_ticket(const std::string& key, int stream) {
  return hex(hmac_sha256(key, "stream " + std::to_string(stream)));
}

Accepted wait_for_peer(Socket listening, const Credentials& own, const ListenRules& rules) {
  const double until = steady_seconds() + rules.idle_limit;
  int wrong = 0;
  for (;;) {
    Socket socket;
    try {
      socket = listening.accepted(std::max(0.0, until - steady_seconds()));
    } catch (const Failure& fault) {
      if (stop_signal() != 0) throw;
      throw Failure("no peer came in " + std::to_string(static_cast<int>(rules.idle_limit)) +
                    " s (--idle-limit)" +
                    (wrong > 0 ? "; " + std::to_string(wrong) + " wrong tries" : ""));
    }
    const std::string from = socket.peer();
    try {
      Accepted accepted = introduced(listening, std::move(socket), own);
      accepted.wrong_tries = wrong;
      return accepted;
    } catch (const Failure& fault) {
      if (stop_signal() != 0 || !listening.valid()) throw;
      ++wrong;
      rules.say("refused " + from + ": " + fault.what() + " (wrong try " + std::to_string(wrong) +
                "; still waiting)");
    }
    rest(std::min({0.1 * static_cast<double>(1U << std::min(wrong, 10)), 4.0,
                   std::max(0.0, until - steady_seconds())}));
  }
}

}  // namespace gpuscape::bench
