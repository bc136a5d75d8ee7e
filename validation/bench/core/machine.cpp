#include "core/machine.hpp"

#include <gnu/libc-version.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <set>
#include <sstream>

#include "core/hidden_name.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::size_t kMostNumbers = 8192;

/// The value after "key :" in /proc/cpuinfo and /proc/meminfo.
std::string value_after(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return {};
}

std::set<std::string> packages() {
  std::set<std::string> sockets;
  for (const int cpu : allowed_cpus())
    sockets.insert(first_line("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                              "/topology/physical_package_id"));
  return sockets;
}

double memory_bytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::vector<int> numbers_of_list(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    int first = 0;
    const char* end = part.data() + part.size();
    const auto [after, error] = std::from_chars(part.data(), end, first);
    if (error != std::errc()) continue;
    int last = first;
    if (after != end && *after == '-') std::from_chars(after + 1, end, last);
    for (int number = first; number <= last && numbers.size() < kMostNumbers; ++number)
      numbers.push_back(number);
  }
  return numbers;
}

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  return cpus;
}

std::vector<int> numa_nodes() {
  std::vector<int> nodes = numbers_of_list(first_line("/sys/devices/system/node/has_memory"));
  if (nodes.empty()) nodes.push_back(0);
  return nodes;
}

std::vector<int> cpus_of_numa_node(int node) {
  const std::vector<int> allowed = allowed_cpus();
  const std::string path = "/sys/devices/system/node/node" + std::to_string(node) + "/cpulist";
  const std::string list = first_line(path);
  if (list.empty()) return node == 0 ? allowed : std::vector<int>{};
  const std::set<int> may(allowed.begin(), allowed.end());
  std::vector<int> cpus;
  for (const int cpu : numbers_of_list(list))
    if (may.count(cpu) > 0) cpus.push_back(cpu);
  return cpus;
}

namespace {

void allow(const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  if (!cpus.empty()) sched_setaffinity(0, sizeof set, &set);
}

}  // namespace

Pinned::Pinned(const std::vector<int>& cpus) : before_(allowed_cpus()) { allow(cpus); }

Pinned::~Pinned() { allow(before_); }

namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

double process_cpu_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

double thread_cpu_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

Json machine_facts(bool identify) {
  utsname kernel{};
  uname(&kernel);
  Json facts = Json::object();
  facts.set("host", hidden_name("host", host_name(), identify));
  facts.set("cpu", value_after("/proc/cpuinfo", "model name"));
  facts.set("cpus", static_cast<std::int64_t>(allowed_cpus().size()));
  facts.set("sockets", static_cast<std::int64_t>(packages().size()));
  facts.set("numa_nodes", static_cast<std::int64_t>(numa_nodes().size()));
  facts.set("memory_bytes", memory_bytes());
  facts.set("architecture", kernel.machine);
  facts.set("kernel", kernel.release);
  facts.set("libc", gnu_get_libc_version());
  facts.set("governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  facts.set("cpu_clock_mhz", value_after("/proc/cpuinfo", "cpu MHz"));
  facts.set("cpu_temperature_millicelsius", first_line("/sys/class/thermal/thermal_zone0/temp"));
  facts.set("hypervisor",
            value_after("/proc/cpuinfo", "flags").find(" hypervisor") != std::string::npos);
  return facts;
}

}  // namespace gpuscape::bench
