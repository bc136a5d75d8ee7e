/// What jobs read what they train on from.

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json draw_unit(Dice& dice) {
  if (dice.chance(0.3)) return dice.of({"netapp-aff-a800-pair", "local-nvme-gen4"});
  Json unit = {{"read_bandwidth", dice.of({"300 MB/s", "3 GB/s", "40 GB/s"})},
               {"write_bandwidth", "2 GB/s"}};
  if (dice.chance(0.3)) unit["read_latency"] = dice.of({"90 us", "2 ms"});
  if (dice.chance(0.3)) unit["read_iops"] = dice.between(2000, 900000);
  if (dice.chance(0.3)) unit["usable_capacity"] = dice.of({"2 TB", "400 TB"});
  return unit;
}

void draw_path(Dice& dice, Json& store) {
  if (dice.chance(0.2)) store["path"] = dice.of({"host-memory", "gpudirect"});
  if (dice.chance(0.2)) store["host_copy"] = dice.of({"300 MB/s", "20 GB/s"});
}

/// Over a network that the cluster may lack.
void draw_way(Sketch& sketch, Json& store) {
  Dice& dice = sketch.dice;
  draw_path(dice, store);
  if (dice.chance(sketch.networks.empty() ? 0.02 : 0.5))
    store["over"] = sketch.networks.empty() ? "compute" : dice.of(sketch.networks);
  if (dice.chance(0.3)) store["per_node"] = dice.of({"500 MB/s", "10 GB/s"});
  if (dice.chance(0.15)) {
    store["protocols"]["tls"] = {{"cores_per_gb_s", dice.between(1, 8)}};
    if (dice.chance(0.3)) store["protocols"]["tls"]["offloaded"] = true;
    if (dice.chance(0.5)) store["protocol_cores"] = dice.between(1, 16);
  }
}

Json draw_store(Sketch& sketch) {
  Dice& dice = sketch.dice;
  const double which = dice.share();
  if (which < 0.2) {
    Json store = {{"write_bandwidth", dice.of({"2 GB/s", "40 GB/s"})}};
    if (dice.chance(0.7)) store["read_bandwidth"] = dice.of({"200 MB/s", "4 GB/s", "80 GB/s"});
    return store;
  }
  if (which < 0.4) {
    Json store = {{"type", "node-local"}, {"drive", draw_unit(dice)}};
    if (dice.chance(0.5)) store["drives"] = dice.between(1, 8);
    if (dice.chance(0.3)) store["protection"] = dice.of({"raid0", "raid1", "raid10"});
    draw_path(dice, store);
    return store;
  }
  if (which < 0.5) {
    Json store = {{"type", "object"}, {"read_bandwidth", dice.of({"300 MB/s", "40 GB/s"})}};
    draw_way(sketch, store);
    if (dice.chance(0.5)) store["connections"] = dice.between(1, 64);
    if (dice.chance(0.5)) store["per_connection"] = dice.of({"20 MB/s", "1 GB/s"});
    if (dice.chance(0.5)) store["latency"] = dice.of({"0 s", "5 ms"});
    if (dice.chance(0.3)) store["read_iops"] = dice.between(20, 9000);
    return store;
  }
  Json store = {{"type", which < 0.7 ? "appliance" : "volumes"}};
  draw_way(sketch, store);
  if (dice.chance(0.3))
    store["ports"] = {{"count", dice.between(1, 8)},
                      {"speed", dice.of({"10 Gbit/s", "100 Gbit/s"})}};
  if (store["type"] == "appliance") {
    store["model"] = draw_unit(dice);
    if (dice.chance(0.3)) store["count"] = dice.between(1, 4);
    if (dice.chance(0.2)) store["controllers_down"] = dice.between(0, 1);
    if (dice.chance(0.2)) store["background"] = "100 MB/s";
    if (dice.chance(0.1)) store["stripe"] = 1;
    return store;
  }
  store.update({{"drive", draw_unit(dice)}, {"servers", dice.between(2, 6)}, {"drives", 8}});
  if (dice.chance(0.4)) store["transport"] = dice.of({"rdma", "tcp", "rdda"});
  if (dice.chance(0.3)) store.update({{"core_time", "8 us"}, {"cores", dice.between(1, 32)}});
  if (dice.chance(0.3)) store["protection"] = dice.of({"raid0", "raid10"});
  if (dice.chance(0.2))
    store["protection"] = {{"type", "erasure-coding"}, {"data", 2}, {"parity", 1}};
  if (dice.chance(0.2)) store["servers_down"] = dice.between(0, 1);
  if (dice.chance(store.contains("protection") ? 0.4 : 0.03))
    store["rebuild"] = {{"rate", dice.of({"1 MB/s", "20 MB/s", "2 GB/s"})},
                        {"after", dice.of({"0 s", "10 min", "2 h"})},
                        {"held", dice.of({"10 GB", "2 TB"})}};
  return store;
}

