/// Copies from every GPU to every other, directly where the driver allows it.

#include <algorithm>

#include "cuda/gpu_probe.hpp"

namespace gpuscape::bench::cuda {

namespace {

class PeerCopy final : public GpuProbe {
 public:
  PeerCopy(const NodePtr& shared, int from, int to, std::size_t bytes)
      : GpuProbe(shared, from),
        to_(to),
        bytes_(bytes),
        target_(node(), to, bytes),
        source_(node(), from, bytes),
        stream_(node(), from) {
    const std::vector<unsigned char> sent = pattern(bytes_, 31);
    std::vector<unsigned char> arrived(bytes_);
    source_.put(sent.data(), bytes_);
    work(1);
    node().use(to);
    target_.get(arrived.data(), bytes_);
    node().use(from);
    if (arrived != sent) wrong("bytes sent to gpu" + std::to_string(to) + " arrived changed");
  }

 private:
  void work(std::int64_t operations) override {
    for (std::int64_t i = 0; i < operations; ++i) {
      driver().to_peer_async(target_.at(), node().context(to_), source_.at(), node().context(gpu()),
                             bytes_, stream_.handle());
      stream_.wait();
    }
  }

  int to_;
  std::size_t bytes_;
  DeviceMemory target_;
  DeviceMemory source_;
  Stream stream_;
};

/// Lets each of the two reach the other's memory.
void open_path(Node& node, int from, int to) {
  for (const auto& [one, other] : {std::pair{to, from}, std::pair{from, to}}) {
    const ContextHandle context = node.context(other);
    node.use(one);
    const int code = node.driver.enable_peer.code(context, 0);
    if (code != 0 && code != kPeerAccessAlreadyEnabled)
      node.driver.refuse("cuCtxEnablePeerAccess of gpu" + std::to_string(one) + " to gpu" +
                             std::to_string(other) + ", which the driver says is possible",
                         code);
  }
}

bool is_direct(const Node& node, const Gpu& from, const Gpu& to) {
  int one_way = 0;
  int other_way = 0;
  node.driver.can_access_peer(&one_way, from.handle, to.handle);
  node.driver.can_access_peer(&other_way, to.handle, from.handle);
  return one_way != 0 && other_way != 0;
}

/// "nvlink" or "pcie"; empty where the driver does not say. Of the two only NVLink carries atomic
/// operations on the other GPU's memory, and that is what the driver tells of a pair.
std::string link_of(const Node& node, const Gpu& from, const Gpu& to) {
  constexpr int kNativeAtomicsSupported = 3;
  int atomics = 0;
  if (!node.driver.peer_attribute ||
      node.driver.peer_attribute.code(&atomics, kNativeAtomicsSupported, from.handle, to.handle) !=
          0)
    return "";
  return atomics != 0 ? "nvlink" : "pcie";
}

std::vector<std::size_t> peer_sizes(const Options& options) {
  if (options.quick) return {4096, std::size_t{1} << 20, std::size_t{64} << 20};
  std::vector<std::size_t> sizes;
  for (std::size_t size = 4; size <= std::size_t{256} << 20; size *= 8) sizes.push_back(size);
  sizes.push_back(std::size_t{256} << 20);
  return sizes;
}

void add_pair(Measures& out, const NodePtr& node, const std::pair<const Gpu&, const Gpu&>& pair,
              const Options& options) {
  const auto& [from, to] = pair;
  const bool direct = is_direct(*node, from, to);
  const std::string link = direct ? link_of(*node, from, to) : "";
  for (const std::size_t bytes : peer_sizes(options)) {
    if (bytes > std::min(from.room(), to.room())) continue;
    Measure measure = measure_on(from, "copy", from.id + ">" + to.id);
    measure.proven = false;
    measure.marks.insert(measure.marks.end(), to.marks.begin(), to.marks.end());
    measure.facts.direction = "peer-to-peer";
    measure.facts.memory = "device";
    measure.facts.from = from.id;
    measure.facts.to = to.id;
    measure.facts.bytes = static_cast<double>(bytes);
    measure.facts.more["access"] = direct ? "direct" : "staged";
    if (!link.empty()) measure.facts.more["link"] = link;
    measure.expected_seconds = 12e-6 + measure.facts.bytes / 20e9;
    measure.batch = batch_for(measure.expected_seconds, 100e-6, 16);
    measure.prepare = [node, a = from.number, b = to.number, bytes, direct] {
      if (direct) open_path(*node, a, b);
      return std::make_unique<PeerCopy>(node, a, b, bytes);
    };
    out.push_back(std::move(measure));
  }
}

}  // namespace

void add_peer_copies(Measures& out, const NodePtr& node, const Options& options) {
  if (!node->driver.has_peers()) return;
  for (const Gpu& from : node->gpus)
    for (const Gpu& to : node->gpus)
      if (from.number != to.number) add_pair(out, node, {from, to}, options);
}

}  // namespace gpuscape::bench::cuda
