/// Software sends the calls of a client to a server that holds the GPUs (CUDA API remoting, as
/// rCUDA and Bitfusion do). Of a step with C calls, S of which wait for the GPU, each of g bytes:
///   issue = C · call                             the client's CPU time of its calls
///   waits = S · (2 · (one way + dispatch) + call)
///   copies = what is copied, and C · g, over the client's and the server's adapters
/// Where calls are "synchronous" every one of them waits, and copies wait, too (a naive forwarder);
/// where they are "batched" copies pass while the GPU computes, as far as the application fetches
/// ahead. `round_trip` stands for 2 · (one way + dispatch).
/// Leaves out: the server's CPU time, memory that is mapped rather than copied. Over TCP the copies
/// of each GPU are a stream that a core carries, at the transport's `core_rate`. Numbers of the
/// software are the catalogue's (`remoting`) or the user's: docs/explanation/remote-gpus.md.

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
  Seconds dispatch{0.0};
  Bytes per_call{0.0};
  Bytes chunk{0.0};
  Seconds context{0.0};
  std::optional<Seconds> most_latency = {};
};

void read_software(ObjectReader& reader, Software& software) {
  reader.optional_text("entry", "The catalogue's name of it.");
  software.synchronous =
      reader.one_of("calls", {"batched", "synchronous"}, "batched",
                    "Every call waits for its answer, or only those that read from the GPU.") ==
      "synchronous";
  software.call =
      reader.quantity<Seconds>("per_call_overhead", "CPU time of a call at the client.", kBrief);
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
    read_named_part(reader, kSoftwarePart,
                    "What sends the calls: software of the catalogue by name, or in place "
                    "`per_call_overhead`, and `calls` (\"batched\" or \"synchronous\"), "
                    "`dispatch`, `bytes_per_call`, `pipelined_copies`, `chunk`, `context`.",
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
    lending_.most_latency = software_.most_latency;
    gpu_access::read_attach_times(reader, lending_.attach);
    gpu_access::read_controller(reader, {}, lending_.attach);
  }

  [[nodiscard]] const GpuLending* lending() const override { return &lending_; }

  [[nodiscard]] AccessDemand demand(const StepCosts& step, const AccessWay& way) const override {
    const auto calls = static_cast<double>(step.calls);
    const auto waiting =
        static_cast<double>(software_.synchronous ? step.calls : step.synchronous_calls);
    return {.issue = software_.call * calls,
            .waits = (round_trip(way) + software_.call) * waiting,
            .to_gpu = step.to_gpu + software_.per_call * calls,
            .from_gpu = step.from_gpu,
            .hidden = software_.synchronous ? 0.0 : step.prefetch};
  }
  [[nodiscard]] Seconds round_trip(const AccessWay& way) const override {
    return round_trip_.value_or((way.one_way + software_.dispatch) * 2.0);
  }
  [[nodiscard]] AccessCopies copies() const override {
    return {.pipelined = software_.pipelined, .chunk = software_.chunk};
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
