#include "sim/engine/simgrid_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/kernel/routing/FullZone.hpp>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/StarZone.hpp>
#include <simgrid/s4u.hpp>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/engine/simgrid_signals.hpp"
#include "sim/engine/simgrid_versions.hpp"

namespace gpuscape {
namespace {

namespace s4u = simgrid::s4u;
using simgrid_versions::add_host;
using simgrid_versions::add_link;
namespace routing = simgrid::kernel::routing;

/// Nested and fat-tree zones take quadratic time to build; one flat zone that asks us for routes
/// takes any topology.
class FlatZone final : public routing::StarZone {
 public:
  FlatZone(const std::string& name, const NetworkMap& map) : StarZone(name), map_(map) {}
  void add_link(simgrid::kernel::resource::StandardLinkImpl* link) { links_.push_back(link); }

  void get_local_route(const routing::NetPoint* from, const routing::NetPoint* to,
                       routing::Route* into, double* /*latency*/) override {
    route_.clear();
    map_.route(static_cast<std::uint32_t>(from->id()), static_cast<std::uint32_t>(to->id()),
               route_);
    for (const std::uint32_t link : route_) into->link_list_.push_back(links_[link]);
    const auto bound = std::ranges::lower_bound(map_.bounds, bound_);
    if (bound != map_.bounds.end() && *bound == bound_)
      into->link_list_.push_back(bounds_[static_cast<std::size_t>(bound - map_.bounds.begin())]);
  }
  /// SimGrid keeps no rate of a transfer between hosts: a link that each has for itself does
  /// the same.
  void add_bound(simgrid::kernel::resource::StandardLinkImpl* link) { bounds_.push_back(link); }
  /// Of the transfer whose route is asked for next.
  void bound_next_to(BytesPerSecond bound) { bound_ = bound; }
  void do_seal() override {}

 private:
  const NetworkMap& map_;
  std::vector<simgrid::kernel::resource::StandardLinkImpl*> links_;
  std::vector<simgrid::kernel::resource::StandardLinkImpl*> bounds_;
  BytesPerSecond bound_{std::numeric_limits<double>::infinity()};
  std::vector<std::uint32_t> route_;
};

/// Every option of SimGrid that we set, and why.
std::vector<std::string> arguments_for(const SimGridOptions& options) {
  return {
      "gpuscape", "--log=root.thres:critical",
      options.model == SimGridModel::cm02 ? "--cfg=network/model:CM02" : "--cfg=network/model:LV08",
      // Acknowledgements on the way back glue all links into one component: ten times slower.
      "--cfg=network/crosstraffic:0",
      // No bound from a TCP window: transports bound their rates themselves.
      "--cfg=network/TCP-gamma:1e30",
      fmt::format("--cfg={}:{}", simgrid_versions::kTimingPrecision, options.precision.value())};
}

s4u::Engine* make_engine(const SimGridOptions& options) {
  const KeptSignalHandlers kept;
  std::vector<std::string> texts = arguments_for(options);
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  // Never destroyed: its destructor would run after SimGrid's own globals are gone.
  return new s4u::Engine(&count, arguments.data());  // NOLINT(cppcoreguidelines-owning-memory)
}

}  // namespace

struct SimGridNetwork::Parts {
  struct Slot {
    s4u::CommPtr comm;
    std::uint32_t token = 0;
    std::uint32_t generation = 0;
  };

  void build();
  void complete(const s4u::Activity& activity);
  s4u::CommPtr free_slot(std::uint32_t index);

  /// SimGrid's signals cannot be disconnected, so the one handler asks who is there.
  static Parts* current;

