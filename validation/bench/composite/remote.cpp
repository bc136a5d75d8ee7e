#include <algorithm>
#include <chrono>
#include <cstring>

#include "composite/composites.hpp"
#include "composite/polynomial.hpp"
#include "core/machine.hpp"
#include "local/child.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// What a client asks of the process that stands for a GPU. Only the last two are answered.
enum class Call : std::uint32_t { launch, copy_in, copy_out, synchronise };

struct Request {
  Call call = Call::launch;
  std::uint32_t pad = 0;
  std::uint64_t bytes = 0;  ///< of the copy, or what the kernel works on
  char arguments[48] = {};  ///< as many as a launch of a kernel with a few pointers
};

/// One step of an application: copies in, launches, synchronisations between them, a copy out.
struct Step {
  int launches = 1;
  int synchronisations = 1;
  std::size_t copy_bytes = 0;
  std::size_t kernel_bytes = 0;
};

class RemoteSteps final : public Probe {
 public:
  explicit RemoteSteps(const Step& step)
      : step_(step),
        data_(std::max(step.copy_bytes, step.kernel_bytes) / sizeof(float), 0.5F),
        pair_(tcp_pair()),
        child_([this] { serve(); }) {
    pair_.far.reset();
  }
  double run(std::int64_t operations) override {
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i) one_step();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

 private:
  void ask(Call call, std::size_t bytes) {
    Request request;
    request.call = call;
    request.bytes = bytes;
    send_value(*pair_.near, request);
  }
  void one_step() {
    ask(Call::copy_in, step_.copy_bytes);
    pair_.near->send(data_.data(), step_.copy_bytes);
    for (int sync = 0; sync < step_.synchronisations; ++sync) {
      for (int launch = 0; launch < step_.launches / step_.synchronisations; ++launch)
        ask(Call::launch, step_.kernel_bytes);
      ask(Call::synchronise, 0);
      receive_value<std::uint64_t>(*pair_.near);
    }
    ask(Call::copy_out, step_.copy_bytes);
    pair_.near->receive(data_.data(), step_.copy_bytes);
  }
  [[noreturn]] void serve() {
    pair_.near.reset();
    std::uint64_t done = 0;
    for (;; ++done) {
      const auto request = receive_value<Request>(*pair_.far);
      const auto bytes = static_cast<std::size_t>(request.bytes);
      if (request.call == Call::launch)
        polynomial(data_.data(), bytes / sizeof(float));
      else if (request.call == Call::copy_in)
        pair_.far->receive(data_.data(), bytes);
      else if (request.call == Call::copy_out)
        pair_.far->send(data_.data(), bytes);
      else
        send_value(*pair_.far, done);
    }
  }

  Step step_;
  std::vector<float> data_;
  ChannelPair pair_;
  Child child_;
};

Measure remote_measure(const Step& step) {
  const double flops = polynomial_flops(step.kernel_bytes / sizeof(float));
  Measure measure = composite("remote-gpu", 50e-6 + step.launches * (5e-6 + flops / 8e9));
  measure.facts.path = "tcp";
  measure.processes = 1;
  measure.facts.bytes = 2.0 * static_cast<double>(step.copy_bytes);
  measure.facts.more["calls"] = std::to_string(step.launches);
  measure.facts.more["synchronisations"] = std::to_string(step.synchronisations);
  measure.facts.more["copies"] = "2";
  measure.facts.more["copy_bytes"] = std::to_string(step.copy_bytes);
  measure.facts.more["call_bytes"] = std::to_string(sizeof(Request));
  measure.facts.more["call_flops"] = std::to_string(static_cast<std::int64_t>(flops));
  measure.batch =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(2e-3 / measure.expected_seconds));
  measure.prepare = [step] { return std::make_unique<RemoteSteps>(step); };
  return measure;
}

}  // namespace

std::vector<Measure> remote_composites() {
  if (allowed_cpus().size() < 2) return {};
  constexpr std::size_t kKiB = 1024;
  return {remote_measure({10, 1, 4 * kKiB, 64 * kKiB}),
          remote_measure({10, 10, 64 * kKiB, 64 * kKiB}),
          remote_measure({40, 4, 1024 * kKiB, 256 * kKiB})};
}

}  // namespace gpuscape::bench
