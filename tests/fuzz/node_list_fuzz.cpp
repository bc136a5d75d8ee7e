/// Any bytes as a list of nodes, and as Slurm's short form of node names: what is accepted makes a
/// cluster that is read.

#include <cstdint>
#include <string>

#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/scenario/slurm/node_list_file.hpp"
#include "sim/scenario/slurm/slurm_hostlist.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gpuscape;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto names = expand_hostlist(text.substr(0, text.find('\n'))))
    ensure(names->size() <= 1'000'000, "a list of nodes is bounded");
  ReadingContext context;
  const JsonValue cluster = read_node_list(text, "nodes.csv", context);
  ensure(cluster.is_null() == context.has_issues(), "a cluster or a fault");
  if (cluster.is_null()) return 0;
  ObjectReader reader(cluster, "/cluster", context);
  read_cluster(reader, "cluster.json");
  return 0;
}
