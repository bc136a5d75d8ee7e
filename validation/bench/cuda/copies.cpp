/// Copies between host and GPU, within a GPU and between GPUs: one alone, so that its time is
/// latency plus size over bandwidth, and several in flight.

#include <algorithm>
#include <cstring>
#include <deque>

#include "cuda/gpu_probe.hpp"

namespace gpuscape::bench::cuda {

namespace {

enum class Way { kToDevice, kToHost };

/// One copy after the other, each waited for. From pageable memory by the call that programs make
/// there, which returns once the buffer may be used again; the wait after it sees the bytes arrive.
class HostCopy final : public GpuProbe {
 public:
  HostCopy(const NodePtr& shared, int gpu, std::size_t bytes, bool pinned, Way way)
      : GpuProbe(shared, gpu),
        bytes_(bytes),
        pinned_(pinned),
        way_(way),
        host_(node(), gpu, bytes, pinned),
        device_(node(), gpu, bytes),
        stream_(node(), gpu) {
    verify();
  }

 private:
  void work(std::int64_t operations) override {
    for (std::int64_t i = 0; i < operations; ++i) {
      pinned_ ? copy_pinned() : copy_pageable();
      driver().stream_wait(pinned_ ? stream_.handle() : nullptr);
    }
  }
  void copy_pinned() {
    if (way_ == Way::kToDevice)
      driver().to_device_async(device_.at(), host_.data(), bytes_, stream_.handle());
    else
      driver().to_host_async(host_.data(), device_.at(), bytes_, stream_.handle());
  }
  void copy_pageable() {
    if (way_ == Way::kToDevice)
      driver().to_device(device_.at(), host_.data(), bytes_);
    else
      driver().to_host(host_.data(), device_.at(), bytes_);
  }
  void verify() {
    const std::vector<unsigned char> sent = pattern(bytes_, 17);
    std::vector<unsigned char> arrived(bytes_);
    if (way_ == Way::kToDevice) {
      std::memcpy(host_.data(), sent.data(), bytes_);
      work(1);
      device_.get(arrived.data(), bytes_);
    } else {
      device_.put(sent.data(), bytes_);
      work(1);
      std::memcpy(arrived.data(), host_.data(), bytes_);
    }
    if (arrived != sent) wrong("a copy's bytes are not those that were sent");
  }

  std::size_t bytes_;
  bool pinned_;
  Way way_;
  HostMemory host_;
  DeviceMemory device_;
  Stream stream_;
};

/// On each stream never more than `depth` copies that have not ended.
class Flight final : public GpuProbe {
 public:
  Flight(const NodePtr& shared, int gpu, std::size_t bytes, std::vector<Way> ways, int depth)
      : GpuProbe(shared, gpu),
        bytes_(bytes),
        ways_(std::move(ways)),
        host_(node(), gpu, bytes * ways_.size(), true),
        device_(node(), gpu, bytes * ways_.size()) {
    for (std::size_t s = 0; s < ways_.size(); ++s) streams_.emplace_back(node(), gpu);
    for (std::size_t e = 0; e < ways_.size() * static_cast<std::size_t>(depth); ++e)
      events_.emplace_back(node(), gpu);
    const std::vector<unsigned char> start = pattern(bytes_ * ways_.size(), 23);
    std::memcpy(host_.data(), start.data(), start.size());
    device_.put(start.data(), start.size());
    work(static_cast<std::int64_t>(events_.size()));
    std::vector<unsigned char> arrived(start.size());
    device_.get(arrived.data(), arrived.size());
    if (arrived != start || std::memcmp(host_.data(), start.data(), start.size()) != 0)
      wrong("copies in flight changed the bytes");
  }

 private:
  void work(std::int64_t operations) override {
    for (std::int64_t i = 0; i < operations; ++i) {
      const auto turn = static_cast<std::size_t>(i);
      const Event& slot = events_[turn % events_.size()];
      if (turn >= events_.size()) slot.wait();
      copy(turn % streams_.size());
      slot.record(streams_[turn % streams_.size()]);
    }
    for (const Stream& stream : streams_) stream.wait();
  }
  void copy(std::size_t s) {
    const std::size_t at = s * bytes_;
    if (ways_[s] == Way::kToDevice)
      driver().to_device_async(device_.at(at), host_.data() + at, bytes_, streams_[s].handle());
    else
      driver().to_host_async(host_.data() + at, device_.at(at), bytes_, streams_[s].handle());
  }

  std::size_t bytes_;
  std::vector<Way> ways_;
  HostMemory host_;
  DeviceMemory device_;
  std::deque<Stream> streams_;
  std::deque<Event> events_;
};

class WithinCopy final : public GpuProbe {
 public:
  WithinCopy(const NodePtr& shared, int gpu, std::size_t bytes)
      : GpuProbe(shared, gpu),
        bytes_(bytes),
        memory_(node(), gpu, 2 * bytes),
        stream_(node(), gpu) {
    const std::vector<unsigned char> sent = pattern(bytes_, 29);
    std::vector<unsigned char> arrived(bytes_);
    memory_.put(sent.data(), bytes_);
    work(1);
    memory_.get(arrived.data(), bytes_, bytes_);
    if (arrived != sent) wrong("a copy within it changed the bytes");
  }

 private:
  void work(std::int64_t operations) override {
    for (std::int64_t i = 0; i < operations; ++i) {
      driver().within_device_async(memory_.at(bytes_), memory_.at(), bytes_, stream_.handle());
      stream_.wait();
    }
  }

