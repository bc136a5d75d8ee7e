/// Draws whole scenarios and holds what the program answers against invariants and relations;
/// scripts/scramble.sh.

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/scramble/worker.hpp"

namespace gpuscape::scramble {
namespace {

constexpr const char* kUsage =
    R"(usage: gpuscape_scramble N SEED [--from DRAW] [--keep FOLDER] [--limit SECONDS] [--no-shrink] [--print]
Draws N scenarios from the seed, beginning with number DRAW (1), and exits with 1 where one fails.
A failing one is written to FOLDER (./scrambled) as drawn and shrunk.
  --print   writes the N scenarios into FOLDER and tries none
)";

struct Options {
  std::uint64_t draws = 0, seed = 0, from = 1;
  std::filesystem::path keep = "scrambled";
  int limit = 30;
  bool shrink = true, print = false;
};

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) throw std::invalid_argument(text);
  return value;
}

Options read_options(const std::vector<std::string>& words) {
  Options options;
  options.draws = number(words.at(0));
  options.seed = number(words.at(1));
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "--no-shrink")
      options.shrink = false;
    else if (words[i] == "--print")
      options.print = true;
    else if (words[i] == "--from")
      options.from = number(words.at(++i));
    else if (words[i] == "--keep")
      options.keep = words.at(++i);
    else if (words[i] == "--limit")
      options.limit = static_cast<int>(number(words.at(++i)));
    else
      throw std::invalid_argument(words[i]);
  }
  return options;
}

struct Count {
  std::uint64_t refused = 0, ran = 0, failed = 0;
};

void report(const Options& options, std::uint64_t draw, const Drawn& drawn, const Bench& bench,
            const Verdict& verdict) {
  const std::filesystem::path folder = options.keep / fmt::format("{}-{}", options.seed, draw);
  write_drawn(drawn, folder / "drawn");
  for (const Fault& fault : verdict.faults)
    fmt::print("FAILED seed {} draw {}: {}: {}\n", options.seed, draw, fault.check, fault.what);
  if (options.shrink) {
    const Fault& first = verdict.faults.front();
    write_drawn(shrunk(drawn, bench, first, options.limit), folder / "shrunk");
  }
  fmt::print("  written to {}\n", folder.string());
  std::fflush(stdout);
}

int scramble(const Options& options) {
  const Stock stock;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("gpuscape-scramble-{}", getpid());
  Count count;
  for (std::uint64_t draw = options.from; draw < options.from + options.draws; ++draw) {
    Dice dice(options.seed, draw);
    const Drawn drawn = draw_scenario(stock, dice);
    if (options.print) {
      write_drawn(drawn, options.keep / fmt::format("{}-{}", options.seed, draw));
      continue;
    }
    const Bench bench{.folder = folder, .dice = dice};
    const Verdict verdict = try_in_child(drawn, bench, options.limit);
    ++(verdict.refused ? count.refused : count.ran);
    if (verdict.faults.empty()) continue;
    ++count.failed;
    report(options, draw, drawn, bench, verdict);
  }
  std::filesystem::remove_all(folder);
  fmt::print("{} draws, {} refused by check, {} ran, {} failed\n", options.draws, count.refused,
             count.ran, count.failed);
  return count.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gpuscape::scramble

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return gpuscape::scramble::scramble(gpuscape::scramble::read_options({argv + 1, argv + argc}));
  } catch (const std::logic_error&) {
    std::fputs(gpuscape::scramble::kUsage, stderr);
    return 2;
  }
}
