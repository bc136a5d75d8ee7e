#include "cuda/devices.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "core/hidden_name.hpp"
#include "core/machine.hpp"

namespace gpuscape::bench::cuda {

namespace {

constexpr unsigned kQuietPercent = 5;
constexpr int kOldestDriver = 9000;  // the first that reads PTX 6.0

std::string remedy_of_init(int code) {
  switch (code) {
    case kNoDevice:
      return "no GPU is visible: look at CUDA_VISIBLE_DEVICES, in a container start it with GPUs "
             "(--gpus all, --nv), under Slurm ask for one (--gpus)";
    case kStubLibrary:
      return "it is the toolkit's stub and no driver: take its folder out of LD_LIBRARY_PATH";
    case kOperatingSystem:
    case kNotPermitted:
      return "this user may not use the GPU: look at the rights of /dev/nvidia*";
    case kSystemNotReady:
      return "the system is not ready: is nvidia-fabricmanager running?";
    case kDriverMismatch:
    case kCompatNotSupported:
      return "the library and the kernel's module differ: reboot after the update, or remove the "
             "compatibility library";
    default:
      return "is the kernel's module loaded? \"nvidia-smi\" and the kernel's log tell more";
  }
}

std::string nothing(const std::string& why, const std::string& remedy) {
  return "cuda: " + why + ": nothing measured on GPUs; " + remedy;
}

int attribute(const Driver& driver, int which, Device device) {
  int value = 0;
  driver.device_attribute(&value, which, device);
  return value;
}

std::string bus_of(const Driver& driver, Device device) {
  std::array<char, 32> text{};
  if (driver.device_bus.code(text.data(), static_cast<int>(text.size()) - 1, device) != 0)
    return {};
  std::string bus = text.data();
  for (char& c : bus) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return bus;
}

std::string sysfs_folder(const std::string& bus) { return "/sys/bus/pci/devices/" + bus; }

Gpu gpu_at(const Node& node, int number) {
  const Driver& driver = node.driver;
  Gpu gpu;
  gpu.number = number;
  gpu.id = "gpu" + std::to_string(number);
  driver.device(&gpu.handle, number);
  std::array<char, 256> name{};
  driver.device_name(name.data(), static_cast<int>(name.size()) - 1, gpu.handle);
  gpu.name = name.data();
  driver.device_memory(&gpu.bytes, gpu.handle);
  gpu.capability = 10 * attribute(driver, kComputeMajor, gpu.handle) +
                   attribute(driver, kComputeMinor, gpu.handle);
  gpu.processors = attribute(driver, kMultiprocessors, gpu.handle);
  gpu.bus = bus_of(driver, gpu.handle);
  gpu.nvml = node.nvml.device(gpu.bus);
  const auto facts =
      gpu.bus.empty() ? std::map<std::string, std::string>{} : pci_facts(sysfs_folder(gpu.bus));
  if (const auto numa = facts.find("numa_node"); numa != facts.end())
    gpu.numa = std::atoi(numa->second.c_str());
  return gpu;
}

std::string uuid_of(const Driver& driver, Device device) {
  std::array<unsigned char, 16> bytes{};
  const int code = driver.device_uuid_v2 ? driver.device_uuid_v2.code(bytes.data(), device)
                                         : driver.device_uuid.code(bytes.data(), device);
  if (code != 0) return {};
  std::string text = "GPU";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::array<char, 4> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned>(bytes[i]));
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += "-";
    text += digits.data();
  }
  return text;
}

/// What cannot be asked for does not stop the rest: facts only.
void set_number(DeviceFacts& facts, const char* name, const Driver& driver,
                std::pair<int, Device> what) {
  int value = 0;
  if (driver.device_attribute.code(&value, what.first, what.second) == 0 && value > 0)
    facts.properties[name] = std::to_string(value);
}

}  // namespace

std::map<std::string, std::string> pci_facts(const std::string& folder) {
  std::map<std::string, std::string> facts;
  const std::pair<const char*, const char*> files[] = {
      {"numa_node", "numa_node"},
      {"pcie_speed", "current_link_speed"},
      {"pcie_width", "current_link_width"},
      {"pcie_speed_most", "max_link_speed"},
      {"pcie_width_most", "max_link_width"},
  };
  for (const auto& [name, file] : files) {
    const std::string value = first_line(folder + "/" + file);
    if (!value.empty()) facts[name] = value;
  }
  return facts;
}

namespace {

/// Throws Failure.
void list_gpus(Node& node) {
  int count = 0;
  node.driver.device_count(&count);
  for (int i = 0; i < count; ++i) node.gpus.push_back(gpu_at(node, i));
}

}  // namespace

