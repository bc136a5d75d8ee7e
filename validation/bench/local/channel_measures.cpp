/// What two processes of this machine say to each other: latency (half a round trip) over size,
/// bandwidth by streams, and the CPU time of a message at both ends.

#include <algorithm>
#include <chrono>

#include "composite/composites.hpp"
#include "core/crew.hpp"
#include "core/families.hpp"
#include "core/machine.hpp"
#include "local/channel.hpp"
#include "local/child.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The far end sends back what it gets.
class PingPong final : public Probe {
 public:
  PingPong(MakePair make, std::size_t bytes)
      : buffer_(bytes, 'g'), pair_(make()), child_([this] { echo(); }) {
    pair_.far.reset();
  }
  double run(std::int64_t operations) override {
    const double cpu = process_cpu_seconds();
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i) {
      pair_.near->send(buffer_.data(), buffer_.size());
      pair_.near->receive(buffer_.data(), buffer_.size());
    }
    const double seconds = since(begin);
    // Of one end: it sent once and received once in each round.
    cpu_ = (process_cpu_seconds() - cpu) / static_cast<double>(operations) / 2.0;
    return seconds / 2.0;
  }
  [[nodiscard]] std::map<std::string, double> counters() const override {
    return {{"cpu_seconds_per_operation", cpu_}};
  }

 private:
  [[noreturn]] void echo() {
    pair_.near.reset();
    for (;;) {
      pair_.far->receive(buffer_.data(), buffer_.size());
      pair_.far->send(buffer_.data(), buffer_.size());
    }
  }
  std::vector<char> buffer_;
  ChannelPair pair_;
  Child child_;
  double cpu_ = 0.0;
};

/// One way over one channel or several, a thread for each; the far end answers when all has come.
class OneWay final : public Probe {
 public:
  OneWay(MakePair make, std::size_t bytes, int streams)
      : bytes_(bytes), pairs_(make_all(make, streams)), child_([this] { sink(); }) {
    for (ChannelPair& pair : pairs_) pair.far.reset();
    if (!receive_value<bool>(*pairs_.front().near))
      throw Failure(
          "measure failed: the second process gets too few threads; raise the limit on processes: "
          "ulimit -u, or pids of the container or job");
  }
  double run(std::int64_t operations) override {
    const std::int64_t each =
        std::max<std::int64_t>(1, operations / static_cast<std::int64_t>(pairs_.size()));
    std::vector<double> far_cpu(pairs_.size(), 0.0);
    Crew crew(pairs_.size(), [&](std::size_t s) {
      Channel& channel = *pairs_[s].near;
      const std::vector<char> buffer(bytes_, 'g');
      send_value(channel, each);
      for (std::int64_t i = 0; i < each; ++i) channel.send(buffer.data(), buffer.size());
      far_cpu[s] = receive_value<double>(channel);
    });
    const double cpu = process_cpu_seconds();
    const auto begin = Clock::now();
    crew.run();
    const double seconds = since(begin);
    const double done = static_cast<double>(each) * static_cast<double>(pairs_.size());
    near_cpu_ = (process_cpu_seconds() - cpu) / done;
    // Each stream's thread reports its own.
    far_cpu_ = 0.0;
    for (const double value : far_cpu) far_cpu_ += value / done;
    return seconds * static_cast<double>(operations) / done;
  }
  [[nodiscard]] std::map<std::string, double> counters() const override {
    return {{"sender_cpu_seconds_per_operation", near_cpu_},
            {"receiver_cpu_seconds_per_operation", far_cpu_}};
  }

