#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "composite/composites.hpp"
#include "composite/polynomial.hpp"
#include "core/crew.hpp"
#include "core/stop.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

struct Pieces {
  std::size_t bytes = 0;  ///< of one piece
  int count = 1;
  bool overlap = false;
};

class Pipeline final : public Probe {
 public:
  explicit Pipeline(const Pieces& pieces)
      : pieces_(pieces), source_(total(), 0.5F), work_(total(), 0.5F), target_(total(), 0.5F) {}
  double run(std::int64_t operations) override {
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i) {
      if (pieces_.overlap)
        overlapped();
      else
        serial();
    }
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

 private:
  [[nodiscard]] std::size_t values() const { return pieces_.bytes / sizeof(float); }
  [[nodiscard]] std::size_t total() const {
    return values() * static_cast<std::size_t>(pieces_.count);
  }
  [[nodiscard]] std::size_t begin_of(int piece) const {
    return values() * static_cast<std::size_t>(piece);
  }
  void copy_in(int piece) {
    std::memcpy(&work_[begin_of(piece)], &source_[begin_of(piece)], pieces_.bytes);
  }
  void compute(int piece) { polynomial(&work_[begin_of(piece)], values()); }
  void copy_out(int piece) {
    std::memcpy(&target_[begin_of(piece)], &work_[begin_of(piece)], pieces_.bytes);
  }
  void serial() {
    for (int piece = 0; piece < pieces_.count; ++piece) {
      copy_in(piece);
      compute(piece);
      copy_out(piece);
    }
  }
  /// One thread copies: in as far as it can, out as soon as a piece is ready; the other computes.
  void overlapped() {
    std::atomic<int> in{0};
    std::atomic<int> computed{0};
    const auto compute_all = [&] {
      for (int piece = 0; piece < pieces_.count; ++piece) {
        while (in.load(std::memory_order_acquire) <= piece)
          if (stop_signal() != 0) return;
        compute(piece);
        computed.store(piece + 1, std::memory_order_release);
      }
    };
    const auto copy_all = [&] {
      for (int out = 0; out < pieces_.count && stop_signal() == 0;) {
        const int filled = in.load(std::memory_order_relaxed);
        if (out < computed.load(std::memory_order_acquire)) {
          copy_out(out++);
        } else if (filled < pieces_.count) {
          copy_in(filled);
          in.store(filled + 1, std::memory_order_release);
        }
      }
    };
    Crew(2, [&](std::size_t member) { member == 0 ? copy_all() : compute_all(); }).run();
  }

  Pieces pieces_;
  std::vector<float> source_;
  std::vector<float> work_;
  std::vector<float> target_;
};

Measure pipeline_measure(const Pieces& pieces) {
  const double bytes = static_cast<double>(pieces.bytes) * pieces.count;
  const double flops = polynomial_flops(pieces.bytes / sizeof(float));
  Measure measure = composite("copy-kernel-copy", bytes / 4e9 + flops * pieces.count / 8e9);
  measure.facts.bytes = bytes;
  measure.facts.more["pieces"] = std::to_string(pieces.count);
  measure.facts.more["piece_bytes"] = std::to_string(pieces.bytes);
  measure.facts.more["piece_flops"] = std::to_string(static_cast<std::int64_t>(flops));
  measure.facts.more["overlap"] = pieces.overlap ? "yes" : "no";
  measure.prepare = [pieces] { return std::make_unique<Pipeline>(pieces); };
  return measure;
}

}  // namespace

std::vector<Measure> pipeline_composites() {
  constexpr std::size_t kKiB = 1024;
  std::vector<Measure> measures = {pipeline_measure({64 * kKiB, 1, false}),
                                   pipeline_measure({1024 * kKiB, 8, false})};
  if (std::thread::hardware_concurrency() > 1) {
    measures.push_back(pipeline_measure({256 * kKiB, 32, true}));
    measures.push_back(pipeline_measure({1024 * kKiB, 16, true}));
  }
  return measures;
}

}  // namespace gpuscape::bench
