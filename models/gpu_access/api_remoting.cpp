/// Software sends the calls of a client to a server that holds the GPUs (CUDA API remoting, as
/// rCUDA and Bitfusion do). Of a step with C calls, S of which wait for the GPU, each of g bytes:
///   issue = C · max(call, server's call)         the CPU time of calls, the slower end
///   waits = S · (2 · (one way + dispatch) + call + server's call) + a constant of each step
///   copies = what is copied, and C · g, over the client's and the server's adapters, at most at
///   the
///            software's own rate; compressed, they are smaller on the network and take that of
///            compressing
/// Where calls are "synchronous" every one of them waits, and copies wait, too (a naive forwarder);
/// where they are "batched" copies pass while the GPU computes, as far as the application fetches
/// ahead. `round_trip` stands for 2 · (one way + dispatch). GPUs of the client's own node are used
/// directly, or by the software as well where `loopback` says what a message takes there.
/// Leaves out: memory that is mapped rather than copied, cores that several clients of one server
/// share. Over TCP the copies
/// of each GPU are a stream that a core carries, at the transport's `core_rate`. Numbers of the
/// software are the catalogue's (`remoting`) or the user's: docs/explanation/remote-gpus.md.

#include <algorithm>
#include <limits>
#include <memory>

#include "models/gpu_access/lending/read_lending.hpp"
#include "sim/catalog/named_part.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

constexpr CatalogPart kSoftwarePart{"software", "remoting"};
constexpr Bounds kBrief{.least = 0.0, .most = 1e3};

struct Software {
  bool synchronous = false;
  bool pipelined = true;
  Seconds call{0.0};
  Seconds server_call{0.0};
  Seconds each_step{0.0};
  Seconds dispatch{0.0};
  Bytes per_call{0.0};
  Bytes chunk{0.0};
  Seconds context{0.0};
  BytesPerSecond copies{std::numeric_limits<double>::infinity()};
  double ratio = 1.0;  ///< of compression
  std::optional<Seconds> most_latency = {};
};

void read_compression(ObjectReader& reader, Software& software) {
  software.ratio = reader.number("ratio", "Bytes before ÷ bytes on the wire.",
                                 Bounds{.least = 1.0, .most = 1000.0});
  const auto rate = reader.quantity<BytesPerSecond>(
      "rate", "Bytes that are compressed, or unpacked again, in a second: the slower of the two.");
  software.copies = std::min(software.copies, rate);
}

void read_software(ObjectReader& reader, Software& software) {
  reader.optional_text("entry", "The catalogue's name of it.");
  software.synchronous =
      reader.one_of("calls", {"batched", "synchronous"}, "batched",
                    "Every call waits for its answer, or only those that read from the GPU.") ==
      "synchronous";
  software.call =
      reader.quantity<Seconds>("per_call_overhead", "CPU time of a call at the client.", kBrief);
  software.server_call = reader.quantity<Seconds>("per_call_server", Seconds(0.0),
                                                  "CPU time of a call at the server.", kBrief);
  software.each_step = reader.quantity<Seconds>(
      "per_step", Seconds(0.0),
      "Constant time of a step, or of an invocation, beside its calls and copies.", kBrief);
  software.dispatch = reader.quantity<Seconds>(
      "dispatch", Seconds(2e-6),
      "From the network to the GPU's driver, or back, of a call that waits.", kBrief);
  software.per_call = reader.quantity<Bytes>("bytes_per_call", Bytes(400.0),
                                             "What a call sends beside the data that it copies.",
                                             Bounds{.least = 0.0, .most = 1e9});
  software.pipelined = reader.boolean("pipelined_copies", !software.synchronous,
                                      "Copies overlap their stages, chunk by chunk.");
  software.chunk = reader.quantity<Bytes>("chunk", Bytes(512.0 * 1024.0), "Of pipelined copies.",
                                          Bounds{.least = 1.0, .most = 1e12});
  if (const auto rate = reader.optional_quantity<BytesPerSecond>(
          "copy_rate",
          "What the software itself copies, however fast the links: between "
          "buffers, or into those of a socket."))
    software.copies = *rate;
  reader.optional_object("compression", "Copies are compressed before they are sent.",
                         [&](ObjectReader& r) { read_compression(r, software); });
  software.context = reader.quantity<Seconds>(
      "context", Seconds(0.0),
      "What the first step of a process takes less: the server holds its GPU context.", kBrief);
  software.most_latency = reader.optional_quantity<Seconds>(
      "max_recommended_network_latency", "Highest network latency that the maker recommends.",
      kBrief);
}

