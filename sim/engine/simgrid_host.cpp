#include "sim/engine/simgrid_host.hpp"

#include <simgrid/kernel/resource/Model.hpp>
#include <simgrid/s4u.hpp>

#include "sim/base/error.hpp"
#include "sim/engine/simgrid_signals.hpp"
#include "sim/engine/simgrid_versions.hpp"

namespace gpuscape {
namespace {

/// Asks the simulation the two questions on SimGrid's behalf. The simulation keeps its own dates:
/// SimGrid is handed differences, and its clock, which rounds differently, is never read back.
class SimulationModel final : public simgrid::kernel::resource::Model {
 public:
  SimulationModel() : Model("gpuscape") {}

  void attach(Simulation& simulation, const std::stop_token& stop) {
    simulation_ = &simulation;
    stop_ = stop;
    stopped_ = false;
    planned_ = false;
  }
  [[nodiscard]] bool was_stopped() const { return stopped_; }

  double next_occurring_event(double /*simgrid_clock*/) override {
    planned_ = false;
    if (simulation_ == nullptr) return -1.0;
    if (stop_.stop_requested()) stopped_ = true;
    const std::optional<Seconds> next = simulation_->next_date();
    if (stopped_ || !next) {
      simulation_ = nullptr;
      return -1.0;
    }
    planned_ = true;
    planned_date_ = *next;
    return std::max(0.0, (*next - simulation_->now()).value());
  }

  void update_actions_state(double /*simgrid_clock*/, double /*delta*/) override {
    if (!planned_) return;
    planned_ = false;
    simulation_->advance_to(planned_date_);
  }

 private:
  Simulation* simulation_ = nullptr;
  std::stop_token stop_;
  Seconds planned_date_{0.0};
  bool planned_ = false;
  bool stopped_ = false;
};

/// One engine per process, made when first needed: a host in a zone, and our model.
struct Host {
  Host() {
    const KeptSignalHandlers kept;
    // SimGrid takes and keeps argc and argv like a main().
    static char program[] = "gpuscape";
    static char quiet[] = "--log=root.thres:critical";
    // The one host never works; of SimGrid's host models this one costs least per step of the loop.
    static char host_model[] = "--cfg=host/model:ptask_L07";
    static char* arguments[] = {program, quiet, host_model, nullptr};
    int count = 3;
    engine = std::make_unique<simgrid::s4u::Engine>(&count, arguments);
    auto* zone = simgrid_versions::star_zone(*engine, "cluster");
    simgrid_versions::add_host(*zone, "host", 1e9);
    zone->seal();
    engine->add_model(model);
  }
  std::unique_ptr<simgrid::s4u::Engine> engine;
  std::shared_ptr<SimulationModel> model = std::make_shared<SimulationModel>();
};

Host& host_of_this_process() {
  // Never destroyed: the engine's destructor would run after SimGrid's own globals are gone.
  static Host* host = new Host;  // NOLINT(cppcoreguidelines-owning-memory)
  return *host;
}

}  // namespace

bool run_on_simgrid(Simulation& simulation, const std::stop_token& stop) {
  Host& host = host_of_this_process();
  host.model->attach(simulation, stop);
  host.engine->run();
  ensure(host.model->was_stopped() || !simulation.next_date(),
         "SimGrid's loop ends when nothing is left to happen");
  return !host.model->was_stopped();
}

std::string simgrid_version() { return simgrid_versions::library_version(); }

}  // namespace gpuscape
