#include <cerrno>
#include <cstring>

#include "core/stop.hpp"
#include "storage/aligned_blocks.hpp"
#include "storage/block_queue.hpp"

#ifdef GPUSCAPE_BENCH_URING
#include <liburing.h>
#endif

namespace gpuscape::bench {

#ifdef GPUSCAPE_BENCH_URING

namespace {

class UringQueue final : public BlockQueue {
 public:
  UringQueue(std::size_t block, int depth) : blocks_(block, depth) {
    const int fault = io_uring_queue_init(static_cast<unsigned>(depth), &ring_, 0);
    if (fault != 0) throw Failure(std::string("storage: io_uring: ") + std::strerror(-fault));
  }
  UringQueue(const UringQueue&) = delete;
  UringQueue& operator=(const UringQueue&) = delete;
  UringQueue(UringQueue&&) = delete;
  UringQueue& operator=(UringQueue&&) = delete;
  ~UringQueue() override { io_uring_queue_exit(&ring_); }

  void run(const BlockPlan& plan) override {
    std::size_t next = 0;
    int flying = 0;
    for (; flying < plan.depth && next < plan.offsets.size(); ++flying)
      submit(plan, plan.offsets[next++], flying);
    const char* fault = nullptr;
    while (flying > 0) {
      io_uring_cqe* done = nullptr;
      const int waited = io_uring_wait_cqe(&ring_, &done);
      if (waited == -EINTR) continue;
      if (waited != 0) throw Lost(std::string("storage: io_uring: ") + std::strerror(-waited));
      const int slot = static_cast<int>(done->user_data);
      if (done->res != static_cast<int>(plan.block))
        fault = std::strerror(done->res < 0 ? -done->res : EIO);
      io_uring_cqe_seen(&ring_, done);
      --flying;
      if (fault == nullptr && stop_signal() == 0 && next < plan.offsets.size()) {
        submit(plan, plan.offsets[next++], slot);
        ++flying;
      }
    }
    if (fault != nullptr) throw Failure(std::string("storage: ") + fault);
  }

 private:
  void submit(const BlockPlan& plan, std::int64_t offset, int slot) {
    io_uring_sqe* entry = io_uring_get_sqe(&ring_);
    const auto bytes = static_cast<unsigned>(plan.block);
    const auto at = static_cast<__u64>(offset);
    if (plan.write)
      io_uring_prep_write(entry, plan.file, blocks_.at(slot), bytes, at);
    else
      io_uring_prep_read(entry, plan.file, blocks_.at(slot), bytes, at);
    entry->user_data = static_cast<__u64>(slot);
    const int fault = io_uring_submit(&ring_);
    if (fault < 0) throw Lost(std::string("storage: io_uring: ") + std::strerror(-fault));
  }

  AlignedBlocks blocks_;
  io_uring ring_{};
};

bool works() {
  io_uring ring{};
  if (io_uring_queue_init(1, &ring, 0) != 0) return false;
  io_uring_queue_exit(&ring);
  return true;
}

}  // namespace

std::string block_engine() {
  static const bool uring = works();
  return uring ? "io_uring" : "threads";
}

std::unique_ptr<BlockQueue> make_block_queue(std::size_t block, int depth) {
  if (block_engine() == "threads") return make_threaded_queue(block, depth);
  return std::make_unique<UringQueue>(block, depth);
}

#else

std::string block_engine() { return "threads"; }

std::unique_ptr<BlockQueue> make_block_queue(std::size_t block, int depth) {
  return make_threaded_queue(block, depth);
}

#endif

}  // namespace gpuscape::bench
