#include "core/busy.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <sstream>
#include <thread>

#include "core/machine.hpp"

namespace gpuscape::bench {

namespace {

constexpr double kQuiet = 0.5;  // of one CPU: what a system does by itself
constexpr std::chrono::milliseconds kLook{300};

std::string one_decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

/// "0.10 0.20 0.30" of "0.10 0.20 0.30 1/200 4711".
std::string three_words(const std::string& line) {
  std::istringstream words(line);
  std::string text;
  std::string word;
  for (int i = 0; i < 3 && words >> word; ++i) text += (i == 0 ? "" : " ") + word;
  return text;
}

}  // namespace

std::optional<CpuTicks> cpu_ticks(const std::string& line) {
  std::istringstream words(line);
  std::string name;
  words >> name;
  if (name != "cpu") return {};
  // user nice system idle iowait irq softirq steal; guests are counted in user and nice.
  std::array<double, 8> ticks{};
  std::size_t read = 0;
  while (read < ticks.size() && words >> ticks[read]) ++read;
  if (read < 4) return {};
  CpuTicks sum;
  for (std::size_t i = 0; i < read; ++i) {
    sum.all += ticks[i];
    if (i != 3 && i != 4) sum.busy += ticks[i];
  }
  return sum;
}

MachineLoad load_between(const CpuTicks& before, const CpuTicks& after, double all) {
  MachineLoad load;
  load.cpus = all;
  const double ticks = after.all - before.all;
  if (ticks > 0.0) load.cpus_busy = all * (after.busy - before.busy) / ticks;
  return load;
}

std::optional<MachineLoad> machine_load() {
  const auto before = cpu_ticks(first_line("/proc/stat"));
  if (!before) return {};
  std::this_thread::sleep_for(kLook);
  const auto after = cpu_ticks(first_line("/proc/stat"));
  if (!after) return {};
  MachineLoad load =
      load_between(*before, *after, static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)));
  load.load_average = three_words(first_line("/proc/loadavg"));
  return load;
}

std::string busy_warning(const MachineLoad& load) {
  if (load.cpus_busy <= kQuiet) return {};
  return "warning: this machine is busy: others use " + one_decimal(load.cpus_busy) + " of its " +
         one_decimal(load.cpus).substr(0, one_decimal(load.cpus).find('.')) +
         " CPUs; times measured now may be too long";
}

Json load_facts(const MachineLoad& load) {
  Json facts = Json::object();
  facts.set("cpus_busy", load.cpus_busy);
  facts.set("cpus", load.cpus);
  facts.set("load_average", load.load_average);
  return facts;
}

}  // namespace gpuscape::bench