std::string find_gpus(Node& node) {
  const Driver& driver = node.driver;
  if (!driver.library.loaded())
    return nothing("no driver (" + driver.library.why() + ")",
                   "where there is an NVIDIA GPU, install its driver, or start the container with "
                   "GPUs (--gpus all, --nv)");
  if (!driver.library.missing().empty())
    return nothing("the driver is too old: it lacks " + driver.library.missing().front(),
                   "update it");
  // The driver would keep what it compiles of our kernels in a cache in the home folder.
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  if (const int code = driver.init.code(0); code != 0)
    return nothing("cuInit: " + driver.text_of(code), remedy_of_init(code));
  try {
    int version = 0;
    driver.version(&version);
    if (version < kOldestDriver)
      return nothing("the driver is of CUDA " + std::to_string(version / 1000) + ", too old",
                     "9.0 or later is needed: update it");
    list_gpus(node);
  } catch (const Failure& fault) {
    node.gpus.clear();
    return nothing(fault.what(), remedy_of_init(0));
  }
  return node.gpus.empty() ? nothing("the driver shows no device", remedy_of_init(kNoDevice)) : "";
}

DeviceFacts facts_of(const Node& node, const Gpu& gpu, bool identify) {
  DeviceFacts facts{gpu.id, "gpu", {}};
  if (!gpu.bus.empty()) facts.properties = pci_facts(sysfs_folder(gpu.bus));
  auto& told = facts.properties;
  told["name"] = gpu.name;
  told["compute_capability"] =
      std::to_string(gpu.capability / 10) + "." + std::to_string(gpu.capability % 10);
  told["multiprocessors"] = std::to_string(gpu.processors);
  told["memory_bytes"] = std::to_string(gpu.bytes);
  told["pci"] = hidden_name("pci", gpu.bus, identify);
  told["uuid"] = hidden_name("uuid", uuid_of(node.driver, gpu.handle), identify);
  set_number(facts, "sm_clock_most_khz", node.driver, {kClockKilohertz, gpu.handle});
  set_number(facts, "memory_clock_most_khz", node.driver, {kMemoryClockKilohertz, gpu.handle});
  set_number(facts, "memory_bus_bits", node.driver, {kMemoryBusBits, gpu.handle});
  if (const auto busy = node.nvml.utilisation_percent(gpu.nvml))
    told["utilisation_percent"] = std::to_string(*busy);
  if (const auto clock = node.nvml.sm_clock_mhz(gpu.nvml))
    told["sm_clock_mhz"] = std::to_string(*clock);
  if (const auto clock = node.nvml.memory_clock_mhz(gpu.nvml))
    told["memory_clock_mhz"] = std::to_string(*clock);
  if (const auto heat = node.nvml.temperature_celsius(gpu.nvml))
    told["temperature_celsius"] = std::to_string(*heat);
  return facts;
}

std::vector<std::string> obstacles(const Node& node, Gpu& gpu) {
  std::vector<std::string> lines;
  const auto note = [&](const std::string& mark, const std::string& remedy) {
    gpu.marks.push_back(mark);
    lines.push_back("cuda: " + mark + ": " + remedy);
  };
  if (node.nvml.mig(gpu.nvml))
    note("MIG is on on " + gpu.id,
         "what is measured is a slice; for the whole GPU ask the administrator to turn MIG off");
  const auto others = node.nvml.processes(gpu.nvml);
  if (others && *others > 0)
    note("other processes on " + gpu.id,
         std::to_string(*others) + " share it; measure again when they have ended");
  const auto busy = node.nvml.utilisation_percent(gpu.nvml);
  if (busy && *busy > kQuietPercent)
    note(gpu.id + " was busy before", "kernels ran " + std::to_string(*busy) +
                                          " % of the time; measure again when they have ended");
  int mode = 0;
  if (node.driver.device_attribute.code(&mode, kComputeMode, gpu.handle) != 0) return lines;
  if (mode == kModeProhibited)
    note("compute mode \"prohibited\" on " + gpu.id,
         "no program may use it; ask the administrator for the default mode");
  if (mode == kModeExclusive && others && *others > 0)
    note("exclusive-process compute mode on " + gpu.id,
         "the other process keeps it; wait for its end");
  return lines;
}

std::vector<std::string> obstacles_of_environment(Node& node) {
  const std::pair<const char*, const char*> changes[] = {
      {"CUDA_LAUNCH_BLOCKING", "every launch waits for its end"},
      {"NVIDIA_TF32_OVERRIDE", "products in fp32 and tf32 are not what they are named"},
  };
  std::vector<std::string> lines;
  for (const auto& [name, effect] : changes) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    for (Gpu& gpu : node.gpus) gpu.marks.push_back(std::string(name) + " is set");
    lines.push_back(std::string("cuda: ") + name + " is set: " + effect + "; unset it");
  }
  return lines;
}

}  // namespace gpuscape::bench::cuda
