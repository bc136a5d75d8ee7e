#include "tests/bench/simgrid_traffic.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <memory>
#include <simgrid/s4u.hpp>
#include <stdexcept>

#include "models/builtin_models.hpp"
#include "sim/engine/fluid_network.hpp"
#include "sim/engine/simgrid_network.hpp"
#include "sim/engine/simgrid_versions.hpp"
#include "tests/bench/cluster_build.hpp"
#include "tests/bench/simgrid_drives.hpp"

namespace gpuscape::bench {
namespace {

namespace s4u = simgrid::s4u;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double resident_bytes() {
  long pages = 0;
  long resident = 0;
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen("/proc/self/statm", "r"),
                                                   std::fclose);
  if (!file || std::fscanf(file.get(), "%ld %ld", &pages, &resident) != 2) return 0.0;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::vector<s4u::Host*> build_star(const s4u::Engine& engine, std::uint32_t count) {
  std::vector<s4u::Host*> hosts;
  auto* zone = simgrid_versions::star_zone(engine, "star");
  for (std::uint32_t i = 0; i < count; ++i) {
    hosts.push_back(simgrid_versions::add_host(*zone, fmt::format("h{}", i), 1e9));
    simgrid_versions::connect(*zone, *hosts.back(), fmt::format("l{}", i),
                              BytesPerSecond(kLinkRate));
  }
  zone->seal();
  return hosts;
}

std::vector<s4u::Host*> build_leaves(const s4u::Engine& engine, std::uint32_t count) {
  std::vector<s4u::Host*> hosts;
  const auto add_leaf = [&](s4u::NetZone* zone, unsigned long id) {
    hosts.push_back(simgrid_versions::add_host(*zone, fmt::format("h{}", id), 1e9));
    return hosts.back();
  };
  auto* zone = simgrid_versions::fat_tree_zone(
      engine, "tree",
      {.down = {kLeafHosts, count / kLeafHosts}, .up = {1, kSpines}, .cables = {1, 1}},
      BytesPerSecond(kLinkRate), add_leaf);
  zone->seal();
  return hosts;
}

/// The closed loop on SimGrid's network with routes of ours: no zone of its own has them.
class RoutedTraffic {
 public:
  RoutedTraffic(const Traffic& traffic, Window window, bool prints)
      : loop_(traffic, window, prints),
        network_(network_map(traffic), {.precision = Seconds(prints ? 1e-12 : 1e-5)},
                 [this](std::uint32_t slot) {
                   loop_.count(slot, network_.now().value());
                   network_.start(loop_.next(slot));
                 }) {
    for (std::uint32_t slot = 0; slot < traffic.concurrent; ++slot)
      network_.start(loop_.next(slot));
  }
  void run() { network_.run(); }

