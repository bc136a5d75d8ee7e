#include "cli/slurm/unfinished.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <iostream>

#include "cli/terminal/terminal.hpp"

namespace gpuscape {

std::string stopped(const SlurmArray& array, std::ostream& err) {
  if (is_terminal(STDIN_FILENO) && is_terminal(STDERR_FILENO)) {
    err << fmt::format("\ngpuscape: the tasks of Slurm's job {} go on; cancel them? [y/N] ",
                       array.job);
    err.flush();
    constexpr int kMilliseconds = 30'000;
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    std::string answer;
    if (poll(&input, 1, kMilliseconds) > 0) std::getline(std::cin, answer);
    if (answer == "y" || answer == "Y" || answer == "yes") {
      const std::string fault = cancel(array);
      return fault.empty() ? fmt::format("job {} is cancelled; the same command goes on from there",
                                         array.job)
                           : fmt::format("scancel {}: {}", array.job, fault);
    }
  }
  return fmt::format(
      "the tasks of Slurm's job {} go on: the same command follows them, scancel {} ends them",
      array.job, array.job);
}

std::string without_run(const std::vector<std::int64_t>& designs, const DesignSpace& space) {
  constexpr std::size_t kMostNamed = 5;
  std::string text;
  for (const std::int64_t design : designs) {
    if (text.empty()) {
      text = fmt::format("{} of {} designs have no run: ", designs.size(), space.size());
    } else {
      text += "; ";
    }
    if (&design - designs.data() == kMostNamed) return text + "…";
    std::string labels;
    for (const auto& [axis, value] : space.labels(design))
      labels += fmt::format("{}{} {}", labels.empty() ? "" : ", ", axis, value);
    text += labels;
  }
  return text;
}

}  // namespace gpuscape
