#include "pair/pair.hpp"

#include <algorithm>
#include <iostream>

#include "core/hidden_name.hpp"
#include "core/machine.hpp"
#include "core/session.hpp"
#include "core/stop.hpp"
#include "pair/flat_json.hpp"
#include "pair/listener.hpp"
#include "pair/peer.hpp"
#include "pair/server.hpp"
#include "pair/slurm.hpp"
#include "pair/tcp_measures.hpp"
#include "pair/tcp_traffic.hpp"
#include "pair/token.hpp"
#include "rdma/rdma.hpp"

namespace gpuscape::bench {

namespace {

void say(const std::string& line) { std::cerr << "gpuscape-bench: " << line << std::endl; }

/// Who the other end is and what it has.
class FactsService final : public Service {
 public:
  FactsService(const Options& options, std::string key) : options_(options), key_(std::move(key)) {}
  Message answer(const Message& /*request*/) override {
    return Message{"facts", {}}
        .set("machine", machine_facts(options_.identify).text())
        .set("place", place_of_this_machine(key_));
  }

 private:
  const Options& options_;
  std::string key_;
};

/// The first free port from the job's upward, on this node's own address.
Socket slurm_listening(const SlurmPlace& place) {
  const std::string own = process_environment()("SLURMD_NODENAME");
  Endpoint at{address_of_node(own.empty() ? host_name() : own), place.first_port};
  for (int left = kSlurmPorts; left > 0; --left, ++at.port) {
    try {
      return Socket::listening(at);
    } catch (const PortInUse&) {
      if (left == 1) throw;
    } catch (const Unreachable&) {
      if (at.host == host_name()) throw;
      at = {host_name(), place.first_port};
    }
  }
  throw Failure("no port");
}

Socket listening_socket(const Options& options) {
  if (options.pair) return slurm_listening(slurm_place(process_environment()));
  const Endpoint at = endpoint_of("--listen", options.listen);
  try {
    return Socket::listening(at);
  } catch (const Failure& fault) {
    throw UsageFault{std::string("--listen ") + fault.what()};
  }
}

PeerPlace place_of_peer(const Options& options) {
  if (!options.pair)
    return {{endpoint_of("--connect", options.connect)}, std::min(options.idle_limit, 30.0)};
  const SlurmPlace place = slurm_place(process_environment());
  PeerPlace peer{{}, std::min(options.idle_limit, 120.0)};
  const std::string host = address_of_node(place.listens);
  for (int port = place.first_port; port < place.first_port + kSlurmPorts; ++port)
    peer.tries.push_back({host, port});
  return peer;
}

/// Two ends of one machine share its cores: a figure of one host, not of a network.
void mark_one_machine(Offer& offer) {
  for (Measure& measure : offer.measures) measure.marks.emplace_back("both ends on one machine");
}

void append(Offer& offer, Offer more) {
  std::move(more.measures.begin(), more.measures.end(), std::back_inserter(offer.measures));
  std::move(more.devices.begin(), more.devices.end(), std::back_inserter(offer.devices));
  std::move(more.absent.begin(), more.absent.end(), std::back_inserter(offer.absent));
  offer.versions.merge(more.versions);
}

}  // namespace

bool is_pair(const Options& options) {
  return options.pair || !options.listen.empty() || !options.connect.empty();
}

bool listens_for_peer(const Options& options) {
  return !options.listen.empty() || (options.pair && slurm_place(process_environment()).rank == 1);
}

int serve_peer(const Options& options) {
  if (options.list || options.plan) {
    if (!options.listen.empty())
      std::cout << "listens at " << options.listen << " for one peer, which says what to measure\n";
    return kDone;
  }
  const Credentials own{pair_token(options)};
  catch_stop_signals();
  Socket listening = listening_socket(options);
  if (!options.pair)
    say("listening at " + listening.own() + " for one peer, " +
        std::to_string(static_cast<int>(options.idle_limit)) + " s at most");
  ListenRules rules{options.idle_limit, say};
  Accepted peer = wait_for_peer(std::move(listening), own, rules);
  say("the peer " + peer.channel.socket().peer() + " is there; nobody else is heard any more");
  for (Socket& stream : peer.streams) stream.limit(std::min(options.idle_limit, kAnswerSeconds));
  Services services;
  services["facts"] = std::make_unique<FactsService>(options, peer.key);
  if (!peer.streams.empty()) services["tcp"] = tcp_service(peer.streams);
  services["rdma"] =
      rdma_service(options, [&peer] { return peer.channel.socket().closed_by_peer(); });
  const std::int64_t requests = serve(peer.channel, services, options.idle_limit);
  say("the peer has ended after " + std::to_string(requests) + " requests");
  return kDone;
}

PairOffer offer_pair(const Options& options) {
  if (!options.wants("tcp") && !options.wants("rdma"))
    throw UsageFault{"a pair measures tcp and rdma, and --only names neither"};
  PairOffer pair;
  std::shared_ptr<Peer> peer;
  bool one_machine = false;
  if (!options.list && !options.plan) {
    const Credentials own{pair_token(options)};
    catch_stop_signals();
    peer = std::make_shared<Peer>(place_of_peer(options), own,
                                  options.wants("tcp") ? kMostStreams : 0);
    const Message facts = peer->ask(Message{"facts", {}});
    pair.peer = flat_object(facts.text("machine"));
    one_machine = facts.text("place") == place_of_this_machine(peer->key());
  }
  if (options.wants("tcp")) append(pair.offer, offer_tcp_pair(options, peer));
  if (options.wants("rdma")) append(pair.offer, offer_rdma_pair(options, peer));
  if (one_machine) mark_one_machine(pair.offer);
  return pair;
}

}  // namespace gpuscape::bench
