#include "sim/validation/predict_composite.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "sim/engine/fluid_system.hpp"

namespace gpuscape {

namespace {

/// More pieces, calls or readers than any bench has: a file that was made up.
constexpr double kMostCount = 1e6;

/// The number after `name` in the composite's `more`; throws NoLaw where it is missing, or not
/// above 0 and finite.
double part(const Measurement& composite, const std::string& name) {
  const auto found = composite.key.more.find(name);
  double value = 0.0;
  if (found != composite.key.more.end()) {
    const std::string& text = found->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value > 0.0 &&
        std::isfinite(value))
      return value;
  }
  throw NoLaw(fmt::format("the row does not say its \"{}\"", name));
}

/// The same, of something that is counted.
double count_of(const Measurement& composite, const std::string& name) {
  const double count = part(composite, name);
  if (count > kMostCount) throw NoLaw(fmt::format("\"{}\" is {:.3g}", name, count));
  return std::floor(count);
}

Seconds kernel_time(ProfileLaws& laws, double flops) {
  if (flops <= 0.0) return Seconds(0.0);
  const LawKey kernel{.family = "host", .operation = "rate", .path = "polynomial fp32"};
  return Seconds(flops / laws.flops_per_second(kernel, flops));
}

Seconds copy_time(ProfileLaws& laws, Bytes size) {
  return laws.time({.family = "host", .operation = "copy", .path = ""}, size);
}

/// Pieces go through copy in, kernel and copy out on two threads: one copies (out before in), the
/// other computes; each works on one piece at a time. Both share the socket's memory.
class OverlappedPipeline {
 public:
  OverlappedPipeline(int pieces, Bytes piece, Seconds copy, Seconds kernel)
      : pieces_(pieces), piece_(piece), copy_rate_(piece / copy), kernel_rate_(piece / kernel) {}

  Seconds run(BytesPerSecond memory) {
    memory_ = system_.add_resource(memory);
    Seconds now(0.0);
    while (out_ < pieces_) {
      begin(now);
      now = system_.next_date();
      while (const auto token = system_.pop_completed(now)) finish(*token);
    }
    return now;
  }

 private:
  enum Work : std::uint32_t { kIn, kKernel, kOut };

  void begin(Seconds now) {
    if (!copying_ && (out_ < computed_ || in_ < pieces_)) {
      copying_ = true;
      start(now, copy_rate_, out_ < computed_ ? kOut : kIn);
    }
    if (!computing_ && computed_ < in_) {
      computing_ = true;
      start(now, kernel_rate_, kKernel);
    }
  }
  void start(Seconds now, BytesPerSecond rate, Work work) {
    const std::array<Use, 1> uses = {Use{memory_}};
    system_.start(now, piece_, rate, uses, work);
  }
  void finish(std::uint32_t work) {
    if (work == kKernel) {
      computing_ = false;
      ++computed_;
    } else {
      copying_ = false;
      ++(work == kIn ? in_ : out_);
    }
  }

  int pieces_;
  Bytes piece_;
  BytesPerSecond copy_rate_;
  BytesPerSecond kernel_rate_;
  FluidSystem system_;
  ResourceId memory_ = 0;
  int in_ = 0;
  int computed_ = 0;
  int out_ = 0;
  bool copying_ = false;
  bool computing_ = false;
};

Seconds predict_pipeline(const Measurement& composite, ProfileLaws& laws) {
  const Bytes piece(part(composite, "piece_bytes"));
  const double pieces = count_of(composite, "pieces");
  const Seconds copy = copy_time(laws, piece);
  const Seconds kernel = kernel_time(laws, part(composite, "piece_flops"));
  const auto overlap = composite.key.more.find("overlap");
  if (overlap == composite.key.more.end() || overlap->second != "yes")
    return (copy * 2.0 + kernel) * pieces;
  const auto memory =
      laws.most_by_streams({.family = "host", .operation = "bandwidth", .path = ""});
  // One thread that copies gets what it was measured to get, whatever all cores get together.
  const BytesPerSecond alone = piece / copy;
  return OverlappedPipeline(static_cast<int>(pieces), piece, copy, kernel)
      .run(std::max(memory.value_or(alone), alone));
}

/// 2(p − 1) exchanges of a part with both neighbours, and p − 1 sums of one.
Seconds predict_ring(const Measurement& composite, ProfileLaws& laws) {
  const int processes = composite.key.streams;
  if (processes < 2 || processes > kMostCount)
    throw NoLaw("the row does not say how many processes its ring has");
  const Bytes share = composite.bytes / static_cast<double>(processes);
  const double steps = processes - 1;
  const LawKey exchange{.family = composite.key.path, .operation = "exchange", .path = ""};
  const LawKey sum{.family = "host", .operation = "sum", .path = ""};
  return laws.time(exchange, share) * (2.0 * steps) + laws.time(sum, share) * steps;
}

/// Calls, synchronisations and bytes added up, and the work that the calls ask for.
Seconds predict_remote(const Measurement& composite, ProfileLaws& laws) {
  const std::string& family = composite.key.path;
  const LawKey message{.family = family, .operation = "bandwidth", .path = "", .streams = 1};
  const LawKey latency{.family = family, .operation = "latency", .path = ""};
  const Seconds call = laws.time(message, Bytes(part(composite, "call_bytes")));
  const Seconds answer = laws.time(latency, Bytes(8.0)) * 2.0;
  const Seconds copy = laws.time(latency, Bytes(part(composite, "copy_bytes")));
  return (call + kernel_time(laws, part(composite, "call_flops"))) * count_of(composite, "calls") +
         answer * count_of(composite, "synchronisations") + copy * count_of(composite, "copies");
}

/// Blocks of one size with any number in flight, from the laws of the depths that were measured:
/// the time from one block's end to the next, straight in logarithms between two depths.
class BlockSpacing {
 public:
  BlockSpacing(const Measurement& composite, ProfileLaws& laws)
      : laws_(laws),
        key_{.family = "storage",
             .operation = "random",
             .path = composite.key.path,
             .direction = composite.key.direction} {
    const auto engine = composite.key.more.find("engine");
    if (engine != composite.key.more.end()) key_.more["engine"] = engine->second;
    depths_ = laws.depths(key_);
    if (depths_.empty()) throw NoLaw(fmt::format("the profile has no law of {}", key_.text()));
  }

