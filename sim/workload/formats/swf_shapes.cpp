#include "sim/workload/formats/swf_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

bool read_swf_properties(std::string_view text, SwfShape& shape) {
  bool whole_nodes = false;
  while (!text.empty()) {
    const std::string_view property = text.substr(0, text.find(':'));
    text.remove_prefix(std::min(property.size() + 1, text.size()));
    whole_nodes = whole_nodes || property == "excl";
    const std::size_t times = property.find('x');
    if (times == std::string_view::npos) continue;
    const auto nodes = integer_text(property.substr(0, times));
    const auto cores = integer_text(property.substr(times + 1));
    constexpr std::int64_t kMost = 10'000'000;
    if (!nodes || !cores || *nodes <= 0 || *cores <= 0 || *nodes > kMost || *cores > kMost)
      continue;
    shape.nodes = *nodes;
    shape.cores_per_node = *cores;
  }
  return whole_nodes;
}

void SwfShapes::read(const SwfShape& shape, const Line& line, Demand& demand) {
  constexpr std::int64_t kMilli = 1000;
  demand = {.gpus = static_cast<std::int32_t>(shape.gpus)};
  gpus_.meet(shape.gpus, line.number);
  if (shape.nodes == 0) {
    ++unclear_rows_;
    unclear_.meet(shape.allocated, line.number);
    more_gpus_ += shape.gpus > shape.allocated ? 1 : 0;
    demand.milli_cores = kMilli * shape.allocated;
    return;
  }
  nodes_.meet(shape.nodes, line.number);
  demand.nodes = static_cast<std::int32_t>(shape.nodes);
  const std::int64_t cores = shape.cores_per_node > 0        ? shape.nodes * shape.cores_per_node
                             : shape.allocated > shape.nodes ? shape.allocated
                             : shape.gpus == 0               ? shape.nodes
                                                             : 0;
  cores_.meet(cores, line.number);
  demand.milli_cores = kMilli * cores;
  say_nodes_ += shape.allocated == shape.nodes && cores != shape.nodes ? 1 : 0;
  say_cores_ += shape.allocated > shape.nodes ? 1 : 0;
}

SwfShapes::Belief SwfShapes::belief(const SwfHeader& header, const SwfFields& fields) const {
  if (said_ != "auto") return {said_ == "nodes", "as the scenario says"};
  const SwfMeaning& name = fields.allocated;
  if (name.nodes != name.cores) return {name.nodes, "by its name in the header"};
  if (say_nodes_ != say_cores_)
    return {say_nodes_ > say_cores_, "as in rows that name their nodes"};
  if (more_gpus_ > 0) return {true, "since jobs have more GPUs than it says"};
  const std::optional<std::int64_t> most = header.max_nodes();
  if (most && unclear_.amount <= *most) return {true, "since no job goes beyond MaxNodes"};
  return {false, "since nothing in the log says nodes"};
}

void SwfShapes::refuse_beyond(const Most& most, std::string_view what,
                              std::optional<std::int64_t> machine, std::string_view key) const {
  if (!machine || most.amount <= *machine) return;
  throw ScenarioError(
      {{.file = report_.file,
        .line = static_cast<int>(most.line),
        .column = 1,
        .pointer = "",
        .message = fmt::format("a job has {} {}, and the log's machine has {} ({})",
                               human_count(most.amount), what, human_count(*machine), key),
        .hint = "\"processors\": \"nodes\" or \"cores\" says what field 5 counts; a header that is "
                "wrong has to be mended"}});
}

/// What was taken for cores until now was nodes. A job without GPUs must ask for something on them.
void SwfShapes::set_nodes(const SwfHeader& header, JobTable& table) {
  constexpr std::int64_t kMilli = 1000;
  constexpr std::int64_t kMost = 100'000;
  const std::int64_t machine_nodes = header.max_nodes().value_or(0);
  const std::int64_t per_node =
      machine_nodes > 0
          ? std::clamp<std::int64_t>(header.max_processors().value_or(0) / machine_nodes, 1, kMost)
          : 1;
  std::int64_t without_gpus = 0;
  table.change_demands([&](Demand& demand) {
    if (demand.nodes != 0) return;
    const std::int64_t nodes = demand.milli_cores / kMilli;
    demand.nodes = static_cast<std::int32_t>(nodes);
    demand.milli_cores = demand.gpus > 0 ? 0 : kMilli * nodes * per_node;
    without_gpus += demand.gpus > 0 ? 0 : 1;
  });
  if (without_gpus > 0)
    report_.assumptions.push_back(fmt::format(
        "{} {} without GPUs: {} {} on each of its nodes", human_count(without_gpus),
        without_gpus == 1 ? "job" : "jobs", per_node, per_node == 1 ? "core" : "cores"));
}

void SwfShapes::finish(const SwfHeader& header, const SwfFields& fields, JobTable& table) {
  const Belief believed = belief(header, fields);
  refuse_beyond(gpus_, "GPUs", header.max_gpus(), "MaxGPUs");
  refuse_beyond(nodes_, "nodes", header.max_nodes(), "MaxNodes");
  // A log that calls its nodes processors says nothing of cores.
  const bool has_cores = header.max_processors() > header.max_nodes();
  if (has_cores) refuse_beyond(cores_, "cores", header.max_processors(), "MaxProcs");
  if (unclear_rows_ == 0) return;
  if (believed.nodes)
    refuse_beyond(unclear_, "nodes", header.max_nodes(), "MaxNodes");
  else
    refuse_beyond(unclear_, "cores", header.max_processors(), "MaxProcs");
  report_.assumptions.push_back(
      fmt::format("field 5 counts {} {}", believed.nodes ? "nodes" : "cores", believed.why));
  if (believed.nodes) set_nodes(header, table);
}

}  // namespace gpuscape
