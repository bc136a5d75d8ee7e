#include "rdma/adapters.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/hidden_name.hpp"
#include "core/machine.hpp"
#include "rdma/rails.hpp"
#include "rdma/verbs.hpp"

namespace gpuscape::bench {

namespace {

namespace fs = std::filesystem;

constexpr const char* kClass = "/sys/class/infiniband/";
constexpr rlim_t kEnoughLocked = rlim_t{64} << 20;

using Context = std::unique_ptr<ibv_context, int (*)(ibv_context*)>;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator(folder, fault))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Why there is no adapter although the library is there.
std::string why_none(int fault) {
  const std::vector<std::string> known = names_in(kClass);
  if (known.empty()) return "no RDMA device";
  const std::string names = joined(known);
  const std::vector<std::string> files = names_in("/dev/infiniband");
  if (files.empty() && access("/dev/infiniband", F_OK) == 0)
    return "no RDMA: " + names +
           " in /sys, but nothing in /dev/infiniband is to be seen; load ib_uverbs, or ask for "
           "access to the folder";
  if (files.empty())
    return "no RDMA: " + names +
           " in /sys, but /dev/infiniband is missing; give it to the container (--device "
           "/dev/infiniband) or load ib_uverbs";
  return "no RDMA: " + names + " in /sys, but no provider library knows them" +
         (fault != 0 ? std::string(" (") + std::strerror(fault) + ")" : "") +
         "; install ibverbs-providers (rdma-core)";
}

std::string state_text(int state) {
  switch (state) {
    case IBV_PORT_DOWN:
      return "down";
    case IBV_PORT_INIT:
      return "initializing";
    case IBV_PORT_ARMED:
      return "armed";
    case IBV_PORT_ACTIVE:
      return "active";
    default:
      return "unknown";
  }
}

/// Bits a second of one lane times lanes, where /sys does not say the product.
double bits_per_second(const ibv_port_attr& port) {
  static const std::map<int, double> lane = {{1, 2.5e9},     {2, 5e9},        {4, 10e9},
                                             {8, 10e9},      {16, 14.0625e9}, {32, 25.78125e9},
                                             {64, 53.125e9}, {128, 106.25e9}};
  static const std::map<int, int> lanes = {{1, 1}, {2, 4}, {4, 8}, {8, 12}, {16, 2}};
  const auto speed = lane.find(port.active_speed);
  const auto width = lanes.find(port.active_width);
  return speed == lane.end() || width == lanes.end() ? 0.0 : speed->second * width->second;
}

std::string gigabits(double bits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g Gb/sec", bits / 1e9);
  return text;
}

/// The GPUs, in the order of their addresses, that have no nearer adapter than this.
std::string nearest_gpus(const std::string& adapter) {
  const std::string own = fs::path(kClass + adapter + "/device").string();
  std::error_code fault;
  const std::string place = fs::canonical(own, fault).string();
  if (fault) return {};
  std::string gpus;
  int number = -1;
  for (const std::string& address : names_in("/sys/bus/pci/devices")) {
    const std::string folder = "/sys/bus/pci/devices/" + address;
    if (first_line(folder + "/vendor") != "0x10de" ||
        first_line(folder + "/class").rfind("0x03", 0) != 0)
      continue;
    ++number;
    const std::string gpu = fs::canonical(folder, fault).string();
    std::size_t best = 0;
    for (const std::string& other : names_in(kClass)) {
      const std::string path = fs::canonical(kClass + other + "/device", fault).string();
      if (!fault) best = std::max(best, common_depth(gpu, path));
    }
    if (common_depth(gpu, place) == best)
      gpus += (gpus.empty() ? "gpu" : ", gpu") + std::to_string(number);
  }
  return gpus;
}

DeviceFacts facts_of(const std::string& name, ibv_context* context, const Options& options) {
  const std::string folder = kClass + name;
  DeviceFacts device{name, "adapter", {}};
  auto& facts = device.properties;
  ibv_device_attr attributes = {};
  if (verbs().query_device(context, &attributes) == 0) {
    facts["firmware"] = attributes.fw_ver;
    char guid[24];
    std::snprintf(guid, sizeof guid, "%016llx",
                  static_cast<unsigned long long>(attributes.node_guid));
    facts["node_guid"] = hidden_name("guid", guid, options.identify);
  }
  facts["numa_node"] = first_line(folder + "/device/numa_node");
  facts["board"] = first_line(folder + "/board_id");
  std::error_code fault;
  const fs::path place = fs::canonical(folder + "/device", fault);
  if (!fault) facts["pci"] = hidden_name("pci", place.filename().string(), options.identify);
  facts["nearest_gpus"] = nearest_gpus(name);
  for (auto fact = facts.begin(); fact != facts.end();)
    fact = fact->second.empty() ? facts.erase(fact) : std::next(fact);
  return device;
}

/// Adds what a port is to the device, and the port to the usable ones where it is.
void add_port(Adapters& adapters, DeviceFacts& device, const ibv_port_attr& attributes, int port) {
  const std::string& name = device.id;
  const std::string folder = kClass + name + "/ports/" + std::to_string(port);
  const std::string prefix = "port" + std::to_string(port) + "_";
  auto& facts = device.properties;
  const double bits = bits_per_second(attributes);
  const std::string rate = first_line(folder + "/rate");
  facts[prefix + "state"] = state_text(attributes.state);
  facts[prefix + "rate"] = rate.empty() ? gigabits(bits) : rate;
  facts[prefix + "mtu"] = std::to_string(128 << attributes.active_mtu);
  facts[prefix + "link_layer"] =
      attributes.link_layer == IBV_LINK_LAYER_ETHERNET ? "Ethernet" : "InfiniBand";
  if (attributes.state != IBV_PORT_ACTIVE) {
    adapters.absent.push_back("RDMA: port " + std::to_string(port) + " of " + name + " is " +
                              state_text(attributes.state) +
                              "; look at its cable, its switch port or, of InfiniBand, whether a "
                              "subnet manager runs");
    return;
  }
  Adapter adapter{name, port, 1e9, fs::exists(kClass + name + "/parent")};
  adapter.link = attributes.link_layer == IBV_LINK_LAYER_ETHERNET ? "ethernet" : "infiniband";
  const double said = rate.empty() ? bits : std::atof(rate.c_str()) * 1e9;
  if (said > 0.0) adapter.bytes_per_second = said / 8.0;
  adapters.usable.push_back(adapter);
}

/// The library's own reason is of the last way that it tried, so that the file is asked first.
std::string why_closed(const ibv_device& device, int fault) {
  const std::string file = std::string("/dev/infiniband/") + device.dev_name;
  if (access(file.c_str(), F_OK) != 0)
    return file + " is missing; give it to the container (--device /dev/infiniband)";
  if (access(file.c_str(), R_OK | W_OK) != 0)
    return file + ": " + std::strerror(errno) +
           "; it is for the group that owns it, or for everybody with mode 666";
  return std::strerror(fault);
}

void add_device(Adapters& adapters, ibv_device* device, const Options& options) {
  const std::string name = verbs().get_device_name(device);
  const Context context(verbs().open_device(device), verbs().close_device);
  if (!context) {
    adapters.absent.push_back("RDMA: " + name + " cannot be opened: " + why_closed(*device, errno));
    return;
  }
  DeviceFacts facts = facts_of(name, context.get(), options);
  ibv_device_attr attributes = {};
  verbs().query_device(context.get(), &attributes);
  bool asked_for = false;
  for (int port = 1; port <= attributes.phys_port_cnt; ++port) {
    ibv_port_attr state = {};
    if (!is_asked_for(options, name, port)) continue;
    asked_for = true;
    if (verbs().query_port(context.get(), static_cast<std::uint8_t>(port), &state) == 0)
      add_port(adapters, facts, state, port);
  }
  if (asked_for) adapters.devices.push_back(std::move(facts));
}

void mark_low_limit(Adapters& adapters) {
  rlimit limit = {};
  if (geteuid() == 0 || getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur >= kEnoughLocked)
    return;
  const std::string kib = std::to_string(limit.rlim_cur / 1024);
  adapters.marks.push_back("locked memory limited to " + kib + " KiB");
  adapters.absent.push_back("RDMA: locked memory is limited to " + kib +
                            " KiB, and large buffers may be refused; ulimit -l unlimited, or "
                            "LimitMEMLOCK=infinity of slurmd's service");
}

}  // namespace

Adapters find_adapters(const Options& options) {
  Adapters adapters;
  std::string why;
  const Verbs* library = loaded_verbs(why);
  if (library == nullptr) {
    adapters.absent.push_back("no RDMA: " + why);
    return adapters;
  }
  int count = 0;
  errno = 0;
  ibv_device** list = library->get_device_list(&count);
  const int fault = errno;
  if (list == nullptr || count == 0) adapters.absent.push_back(why_none(fault));
  for (int i = 0; list != nullptr && i < count; ++i) add_device(adapters, list[i], options);
  if (list != nullptr) library->free_device_list(list);
  if (count > 0 && adapters.usable.empty() && adapters.absent.empty())
    adapters.absent.push_back("no RDMA: --ib-device " + options.ib_device +
                              " is none of the adapters here");
  if (!adapters.usable.empty()) mark_low_limit(adapters);
  return adapters;
}

}  // namespace gpuscape::bench
