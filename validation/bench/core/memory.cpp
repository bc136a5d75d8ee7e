#include "core/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/machine.hpp"
#include "core/measure.hpp"
#include "core/session.hpp"

namespace gpuscape::bench {

namespace {

double given = -1.0;

/// "max" is none.
double number_in(const std::string& file, double otherwise) {
  const std::string line = first_line(file);
  char* end = nullptr;
  const double value = std::strtod(line.c_str(), &end);
  return end == line.c_str() ? otherwise : value;
}

double memory_of_machine() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    double kib = 0.0;
    if (words >> name >> kib && name == "MemAvailable:") return kib * 1024.0;
  }
  return static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::string all_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

double left_in_groups(const std::string& root, const std::string& text) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double left = kNone;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("0::", 0) != 0) continue;
    for (std::string group = line.substr(3);; group.resize(group.rfind('/'))) {
      const std::string folder = root + group;
      left = std::min(left, number_in(folder + "/memory.max", kNone) -
                                number_in(folder + "/memory.current", 0.0));
      if (group.find('/') == std::string::npos) break;
    }
  }
  return std::max(left, 0.0);
}

double available_memory() {
  if (given >= 0.0) return given;
  return std::min(memory_of_machine(),
                  left_in_groups("/sys/fs/cgroup", all_of("/proc/self/cgroup")));
}

void need_memory(double bytes) {
  const double there = available_memory();
  if (bytes <= 0.8 * there) return;
  throw Failure("measure failed: it takes " + size_text(bytes) +
                " of memory, more than 80 % of the " + size_text(there) +
                " that is available; leave it out by --filter, or give more");
}

void give_memory(double bytes) { given = bytes; }

}  // namespace gpuscape::bench