 private:
  static std::vector<ChannelPair> make_all(MakePair make, int streams) {
    std::vector<ChannelPair> pairs;
    for (int s = 0; s < streams; ++s) pairs.push_back(make());
    return pairs;
  }
  /// Says first whether it can.
  void sink() {
    for (ChannelPair& pair : pairs_) pair.near.reset();
    Channel& first = *pairs_.front().far;
    std::unique_ptr<Crew> crew;
    try {
      crew = std::make_unique<Crew>(pairs_.size(), [this](std::size_t s) { swallow(s); });
    } catch (const Failure&) {
      send_value(first, false);
      return;
    }
    send_value(first, true);
    crew->run();
  }
  [[noreturn]] void swallow(std::size_t s) {
    Channel& channel = *pairs_[s].far;
    std::vector<char> buffer(bytes_);
    for (;;) {
      const auto count = receive_value<std::int64_t>(channel);
      const double cpu = thread_cpu_seconds();
      for (std::int64_t i = 0; i < count; ++i) channel.receive(buffer.data(), buffer.size());
      send_value(channel, thread_cpu_seconds() - cpu);
    }
  }

  std::size_t bytes_;
  std::vector<ChannelPair> pairs_;
  Child child_;
  double near_cpu_ = 0.0;
  double far_cpu_ = 0.0;
};

struct Medium {
  const char* family;
  MakePair make;
  double latency;
  double bandwidth;
};

Measure local_measure(const Medium& medium, const char* operation, double bytes) {
  Measure measure;
  measure.facts.family = medium.family;
  measure.facts.operation = operation;
  measure.facts.path = "process>process";
  measure.facts.direction = "send";
  measure.facts.memory = "host";
  measure.facts.bytes = bytes;
  measure.processes = 1;
  measure.expected_seconds = medium.latency + bytes / medium.bandwidth;
  measure.batch =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(1e-3 / measure.expected_seconds));
  return measure;
}

void add_latency(const Medium& medium, double bytes, Offer& offer) {
  Measure measure = local_measure(medium, "latency", bytes);
  measure.prepare = [make = medium.make, size = static_cast<std::size_t>(bytes)] {
    return std::make_unique<PingPong>(make, size);
  };
  offer.measures.push_back(std::move(measure));
}

void add_bandwidth(const Medium& medium, double bytes, int streams, Offer& offer) {
  Measure measure = local_measure(medium, "bandwidth", bytes);
  measure.facts.streams = streams;
  measure.batch = std::max<std::int64_t>(streams, measure.batch * 5);
  if (2U * static_cast<unsigned>(streams) > allowed_cpus().size())
    measure.marks.emplace_back("more threads than cores");
  measure.prepare = [make = medium.make, size = static_cast<std::size_t>(bytes), streams] {
    return std::make_unique<OneWay>(make, size, streams);
  };
  offer.measures.push_back(std::move(measure));
}

Offer offer_medium(const Medium& medium, const Options& options) {
  Offer offer;
  std::vector<Measure> points = exchange_points();
  const double most = options.quick ? 4 << 20 : 16 << 20;
  for (double bytes = 8; bytes <= most; bytes *= options.quick ? 8 : 2)
    add_latency(medium, bytes, offer);
  for (double bytes = 64; bytes <= 1 << 20; bytes *= options.quick ? 128 : 8)
    add_bandwidth(medium, bytes, 1, offer);
  for (const int streams : {2, 4, 8}) add_bandwidth(medium, 1 << 20, streams, offer);
  for (Measure& point : points)
    if (point.facts.family == medium.family) offer.measures.push_back(std::move(point));
  return offer;
}

}  // namespace

Offer offer_tcp(const Options& options) {
  Offer offer = offer_medium({"tcp", tcp_pair, 10e-6, 3e9}, options);
  for (const double bytes : {8.0, 4096.0, 65536.0}) {
    add_latency({"tcp", blocking_tcp_pair, 30e-6, 3e9}, bytes, offer);
    offer.measures.back().facts.more["wait"] = "sleeping";
  }
  return offer;
}

Offer offer_shared_memory(const Options& options) {
  return offer_medium({"shared-memory", shared_memory_pair, 1e-6, 6e9}, options);
}

}  // namespace gpuscape::bench
