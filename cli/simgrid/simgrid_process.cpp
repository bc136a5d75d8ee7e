#include "cli/simgrid/simgrid_process.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/process/stop_signals.hpp"
#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/run/transfers/gpus_in_turn.hpp"
#include "sim/run/transfers/transfer_exchange.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kHint = "  hint: gpuscape-simgrid belongs beside gpuscape";

const char* model_name(SimGridTransferModel model) {
  return model == SimGridTransferModel::cm02 ? "cm02" : "lv08";
}

/// True where the child said that its answer is complete.
bool read_dates(std::FILE* output, const std::vector<std::int64_t>& lanes,
                std::vector<TransferDates>& dates) {
  std::array<char, 128> line{};
  while (std::fgets(line.data(), line.size(), output) != nullptr) {
    std::size_t row = 0;
    TransferDates read;
    if (!read_dates_line(line.data(), row, read)) return std::string_view(line.data()) == kDatesEnd;
    ensure(row < dates.size(), "both processes have the same transfers");
    read.ended = lanes[row];
    dates[row] = read;
  }
  return false;
}

std::unique_ptr<ChildProcess> start_child(SimGridTransferModel model, std::string transfers) {
  try {
    return std::make_unique<ChildProcess>(
        ChildCommand{.words = {simgrid_program(), kSimGridChild, model_name(model)},
                     .input = std::move(transfers)});
  } catch (const RunError& error) {
    throw RunError(fmt::format("{}\n{}", error.what(), kHint));
  }
}

/// A file in memory takes the place of a standard input that is used up.
void put_on_standard_input(std::string_view text) {
  const int file = memfd_create("scenario", 0);
  bool done = file >= 0;
  while (done && !text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    done = written > 0;
    if (done) text.remove_prefix(static_cast<std::size_t>(written));
  }
  done = done && lseek(file, 0, SEEK_SET) == 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO;
  const int why = errno;
  if (file >= 0 && file != STDIN_FILENO) close(file);
  if (!done)
    throw RunError(fmt::format("cannot hand standard input on to gpuscape-simgrid: {}",
                               std::generic_category().message(why)));
}

}  // namespace

std::string built_with_simgrid() { return GPUSCAPE_SIMGRID_VERSION; }

std::string simgrid_program() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / "gpuscape-simgrid").string();
}

void become_simgrid_program(const std::vector<std::string>& words,
                            const std::optional<std::string>& input) {
  if (input) put_on_standard_input(*input);
  const std::string program = simgrid_program();
  std::vector<std::string> all = words;
  all.insert(all.begin(), "gpuscape");
  std::vector<char*> arguments;
  arguments.reserve(all.size() + 1);
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const HeldStopSignals held;
  execv(program.c_str(), arguments.data());
  throw RunError(fmt::format("cannot start {}: {}\n{}; --loop native gives the same results",
                             program, std::generic_category().message(errno), kHint));
}

TransferResult transfers_on_simgrid(const CheckedScenario& scenario, SimGridTransferModel model,
                                    const std::stop_token& stop) {
  const std::optional<TransferPlan> in_turn = plan_in_turn(scenario, stop);
  const TransferPlan& plan = in_turn ? *in_turn : scenario.plan;
  const std::vector<std::int64_t> lanes = lanes_by_row(plan);
  std::vector<TransferDates> dates(lanes.size());
  const auto child =
      start_child(model, transfers_text(plan, links_of(plan, scenario.cluster->graph())));
  bool complete = false;
  {
    const std::stop_callback ends_it(stop, [&child] { child->terminate(); });
    complete = read_dates(child->output(), lanes, dates);
  }
  const bool well = child->wait() == 0;
  if (!stop.stop_requested() && (!well || !complete))
    throw RunError("SimGrid's process failed before its transfers had ended");
  return transfer_result(scenario, dates);
}

int run_as_simgrid_child(const std::vector<std::string>& words, const SimGridEngine& engine,
                         std::istream& in, std::ostream& out) {
  ensure(words.size() == 2, "the parent gives all words");
  return engine.run_transfers(
      words[1] == "cm02" ? SimGridTransferModel::cm02 : SimGridTransferModel::lv08, in, out);
}

}  // namespace gpuscape