 private:
  ClosedLoop loop_;
  SimGridNetwork network_;
};

using Child = std::unique_ptr<FILE, int (*)(FILE*)>;

Child start_child(const char* what, const Traffic& traffic, Window window,
                  Drive drive = Drive::callbacks) {
  const std::string program = std::string("/proc/") + std::to_string(getpid()) + "/exe";
  const std::string command =
      fmt::format("{} --simgrid {} {} {} {} {}", program, what, traffic.name, window.skipped,
                  window.count, name_of(drive));
  Child child(popen(command.c_str(), "r"), pclose);
  if (!child) throw std::runtime_error("SimGrid's process does not start");
  return child;
}

BuildCost cost_in_child(const char* what, const Traffic& traffic) {
  BuildCost cost;
  const Child child = start_child(what, traffic, {});
  if (std::fscanf(child.get(), "%lf %lf", &cost.seconds, &cost.bytes) != 2)
    throw std::runtime_error("the building process failed");
  return cost;
}

template <class Build>
[[noreturn]] void print_cost_of(const Build& build) {
  const double before = resident_bytes();
  const auto begin = Clock::now();
  const auto built = build();
  fmt::print("{:.9g} {:.9g}\n", since(begin), resident_bytes() - before);
  std::fflush(stdout);
  _exit(0);
}

Drive drive_named(const std::string& name) {
  for (const Drive drive : {Drive::callbacks, Drive::actors, Drive::mailboxes})
    if (name == name_of(drive)) return drive;
  throw std::out_of_range("no drive is named " + name);
}

class NoHandler final : public EventHandler {
  void handle_event(std::uint32_t) override {}
  void handle_input() override {}
  void settle() override {}
};

}  // namespace

const char* name_of(Drive drive) {
  constexpr std::array kNames{"callbacks", "actors", "mailboxes"};
  return kNames.at(static_cast<std::size_t>(drive));
}

std::vector<Drive> drives_of(const Traffic& traffic) {
  if (traffic.topology == Topology::rails) return {Drive::callbacks};
  return {Drive::callbacks, Drive::actors, Drive::mailboxes};
}

double simgrid_seconds(const Traffic& traffic, Window window, Drive drive) {
  const Child child = start_child("rate", traffic, window, drive);
  double seconds = 0.0;
  if (std::fscanf(child.get(), "%lf", &seconds) != 1)
    throw std::runtime_error("SimGrid's process failed");
  return seconds;
}

std::vector<Completion> simgrid_completions(const Traffic& traffic, std::uint64_t count,
                                            Drive drive) {
  const Child child = start_child("dates", traffic, {0, count}, drive);
  std::vector<Completion> result;
  Completion one;
  while (std::fscanf(child.get(), "%u %lf", &one.slot, &one.date) == 2) result.push_back(one);
  if (result.size() != count) throw std::runtime_error("SimGrid's process failed");
  return result;
}

int simgrid_major_version() { return simgrid_versions::kMajorVersion; }

BuildCost simgrid_build_cost(const Traffic& traffic) { return cost_in_child("build", traffic); }
BuildCost our_build_cost(const Traffic& traffic) { return cost_in_child("build-ours", traffic); }
BuildCost gpu_cluster_build_cost() {
  return cost_in_child("build-cluster", traffic_named("platform"));
}

void run_simgrid_child(const std::vector<std::string>& arguments) {
  const std::string& what = arguments.at(2);
  const Traffic& traffic = traffic_named(arguments.at(3));
  const Window window{std::stoull(arguments.at(4)), std::stoull(arguments.at(5))};
  const Drive drive = drive_named(arguments.at(6));
  if (what == "build-ours") {
    NoHandler handler;
    Simulation simulation(handler);
    print_cost_of([&] { return std::make_unique<FluidNetwork>(simulation, network_map(traffic)); });
  }
  if (what == "build-cluster") {
    Registry registry;
    register_builtin_models(registry);
    const DesignSpec design = read_gpu_cluster("rail-optimised");
    print_cost_of([&] { return build_gpu_cluster(design, registry); });
  }
  if (traffic.topology == Topology::rails) {
    RoutedTraffic(traffic, window, what == "dates").run();
    _exit(1);
  }
  std::vector<std::string> options{"bench", "--log=root.thres:critical", "--cfg=network/model:CM02",
                                   "--cfg=network/crosstraffic:0", "--cfg=network/TCP-gamma:1e30"};
  if (what == "dates")
    options.push_back(fmt::format("--cfg={}:1e-12", simgrid_versions::kTimingPrecision));
  std::ranges::move(options_of(drive), std::back_inserter(options));
  std::vector<char*> pointers;
  for (std::string& option : options) pointers.push_back(option.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  s4u::Engine engine(&count, pointers.data());
  if (what == "build") print_cost_of([&] { return build_star(engine, traffic.hosts); });
  const std::vector<s4u::Host*> hosts = traffic.topology == Topology::star
                                            ? build_star(engine, traffic.hosts)
                                            : build_leaves(engine, traffic.hosts);
  ClosedLoop loop(traffic, window, what == "dates");
  drive_loop(engine, hosts, loop, traffic.concurrent, drive);
  _exit(1);
}

}  // namespace gpuscape::bench
