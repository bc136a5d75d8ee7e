#include "pair/listener.hpp"

#include <algorithm>
#include <chrono>
#include <list>
#include <map>
#include <thread>

#include "core/stop.hpp"
#include "text/sha256.hpp"

namespace gpuscape::bench {

namespace {

constexpr double kStreamSeconds = 10.0;
/// For all that a stranger has to say until it is known.
constexpr double kStrangerSeconds = 5.0;
constexpr std::size_t kMostStrangers = 256;
/// Who may come in before those who are in are heard: a flood of connections does not silence them.
constexpr int kMostAtOnce = 64;
constexpr double kMoment = 0.02;
constexpr std::chrono::milliseconds kBreath{50};

/// Who connected and has not proved itself.
struct Stranger {
  Channel channel;
  std::string host;
  double until = 0.0;
  ListeningHandshake handshake = {};
};

/// All who have come, each heard as soon as it has said something: nobody waits for a silent one.
class Door {
 public:
  Door(const Socket& listening, const ListenRules& rules) : listening_(listening), rules_(rules) {}

  /// Lets in who is there; waits a moment where nobody is.
  void open() {
    try {
      for (int i = 0; i < kMostAtOnce; ++i) {
        std::optional<Socket> socket = listening_.next(i == 0 ? kMoment : 0.0);
        if (!socket) return;
        std::string host = socket->peer();
        host.resize(std::min(host.size(), host.rfind(':')));
        strangers_.push_back(
            {Channel(std::move(*socket)), std::move(host), steady_seconds() + kStrangerSeconds});
        if (strangers_.size() > kMostStrangers) strangers_.erase(whom_to_let_go());
      }
    } catch (const NoDescriptor& fault) {
      make_room(fault.what());
    }
  }
  std::list<Stranger>& strangers() { return strangers_; }

 private:
  /// Of the address with the most: the oldest of those who have said nothing, else the oldest. The
  /// oldest has had the most time; who has spoken waits for this end.
  std::list<Stranger>::iterator whom_to_let_go() {
    std::map<std::string, int> counts;
    for (const Stranger& stranger : strangers_) ++counts[stranger.host];
    const auto most = std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) {
                        return a.second < b.second;
                      })->first;
    auto choice = strangers_.end();
    for (auto next = strangers_.begin(); next != strangers_.end(); ++next) {
      if (next->host != most) continue;
      if (!next->handshake.at_proof()) return next;
      if (choice == strangers_.end()) choice = next;
    }
    return choice;
  }
  /// Without a descriptor nobody can come in, and the kernel would say so again at once.
  void make_room(const std::string& why) {
    if (!said_) rules_.say(why + "; connections that prove nothing are closed (ulimit -n)");
    said_ = true;
    for (std::size_t left = strangers_.size() / 2 + 1; left > 0 && !strangers_.empty(); --left)
      strangers_.erase(whom_to_let_go());
    std::this_thread::sleep_for(kBreath);
    if (stop_signal() != 0) throw Failure("stopped by a signal");
  }

  const Socket& listening_;
  const ListenRules& rules_;
  std::list<Stranger> strangers_;
  bool said_ = false;
};

/// Where its ticket is the one of a stream that is missing, that stream.
bool seat(Socket stream, const std::string& key, std::vector<Socket>& streams) {
  std::string ticket(stream_ticket(key, 0).size(), '\0');
  stream.receive(ticket.data(), ticket.size(), 0.1);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (streams[i].valid() || !same_secret(ticket, stream_ticket(key, static_cast<int>(i))))
      continue;
    streams[i] = std::move(stream);
    return true;
  }
  return false;
}

/// Each stream brings its ticket; who does not is let go.
std::vector<Socket> accepted_streams(Door& door, const std::string& key, int count, double until) {
  std::vector<Socket> streams(static_cast<std::size_t>(count));
  const std::size_t length = stream_ticket(key, 0).size();
  for (int found = 0; found < count;) {
    if (steady_seconds() >= until) throw Lost("its streams did not come");
    door.open();
    door.strangers().remove_if([&](Stranger& stranger) {
      const auto bytes = stranger.channel.socket().waiting(length);
      if (bytes && bytes->size() < length) return false;
      try {
        found += seat(stranger.channel.taken(), key, streams) ? 1 : 0;
      } catch (const Lost&) {  // it has gone
      }
      return true;
    });
  }
  return streams;
}

