/// The hardware that jobs run on, and what goes wrong with it.

#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

ClusterSpec read_cluster(ObjectReader& reader, const std::string& file) {
  ClusterSpec spec;
  reader.ignored("from", FieldType::text,
                 "A folder with what scontrol show node printed, or a table of nodes with columns "
                 "gpu, cpu_milli, memory_mib, model; keys written here override it.");
  for (auto& [name, model] : reader.models(kNodesPlace.key, kNodesPlace.doc, !reader.describing()))
    spec.nodes.push_back({name, std::move(model)});
  for (auto& [name, model] : reader.models(kNetworksPlace.key, kNetworksPlace.doc))
    spec.networks.push_back({name, std::move(model)});
  reader.map("maintenance", "Nodes that are away for a while, by the name of the work.",
             [&](const std::string& name, ObjectReader& r) {
               spec.maintenance.push_back(read_maintenance(name, r));
             });
  reader.map("failures",
             "What fails, by a name of your own: jobs on nodes that fail are stopped and wait "
             "again.",
             [&](const std::string& name, ObjectReader& r) {
               spec.failures.push_back(read_failure(name, r, file));
             });
  reader.optional_object("spares",
                         "Nodes that stand aside: one comes into service, and stays there, when a "
                         "node fails under a job that finds no other.",
                         [&](ObjectReader& r) { spec.spares = read_spares(r); });
  return spec;
}

}  // namespace gpuscape