class ApiRemoting final : public GpuAccess {
 public:
  explicit ApiRemoting(ObjectReader& reader) {
    gpu_access::read_lending(reader, lending_);
    read_named_part(
        reader, kSoftwarePart,
        "What sends the calls: software of the catalogue by name, or in place "
        "`per_call_overhead`, and `calls` (\"batched\" or \"synchronous\"), "
        "`per_call_server`, `per_step`, `dispatch`, `bytes_per_call`, `pipelined_copies`, "
        "`chunk`, `copy_rate`, `compression`, `context`.",
        [this](ObjectReader& inner) { read_software(inner, software_); });
    if (!reader.describing() && !reader.has(kSoftwarePart.path))
      reader.issue("", "\"software\" is missing",
                   R"(software of the catalogue's "remoting", as "bitfusion-optimised-ib")");
    round_trip_ =
        reader.optional_quantity<Seconds>("round_trip",
                                          "Round trip of a call that waits, from the client to the "
                                          "GPU's driver and back; default: by the "
                                          "network's transport and the software's `dispatch`.",
                                          kBrief);
    reader.ignored("calibration", FieldType::texts,
                   "Profiles that gpuscape calibrate wrote of a client whose calls the software "
                   "sends: their time of a call and round trip count instead of the software's.");
    lending_.loopback = reader.optional_quantity<Seconds>(
        "loopback",
        "One way of a message between a client and a server on one node, where the software serves "
        "GPUs of the client's own node, too (at detail `step`); default: those are used directly.",
        kBrief);
    lending_.most_latency = software_.most_latency;
    gpu_access::read_attach_times(reader, lending_.attach);
    gpu_access::read_controller(reader, {}, lending_.attach);
  }

  [[nodiscard]] const GpuLending* lending() const override { return &lending_; }

  [[nodiscard]] AccessDemand demand(const StepCosts& step, const AccessWay& way) const override {
    const auto calls = static_cast<double>(step.calls);
    const auto waiting =
        static_cast<double>(software_.synchronous ? step.calls : step.synchronous_calls);
    const Seconds each = software_.call + software_.server_call;
    return {.issue = std::max(software_.call, software_.server_call) * calls,
            .waits = (round_trip(way) + each) * waiting + software_.each_step,
            .to_gpu = step.to_gpu / software_.ratio + software_.per_call * calls,
            .from_gpu = step.from_gpu / software_.ratio,
            .hidden = software_.synchronous ? 0.0 : step.prefetch};
  }
  [[nodiscard]] Seconds round_trip(const AccessWay& way) const override {
    return round_trip_.value_or((way.one_way + software_.dispatch) * 2.0);
  }
  [[nodiscard]] AccessCopies copies() const override {
    return {.pipelined = software_.pipelined,
            .chunk = software_.chunk,
            .rate = software_.copies / software_.ratio,
            .ratio = software_.ratio};
  }
  [[nodiscard]] Seconds context() const override { return software_.context; }

 private:
  GpuLending lending_;
  Software software_;
  std::optional<Seconds> round_trip_;
};

}  // namespace

void register_gpu_access_api_remoting(Registry& registry) {
  registry.of<GpuAccess>().add(
      {.name = "api-remoting",
       .summary = "Software sends the calls of jobs to servers that hold the GPUs.",
       .example = R"({"over": "compute", "clients": ["client"], "servers": ["gpu"], )"
                  R"("software": {"per_call_overhead": "2.5 us"}})",
       .parts = {kSoftwarePart}},
      [](ObjectReader& reader) { return std::make_unique<ApiRemoting>(reader); });
}

}  // namespace gpuscape
