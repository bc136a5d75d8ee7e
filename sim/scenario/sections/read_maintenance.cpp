#include "sim/fields/object_reader.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

MaintenanceSpec read_maintenance(const std::string& name, ObjectReader& reader) {
  constexpr Bounds kDates{.least = 0.0, .most = 1e11};
  MaintenanceSpec spec;
  spec.name = name;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  for (const auto& [value, pointer] : reader.values("nodes", FieldType::texts,
                                                    "Which nodes: groups, or nodes of them, as "
                                                    "\"gpu\", \"gpu/3\" or \"gpu/0-3\"."))
    spec.nodes.push_back(value->text());
  spec.begin =
      reader.quantity<Seconds>("begin", "When it begins, after the beginning of the run.", kDates);
  spec.end = reader.quantity<Seconds>(
      "end", "When the nodes are back, after the beginning of the run.", kDates);
  spec.requeues =
      reader.one_of("jobs", {"drain", "requeue"}, "drain",
                    "`drain`: a job that would not end before it begins is not started there. "
                    "`requeue`: jobs run until it begins, are stopped then, and begin anew "
                    "later.") == "requeue";
  if (!reader.describing() && reader.has("begin") && reader.has("end") && spec.end <= spec.begin)
    reader.issue("end", "it ends no later than it begins",
                 "both are times after the beginning of the run");
  return spec;
}

}  // namespace gpuscape