/// Hears strangers until one is the right peer.
class Reception {
 public:
  Reception(Socket listening, const Credentials& own, const ListenRules& rules)
      : listening_(std::move(listening)), own_(own), rules_(rules) {}

  Accepted peer() {
    const double until = steady_seconds() + rules_.idle_limit;
    while (steady_seconds() < until) {
      door_.open();
      auto& strangers = door_.strangers();
      for (auto next = strangers.begin(); next != strangers.end();) {
        const auto stranger = next++;
        if (const Heard heard = hear(*stranger); heard == Heard::kGone) {
          strangers.erase(stranger);
        } else if (heard == Heard::kProved) {
          Stranger proved = std::move(*stranger);
          strangers.erase(stranger);
          if (auto accepted = welcomed(std::move(proved), until)) return std::move(*accepted);
          break;
        }
      }
    }
    throw Failure("no peer came in " + std::to_string(static_cast<int>(rules_.idle_limit)) +
                  " s (--idle-limit)" +
                  (wrong_ > 0 ? "; " + std::to_string(wrong_) + " wrong tries" : ""));
  }

 private:
  enum class Heard { kWaits, kGone, kProved };

  Heard hear(Stranger& stranger) {
    const double now = steady_seconds();
    try {
      if (!stranger.channel.ready(kHandshakeBytes)) {
        if (now < stranger.until) return Heard::kWaits;
        throw Lost("no word from it in time");
      }
      stranger.handshake.hear(stranger.channel, own_,
                              stranger.channel.receive(0.1, kHandshakeBytes));
    } catch (const Failure& fault) {
      if (stop_signal() != 0) throw;
      wrong_try(stranger.channel.socket().peer(), fault.what());
      return Heard::kGone;
    }
    return stranger.handshake.key().empty() ? Heard::kWaits : Heard::kProved;
  }

  /// Who has proved itself and then says nothing is waited for no longer than anybody.
  std::optional<Accepted> welcomed(Stranger proved, double until) {
    const std::string from = proved.channel.socket().peer();
    try {
      Accepted accepted{std::move(proved.channel), proved.handshake.key(), {}, wrong_};
      const auto left = [&] { return std::min(kStreamSeconds, until - steady_seconds()); };
      const Message streams = accepted.channel.receive(left());
      if (streams.verb != "streams") throw Lost("the peer named no number of streams");
      accepted.streams = accepted_streams(door_, accepted.key,
                                          static_cast<int>(streams.number("count", kMostStreams)),
                                          steady_seconds() + left());
      listening_ = Socket();
      accepted.channel.send(Message{"ready", {}});
      return accepted;
    } catch (const Failure& fault) {
      if (stop_signal() != 0 || !listening_.valid()) throw;
      wrong_try(from, fault.what());
    }
    return std::nullopt;
  }

  /// Of very many, ever fewer are said.
  void wrong_try(const std::string& from, const std::string& why) {
    ++wrong_;
    if (wrong_ > 16 && (wrong_ & (wrong_ - 1)) != 0) return;
    rules_.say("refused " + from + ": " + why + " (wrong try " + std::to_string(wrong_) +
               "; still waiting)");
  }

  Socket listening_;
  const Credentials& own_;
  const ListenRules& rules_;
  Door door_{listening_, rules_};
  int wrong_ = 0;
};

}  // namespace

std::string stream_ticket(const std::string& key, int stream) {
  return hex(hmac_sha256(key, "stream " + std::to_string(stream)));
}

Accepted wait_for_peer(Socket listening, const Credentials& own, const ListenRules& rules) {
  return Reception(std::move(listening), own, rules).peer();
}

}  // namespace gpuscape::bench
