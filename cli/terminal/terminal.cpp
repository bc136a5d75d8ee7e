#include "cli/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace gpuscape {

namespace {

std::string_view variable(const char* name) {
  const char* value =
      std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets a variable
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool wants_colour(int descriptor) {
  return is_terminal(descriptor) && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::size_t terminal_columns(int descriptor) {
  constexpr std::size_t kElsewhere = 120;
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kElsewhere;
}

}  // namespace gpuscape
