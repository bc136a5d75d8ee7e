#pragma once
/// Reads and writes of blocks with several in flight: by io_uring where the system has it, else by
/// a thread each.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpuscape::bench {

struct BlockPlan {
  int file = -1;
  std::size_t block = 4096;
  int depth = 1;
  bool write = false;
  /// Where each operation goes, in bytes; a multiple of the block.
  std::vector<std::int64_t> offsets = {};
};

class BlockQueue {
 public:
  BlockQueue() = default;
  BlockQueue(const BlockQueue&) = delete;
  BlockQueue& operator=(const BlockQueue&) = delete;
  BlockQueue(BlockQueue&&) = delete;
  BlockQueue& operator=(BlockQueue&&) = delete;
  virtual ~BlockQueue() = default;
  /// Does all of the plan; throws Failure when the system refuses one.
  virtual void run(const BlockPlan& plan) = 0;
};

/// "io_uring" or "threads": what make_block_queue gives.
std::string block_engine();
std::unique_ptr<BlockQueue> make_block_queue(std::size_t block, int depth);

/// By threads, also where there is io_uring.
std::unique_ptr<BlockQueue> make_threaded_queue(std::size_t block, int depth);

}  // namespace gpuscape::bench
