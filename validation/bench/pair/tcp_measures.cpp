#include "pair/tcp_measures.hpp"

#include <algorithm>

#include "core/machine.hpp"
#include "pair/listener.hpp"
#include "pair/tcp_traffic.hpp"

namespace gpuscape::bench {

namespace {

class TcpPairProbe final : public Probe {
 public:
  TcpPairProbe(std::shared_ptr<Peer> peer, const Facts& facts)
      : peer_(std::move(peer)), latency_(facts.operation == "latency") {
    load_.bytes = static_cast<std::size_t>(facts.bytes);
    load_.streams = facts.streams;
  }

  double run(std::int64_t operations) override {
    load_.messages = operations;
    const double begin = process_cpu_seconds();
    const double seconds = latency_ ? trips() : poured();
    // A latency's operation is one way, and each end spends the CPU time of a round trip on two.
    const double each = static_cast<double>(operations) * (latency_ ? 2.0 : 1.0);
    cpu_ = (process_cpu_seconds() - begin) / each;
    const auto at_peer = static_cast<double>(peer_->answer().number("cpu_nanoseconds"));
    peer_cpu_ = 1e-9 * at_peer / each;
    return seconds;
  }

  [[nodiscard]] std::map<std::string, double> counters() const override {
    return {{"cpu_seconds_per_operation", cpu_}, {"peer_cpu_seconds_per_operation", peer_cpu_}};
  }

 private:
  [[nodiscard]] Message request() const {
    return Message{"tcp", {}}
        .set("kind", latency_ ? "latency" : "bandwidth")
        .set("bytes", static_cast<std::int64_t>(load_.bytes))
        .set("streams", std::int64_t{load_.streams})
        .set("messages", load_.messages);
  }
  double trips() {
    peer_->tell(request());
    return ping(peer_->streams(), load_);
  }
  double poured() {
    Pour pour(peer_->streams(), load_);
    peer_->tell(request());
    for (int stream = 0; stream < load_.streams; ++stream)
      peer_->wait_for(peer_->streams()[static_cast<std::size_t>(stream)]);
    return pour.run();
  }

  std::shared_ptr<Peer> peer_;
  bool latency_;
  TcpLoad load_;
  double cpu_ = 0.0;
  double peer_cpu_ = 0.0;
};

Measure tcp_measure(const std::shared_ptr<Peer>& peer, const char* operation, double bytes,
                    int streams) {
  Measure measure;
  Facts& facts = measure.facts;
  facts.family = "tcp";
  facts.operation = operation;
  facts.path = "node0>node1";
  facts.direction = "send";
  facts.memory = "host";
  facts.from = "node0";
  facts.to = "node1";
  facts.bytes = bytes;
  facts.streams = streams;
  const bool latency = facts.operation == "latency";
  measure.expected_seconds = latency ? 20e-6 + bytes / 1e9 : bytes / 2e9;
  const auto whole = static_cast<std::int64_t>(8e6 / bytes);
  measure.batch = latency ? std::clamp<std::int64_t>(
                                static_cast<std::int64_t>(4e-3 / measure.expected_seconds), 1, 100)
                          : streams * std::clamp<std::int64_t>(whole, 1, 1000);
  measure.prepare = [peer, facts] { return std::make_unique<TcpPairProbe>(peer, facts); };
  return measure;
}

}  // namespace

Offer offer_tcp_pair(const Options& options, const std::shared_ptr<Peer>& peer) {
  Offer offer;
  for (double bytes = 8; bytes <= 4 << 20; bytes *= options.quick ? 8 : 2)
    offer.measures.push_back(tcp_measure(peer, "latency", bytes, 1));
  for (double bytes = 1 << 20; bytes >= (options.quick ? 65536 : 4096); bytes /= 16)
    for (int streams = 1; streams <= kMostStreams; streams *= 2)
      offer.measures.push_back(tcp_measure(peer, "bandwidth", bytes, streams));
  return offer;
}

}  // namespace gpuscape::bench
