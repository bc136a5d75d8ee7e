#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/builtin_models.hpp"
#include "sim/base/json/json.hpp"
#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

Stock::Stock() {
  register_builtin_models(registry);
  nodes = catalog.ids("nodes");
  // A rack of 72 GPUs and more is slow to draw again and again.
  std::erase(nodes, "gb200-nvl72");
  instances = catalog.ids("cloud");
  switches = catalog.ids("switches");
  applications = catalog.ids("applications");
  for (const std::string& id : nodes) {
    const bool gpus = entry("nodes", id).value("/gpu/count"_json_pointer, 0) > 0;
    (gpus ? gpu_nodes : host_nodes).push_back(id);
  }
}

Json Stock::entry(const std::string& section, const std::string& id) const {
  const JsonValue* found = catalog.find(section, id);
  return found == nullptr ? Json() : Json::parse(write_json(*found));
}

Json Stock::example(const Shelf& shelf, const std::string& name) {
  Json model = Json::parse(shelf.card(shelf.index_of(name).value()).example);
  model["type"] = name;
  return model;
}

bool Sketch::lends() const { return std::ranges::any_of(groups, &DrawnGroup::lends); }
bool Sketch::has_pool() const { return std::ranges::any_of(groups, &DrawnGroup::pool); }

std::int64_t Sketch::gpus() const {
  std::int64_t sum = 0;
  for (const DrawnGroup& group : groups) sum = std::max(sum, group.count * group.gpus);
  return std::max<std::int64_t>(sum, 1);
}

std::int64_t Sketch::largest_node() const {
  std::int64_t most = 1;
  for (const DrawnGroup& group : groups) most = std::max(most, group.gpus);
  return most;
}

std::string draw_time(Dice& dice, double low, double high) {
  const double seconds = low * std::pow(high / low, dice.share());
  if (seconds < 100) return fmt::format("{} s", std::llround(std::max(seconds, 1.0)));
  if (seconds < 7200) return fmt::format("{} min", std::llround(seconds / 60));
  return fmt::format("{} h", std::llround(seconds / 3600));
}

Drawn draw_scenario(const Stock& stock, Dice& dice) {
  Sketch sketch{.dice = dice, .stock = stock};
  sketch.drawn.scenario["format"] = 1;
  sketch.by_steps = dice.chance(0.12);
  draw_cluster(sketch);
  draw_applications(sketch);
  draw_storage(sketch);
  if (sketch.by_steps) {
    draw_exchanges(sketch);
  } else {
    draw_streams(sketch);
    draw_scheduler(sketch);
    draw_cost(sketch);
  }
  draw_rest(sketch);
  return std::move(sketch.drawn);
}

}  // namespace gpuscape::scramble