Json draw_dataset(Sketch& sketch, const std::string& on) {
  Dice& dice = sketch.dice;
  Json dataset = {{"on", on}, {"record", dice.of({"20 kB", "115 kB", "2 MB"})}};
  if (dice.chance(0.5)) dataset["samples"] = dice.between(20000, 2000000);
  if (dice.chance(0.4)) dataset["read"] = dice.of({"4 kB", "1 MB"});
  if (dice.chance(0.2)) dataset["open"] = dice.of({"100 us", "5 ms"});
  if (dice.chance(0.3)) dataset["readers"] = dice.between(1, 64);
  if (dataset.contains("samples") && dice.chance(0.5))
    dataset["cache"] = {{"size", dice.of({"1 GB", "60 GB"})}};
  if (dataset.contains("cache") && dice.chance(0.5)) dataset["cache"]["stays"] = true;
  if (dice.chance(dataset.contains("cache") ? 0.5 : 0.02)) dataset["stage_in"] = true;
  return dataset;
}

/// Machines of it are lost, at dates or by chance; of some kinds none can be.
void draw_losses(Sketch& sketch, const std::string& store) {
  Dice& dice = sketch.dice;
  Json& cluster = sketch.drawn.scenario["cluster"];
  const std::string type = cluster["storage"][store].value("type", "declared");
  const bool can_lose = type == "appliance" || type == "volumes";
  if (dice.chance(can_lose ? 0.3 : 0.01)) {
    const std::int64_t begin = dice.between(1, 40);
    cluster["maintenance"]["lost " + store] = {
        {"store", store},
        {type == "volumes" && dice.chance(0.4) ? "drives" : "machines", dice.between(1, 2)},
        {"begin", fmt::format("{} h", begin)},
        {"end", fmt::format("{} h", begin + dice.between(1, 30))}};
  }
  if (dice.chance(can_lose ? 0.2 : 0.01))
    cluster["failures"]["machines " + store] = {
        {"of", type == "volumes" && dice.chance(0.5) ? "drives" : "storage"},
        {"store", store},
        {"mean_time", dice.of({"20 h", "5 d", "300 d"})},
        {"repair", {{"time", dice.of({"1 h", "9 h"})}}}};
}

/// Between stores that may be in the nodes, too small, or the same.
void draw_copies(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json& scenario = sketch.drawn.scenario;
  Json& storage = scenario["cluster"]["storage"];
  std::vector<std::string> shared;
  for (const auto& [name, store] : storage.items())
    if (store.value("type", "declared") != "node-local") shared.push_back(name);
  if (shared.empty() || !dice.chance(0.4)) return;
  storage["sto-copies"] = {{"write_bandwidth", dice.of({"100 MB/s", "20 GB/s"})}};
  shared.emplace_back("sto-copies");
  for (std::int64_t i = dice.between(1, 3); i > 0; --i) {
    const std::size_t from = static_cast<std::size_t>(dice.between(0, std::ssize(shared) - 1));
    const std::size_t to = dice.chance(0.02) ? from : (from + 1) % shared.size();
    Json copy = {{"from", shared[from]}, {"to", shared[to]}};
    if (dice.chance(0.1))
      copy["dataset"] = "dat-1";
    else
      copy["size"] = dice.of({"1 GB", "300 GB", "20 TB"});
    if (dice.chance(0.4)) copy["start"] = draw_time(dice, 60.0, 4e5);
    if (dice.chance(0.4)) copy["every"] = draw_time(dice, 600.0, 4e5);
    if (dice.chance(0.3)) copy["at_most"] = dice.of({"50 MB/s", "5 GB/s"});
    if (dice.chance(0.3)) copy["read"] = dice.of({"64 kB", "16 MB"});
    scenario["workload"]["copies"][fmt::format("cop-{}", i)] = copy;
  }
}

}  // namespace

void draw_storage(Sketch& sketch) {
  Dice& dice = sketch.dice;
  if (sketch.applications.empty() || !dice.chance(0.5)) return;
  Json& scenario = sketch.drawn.scenario;
  for (std::int64_t i = dice.between(1, 2); i > 0; --i) {
    const std::string store = fmt::format("sto-{}", i);
    scenario["cluster"]["storage"][store] = draw_store(sketch);
    scenario["workload"]["datasets"][fmt::format("dat-{}", i)] = draw_dataset(sketch, store);
    draw_losses(sketch, store);
  }
  if (!sketch.by_steps || dice.chance(0.02)) draw_copies(sketch);
  for (const std::string& name : sketch.applications) {
    Json& application = scenario["workload"]["applications"][name];
    if (dice.chance(0.15)) {
      application = {{"type", "scan"},
                     {"dataset", "dat-1"},
                     {"rate", dice.of({"10 MB/s", "400 MB/s", "3 GB/s"})}};
      continue;
    }
    // One of equal steps reads nothing: a fault.
    if (dice.chance(application.contains("step_time") ? 0.02 : 0.9))
      application["dataset"] = "dat-1";
  }
}

}  // namespace gpuscape::scramble
