#include "pair/listener.hpp"

#include <algorithm>
#include <chrono>
#include <list>
#include <thread>

#include "core/stop.hpp"
#include "pair/sha256.hpp"

namespace gpuscape::bench {

namespace {

constexpr double kStreamSeconds = 10.0;
/// For all that a stranger has to say until it is known.
constexpr double kProofSeconds = 5.0;
constexpr double kLongestRest = 4.0;
constexpr std::size_t kMostStrangers = 64;

/// Who connected and has not proved itself.
struct Stranger {
  Channel channel;
  double until = 0.0;
  ListeningHandshake handshake = {};
};

/// All who have come, each heard as soon as it has said something: nobody waits for a silent one.
class Door {
 public:
  explicit Door(const Socket& listening) : listening_(listening) {}

  /// Waits a moment for somebody new.
  void open() {
    try {
      strangers_.push_back({Channel(listening_.accepted(0.02)), steady_seconds() + kProofSeconds});
    } catch (const Failure&) {
      if (stop_signal() != 0) throw Failure("stopped by a signal");
    }
    if (strangers_.size() <= kMostStrangers) return;
    // The oldest has had the most time to speak; who has spoken waits for this end.
    const auto silent = std::find_if(strangers_.begin(), strangers_.end(),
                                     [](const Stranger& s) { return !s.handshake.at_proof(); });
    strangers_.erase(silent == strangers_.end() ? strangers_.begin() : silent);
  }
  std::list<Stranger>& strangers() { return strangers_; }

 private:
  const Socket& listening_;
  std::list<Stranger> strangers_;
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
std::vector<Socket> accepted_streams(Door& door, const std::string& key, int count) {
  std::vector<Socket> streams(static_cast<std::size_t>(count));
  const std::size_t length = stream_ticket(key, 0).size();
  const double until = steady_seconds() + kStreamSeconds;
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
          if (auto accepted = welcomed(std::move(proved))) return std::move(*accepted);
          break;
        }
      }
      rest_until_ = std::max(rest_until_, next_rest_);
    }
    throw Failure("no peer came in " + std::to_string(static_cast<int>(rules_.idle_limit)) +
                  " s (--idle-limit)" +
                  (wrong_ > 0 ? "; " + std::to_string(wrong_) + " wrong tries" : ""));
  }

 private:
  enum class Heard { kWaits, kGone, kProved };

  Heard hear(Stranger& stranger) {
    const double now = steady_seconds();
    const bool guess = stranger.handshake.at_proof();
    if (guess && now < rest_until_) return Heard::kWaits;
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
      if (guess) next_rest_ = now + rest_seconds(++guesses_);
      return Heard::kGone;
    }
    stranger.until = now + kProofSeconds;
    return stranger.handshake.key().empty() ? Heard::kWaits : Heard::kProved;
  }

  std::optional<Accepted> welcomed(Stranger proved) {
    const std::string from = proved.channel.socket().peer();
    try {
      Accepted accepted{std::move(proved.channel), {}, wrong_};
      const Message streams = accepted.channel.receive(kStreamSeconds);
      if (streams.verb != "streams") throw Lost("the peer named no number of streams");
      accepted.streams = accepted_streams(door_, proved.handshake.key(),
                                          static_cast<int>(streams.number("count", kMostStreams)));
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

  static double rest_seconds(int guesses) {
    return std::min(0.1 * static_cast<double>(1U << std::min(guesses, 10)), kLongestRest);
  }

  Socket listening_;
  Door door_{listening_};
  const Credentials& own_;
  const ListenRules& rules_;
  int wrong_ = 0;
  int guesses_ = 0;
  double next_rest_ = 0.0;   ///< from the next round on, so that one round hears every proof
  double rest_until_ = 0.0;  ///< no proof is heard before
};

}  // namespace

std::string stream_ticket(const std::string& key, int stream) {
  return hex(hmac_sha256(key, "stream " + std::to_string(stream)));
}

Accepted wait_for_peer(Socket listening, const Credentials& own, const ListenRules& rules) {
  return Reception(std::move(listening), own, rules).peer();
}

}  // namespace gpuscape::bench
