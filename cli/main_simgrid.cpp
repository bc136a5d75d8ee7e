#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/process/memory_limit.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/program.hpp"
#include "cli/simgrid/transfer_simgrid.hpp"
#include "sim/engine/simgrid_host.hpp"

namespace {

int run_transfers(gpuscape::SimGridTransferModel model, std::istream& in, std::ostream& out) {
  const gpuscape::TransferTask task = gpuscape::read_transfers(in);
  const gpuscape::SimGridOptions options{.model = model == gpuscape::SimGridTransferModel::cm02
                                                      ? gpuscape::SimGridModel::cm02
                                                      : gpuscape::SimGridModel::lv08,
                                         .precision = gpuscape::Seconds(1e-12)};
  gpuscape::run_transfers_on_simgrid(task, options,
                                     [&out](std::size_t row, const gpuscape::TransferDates& dates) {
                                       out << gpuscape::dates_line(row, dates) << std::flush;
                                     });
  out << gpuscape::kDatesEnd << std::flush;
  // SimGrid's globals do not outlive each other in any order.
  _exit(gpuscape::kDone);
}

}  // namespace

int main(int argc, char** argv) {
  // Of a child, whoever started it answers.
  if (argc < 2 || std::string_view(argv[1]) != gpuscape::kSimGridChild)
    gpuscape::answer_stop_signals();
  // A limit on the size of files is a write that fails, not an end without a word.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  gpuscape::limit_memory();
  const gpuscape::SimGridEngine engine{.run_loop = gpuscape::run_on_simgrid,
                                       .run_transfers = run_transfers};
  return gpuscape::program(words, std::cout, std::cerr, &engine);
}
