#include "cli/slurm/slurm_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <sstream>
#include <string_view>

#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

struct Answer {
  int status = 0;
  std::string text = {};
};

std::unique_ptr<ChildProcess> start(const std::vector<std::string>& words) {
  try {
    return std::make_unique<ChildProcess>(
        ChildCommand{.words = words, .output = ChildCommand::Output::all_to_us});
  } catch (const RunError& error) {
    throw RunError(
        fmt::format("{}\n  hint: --slurm needs Slurm's sbatch and squeue in PATH; without --slurm "
                    "designs run on the threads of this machine",
                    error.what()));
  }
}

Answer ask(const std::vector<std::string>& words) {
  const std::unique_ptr<ChildProcess> child = start(words);
  Answer answer;
  std::array<char, 4096> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), child->output()))
    answer.text.append(block.data(), count);
  answer.status = child->wait();
  return answer;
}

/// What a program says, on one line.
std::string said(const Answer& answer) {
  std::string text = answer.text;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  constexpr std::size_t kMost = 300;
  return text.empty() ? fmt::format("it ended with {}", answer.status) : excerpt(text, kMost);
}

std::vector<std::string> on_cluster(std::vector<std::string> words, const SlurmArray& array) {
  if (!array.cluster.empty()) {
    words.emplace_back("-M");
    words.push_back(array.cluster);
  }
  return words;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "17" or "17;cluster", among what sbatch may warn of.
bool take_number(const std::string& text, SlurmArray& array) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t semicolon = line.find(';');
    if (!is_number(std::string_view(line).substr(0, semicolon))) continue;
    array.job = line.substr(0, semicolon);
    if (semicolon != std::string::npos) array.cluster = line.substr(semicolon + 1);
    return true;
  }
  return false;
}

}  // namespace

std::string new_array_name() {
  std::random_device device;
  return fmt::format("gpuscape-{:08x}{:08x}", device(), device());
}

SlurmArray submit(const SlurmSubmission& submission) {
  std::vector<std::string> words{"sbatch", "--requeue", "--output", submission.output};
  words.insert(words.end(), submission.arguments.begin(), submission.arguments.end());
  // The last word on an option counts.
  for (const std::string& word :
       {std::string("--parsable"), fmt::format("--array={}", submission.ranges),
        fmt::format("--job-name={}", submission.name),
        fmt::format("--chdir={}", std::filesystem::current_path().string()), submission.script})
    words.push_back(word);
  words.insert(words.end(), submission.words.begin(), submission.words.end());
  const Answer answer = ask(words);
  SlurmArray array{.name = submission.name};
  if (answer.status != 0 || !take_number(answer.text, array))
    throw RunError(
        fmt::format("sbatch did not accept the tasks: {}\n  hint: what had ended is kept; the same "
                    "command goes on from there",
                    said(answer)));
  return array;
}

SlurmTasks tasks_of(const SlurmArray& array) {
  const Answer answer =
      ask(on_cluster({"squeue", "-h", "-r", "-t", "all", "-n", array.name, "-o", "%F %T"}, array));
  SlurmTasks tasks;
  if (answer.status != 0) {
    tasks.fault = said(answer);
    return tasks;
  }
  constexpr std::array<std::string_view, 10> kEnded{
      "BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED",
      "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT"};
  std::istringstream lines(answer.text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos || !is_number(std::string_view(line).substr(0, blank))) continue;
    tasks.job = line.substr(0, blank);
    const std::string state = line.substr(blank + 1);
    if (state == "CANCELLED") ++tasks.cancelled;
    if (std::ranges::find(kEnded, state) == kEnded.end()) ++tasks.waiting;
  }
  return tasks;
}

std::string cancel(const SlurmArray& array) {
  const Answer answer = ask(on_cluster({"scancel", array.job}, array));
  return answer.status == 0 ? "" : said(answer);
}

unsigned slurm_processors() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here sets a variable
  const char* value = std::getenv("SLURM_CPUS_ON_NODE");
  const std::string_view text = value == nullptr ? "" : value;
  unsigned count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() ? std::max(1U, count) : 1U;
}

}  // namespace gpuscape
