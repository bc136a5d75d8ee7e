#pragma once
/// A scenario that was drawn, with the files that it names.

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/catalog/catalog.hpp"
#include "sim/model/registry.hpp"
#include "tests/scramble/dice.hpp"

namespace gpuscape::scramble {

/// In the order in which keys are written.
using Json = nlohmann::ordered_json;

struct Drawn {
  Json scenario = Json::object();
  std::map<std::string, std::string> files = {};  ///< by names relative to the scenario
};

/// What scenarios are drawn from.
struct Stock {
  Stock();

  Registry registry;
  Catalog catalog = Catalog::shipped();
  std::vector<std::string> nodes, gpu_nodes, host_nodes, instances, switches, applications;

  /// Null where the catalogue has no such entry.
  [[nodiscard]] Json entry(const std::string& section, const std::string& id) const;
  /// The parameters with which a model says that it can be built, and its type.
  [[nodiscard]] static Json example(const Shelf& shelf, const std::string& name);
};

/// A group of nodes of a scenario being drawn.
struct DrawnGroup {
  std::string name = {};
  std::int64_t count = 1;
  std::int64_t gpus = 0;
  std::int64_t cores = 0;
  bool pool = false;
  bool inside = false;  ///< it is known what is in a node
  bool lends = false;
  bool client = false;
  bool rented = false;
};

/// What later parts of a scenario must know of earlier ones.
struct Sketch {
  Dice& dice;
  const Stock& stock;
  Drawn drawn = {};
  std::vector<DrawnGroup> groups = {};
  std::vector<std::string> networks = {};
  std::vector<std::string> applications = {};  ///< names that streams may use
  std::vector<std::string> streams = {};
  bool by_steps = false;
  bool logged = false;     ///< a stream is a log
  bool generated = false;  ///< a stream is drawn
  bool parts_of_gpus = false;

  [[nodiscard]] bool lends() const;
  /// That a job can have.
  [[nodiscard]] std::int64_t gpus() const;
  /// Of a node; 1 at least.
  [[nodiscard]] std::int64_t largest_node() const;
  [[nodiscard]] bool has_pool() const;
};

void draw_cluster(Sketch& sketch);
void draw_applications(Sketch& sketch);
/// Stores and datasets, where there are applications that may read.
void draw_storage(Sketch& sketch);
Json draw_checkpoint(Sketch& sketch);
/// Into a stream: how its jobs save, and what they do when they lose nodes.
void draw_saves(Sketch& sketch, Json& stream);
void draw_streams(Sketch& sketch);
/// Transfers, collectives and steps, for a run by steps.
void draw_exchanges(Sketch& sketch);
/// A stream's `trace`, and its file.
Json draw_log(Sketch& sketch, const std::string& stream);
void draw_scheduler(Sketch& sketch);
/// A value of `gpu_sharing`.
Json draw_sharing(Sketch& sketch);
/// Policies with queues that have quotas.
Json draw_slurm(Sketch& sketch);
Json draw_kubernetes(Dice& dice);
Json draw_quotas(Sketch& sketch);
Json draw_cohorts(Sketch& sketch);
void draw_cost(Sketch& sketch);
/// Objectives, `run`, variants.
void draw_rest(Sketch& sketch);

/// A whole scenario.
Drawn draw_scenario(const Stock& stock, Dice& dice);

/// "3 min", from `low` to `high` seconds, evenly in the logarithm.
std::string draw_time(Dice& dice, double low, double high);

}  // namespace gpuscape::scramble
