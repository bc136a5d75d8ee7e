#include "cli/commands/sweep/shard.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "cli/command.hpp"

namespace gpuscape {

void take_shard(const std::string& shard, const std::string& runs, SweepOptions& options) {
  if (shard.empty()) return;
  const std::size_t slash = shard.find('/');
  const auto number = [](std::string_view text) -> std::int64_t {
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : -1;
  };
  if (slash != std::string::npos) {
    options.shard = number(std::string_view(shard).substr(0, slash));
    options.shards = number(std::string_view(shard).substr(slash + 1));
  }
  if (slash == std::string::npos || options.shard < 0 || options.shards < 1 ||
      options.shard >= options.shards)
    throw UsageError{.message = fmt::format("--shard {} does not name a part of the sweep", shard),
                     .hint = "for example --shard 0/4, 1/4, 2/4 and 3/4"};
  if (runs.empty())
    throw UsageError{
        .message = "a part of a sweep without --runs would be lost",
        .hint = fmt::format("for example --shard {} --runs part-{}", shard, options.shard)};
}

}  // namespace gpuscape
