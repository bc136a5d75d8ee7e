#include "sim/sweep/run_key.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <set>
#include <system_error>

#include "sim/base/digest/sha256.hpp"
#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

std::string digest_of(const std::string& path) {
  const InputFile file(path);
  if (file.descriptor() < 0 || !file.fault().empty()) return "missing";
  Sha256 sum;
  std::array<char, 65536> block{};
  for (;;) {
    const ssize_t count = read(file.descriptor(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw RunError(
          fmt::format("cannot read {}: {}", path, std::generic_category().message(errno)));
    if (count == 0) return sum.hex();
    sum.add(std::string_view(block.data(), static_cast<std::size_t>(count)));
  }
}

}  // namespace

std::string FileDigests::of(const std::string& file) {
  const InputStamp stamp = InputStamp::of(file);
  const std::scoped_lock lock(mutex_);
  Known& known = known_[file];
  if (known.digest.empty() || !(known.stamp == stamp)) known = {stamp, digest_of(file)};
  return known.digest;
}

std::string run_key(const ScenarioSpec& design, const std::vector<std::string>& files,
                    std::string_view version, FileDigests& digests) {
  std::set<std::string> all(files.begin(), files.end());
  for (const StreamSpec& stream : design.streams)
    if (stream.trace) all.insert(stream.trace->file);
  // Not the files' names: a run stays what it is where a folder is moved.
  std::multiset<std::string> sums;
  for (const std::string& file : all) sums.insert(digests.of(file));
  Sha256 key;
  key.add(fmt::format("gpuscape run 1\n{}\n", version));
  key.add(write_json(design.resolved, -1));
  for (const std::string& sum : sums) key.add("\n" + sum);
  return key.hex();
}

std::string text_key(std::string_view text) {
  Sha256 key;
  key.add(text);
  return key.hex();
}

}  // namespace gpuscape
