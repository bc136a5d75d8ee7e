/// RDMA between two machines, from the end that measures.

#include <algorithm>
#include <cctype>

#include "rdma/flow.hpp"
#include "rdma/measures.hpp"
#include "rdma/rails.hpp"
#include "rdma/rdma.hpp"

namespace gpuscape::bench {

namespace {

Message action(const char* name) { return Message{"rdma", {{"action", name}}}; }

class PairProbe final : public Probe {
 public:
  PairProbe(std::shared_ptr<Peer> peer, const Adapter& own, const Adapter& other,
            const RdmaLoad& load, const Options& options)
      : peer_(std::move(peer)),
        end_(own, load, options),
        giver_(end_),
        striker_(end_),
        patience_([this] { return peer_->gone(); }) {
    end_.fill(0);
    Message open = action("open");
    put(open, load);
    open.set("device", other.name).set("port", std::int64_t{other.port});
    open.set("end", encoded(end_.address()));
    end_.connect(decoded(peer_->ask(open).text("end")));
    verify();
  }
  PairProbe(const PairProbe&) = delete;
  PairProbe& operator=(const PairProbe&) = delete;
  PairProbe(PairProbe&&) = delete;
  PairProbe& operator=(PairProbe&&) = delete;
  ~PairProbe() override {
    try {
      peer_->ask(action("close"));
    } catch (const std::exception&) {  // The next request says what is wrong.
    }
  }

  double run(std::int64_t operations) override {
    const RdmaLoad& load = end_.load();
    if (load.latency && load.verb != Verb::kRead) return strike(operations);
    if (load.verb == Verb::kSend) peer_->tell(action("take").set("messages", operations));
    const double begin = steady_seconds();
    pour(operations);
    const double seconds = steady_seconds() - begin;
    if (load.verb == Verb::kSend) peer_->answer();
    return seconds;
  }

 private:
  /// After one round trip that is not counted.
  double strike(std::int64_t operations) {
    peer_->tell(action("strike").set("rounds", operations + 1));
    double begin = 0.0;
    for (std::int64_t i = 0; i <= operations; ++i) {
      if (i == 1) begin = steady_seconds();
      striker_.strike(patience_);
      striker_.await(patience_);
    }
    const double seconds = steady_seconds() - begin;
    peer_->answer();
    return 0.5 * seconds;
  }
  void pour(std::int64_t requests) {
    giver_.begin(requests);
    for (bool all = false; !all;) {
      bool moved = false;
      all = giver_.step(moved);
      moved ? patience_.progress() : patience_.wait();
    }
  }
  void verify() {
    run_once();
    if (end_.load().verb == Verb::kRead) end_.check(1);
    peer_->ask(action("check"));
    end_.clear();
  }
  void run_once() {
    const std::int64_t requests = end_.load().queue_pairs;
    const bool sends = end_.load().verb == Verb::kSend;
    if (sends) peer_->tell(action("take").set("messages", requests));
    pour(requests);
    if (sends) peer_->answer();
  }

  std::shared_ptr<Peer> peer_;
  End end_;
  Giver giver_;
  Striker striker_;
  Patience patience_;
};

/// The peer's adapters, from what its service says.
struct PeerAdapters {
  std::vector<Adapter> usable;
  Offer said;
};

/// Names go into paths, into the file and onto the terminal.
std::string name_in(const Message& said, const std::string& key) {
  const std::string& name = said.text(key);
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  });
  if (!plain || name.empty() || name.size() > 64)
    throw Nonsense("the peer has an adapter of an odd name: " + printable(name, 64));
  return name;
}

/// As the peer's facts, printable and short.
DeviceFacts device_of(const Message& said) {
  DeviceFacts device{"node1/" + printable(said.verb, 64), "adapter", {}};
  for (const auto& [name, value] : said.values)
    device.properties[printable(name, 64)] = printable(value, 200);
  return device;
}

PeerAdapters adapters_of(Peer& peer) {
  PeerAdapters adapters;
  const Message said = peer.ask(action("adapters"));
  for (std::int64_t i = 0; i < said.number("usable", 64); ++i) {
    const std::string at = std::to_string(i) + ".";
    adapters.usable.push_back({name_in(said, at + "name"),
                               static_cast<int>(said.number(at + "port", 255)),
                               static_cast<double>(std::max<std::int64_t>(
                                   1'000'000, said.number(at + "bytes_per_second"))),
                               said.number(at + "software", 1) == 1});
  }
  for (std::int64_t i = 0; i < said.number("devices", 64); ++i) {
    adapters.said.devices.push_back(device_of(decoded(said.text("device" + std::to_string(i)))));
  }
  for (std::int64_t i = 0; i < said.number("absent", 64); ++i)
    adapters.said.absent.push_back("at the peer: " +
                                   printable(said.text("absent" + std::to_string(i)), 400));
  return adapters;
}

std::vector<std::string> labels_of(const std::vector<Adapter>& adapters) {
  std::vector<std::string> labels;
  for (const Adapter& adapter : adapters) labels.push_back(label_of(adapter));
  return labels;
}

RdmaPath rail(const std::shared_ptr<Peer>& peer, const Adapter& own, const Adapter& other,
              const Options& options) {
  RdmaPath path;
  path.name = label_of(own) + ">" + label_of(other);
  path.from = "node0/" + label_of(own);
  path.to = "node1/" + label_of(other);
  path.link = own.link;
  path.bytes_per_second = std::min(own.bytes_per_second, other.bytes_per_second);
  if (own.software || other.software) path.marks.emplace_back("software RDMA");
  path.prepare = [peer, own, other, options](const RdmaLoad& load) {
    return std::make_unique<PairProbe>(peer, own, other, load, options);
  };
  return path;
}

}  // namespace

Offer offer_rdma_pair(const Options& options, const std::shared_ptr<Peer>& peer) {
  const Adapters own = find_adapters(options);
  const PeerAdapters other = peer ? adapters_of(*peer) : PeerAdapters{own.usable, {}};
  Offer offer = other.said;
  for (DeviceFacts device : own.devices) {
    device.id = "node0/" + device.id;
    offer.devices.push_back(std::move(device));
  }
  offer.absent.insert(offer.absent.end(), own.absent.begin(), own.absent.end());
  for (const auto& [a, b] : rail_pairs(labels_of(own.usable), labels_of(other.usable))) {
    RdmaPath path = rail(peer, own.usable[a], other.usable[b], options);
    path.marks.insert(path.marks.end(), own.marks.begin(), own.marks.end());
    path.alike = !offer.measures.empty();
    for (Measure& measure : rdma_measures(path, options))
      offer.measures.push_back(std::move(measure));
  }
  return offer;
}

}  // namespace gpuscape::bench
