#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>

#include "composite/composites.hpp"
#include "core/crew.hpp"
#include "core/machine.hpp"
#include "storage/block_queue.hpp"
#include "storage/scratch_file.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

struct Readers {
  int count = 2;
  int depth = 1;
  std::vector<std::size_t> blocks = {4096};  ///< of reader i: blocks[i % size]
};

/// Every reader reads the same number of bytes; an operation is one round of them all.
class ManyReaders final : public Probe {
 public:
  ManyReaders(std::shared_ptr<SharedFile> file, Readers readers)
      : file_(std::move(file)), readers_(std::move(readers)) {
    file_->get();  // before threads ask for it
    for (int r = 0; r < readers_.count; ++r)
      queues_.push_back(make_block_queue(block_of(r), readers_.depth));
  }
  static constexpr std::size_t kBytesEach = std::size_t{4} << 20;
  double run(std::int64_t operations) override {
    Crew readers(queues_.size(), [&](std::size_t reader) {
      queues_[reader]->run(plan_of(static_cast<int>(reader), operations));
    });
    const auto begin = Clock::now();
    readers.run();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

 private:
  [[nodiscard]] std::size_t block_of(int reader) const {
    return readers_.blocks[static_cast<std::size_t>(reader) % readers_.blocks.size()];
  }
  [[nodiscard]] BlockPlan plan_of(int reader, std::int64_t operations) {
    BlockPlan plan;
    plan.file = file_->get().number();
    plan.block = block_of(reader);
    plan.depth = readers_.depth;
    std::mt19937_64 draw(static_cast<std::uint64_t>(reader) + 100 * ++round_);
    const auto blocks = file_->get().bytes() / static_cast<std::int64_t>(plan.block);
    std::uniform_int_distribution<std::int64_t> block(0, blocks - 1);
    const std::size_t count = kBytesEach / plan.block * static_cast<std::size_t>(operations);
    for (std::size_t i = 0; i < count; ++i)
      plan.offsets.push_back(block(draw) * static_cast<std::int64_t>(plan.block));
    return plan;
  }

  std::shared_ptr<SharedFile> file_;
  Readers readers_;
  std::vector<std::unique_ptr<BlockQueue>> queues_;
  std::atomic<std::uint64_t> round_{0};
};

Measure readers_measure(const std::shared_ptr<SharedFile>& file, const Readers& readers) {
  std::string blocks;
  for (const std::size_t block : readers.blocks)
    blocks += (blocks.empty() ? "" : ",") + std::to_string(block);
  Measure measure = composite("many-readers", 20e-3);
  measure.facts.path = "dir";
  measure.facts.direction = "read";
  measure.facts.bytes = static_cast<double>(ManyReaders::kBytesEach) * readers.count;
  measure.facts.streams = readers.count;
  measure.facts.depth = readers.depth;
  measure.facts.more["blocks"] = blocks;
  measure.facts.more["bytes_each"] = std::to_string(ManyReaders::kBytesEach);
  measure.facts.more["engine"] = block_engine();
  measure.disk_bytes = static_cast<double>(file->bytes());
  measure.prepare = [file, readers] { return std::make_unique<ManyReaders>(file, readers); };
  return measure;
}

}  // namespace

std::vector<Measure> reader_composites(const Options& options) {
  if (options.dir.empty() || options.max_bytes < (std::int64_t{256} << 20)) return {};
  const int readers = std::min<int>(4, static_cast<int>(allowed_cpus().size()));
  const auto file = shared_file(options.dir, std::int64_t{256} << 20);
  return {readers_measure(file, {readers, 1, {4096}}), readers_measure(file, {readers, 4, {4096}}),
          readers_measure(file, {readers, 4, {65536, 1 << 20}})};
}

}  // namespace gpuscape::bench
