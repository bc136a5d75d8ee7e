/// Blocks of one file in --dir, past the page cache (O_DIRECT): one after the other and at random,
/// by size and by how many are in flight.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

#include "core/families.hpp"
#include "core/session.hpp"
#include "storage/block_queue.hpp"
#include "storage/scratch_file.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// What to do with blocks, and how many at a time.
struct Pattern {
  bool random = false;
  bool write = false;
  std::size_t block = 4096;
  int depth = 1;
};

class Blocks final : public Probe {
 public:
  Blocks(std::shared_ptr<SharedFile> file, const Pattern& pattern)
      : file_(std::move(file)),
        pattern_(pattern),
        blocks_(file_->get().bytes() / static_cast<std::int64_t>(pattern.block)),
        queue_(make_block_queue(pattern.block, pattern.depth)) {
    plan_.file = file_->get().number();
    plan_.block = pattern.block;
    plan_.depth = pattern.depth;
    plan_.write = pattern.write;
  }
  double run(std::int64_t operations) override {
    plan_.offsets.resize(static_cast<std::size_t>(operations));
    for (std::int64_t& offset : plan_.offsets)
      offset = next_block() * static_cast<std::int64_t>(pattern_.block);
    const auto begin = Clock::now();
    queue_->run(plan_);
    if (pattern_.write && fdatasync(plan_.file) != 0) throw Failure("storage: fdatasync refused");
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

 private:
  std::int64_t next_block() {
    if (pattern_.random) return std::uniform_int_distribution<std::int64_t>(0, blocks_ - 1)(draw_);
    at_ = (at_ + 1) % blocks_;
    return at_;
  }

  std::shared_ptr<SharedFile> file_;
  Pattern pattern_;
  std::int64_t blocks_;
  std::unique_ptr<BlockQueue> queue_;
  BlockPlan plan_;
  std::mt19937_64 draw_{1};
  std::int64_t at_ = 0;
};

Measure block_measure(const std::shared_ptr<SharedFile>& file, const Pattern& pattern,
                      const std::vector<std::string>& marks) {
  Measure measure;
  measure.facts.family = "storage";
  measure.facts.operation = pattern.random ? "random" : "sequential";
  measure.facts.path = "dir";
  measure.facts.direction = pattern.write ? "write" : "read";
  measure.facts.bytes = static_cast<double>(pattern.block);
  measure.facts.depth = pattern.depth;
  measure.facts.more["engine"] = block_engine();
  measure.marks = marks;
  measure.expected_seconds =
      100e-6 / static_cast<double>(pattern.depth) + measure.facts.bytes / 2e9;
  measure.batch = std::max<std::int64_t>(pattern.depth * 8L, 1);
  if (pattern.block >= (1U << 20)) measure.batch = std::max(pattern.depth * 2, 8);
  measure.disk_bytes = static_cast<double>(file->bytes());
  measure.prepare = [file, pattern] { return std::make_unique<Blocks>(file, pattern); };
  return measure;
}

std::vector<Pattern> patterns(const Options& options) {
  std::vector<Pattern> patterns;
  const std::size_t step = options.quick ? 16 : 4;
  for (const bool write : {false, true})
    for (const bool random : {true, false})
      for (std::size_t block = 4096; block <= (std::size_t{4} << 20); block *= step)
        for (int depth = 1; depth <= (options.quick ? 16 : 64); depth *= options.quick ? 16 : 4)
          patterns.push_back({random, write, block, depth});
  return patterns;
}

std::int64_t file_size(const Options& options) {
  const std::int64_t wanted = options.quick ? std::int64_t{256} << 20 : std::int64_t{4} << 30;
  const std::int64_t piece = std::int64_t{4} << 20;
  return std::max(piece, std::min(wanted, options.max_bytes) / piece * piece);
}

/// What makes the file less than a disk.
std::vector<std::string> marks_of(const Options& options, Offer& offer) {
  const std::string& folder = options.dir;
  std::vector<std::string> marks;
  if (file_system_of(folder) == "tmpfs") {
    marks.emplace_back("tmpfs: memory, no disk");
    offer.absent.push_back(std::string("storage: --dir") +
                           " is a tmpfs: what is measured is memory, and marked; name a folder on "
                           "the disk");
  }
  if (options.list || options.plan) return marks;  // these make no file, not even an empty one
  bool direct = true;
  try {
    direct = ScratchFile(folder, 0).direct();
  } catch (const Failure&) {  // said when it is measured
  }
  if (!direct) {
    marks.emplace_back("no O_DIRECT: page cache");
    offer.absent.push_back(std::string("storage: the file system of --dir") +
                           " refuses O_DIRECT: the page cache is measured too, and marked");
  }
  return marks;
}

}  // namespace

Offer offer_storage(const Options& options) {
  Offer offer;
  if (options.dir.empty()) {
    offer.absent.emplace_back("storage: not measured; --dir FOLDER names where its one file goes");
    return offer;
  }
  if (access(options.dir.c_str(), W_OK) != 0)
    throw UsageFault{"--dir " + options.dir + ": it is not there or cannot be written to"};
  const std::int64_t bytes = file_size(options);
  if (bytes > options.max_bytes) throw UsageFault{"--max-bytes: storage needs 4 MiB at least"};
  if (static_cast<double>(bytes) > 0.9 * free_bytes(options.dir))
    throw UsageFault{"--dir " + options.dir + " has room for " +
                     size_text(free_bytes(options.dir)) + ", and the file takes " +
                     size_text(static_cast<double>(bytes)) + "; give --max-bytes less"};
  DeviceFacts device{"dir", "disk", {}};
  device.properties["file_system"] = file_system_of(options.dir);
  device.properties["file_bytes"] = std::to_string(bytes);
  offer.devices.push_back(device);
  const auto file = shared_file(options.dir, bytes);
  const std::vector<std::string> marks = marks_of(options, offer);
  for (const Pattern& pattern : patterns(options))
    offer.measures.push_back(block_measure(file, pattern, marks));
  return offer;
}

}  // namespace gpuscape::bench
