#include <algorithm>
#include <chrono>

#include "composite/composites.hpp"
#include "composite/polynomial.hpp"
#include "core/machine.hpp"
#include "local/child.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// What goes at once: less than a socket's buffer, or two that both send first would wait for ever.
constexpr std::size_t kPiece = std::size_t{64} << 10;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Sends and receives the same number of bytes, piece by piece.
void exchange(Channel& to, Channel& from, const char* out, char* in, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += kPiece) {
    const std::size_t piece = std::min(kPiece, bytes - at);
    to.send(out + at, piece);
    from.receive(in + at, piece);
  }
}

/// Both ends send to each other at the same time.
class Exchange final : public Probe {
 public:
  Exchange(MakePair make, std::size_t bytes)
      : out_(bytes, 'o'), in_(bytes, 'i'), pair_(make()), child_([this] { peer(); }) {
    pair_.far.reset();
  }
  double run(std::int64_t operations) override {
    send_value(*pair_.near, operations);
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i)
      exchange(*pair_.near, *pair_.near, out_.data(), in_.data(), out_.size());
    return since(begin);
  }

 private:
  [[noreturn]] void peer() {
    pair_.near.reset();
    for (;;) {
      const auto operations = receive_value<std::int64_t>(*pair_.far);
      for (std::int64_t i = 0; i < operations; ++i)
        exchange(*pair_.far, *pair_.far, out_.data(), in_.data(), out_.size());
    }
  }
  std::vector<char> out_;
  std::vector<char> in_;
  ChannelPair pair_;
  Child child_;
};

/// links[i] leads from process i to process i + 1; process 0 is this one.
class Ring final : public Probe {
 public:
  Ring(MakePair make, int processes, std::size_t bytes)
      : processes_(processes), values_(bytes / sizeof(float), 1.0F), landing_(values_.size()) {
    for (int i = 0; i < processes; ++i) links_.push_back(make());
    for (int i = 1; i < processes; ++i)
      children_.push_back(std::make_unique<Child>([this, i] { serve(i); }));
    keep_own(0);
  }
  double run(std::int64_t operations) override {
    // Everybody starts together: the count goes round and comes back.
    send_value(*links_.front().near, operations);
    if (receive_value<std::int64_t>(*links_.back().far) != operations)
      throw Failure("the ring of processes lost count");
    once_with(0, 1.0F);
    for (const float value : values_)
      if (value != static_cast<float>(processes_)) throw Failure("the ring summed wrongly");
    once_with(0, 0.0F);  // zeros stay zeros however often they are summed
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i) all_reduce(0);
    return since(begin);
  }

 private:
  Channel& next(int rank) { return *links_[static_cast<std::size_t>(rank)].near; }
  Channel& before(int rank) {
    return *links_[static_cast<std::size_t>((rank + processes_ - 1) % processes_)].far;
  }
  void keep_own(int rank) {
    for (int i = 0; i < processes_; ++i) {
      if (i != rank) links_[static_cast<std::size_t>(i)].near.reset();
      if ((i + 1) % processes_ != rank) links_[static_cast<std::size_t>(i)].far.reset();
    }
  }
  [[noreturn]] void serve(int rank) {
    keep_own(rank);
    for (;;) {
      const auto operations = receive_value<std::int64_t>(before(rank));
      send_value(next(rank), operations);
      once_with(rank, 1.0F);
      once_with(rank, 0.0F);
      for (std::int64_t i = 0; i < operations; ++i) all_reduce(rank);
    }
  }
  void once_with(int rank, float value) {
    std::fill(values_.begin(), values_.end(), value);
    all_reduce(rank);
  }
  /// The parts that a step sends on and receives.
  void all_reduce(int rank) {
    const std::size_t part = values_.size() / static_cast<std::size_t>(processes_);
    const auto part_at = [&](int number) {
      return part * static_cast<std::size_t>((number % processes_ + processes_) % processes_);
    };
    for (int step = 0; step < processes_ - 1; ++step) {
      send_part(rank, &values_[part_at(rank - step)], landing_.data(), part);
      add_into(&values_[part_at(rank - step - 1)], landing_.data(), part);
    }
    for (int step = 0; step < processes_ - 1; ++step)
      send_part(rank, &values_[part_at(rank + 1 - step)], &values_[part_at(rank - step)], part);
  }
  void send_part(int rank, const float* out, float* in, std::size_t values) {
    exchange(next(rank), before(rank), reinterpret_cast<const char*>(out),
             reinterpret_cast<char*>(in), values * sizeof(float));
  }

  int processes_;
  std::vector<float> values_;
  std::vector<float> landing_;
  std::vector<ChannelPair> links_;
  std::vector<std::unique_ptr<Child>> children_;
};

struct Medium {
  const char* family;
  MakePair make;
};

constexpr Medium kMedia[] = {{"tcp", tcp_pair}, {"shared-memory", shared_memory_pair}};

}  // namespace

std::vector<Measure> exchange_points() {
  std::vector<Measure> points;
  for (const Medium& medium : kMedia)
    for (std::size_t bytes = std::size_t{1} << 10; bytes <= (std::size_t{16} << 20); bytes *= 4) {
      Measure measure;
      measure.facts.family = medium.family;
      measure.facts.operation = "exchange";
      measure.facts.path = "process>process";
      measure.facts.direction = "both";
      measure.facts.memory = "host";
      measure.facts.bytes = static_cast<double>(bytes);
      measure.processes = 1;
      measure.expected_seconds = 10e-6 + static_cast<double>(bytes) / 2e9;
      measure.batch =
          std::max<std::int64_t>(1, static_cast<std::int64_t>(2e-3 / measure.expected_seconds));
      measure.prepare = [make = medium.make, bytes] {
        return std::make_unique<Exchange>(make, bytes);
      };
      points.push_back(std::move(measure));
    }
  return points;
}

std::vector<Measure> ring_composites() {
  std::vector<Measure> measures;
  // Each process is a busy thread.
  const int processes = std::min<int>(4, static_cast<int>(allowed_cpus().size()));
  if (processes < 2) return measures;
  for (const Medium& medium : kMedia)
    for (const std::size_t bytes : {std::size_t{192} << 10, std::size_t{12} << 20}) {
      Measure measure = composite("ring-all-reduce", 100e-6 + static_cast<double>(bytes) / 1e9);
      measure.facts.path = medium.family;
      measure.facts.bytes = static_cast<double>(bytes);
      measure.facts.streams = processes;
      measure.processes = processes - 1;
      measure.batch =
          std::max<std::int64_t>(1, static_cast<std::int64_t>(5e-3 / measure.expected_seconds));
      measure.prepare = [make = medium.make, processes, bytes] {
        return std::make_unique<Ring>(make, processes, bytes);
      };
      measures.push_back(std::move(measure));
    }
  return measures;
}

}  // namespace gpuscape::bench