  std::size_t bytes_;
  DeviceMemory memory_;
  Stream stream_;
};

std::string host_side(const Gpu& gpu) {
  return gpu.numa < 0 ? "host" : "numa" + std::to_string(gpu.numa);
}

Measure host_measure(const Gpu& gpu, const char* operation, Way way, bool pinned) {
  const bool in = way == Way::kToDevice;
  Measure measure = measure_on(gpu, operation, in ? "host>" + gpu.id : gpu.id + ">host");
  measure.facts.direction = in ? "host-to-device" : "device-to-host";
  measure.facts.memory = pinned ? "pinned" : "pageable";
  measure.facts.from = in ? host_side(gpu) : gpu.id;
  measure.facts.to = in ? gpu.id : host_side(gpu);
  return measure;
}

/// Sizes from one byte count to another by a factor, no larger than the room.
std::vector<std::size_t> sizes(std::size_t least, std::size_t most, std::size_t step,
                               std::size_t room) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = least; size <= std::min(most, room); size *= step) sizes.push_back(size);
  return sizes;
}

std::vector<std::size_t> copy_sizes(const Gpu& gpu, const Options& options, std::size_t room) {
  if (options.quick && gpu.number > 0) return sizes(4096, std::size_t{64} << 20, 16384, room);
  if (options.quick) return sizes(64, std::size_t{64} << 20, 16, room);
  return sizes(1, std::size_t{256} << 20, 4, room);
}

void add_host_copy(Measures& out, const NodePtr& node, const Gpu& gpu, std::size_t bytes,
                   bool pinned) {
  for (const Way way : {Way::kToDevice, Way::kToHost}) {
    Measure measure = host_measure(gpu, "copy", way, pinned);
    measure.facts.bytes = static_cast<double>(bytes);
    measure.expected_seconds = 8e-6 + measure.facts.bytes / (pinned ? 25e9 : 8e9);
    measure.batch = batch_for(measure.expected_seconds, 100e-6, 16);
    measure.prepare = [node, number = gpu.number, bytes, pinned, way] {
      return std::make_unique<HostCopy>(node, number, bytes, pinned, way);
    };
    out.push_back(std::move(measure));
  }
}

void add_flight(Measures& out, const NodePtr& node, Measure measure, std::vector<Way> ways) {
  const int depth = measure.facts.depth;
  const auto bytes = static_cast<std::size_t>(measure.facts.bytes);
  const int number = measure.facts.to.rfind("gpu", 0) == 0
                         ? std::stoi(measure.facts.to.substr(3))
                         : std::stoi(measure.facts.from.substr(3));
  measure.facts.streams = static_cast<int>(ways.size());
  measure.expected_seconds = 2e-6 + measure.facts.bytes / 25e9;
  measure.batch = std::max<std::int64_t>(depth * measure.facts.streams * 4,
                                         batch_for(measure.expected_seconds, 500e-6, 256));
  measure.prepare = [node, number, bytes, ways, depth] {
    return std::make_unique<Flight>(node, number, bytes, ways, depth);
  };
  out.push_back(std::move(measure));
}

void add_flights(Measures& out, const NodePtr& node, const Gpu& gpu, const Options& options) {
  for (const std::size_t bytes :
       sizes(4096, std::size_t{16} << 20, options.quick ? 4096 : 64, gpu.room() / 4))
    for (const Way way : {Way::kToDevice, Way::kToHost})
      for (const int streams : {1, 2, 4}) {
        if (options.quick && streams == 4) continue;
        Measure measure = host_measure(gpu, "bandwidth", way, true);
        measure.facts.bytes = static_cast<double>(bytes);
        measure.facts.depth = 8;
        add_flight(out, node, measure, std::vector<Way>(static_cast<std::size_t>(streams), way));
      }
  const std::size_t large = std::min(std::size_t{16} << 20, gpu.room() / 4);
  Measure both = host_measure(gpu, "bandwidth", Way::kToDevice, true);
  both.facts.path = "host<>" + gpu.id;
  both.facts.direction = "both";
  both.facts.bytes = static_cast<double>(large);
  both.facts.depth = 4;
  add_flight(out, node, both, {Way::kToDevice, Way::kToHost});
}

}  // namespace

void add_copies(Measures& out, const NodePtr& node, const Gpu& gpu, const Options& options) {
  for (const bool pinned : {true, false})
    for (const std::size_t bytes : copy_sizes(gpu, options, gpu.room()))
      add_host_copy(out, node, gpu, bytes, pinned);
  for (const std::size_t bytes : copy_sizes(gpu, options, gpu.room() / 2)) {
    Measure measure = measure_on(gpu, "copy", gpu.id + ">" + gpu.id);
    measure.facts.direction = "device-to-device";
    measure.facts.memory = "device";
    measure.facts.from = gpu.id;
    measure.facts.to = gpu.id;
    measure.facts.bytes = static_cast<double>(bytes);
    measure.expected_seconds = 8e-6 + measure.facts.bytes / 500e9;
    measure.batch = batch_for(measure.expected_seconds, 100e-6, 16);
    measure.prepare = [node, number = gpu.number, bytes] {
      return std::make_unique<WithinCopy>(node, number, bytes);
    };
    out.push_back(std::move(measure));
  }
  if (!options.quick || gpu.number == 0) add_flights(out, node, gpu, options);
}

}  // namespace gpuscape::bench::cuda