  Seconds at(Bytes block, int in_flight) {
    if (in_flight < depths_.front() || in_flight > depths_.back())
      laws_.note_beyond(key_, fmt::format("{} blocks in flight", in_flight));
    std::size_t upper = 0;
    while (upper + 1 < depths_.size() && depths_[upper] < in_flight) ++upper;
    const std::size_t lower = upper == 0 || depths_[upper] <= in_flight ? upper : upper - 1;
    const double a = measured(block, depths_[lower]).value();
    const double b = measured(block, depths_[upper]).value();
    if (lower == upper) return Seconds(a);
    const double share = std::log(static_cast<double>(in_flight) / depths_[lower]) /
                         std::log(static_cast<double>(depths_[upper]) / depths_[lower]);
    return Seconds(std::exp(std::log(a) * (1.0 - share) + std::log(b) * share));
  }

 private:
  Seconds measured(Bytes block, int depth) {
    LawKey key = key_;
    key.depth = depth;
    return laws_.time(key, block);
  }

  ProfileLaws& laws_;
  LawKey key_;
  std::vector<int> depths_;
};

std::vector<Bytes> block_sizes(const Measurement& composite) {
  std::vector<Bytes> blocks;
  const auto listed = composite.key.more.find("blocks");
  if (listed == composite.key.more.end()) return blocks;
  const char* at = listed->second.data();
  const char* const end = at + listed->second.size();
  for (double size = 0.0; at < end; ++at) {
    const auto [after, error] = std::from_chars(at, end, size);
    if (error != std::errc() || !(size > 0.0) || !std::isfinite(size)) return {};
    blocks.emplace_back(size);
    at = after;
  }
  return blocks;
}

/// Little's law gives what the device does with all blocks of all readers in flight: its time is
/// what readers share. Alone, a reader is bound by its own depth.
Seconds predict_readers(const Measurement& composite, ProfileLaws& laws) {
  const std::vector<Bytes> blocks = block_sizes(composite);
  const int readers = composite.key.streams;
  const int depth = composite.key.depth;
  constexpr int kMostReaders = 10'000;
  if (blocks.empty() || readers < 1 || readers > kMostReaders || depth < 1 || depth > kMostCount)
    throw NoLaw("the row does not say its readers, their depth and blocks");
  const Bytes each(part(composite, "bytes_each"));
  BlockSpacing spacing(composite, laws);
  FluidSystem system;
  const ResourceId device = system.add_resource(BytesPerSecond(1.0));  // its time, s each s
  for (int reader = 0; reader < readers; ++reader) {
    const Bytes block = blocks[static_cast<std::size_t>(reader) % blocks.size()];
    const BytesPerSecond alone = block / spacing.at(block, depth);
    const double device_time = spacing.at(block, readers * depth) / Seconds(1.0);
    const std::array<Use, 1> uses = {Use{device, Ratio(device_time / block.value())}};
    system.start(Seconds(0.0), each, alone, uses, 0);
  }
  Seconds now(0.0);
  while (system.activities() > 0) {
    now = system.next_date();
    while (system.pop_completed(now)) {
    }
  }
  return now;
}

using Predictor = Seconds (*)(const Measurement&, ProfileLaws&);

constexpr std::array<std::pair<std::string_view, Predictor>, 4> kPredictors = {{
    {"copy-kernel-copy", predict_pipeline},
    {"ring-all-reduce", predict_ring},
    {"remote-gpu", predict_remote},
    {"many-readers", predict_readers},
}};

}  // namespace

Seconds predict_composite(const Measurement& composite, ProfileLaws& laws) {
  for (const auto& [operation, predictor] : kPredictors)
    if (operation == composite.key.operation) return predictor(composite, laws);
  throw NoLaw(fmt::format("nothing predicts \"{}\"", composite.key.operation));
}

}  // namespace gpuscape
