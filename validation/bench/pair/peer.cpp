#include "pair/peer.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/stop.hpp"
#include "pair/listener.hpp"

namespace gpuscape::bench {

namespace {

std::string where(const PeerPlace& place) {
  const std::string first = place.tries.front().text();
  if (place.tries.size() == 1) return first;
  return first + " and the " + std::to_string(place.tries.size() - 1) + " ports above";
}

/// Of a listener that fell silent or closed, not of one that answered.
bool may_hear_later(const Failure& fault) {
  return dynamic_cast<const Lost*>(&fault) != nullptr &&
         dynamic_cast<const Nonsense*>(&fault) == nullptr;
}

/// The peer's own words.
std::string told(const Message& message) { return printable(message.text("why"), 500); }

}  // namespace

Peer::Peer(const PeerPlace& place, const Credentials& own, int streams) {
  const double until = steady_seconds() + place.seconds;
  std::string refused;
  std::string unreachable;
  bool again = true;
  for (;;) {
    for (const Endpoint& to : place.tries) {
      try {
        connect(to, own, streams, std::max(1.0, until - steady_seconds()));
        return;
      } catch (const Unreachable& fault) {
        unreachable = fault.what();
      } catch (const Failure& fault) {
        if (stop_signal() != 0) throw;
        // It may have been too busy with others to hear this end.
        again = may_hear_later(fault) || place.tries.size() > 1;
        refused = to.text() + ": " + fault.what();
      }
    }
    // One place and a refusal: waiting changes nothing. Of several, another may still open.
    if (!again) throw Failure(refused);
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    if (steady_seconds() >= until) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  if (!refused.empty()) throw Failure(refused);
  throw Failure("no peer at " + where(place) + " in " +
                std::to_string(static_cast<int>(place.seconds)) + " s (" + unreachable +
                "); start the other end first, and look for a firewall between them");
}

void Peer::connect(const Endpoint& to, const Credentials& own, int streams, double seconds) {
  const double until = steady_seconds() + seconds;
  const auto left = [&] { return std::min(kHandshakeSeconds, until - steady_seconds()); };
  Channel channel(Socket::connected(to, seconds));
  const std::string key = introduced_as_connecting(channel, own, left());
  channel.send(Message{"streams", {}}.set("count", std::int64_t{streams}));
  std::vector<Socket> made;
  for (int i = 0; i < streams; ++i) {
    made.push_back(Socket::connected(to, left()));
    const std::string ticket = stream_ticket(key, i);
    made.back().send(ticket.data(), ticket.size(), left());
    made.back().limit(kAnswerSeconds);
  }
  if (channel.receive(left()).verb != "ready") throw Lost("the peer is not ready");
  channel_ = std::move(channel);
  key_ = key;
  streams_ = std::move(made);
}

Peer::~Peer() {
  if (lost_) return;
  try {
    channel_.send(Message{"bye", {}});
  } catch (const Failure&) {  // It is gone already.
  }
}

Message Peer::ask(const Message& request) {
  tell(request);
  return answer();
}

void Peer::tell(Message request) {
  if (lost_) throw Lost("the peer was lost before");
  request.set("request", ++number_);
  try {
    channel_.send(request);
  } catch (const Lost&) {
    lost_ = true;
    throw;
  }
}

Message Peer::answer() {
  if (lost_) throw Lost("the peer was lost before");
  const double until = steady_seconds() + kAnswerSeconds;
  try {
    for (;;) {
      Message message = channel_.receive(std::max(0.1, until - steady_seconds()));
      const std::int64_t number = message.number("request");
      if (number <= heard_ || number > number_)
        throw Nonsense("the peer answers what it was not asked");
      heard_ = number;
      if (number != number_) continue;
      if (message.verb == "lost") throw Lost("at the peer: " + told(message));
      if (message.verb == "failed") throw Failure("at the peer: " + told(message));
      return message;
    }
  } catch (const Lost&) {
    lost_ = true;
    throw;
  }
}

void Peer::wait_for(const Socket& stream) {
  if (lost_) throw Lost("the peer was lost before");
  if (!stream.readable_before(channel_.socket(), kAnswerSeconds)) return;
  answer();
  lost_ = true;
  throw Nonsense("the peer answers before it did what it was asked");
}

}  // namespace gpuscape::bench
