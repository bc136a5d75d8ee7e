/// Copies within host memory, one thread, pinned to the NUMA node that reads and writes: from each
/// node's memory to each node's. And what one thread reads and writes on its own node when buffers
/// lie far outside the caches.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>

#include "composite/composites.hpp"
#include "core/crew.hpp"
#include "core/families.hpp"
#include "core/machine.hpp"
#include "core/memory.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// Pages that a thread on one NUMA node touched first, and so lie there.
class Pages {
 public:
  Pages(std::size_t bytes, int node) : bytes_(bytes) {
    memory_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED)
      throw Failure("no memory for a buffer of " + std::to_string(bytes) + " bytes");
    const Pinned here(cpus_of_numa_node(node));
    std::memset(memory_, 1, bytes_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  Pages(Pages&&) = delete;
  Pages& operator=(Pages&&) = delete;
  ~Pages() { munmap(memory_, bytes_); }
  [[nodiscard]] char* data() const { return static_cast<char*>(memory_); }

 private:
  std::size_t bytes_;
  void* memory_ = nullptr;
};

/// Where copies of every size between two NUMA nodes go from and to: touched when first asked for.
class Room {
 public:
  Room(int from, int to, std::size_t bytes) : from_node_(from), to_node_(to), bytes_(bytes) {
    need_memory(2.0 * static_cast<double>(bytes));
  }
  char* from() { return pages(from_, from_node_); }
  char* to() { return pages(to_, to_node_); }
  [[nodiscard]] int node() const { return from_node_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  char* pages(std::unique_ptr<Pages>& pages, int node) const {
    if (!pages) pages = std::make_unique<Pages>(bytes_, node);
    // What lay idle may have been taken away meanwhile: by a hypervisor, by swapping.
    for (std::size_t at = 0; at < bytes_; at += kPage) {
      volatile char* byte = pages->data() + at;
      *byte = *byte;
    }
    return pages->data();
  }
  static constexpr std::size_t kPage = 4096;
  int from_node_;
  int to_node_;
  std::size_t bytes_;
  std::unique_ptr<Pages> from_;
  std::unique_ptr<Pages> to_;
};

/// The room of one pair of NUMA nodes. It is kept, since touching it takes longer than a measure,
/// until that of another pair is asked for: not more than one is there at a time.
class KeptRoom {
 public:
  static constexpr std::size_t kBytes = std::size_t{256} << 20;

  std::shared_ptr<Room> between(int from, int to) {
    if (room_ && pair_ == std::pair(from, to)) return room_;
    room_.reset();
    room_ = std::make_shared<Room>(from, to, kBytes);
    pair_ = {from, to};
    return room_;
  }
  void give_back() { room_.reset(); }

 private:
  std::pair<int, int> pair_;
  std::shared_ptr<Room> room_;
};
using KeptRoomPtr = std::shared_ptr<KeptRoom>;

/// Copies piece after piece of a large room, so that nothing is in a cache but what fits there by
/// its size.
class MemoryCopy final : public Probe {
 public:
  MemoryCopy(std::shared_ptr<Room> room, std::size_t bytes)
      : room_(std::move(room)),
        cpus_(cpus_of_numa_node(room_->node())),
        bytes_(bytes),
        from_(room_->from()),
        to_(room_->to()) {}
  double run(std::int64_t operations) override {
    const Pinned here(cpus_);
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i) {
      std::memcpy(to_ + at_, from_ + at_, bytes_);
      at_ += bytes_;
      if (at_ + bytes_ > room_->bytes()) at_ = 0;
    }
    asm volatile("" : : "r"(to_) : "memory");
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

 private:
  std::shared_ptr<Room> room_;
  std::vector<int> cpus_;
  std::size_t bytes_;
  char* from_;
  char* to_;
  std::size_t at_ = 0;
};

/// All cores of a NUMA node at once, each its own buffers of that node.
class SocketCopy final : public Probe {
 public:
  SocketCopy(int node, int threads) {
    need_memory(memory_of(threads));
    for (int t = 0; t < threads; ++t)
      copies_.push_back(
          std::make_unique<MemoryCopy>(std::make_shared<Room>(node, node, kBytes), kBytes));
  }
  static constexpr std::size_t kBytes = std::size_t{64} << 20;
  static double memory_of(int threads) { return 2.0 * static_cast<double>(kBytes) * threads; }
  double run(std::int64_t operations) override {
    const auto each =
        std::max<std::int64_t>(1, operations / static_cast<std::int64_t>(copies_.size()));
    Crew crew(copies_.size(), [&](std::size_t t) { copies_[t]->run(each); });
    const auto begin = Clock::now();
    crew.run();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return seconds * static_cast<double>(operations) /
           (static_cast<double>(each) * static_cast<double>(copies_.size()));
  }

 private:
  std::vector<std::unique_ptr<MemoryCopy>> copies_;
};

std::string node_name(int node) { return "numa" + std::to_string(node); }

std::vector<double> sizes(const Options& options) {
  std::vector<double> sizes;
  const double most = options.quick ? 64 << 20 : 256 << 20;
  for (double size = 64; size <= most; size *= options.quick ? 8 : 2) sizes.push_back(size);
  return sizes;
}

Measure copy_measure(const KeptRoomPtr& kept, double bytes, int from, int to) {
  Measure measure;
  measure.facts.family = "host";
  measure.facts.operation = "copy";
  measure.facts.path = node_name(from) + ">" + node_name(to);
  measure.facts.memory = "host";
  measure.facts.from = node_name(from);
  measure.facts.to = node_name(to);
  measure.facts.bytes = bytes;
  measure.expected_seconds = 20e-9 + bytes / 8e9;
  measure.batch =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(20e-6 / measure.expected_seconds));
  measure.memory_bytes = 2.0 * static_cast<double>(KeptRoom::kBytes);
  measure.prepare = [kept, bytes, from, to] {
    return std::make_unique<MemoryCopy>(kept->between(from, to), static_cast<std::size_t>(bytes));
  };
  return measure;
}

Measure socket_measure(const KeptRoomPtr& kept, int node, int threads) {
  Measure measure = copy_measure(kept, static_cast<double>(SocketCopy::kBytes), node, node);
  measure.facts.operation = "bandwidth";
  measure.facts.streams = threads;
  measure.batch = threads;
  measure.expected_seconds = 8e-3 / threads;
  measure.memory_bytes = SocketCopy::memory_of(threads);
  measure.prepare = [kept, node, threads] {
    kept->give_back();
    return std::make_unique<SocketCopy>(node, threads);
  };
  return measure;
}

}  // namespace

Offer offer_host(const Options& options) {
  Offer offer;
  const auto kept = std::make_shared<KeptRoom>();
  for (const int node : numa_nodes()) {
    DeviceFacts device{node_name(node), "numa-node", {}};
    device.properties["cpus"] = std::to_string(cpus_of_numa_node(node).size());
    offer.devices.push_back(device);
    const int cores = static_cast<int>(cpus_of_numa_node(node).size());
    for (int threads = 1; threads < 2 * cores; threads *= 2)
      offer.measures.push_back(socket_measure(kept, node, std::min(threads, cores)));
    for (const int other : numa_nodes())
      for (const double bytes : sizes(options))
        offer.measures.push_back(copy_measure(kept, bytes, node, other));
  }
  std::vector<Measure> points = kernel_points();
  std::move(points.begin(), points.end(), std::back_inserter(offer.measures));
  return offer;
}

}  // namespace gpuscape::bench
