#include "tests/bench/simgrid_traffic.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <simgrid/s4u.hpp>
#include <stdexcept>

#include "models/builtin_models.hpp"
#include "sim/engine/fluid_network.hpp"
#include "sim/engine/simgrid_network.hpp"
#include "sim/engine/simgrid_versions.hpp"
#include "tests/bench/cluster_build.hpp"

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
    simgrid_versions::connect(*zone, *hosts.back(), fmt::format("l{}", i), kLinkRate);
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
      {.down = {kLeafHosts, count / kLeafHosts}, .up = {1, kSpines}, .cables = {1, 1}}, kLinkRate,
      add_leaf);
  zone->seal();
  return hosts;
}

/// The closed loop; leaves the process at the end of its window.
class SimGridTraffic {
 public:
  SimGridTraffic(const s4u::Engine& engine, const Traffic& traffic, Window window, bool prints)
      : slots_(traffic), window_(window), prints_(prints), comms_(traffic.concurrent) {
    hosts_ = traffic.topology == Topology::star ? build_star(engine, traffic.hosts)
                                                : build_leaves(engine, traffic.hosts);
  }

  void run(s4u::Engine& engine) {
    simgrid_versions::on_transfer_end([this](const s4u::Activity& activity) {
      complete(
          static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(activity.get_data<void>())));
    });
    for (std::uint32_t slot = 0; slot < comms_.size(); ++slot) start(slot);
    engine.run();
  }

 private:
  void start(std::uint32_t slot) {
    const Transfer transfer = slots_.next(slot);
    const s4u::CommPtr comm = s4u::Comm::sendto_init();
    comm->set_payload_size(static_cast<std::uint64_t>(transfer.bytes.value()));
    comm->set_data(reinterpret_cast<void*>(std::uintptr_t{slot}));
    comm->set_source(hosts_[transfer.from])->set_destination(hosts_[transfer.to]);
    comms_[slot] = comm;
  }

  void complete(std::uint32_t slot) {
    ++completed_;
    if (prints_) fmt::print("{} {:.17g}\n", slot, s4u::Engine::get_clock());
    if (completed_ == window_.skipped) begin_ = Clock::now();
    if (completed_ == window_.skipped + window_.count) {
      if (!prints_) fmt::print("{:.9g}\n", since(begin_));
      std::fflush(stdout);
      _exit(0);
    }
    last_ = comms_[slot];  // SimGrid still works on it.
    start(slot);
  }

  TrafficSlots slots_;
  Window window_;
  bool prints_;
  std::vector<s4u::Host*> hosts_;
  std::vector<s4u::CommPtr> comms_;
  s4u::CommPtr last_;
  std::uint64_t completed_ = 0;
  Clock::time_point begin_ = Clock::now();
};

/// The closed loop on SimGrid's network with routes of ours: no zone of its own has them.
class RoutedTraffic {
 public:
  RoutedTraffic(const Traffic& traffic, Window window, bool prints)
      : slots_(traffic),
        window_(window),
        prints_(prints),
        network_(network_map(traffic), {.precision = Seconds(prints ? 1e-12 : 1e-5)},
                 [this](std::uint32_t slot) { complete(slot); }) {
    for (std::uint32_t slot = 0; slot < traffic.concurrent; ++slot)
      network_.start(slots_.next(slot));
  }
  void run() { network_.run(); }

 private:
  void complete(std::uint32_t slot) {
    ++completed_;
    if (prints_) fmt::print("{} {:.17g}\n", slot, network_.now().value());
    if (completed_ == window_.skipped) begin_ = Clock::now();
    if (completed_ == window_.skipped + window_.count) {
      if (!prints_) fmt::print("{:.9g}\n", since(begin_));
      std::fflush(stdout);
      _exit(0);
    }
    network_.start(slots_.next(slot));
  }

  TrafficSlots slots_;
  Window window_;
  bool prints_;
  SimGridNetwork network_;
  std::uint64_t completed_ = 0;
  Clock::time_point begin_ = Clock::now();
};

using Child = std::unique_ptr<FILE, int (*)(FILE*)>;

Child start_child(const char* what, const Traffic& traffic, Window window) {
  const std::string program = std::string("/proc/") + std::to_string(getpid()) + "/exe";
  const std::string command = fmt::format("{} --simgrid {} {} {} {}", program, what, traffic.name,
                                          window.skipped, window.count);
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

class NoHandler final : public EventHandler {
  void handle_event(std::uint32_t) override {}
  void handle_input() override {}
  void settle() override {}
};

}  // namespace

double simgrid_seconds(const Traffic& traffic, Window window) {
  const Child child = start_child("rate", traffic, window);
  double seconds = 0.0;
  if (std::fscanf(child.get(), "%lf", &seconds) != 1)
    throw std::runtime_error("SimGrid's process failed");
  return seconds;
}

std::vector<Completion> simgrid_completions(const Traffic& traffic, std::uint64_t count) {
  const Child child = start_child("dates", traffic, {0, count});
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
  std::vector<char*> pointers;
  for (std::string& option : options) pointers.push_back(option.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  s4u::Engine engine(&count, pointers.data());
  if (what == "build") print_cost_of([&] { return build_star(engine, traffic.hosts); });
  SimGridTraffic(engine, traffic, window, what == "dates").run(engine);
  _exit(1);
}

}  // namespace gpuscape::bench