  NetworkMap map;
  SimGridModel model = SimGridModel::cm02;
  FlatZone* zone = nullptr;
  OnCompletion on_completion;
  s4u::Engine* engine = nullptr;
  std::vector<s4u::Host*> hosts;
  std::vector<Slot> slots;
  std::vector<std::uint32_t> unused;
  std::vector<s4u::CommPtr> cancelled;  ///< SimGrid meets them once more in its loop; few, so kept
  s4u::CommPtr last;  ///< SimGrid still works on a completed one while its handlers run
};

SimGridNetwork::Parts* SimGridNetwork::Parts::current = nullptr;

void SimGridNetwork::Parts::build() {
  auto* root = simgrid_versions::root_zone(*engine);
  zone = new FlatZone("cluster", map);  // NOLINT(cppcoreguidelines-owning-memory): SimGrid's
  zone->set_parent(root->get_impl());
  for (std::uint32_t i = 0; i < map.nodes; ++i)
    hosts.push_back(add_host(*zone->get_iface(), fmt::format("n{}", i), 1e9));
  for (std::size_t i = 0; i < map.links.size(); ++i) {
    auto* link = add_link(*zone->get_iface(), fmt::format("l{}", i), map.links[i]);
    zone->add_link(link->set_latency(0.0)->seal()->get_impl());
  }
  // LV08 takes 3 % of every link, but not of what a transport attains.
  const double headers = model == SimGridModel::lv08 ? 0.97 : 1.0;
  for (std::size_t i = 0; i < map.bounds.size(); ++i) {
    auto* link = add_link(*zone->get_iface(), fmt::format("b{}", i), map.bounds[i] / headers);
    link->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE)->set_latency(0.0)->seal();
    zone->add_bound(link->get_impl());
  }
  zone->get_iface()->seal();
  root->seal();
}

s4u::CommPtr SimGridNetwork::Parts::free_slot(std::uint32_t index) {
  Slot& slot = slots[index];
  ++slot.generation;
  unused.push_back(index);
  return std::exchange(slot.comm, nullptr);
}

void SimGridNetwork::Parts::complete(const s4u::Activity& activity) {
  const auto index = static_cast<std::uint32_t>(
      reinterpret_cast<std::uintptr_t>(activity.get_data<void>()));  // as start() stored it
  if (slots[index].comm.get() != &activity) return;                  // cancelled
  const std::uint32_t token = slots[index].token;
  last = free_slot(index);
  on_completion(token);
}

SimGridNetwork::SimGridNetwork(NetworkMap map, SimGridOptions options, OnCompletion on_completion)
    : parts_(std::make_unique<Parts>()) {
  ensure(!s4u::Engine::is_initialized(), "SimGrid allows one engine per process");
  parts_->map = std::move(map);
  parts_->model = options.model;
  parts_->on_completion = std::move(on_completion);
  parts_->engine = make_engine(options);
  parts_->build();
  Parts::current = parts_.get();
  simgrid_versions::on_transfer_end([](const s4u::Activity& activity) {
    if (Parts::current != nullptr) Parts::current->complete(activity);
  });
}

SimGridNetwork::~SimGridNetwork() { Parts::current = nullptr; }

TransferId SimGridNetwork::start(const Transfer& transfer) {
  if (parts_->unused.empty()) {
    parts_->unused.push_back(static_cast<std::uint32_t>(parts_->slots.size()));
    parts_->slots.emplace_back();
  }
  const std::uint32_t index = parts_->unused.back();
  parts_->unused.pop_back();
  const s4u::CommPtr comm = s4u::Comm::sendto_init();
  parts_->slots[index].comm = comm;
  parts_->slots[index].token = transfer.token;
  comm->set_payload_size(static_cast<std::uint64_t>(transfer.bytes.value()));
  comm->set_data(
      reinterpret_cast<void*>(std::uintptr_t{index}));  // NOLINT(performance-no-int-to-ptr)
  parts_->zone->bound_next_to(transfer.bound);
  // Naming the second end starts it.
  comm->set_source(parts_->hosts[transfer.from])->set_destination(parts_->hosts[transfer.to]);
  return TransferId{(std::uint64_t{parts_->slots[index].generation} << 32U) | index};
}

void SimGridNetwork::cancel(TransferId id) {
  const auto bits = static_cast<std::uint64_t>(id);
  const auto index = static_cast<std::uint32_t>(bits);
  ensure(index < parts_->slots.size() && parts_->slots[index].comm &&
             parts_->slots[index].generation == bits >> 32U,
         "the transfer has not ended");
  parts_->cancelled.push_back(parts_->free_slot(index));
  // Cancelled alone, it would keep its share until something else ends.
  parts_->cancelled.back()->suspend()->cancel();
}

void SimGridNetwork::at(Seconds date, std::function<void()> due) {
  simgrid::kernel::timer::Timer::set(date.value(), std::move(due));
}

void SimGridNetwork::run() { parts_->engine->run(); }

Seconds SimGridNetwork::now() const { return Seconds(s4u::Engine::get_clock()); }

}  // namespace gpuscape
