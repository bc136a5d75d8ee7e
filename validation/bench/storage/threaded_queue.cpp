#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/crew.hpp"
#include "core/measure.hpp"
#include "core/stop.hpp"
#include "storage/aligned_blocks.hpp"
#include "storage/block_queue.hpp"

namespace gpuscape::bench {

namespace {

class ThreadedQueue final : public BlockQueue {
 public:
  ThreadedQueue(std::size_t block, int depth) : blocks_(block, depth) {}
  void run(const BlockPlan& plan) override {
    std::atomic<std::size_t> next{0};
    std::atomic<int> fault{0};
    const auto work = [&](std::size_t worker) {
      for (std::size_t i = next++; i < plan.offsets.size() && fault == 0; i = next++) {
        void* data = blocks_.at(static_cast<int>(worker));
        const ssize_t n = plan.write ? pwrite(plan.file, data, plan.block, plan.offsets[i])
                                     : pread(plan.file, data, plan.block, plan.offsets[i]);
        if (n != static_cast<ssize_t>(plan.block)) fault = n < 0 ? errno : EIO;
        if (stop_signal() != 0) fault = EINTR;
      }
    };
    Crew(static_cast<std::size_t>(plan.depth), work).run();
    if (fault != 0) throw Failure(std::string("storage: ") + std::strerror(fault));
  }

 private:
  AlignedBlocks blocks_;
};

}  // namespace

std::unique_ptr<BlockQueue> make_threaded_queue(std::size_t block, int depth) {
  return std::make_unique<ThreadedQueue>(block, depth);
}

}  // namespace gpuscape::bench
