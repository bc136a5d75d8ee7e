#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

#include "core/measure.hpp"
#include "core/stop.hpp"
#include "local/channel.hpp"

namespace gpuscape::bench {

namespace {

/// One sender, one receiver. `written` and `read` only grow; each has a cache line of its own.
struct Ring {
  static constexpr std::size_t kRoom = std::size_t{1} << 20;
  alignas(128) std::atomic<std::uint64_t> written{0};
  alignas(128) std::atomic<std::uint64_t> read{0};
  alignas(128) std::atomic<std::uint32_t> closed{0};
  alignas(128) char bytes[kRoom];
};

struct TwoRings {
  Ring there;
  Ring back;
};

/// Mapped by both processes, unmapped by each.
class SharedRings {
 public:
  SharedRings() {
    void* memory =
        mmap(nullptr, sizeof(TwoRings), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw Failure("shared-memory: no memory for two rings");
    rings_ = new (memory) TwoRings;
  }
  SharedRings(const SharedRings&) = delete;
  SharedRings& operator=(const SharedRings&) = delete;
  SharedRings(SharedRings&&) = delete;
  SharedRings& operator=(SharedRings&&) = delete;
  ~SharedRings() { munmap(rings_, sizeof(TwoRings)); }
  [[nodiscard]] TwoRings& rings() const { return *rings_; }

 private:
  TwoRings* rings_ = nullptr;
};

class SharedMemoryChannel final : public Channel {
 public:
  SharedMemoryChannel(std::shared_ptr<SharedRings> shared, Ring& out, Ring& in)
      : shared_(std::move(shared)), out_(out), in_(in) {}
  ~SharedMemoryChannel() override {
    // Both processes hold both ends after a fork: only the one that used an end closes it.
    if (!used_) return;
    out_.closed.store(1);
    in_.closed.store(1);
  }
  void send(const void* data, std::size_t bytes) override {
    used_ = true;
    const char* from = static_cast<const char*>(data);
    std::uint64_t written = out_.written.load(std::memory_order_relaxed);
    while (bytes > 0) {
      const std::size_t room = wait(out_, [&] {
        return Ring::kRoom - (written - out_.read.load(std::memory_order_acquire));
      });
      const std::size_t at = written % Ring::kRoom;
      const std::size_t piece = std::min({bytes, room, Ring::kRoom - at, kPiece});
      std::memcpy(out_.bytes + at, from, piece);
      written += piece;
      out_.written.store(written, std::memory_order_release);
      from += piece;
      bytes -= piece;
    }
  }
  void receive(void* data, std::size_t bytes) override {
    used_ = true;
    char* to = static_cast<char*>(data);
    std::uint64_t read = in_.read.load(std::memory_order_relaxed);
    while (bytes > 0) {
      const std::size_t there =
          wait(in_, [&] { return in_.written.load(std::memory_order_acquire) - read; });
      const std::size_t at = read % Ring::kRoom;
      const std::size_t piece = std::min({bytes, there, Ring::kRoom - at, kPiece});
      std::memcpy(to, in_.bytes + at, piece);
      read += piece;
      in_.read.store(read, std::memory_order_release);
      to += piece;
      bytes -= piece;
    }
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{64} << 10;

  /// Spins, then yields, until `amount` is not 0.
  template <class Amount>
  std::size_t wait(const Ring& ring, const Amount& amount) const {
    for (std::uint32_t tries = 1;; ++tries) {
      if (const auto n = static_cast<std::size_t>(amount()); n > 0) return n;
      if (tries % 4096 == 0) {
        if (ring.closed.load() != 0) throw Lost("shared-memory: the other process is gone");
        if (stop_signal() != 0) throw Failure("stopped by a signal");
        sched_yield();
      }
    }
  }

  std::shared_ptr<SharedRings> shared_;
  Ring& out_;
  Ring& in_;
  bool used_ = false;
};

}  // namespace

ChannelPair shared_memory_pair() {
  auto shared = std::make_shared<SharedRings>();
  TwoRings& rings = shared->rings();
  return {std::make_unique<SharedMemoryChannel>(shared, rings.there, rings.back),
          std::make_unique<SharedMemoryChannel>(shared, rings.back, rings.there)};
}

}  // namespace gpuscape::bench
